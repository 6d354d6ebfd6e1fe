"""Words are found whatever their case, spelling and markup, and nothing else is."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.blanking import Blanker, unescaped
from lamina.documents.markdown import split_lines
from lamina.documents.needles import Needle, found, replaced, tokens
from lamina.documents.seals import Seals, seal_claim, seal_line, seal_words

SCRIPTS = ("abcäöüßéx0123", "жщйё", "房电的か", "한국", "नीमि", "กำไ", "بتé")
WORDS = st.one_of(*(st.text(letters, min_size=1, max_size=6) for letters in SCRIPTS)).filter(tokens)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Anna Schmidt", "**anna**\n_SCHMIDT_ came"),
        ("anna schmidt", "see anna_schmidt.md"),
        ("Müller", unicodedata.normalize("NFD", "Herr MÜLLER")),
        ("Strasse 5", "STRAẞE-5"),
        ("电话", "房东的电话改了"),
        ("ｆｕｌｌ", "a full width"),
        ("Anna", "An\u00adna"),  # a soft hyphen is not seen
        ("हिन्दी", "यह हिन्दी है"),
    ],
)
def test_found(words, text):
    assert found(split_lines(text), [Needle.of(words)])


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Anna", "Annabel, Hannah, Annas"),
        ("Anna Schmidt", "- Anna\n- Schmidt"),
        ("Anna Schmidt", "Anna and Schmidt"),
        ("Anna Schmidt", "Anna\n\nSchmidt"),
        ("Jose", "José"),
        ("हिन", "हिन्दी"),
        ("", "anything"),
    ],
)
def test_not_found(words, text):
    assert not found(split_lines(text), [Needle.of(words)])


@given(WORDS, WORDS, st.sampled_from(["", "- ", "> ", "| ", "**", "x ", "(", "é "]))
def test_what_is_put_in_is_found_and_can_be_taken_out(one, other, lead):
    needle = Needle.of(f"{one} {other}")
    for form in ("NFC", "NFD"):
        for said in (f"{one} {other}", f"{one.upper()}  {other.title()}"):
            line = f"{lead}{unicodedata.normalize(form, said)}, y\n"
            hits = found([line], [needle])
            if said.casefold() == f"{one} {other}".casefold():
                assert hits
            for spans in hits.values():
                assert not found([replaced(line, spans, "[]")], [needle])


def test_a_short_line_is_looked_for_as_a_whole():
    tea = Needle.line("- [ ] Buy tea")
    assert tea.whole
    assert found(["- 09:30 buy  TEA!\n"], [tea])
    assert found(["- buy tea (memory/2026-03-01.md#L3)\n"], [tea])
    assert not found(["- buy tea and sugar\n"], [tea])
    assert not found(["# Buy tea\n"], [tea])
    assert found(["- Candidate: buy tea\n"], [tea], strict=False)
    assert not Needle.line("- Anna must not get penicillin").whole


@given(WORDS, WORDS, WORDS)
def test_a_seal_knows_its_text_and_another_salt_does_not(one, other, third):
    seals = [seal_line("s", f"- {one} {other}"), seal_words("s", tuple(tokens(third)))]
    known = Seals((seal, "2026-03-04") for seal in seals)
    assert known.of(f"  * [x] {one.upper()} {other}.") or one.upper().casefold() != one.casefold()
    assert known.of(f"so {third}, or not")
    stranger = Seals((seal._replace(salt="t"), "2026-03-04") for seal in seals)
    assert not stranger.of(f"{one} {other}")


def test_a_claim_is_known_by_its_key_only():
    known = Seals([(seal_claim("s", "0123456789ab"), "2026-03-04")])
    assert known.of_claim("0123456789ab") == "2026-03-04"
    assert not known.of_claim("0123456789ac")
    assert not known.of("0123456789ab")
    assert not Seals().of("anything")


def test_the_journal_is_blanked_where_it_holds_something_and_nowhere_else():
    def blanked(line, touched=()):
        blanker = Blanker(lambda text: "zebra" in text, lambda _: False, touched)
        return blanker(line), blanker.lost

    hunk = b'{"line":1,"added":"- %s\\n","above":"- b\\n- %s\\n"}'
    entry = (
        b'{"id":7,"command":"remember","files":[{"path":"a.md","before":"1f","after":"2f",'
        b'"hunks":[' + hunk + b"]}]}\n"
    )
    assert blanked(entry % (b"x", b"y")) == (entry % (b"x", b"y"), [])
    line, lost = blanked(entry % (b"a zebra", b"y"))
    assert lost == [7]
    assert b'"forgotten":true' in line
    assert b"zebra" not in line
    assert b'"path":"a.md","before":"","after":"","hunks":[]' in line
    line, lost = blanked(entry % (b"x", b"zebra"), {"a.md"})
    assert lost == []
    assert b'"above":"- b\\n"' in line
    assert b"1f" not in line
    for torn in (b'{"id":8,"files":[{"path":"a.md","hunks":[{"added":"ze', b"", b"\n", b"[1]\n"):
        assert blanked(torn) == (torn, [])
    assert blanked(b'{"id":8,"added":"\\u007aebra')[0] == b""
    assert blanked(b'{"done":7}\n')[0] == b'{"done":7}\n'


def test_text_of_json_reads_as_it_was():
    assert unescaped(r"a\nb \u00e4 \ud83e\udd93 \u12") == "a\nb ä 🦓 \\u12"
