"""A file that travels with a workspace sets nothing dangerous: every setting is tried."""

from __future__ import annotations

import json

import pytest

from lamina.errors import LaminaError
from lamina.settings import settings

DANGEROUS = ("url", "key", "command", "folder", "path", "token", "host", "model", "gateway", "file")


@pytest.mark.parametrize("key", [one.key for one in settings() if not one.harmless])
def test_safe_5_a_dangerous_setting_is_refused(key, root, open_memory):
    section, name = key.split(".")
    one = next(one for one in settings() if one.key == key)
    value = {str: "x", int: 7, tuple: ["x"]}[type(one.default)]
    value = one.choices[-1] if one.choices else value
    (root / ".lamina.toml").write_text(f"[{section}]\n{name} = {json.dumps(value)}\n", "utf-8")
    with pytest.raises(LaminaError, match=name):
        open_memory()


def test_safe_5_what_may_travel_is_no_address_key_command_or_path():
    names = {one.name for one in settings() if one.harmless}
    words = {word for name in names for word in name.split("_")}
    assert words & set(DANGEROUS) == {"file"}  # core.file_tokens, core.file_chars: numbers
    assert not any(one.secret for one in settings() if one.harmless)
