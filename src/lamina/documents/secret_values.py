"""What the value of a secret looks like, and what only looks like one. Pure."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise


@cache
def regex(pattern: str) -> re.Pattern[str]:
    """Compile a pattern at its first use: at import it would cost more than all the rest."""
    return re.compile(pattern)


_WORDS = "pass(?:word|wort|phrase|wd)?|pw|pwd|kennwort|secret|token|geheim|user|admin|test|key"
# A value that stands for another: a template, a reference, a path, a call.
_TEMPLATE = r"""(?xi)
  [(\[{<].* | \$[({].* | \$\$?[A-Z_][A-Z0-9_]* | \$\$?[a-z]+ | %\w+% | %[sdr](?:.%[sdr])* | %\(.*
| @\w+@ | !(?:vault|secret|ref|sub|getatt|env|include|[01])\b.* | [rbuf]{1,2}['"].*
| .*&(?:quot|lt|gt|amp|nbsp|\#\w+)\b.* | [%*•.…_x-]+ | null|none|nil|undefined|true|false|empty
| todo|tbd|n/?a|unset | (?:change|replace|insert|enter|put)[-_]?(?:me|it|this|here|in)\w*
| pass(?:word|wd|wort)? | (?-i:[A-Z]{2,}(?:_[A-Z]{2,})+)
| [A-Za-z_]\w{0,24}(?:\??\.[A-Za-z_]\w{0,24})+[;,]? | [\w.]*\w[(\[].*
| [~.]{0,2}/[\w.-]+/[\w./-]* | [A-Z]:\\.* | (?-i:[a-z]{2,12}):[/\w].*
"""
# A value that is part of a sentence or of code: a word, a date, an amount, a term, a name.
_TERM = rf"""(?xi)
  str|string|bytes|optional|required|missing|invalid|hidden|confirmed|unknown|default|encrypted
| prompt|keyring|keychain|bitwarden|lastpass|hashed|secure|stored|changed | (?:{_WORDS})\d?
| (?:fake|dummy|sample|my|the|some)[-_]?(?:{_WORDS}|[-_]\w*) | .*['’]s | [\w.+-]+@[\w-]+\.[\w.-]+
| \w*(?:password|passwd|passwort|token|secret|(?:api|access|secret)_?key)s?\d?
| \d{{1,4}}[-./]\d{{1,2}}[-./]\d{{1,4}}(?:T.*)? | \d{{1,2}}:\d\d.* | v?\d+(?:\.\d+)++[\w.-]*+
| [\d.,]+(?:[-–]\d+)?(?-i:[^\W\dA-Z]{{1,5}}|[A-Z]{{1,2}}|[KMGT]i?B)(?:/\w+)? | [$€£]\d.*
| \d+[-–](?:\d+[-–]?)?[^\W\d]+(?:-[^\W\d]+)*
| (?:1password|oauth2?|sha-?\d+|md5|base64|wpa[23]?|2fa|bcrypt|argon2(?:id?)?|aes-?\d+|rsa-?\d+
  |utf-?8|http2|ipv[46]|x509|tls1\.\d|yubikey\d?|pkcs\d+|ed25519|keepass\w*)(?:[-_/–].*)?
| [\w-]+\.(?:md|txt|json|ya?ml|toml|env|pem|kdbx|py|js|ts|sh|pdf|html|cfg|ini|conf)
"""


def is_genuine(value: str, _: object = None) -> bool:
    """Whether a value is no sample from documentation."""
    sample = r"(?i)example|your[-_ ]|placeholder|\*{3}|\.\.\.|…|x{5}|(.)\1{9}"
    return not regex(sample).search(value)


def is_shown(value: str, _: object = None) -> bool:
    """Whether a value that stands where only a secret can stand is no template."""
    return is_genuine(value) and not regex(_TEMPLATE).fullmatch(value)


def _meant(value: str) -> bool:
    """Whether a value is neither a template nor a word, date, amount or term of the sentence."""
    return is_shown(value) and not regex(_TERM).fullmatch(value)


def is_random(value: str, _: object = None) -> bool:
    """Whether a machine drew the value: its classes of characters change more than in words."""
    core = re.sub(r"[\W_]", "", value)
    if len(set(core)) < 6 or not is_genuine(value):
        return False
    if core.isalpha():
        return _mixed(core)
    if regex(r"[0-9a-f]+|[0-9A-F]+").fullmatch(core):
        return not core.isdigit()
    slug = _wordy(core) > 0.6 and not core.islower()
    return _shifts(core) * 5 >= len(core) and not slug


def is_solid(value: str, _: object = None) -> bool:
    """Whether a value with a provider's prefix is its token, not words joined by - or _."""
    run = regex(r"(?=[A-Z]{0,15}[^A-Z])(?=[a-z]{0,15}[^a-z])[A-Za-z0-9]{16}").search(value)
    return is_genuine(value) and len(set(value)) > 9 and (run is not None or is_random(value))


def _shifts(core: str) -> int:
    classes = [(c.isdigit(), c.isupper()) for c in core]
    return sum(a != b for a, b in pairwise(classes))


def _wordy(core: str) -> float:
    """Return the share of characters in runs such as Token or name."""
    return sum(map(len, regex(r"[A-Z]?[a-z]{3,}(?![a-z])").findall(core))) / len(core)


def _mixed(letters: str) -> bool:
    """Whether letters alone look drawn: their case changes more often than in CamelCase."""
    limit = 0.7 if len(letters) > 24 else 0.45
    often = _shifts(letters) * 4 >= len(letters) >= 8
    return often and _wordy(letters) < limit


def is_typed(value: str, match: re.Match[str]) -> bool:
    """Whether the value after a word such as password is one that a person might have chosen."""
    head, sign, quote, near = match["head"].lower(), match["sign"], match["q"], match["near"]
    if match["head"].isupper() and sign == "=" and " " not in value:  # an environment file
        return len(value) >= 4 and is_shown(value)
    if not _meant(value) or (head == "pass" and sign is None):
        return False
    if value.isdigit():
        after = match.string[match.end("secret") :][:1]
        ends = after in ("", *"\r\n.,;)|`\"'*，。；）】") or (after == " " and not head.isascii())
        least = 4 if head == "passcode" else 6
        return ends and len(value) >= least and (near is None or not head.isascii())
    before = match.string[max(0, match.start() - 40) : match.start()].lower()
    if near is not None:
        option = regex("--[a-z-]*$").search(before)
        return is_given(value) if option else _near(value, foreign=not head.isascii())
    if head == "pass" and not (quote or sign == "="):  # "PASS: test_login_2"
        named = regex("user|login").search(before)
        return not _coded(value) and (_near(value) or (_strong(value) and named is not None))
    if " " in value:
        ends_so = regex(r".*\d.*[\d!#$%&*?@]|.*\d[!?]?").fullmatch(value)
        return value.count(" ") < 4 and ends_so is not None
    if head == "pass" or _strong(value):
        return _strong(value) and (bool(quote) or not _coded(value))
    return _told(value, match)


def _told(value: str, match: re.Match[str]) -> bool:
    """Whether a plain word is a password because it is quoted, or of another language."""
    quote = match["q"] or ""
    if len(value) < 6 or not regex(r"[^\W\d_]+(?:-[^\W\d_]+)*").fullmatch(value):
        return False
    if quote and (match["said"] is not None or quote in "`„“«"):
        return True
    foreign = not match["head"].isascii() and value.isascii()
    return (bool(quote) or foreign) and value.islower() and value.isalpha()


def _strong(value: str) -> bool:
    """Whether a value with no space in it is more than a word or a number."""
    digit, letter = any(c.isdigit() for c in value), any(c.isalpha() for c in value)
    if digit and letter:
        return len(value) >= 5
    if letter:
        return (len(value) >= 8 and _odd(value)) or _mixed(value) or _scrambled(value)
    return len(value) >= 6 and bool(regex(r"[#$^&*!~@_]").search(value))


def _scrambled(value: str) -> bool:
    """Whether letters that begin small change their case as no name in code does."""
    return value[0].islower() and _shifts(value) >= 4 and len(value) >= 8 and _wordy(value) < 0.55


def _near(value: str, *, foreign: bool = False) -> bool:
    """Whether a value next to its word, with no sign between them, can be nothing else."""
    digits = sum(c.isdigit() for c in value)
    classes = 1 + _odd(value) + (value != value.lower()) + (value != value.upper())
    signed = foreign and value.isascii() and regex(r"[a-z]{2,}[-_.][a-z]+\d").match(value)
    clear = _shifts(value) >= 3 or classes >= 3 or (foreign and digits >= 3) or bool(signed)
    return len(value) >= 7 and digits > 0 and any(c.isalpha() for c in value) and clear


def _odd(value: str) -> bool:
    return regex(r"[#$%^&*!=~@?+](?=.)").search(value) is not None


def is_handed(value: str, match: re.Match[str]) -> bool:
    """Whether what somebody is told to use as a password is one: quoted, drawn, or no word."""
    return is_shown(value) if match["q"] else is_drawn(value) or is_told(value)


def is_named(value: str, _: object = None) -> bool:
    """Whether a value that a few words part from its word is more than a name or a number."""
    digits = sum(c.isdigit() for c in value)
    letters = sum(c.isalpha() for c in value)
    long = len(value) >= 8 and digits >= 2 and letters >= 4
    return _meant(value) and not _coded(value) and (long or _near(value))


def is_marked(value: str, _: object = None) -> bool:
    """Whether a value with signs within it is neither a reference (site#12) nor code."""
    return is_told(value) and not _refers(value)


def is_beside(value: str, match: re.Match[str]) -> bool:
    """Whether a value beside its word, with no sign between them, is no reference."""
    return is_cell(value, match) and not _refers(value)


def is_told(value: str, _: object = None) -> bool:
    """Whether a value that stands behind a user's name is a password, not another name."""
    return _meant(value) and not _coded(value) and _near(value)


def is_mingled(value: str, _: object = None) -> bool:
    """Whether a value mingles letters, digits and signs as no word and no name of a thing does."""
    signs = regex(r"[!?#$%&^*=+~-]").search(value) is not None
    digits = sum(c.isdigit() for c in value)
    mixed = regex(r"[a-zа-я]").search(value) and (regex(r"[A-ZА-Я]").search(value) or signs)
    return bool(signs and digits >= 2 and mixed and _near(value)) and not (
        _coded(value) or _refers(value) or regex(r"[^\W\d_]+[-=]\d+").fullmatch(value)
    )


def _refers(value: str) -> bool:
    """Whether a value refers to something: site#12, #part-2, R&D2026."""
    shapes = r"#[\w-]+|[A-Z]{1,6}#\d+|[a-z][\w-]*#\d+|[A-Z]&[A-Z]\w*"
    return regex(shapes).fullmatch(value) is not None


def _coded(value: str) -> bool:
    """Whether a value is a code such as INV-2026-00417 or SU1234, as sentences hold many."""
    return regex(r"[A-Z]{1,6}[-/]?\d[\d/-]*|[A-Z0-9-]{1,11}").fullmatch(value) is not None


def is_cell(value: str, _: object) -> bool:
    """Whether a value in a column of passwords, or after "user /", is a password."""
    number = value.isdigit() and len(value) >= 6
    return " " not in value and _meant(value) and not _coded(value) and (number or _strong(value))


def is_drawn(value: str, _: object = None) -> bool:
    """Whether a value of any shape is long and random enough for a machine's secret."""
    if len(value) < 16 or " " in value or not _meant(value):
        return False
    plain = regex(r"(?=(?:\D*\d){4})(?=\d*[a-z])[a-z0-9]{20,}").fullmatch(value)
    return is_random(value) or plain is not None


def is_key(value: str, match: re.Match[str]) -> bool:
    """Whether the value after a word such as token or API key is one; not the id of a token."""
    uuid = regex(r"[0-9a-f]{8}-[0-9a-f-]{27}").fullmatch(value)
    return is_drawn(value) and not (uuid and match["near"])


def is_chosen(value: str, match: re.Match[str]) -> bool:
    """Whether the value after the word secret was drawn, or typed into an environment file."""
    env = match["head"].isupper() and match["sign"] == "=" and len(value) >= 8
    return is_key(value, match) or (env and " " not in value and _meant(value) and _strong(value))


def is_given(value: str, _: object = None) -> bool:
    """Whether an argument is a password, not a group (docker -u 1000:1000) or a word."""
    return is_shown(value) and not value.isdigit() and not value.isalpha()


def is_in_url(value: str, match: re.Match[str]) -> bool:
    """Whether the part before @ is a password, not the user:password of a manual."""
    return is_shown(value) and not regex(r"(?i)://user\w*:pass\w*@").match(match[0])


def is_in_header(value: str, _: object) -> bool:
    """Whether a value in an Authorization header is one, not the name of a variable."""
    name = regex(r"[a-z]\w*_\w*|[A-Z0-9]+(?:-[A-Z0-9]+)+").fullmatch(value)
    return is_shown(value) and any(c.isdigit() for c in value) and not name


def is_basic(value: str, _: object) -> bool:
    """Whether a value is a user and a password in base64."""
    from binascii import Error, a2b_base64

    try:
        pair = a2b_base64(value + "=" * (-len(value) % 4))
    except Error:
        return False
    return b":" in pair and pair.isascii() and pair.decode().isprintable()


def is_pem(value: str, _: object) -> bool:
    """Whether a value holds enough of a key."""
    return regex(r"[A-Za-z0-9+/=]{24}").search(value) is not None


def is_phrase(value: str, _: object) -> bool:
    """Whether words are drawn, not a sentence."""
    words = r"\b(?:the|and|for|with|from|that|this|your|must|have|der|die|das|und|mit|bei|auf)\b"
    return not regex(words).search(value)
