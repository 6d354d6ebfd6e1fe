"""Tell a line that corrects what was said before, and whom or what it speaks of. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lamina.layers.claims import verbs
from lamina.layers.claims import words as tables
from lamina.layers.claims.grammar import find_verb
from lamina.layers.claims.parser import Reading, reading
from lamina.layers.claims.reader import Text, read, statement
from lamina.layers.claims.tokens import Kind, Word

_LONGEST = 600  # characters: more is no correction but a text


@dataclass(frozen=True, slots=True)
class Correction:
    """A line that corrects something said before."""

    text: str  # without the cue: "Actually, it is MySQL" -> "it is MySQL"
    pronoun: bool  # does not name what it speaks of: "it is MySQL", "MySQL"
    negated: str = ""  # "not A but B": A


def correction(text: str) -> Correction | None:
    """Return what a text worded as a correction says, else None."""
    said = statement(text)
    if len(said) > _LONGEST:
        return None
    rest = _without_cue(said)
    found, negated = _contrast(rest)
    if rest == said and not negated:
        return None
    found = found.strip(" ,;:—-")
    return Correction(found, _is_pronoun(found), negated) if found else None


def affirmed(text: str) -> str:
    """Return a statement with "B" for "not A but B"."""
    return _contrast(text)[0] if len(text) <= _LONGEST else text


# The words that mark one; "_" stands for a space.


def _cues(patterns: str) -> str:
    return "|".join(pattern.replace("_", " ") for pattern in patterns.split())


_OPENING = _cues(r"""
    actually in_fact in_reality (?:as_)?it_turns_out(?:_that)? turns_out(?:_that)? no_wait wait_no
    on_second_thought i_meant(?:_to_(?:say|write))? to_be_(?:exact|precise)
    to_correct_(?:myself|that) let_me_correct_(?:that|this|myself) i_was_(?:wrong|mistaken)
    i_made_a_mistake my_(?:mistake|bad) scratch_that strike_that i_misspoke
    (?:small_|quick_|minor_)?correction that(?:'s|_is|_was)_(?:wrong|incorrect|outdated)
    that(?:'s|_is|_was)_(?:not|no_longer)_(?:right|true|correct|the_case)
    (?:not|no_longer)_(?:true|anymore|any_more)
    eigentlich tatsächlich in_wirklichkeit in_wahrheit (?:kleine_)?korrektur berichtigung
    richtigstellung doch_nicht ich_(?:meinte|korrigiere(?:_mich)?) mein_fehler genauer_gesagt
    ich_hab(?:e|')?_mich_(?:geirrt|vertan|verschrieben|versprochen|verlesen|vertippt)
    (?:das_)?stimmt_(?:so_)?nicht(?:_mehr)? (?:das_)?gilt_nicht_mehr
    (?:das_)?(?:ist|war)_(?:falsch|nicht_richtig|überholt|veraltet|nicht_mehr_aktuell)
    на_самом_деле поправка исправление уточнение поправляю(?:сь)? исправляю вообще-то вернее точнее
    в_действительности оказывается оказалось(?:,?_что)?
    (?:я_)?(?:ошибся|ошиблась|ошибалась|ошибался|имел_в_виду|имела_в_виду)
    уже_(?:нет|не_так) больше_нет это_(?:неверно|не_так|неправда|уже_не_так|устарело)
    更正(?:一下)? 纠正(?:一下)? 修正(?:一下)? 订正 其实 事实上 实际上 我?[说写搞记弄]错了 不对
    准确地?说 应该说 (?:早就|现在)?(?:已经)?不是了 已经[变改换]了
""")
_OPENING_WITH_MARK = _cues("""
    no nope wait sorry wrong rather edit fix oops whoops hold_on
    nein moment warte falsch quatsch entschuldigung vielmehr ach_nein nein_doch
    нет стоп погоди извини(?:те)? ошибка неверно неправильно
    不 不是 等等 等一下 抱歉 错了 哦不 噢不
""")
_SIGH = (
    r"(?:(?:oh|ah|hm+|um|ok(?:ay)?|well|hey|but|ach|äh|also|ой|а|но)[\s,]+|[哦啊嗯噢但]+[\s,]*)?"
)
_OPENING_CUE = re.compile(
    rf"{_SIGH}(?:(?:{_OPENING})(?![^\W\d_\u3400-\u9fff])[\s,.:;!—-]*"
    rf"|(?:{_OPENING_WITH_MARK})\s*[,.:;!—]\s*)",
    re.IGNORECASE,
)
# In the middle they correct beside a verb that says what something is.
_INNER_CUE = re.compile(
    r"(?:(?<=\bis )|(?<=\bare )|(?<='s ))actually "
    r"|\bactually (?=(?:is|are|runs|uses|lives|costs|has)\b)"
    r"|(?:(?<=\bist )|(?<=\bheißt )|(?<=\bläuft ))(?:eigentlich|tatsächlich|in Wirklichkeit) "
    r"|\b(?:на самом деле|в действительности) |(?:其实|实际上|事实上|应该)(?=[是在叫用住])"
    r"|,? (?:actually|sorry|my mistake|wollte ich sagen)[.!]?$",
    re.IGNORECASE,
)
_AFTER_ALL = re.compile(
    r"\bdoch (?=nicht\b|kein)|,? after all[.!]?$|\bвс[её]-таки (?=не\b)", re.IGNORECASE
)


def _without_cue(text: str) -> str:
    for _ in range(4):
        match = _OPENING_CUE.match(text)
        if not match or match.end() == len(text):
            break
        text = text[match.end() :]
    return _AFTER_ALL.sub("", _INNER_CUE.sub("", text, count=1), count=1)


# "not A but B" and "B, not A".

_START = r"(?P<start>[^;!?]{0,120}?)"
_TITLES = "Dr Hr Fr Mr Ms St Nr No Mrs Prof Str д-р ул пр"
_DOT = "|".join(rf"(?<=\b{title})\." for title in _TITLES.split())  # "not Dr. Meier"
_NO = rf"(?P<no>(?:[^,.;!?]|(?:(?<=\d)\.|{_DOT})(?=\s?\w)){{1,80}}?)"
_YES = r"(?P<yes>[^;!?]{1,120}?)"
_END = r"\s*[.!]?"
_NOT = (
    r"(?:(?:and\s+)?(?:not(?!\s+only)(?:\s+any\s?more)?|no\s+longer)"
    r"|(?:und\s+)?(?:nicht(?!\s+nur)(?:\s+mehr)?|kein\w{0,2})|(?:а|и)\s+(?:уже\s+|больше\s+)?не)"
)
_CONTRASTS = tuple(
    re.compile(pattern + _END, re.IGNORECASE)
    for pattern in (
        rf"{_START}(?:\bnot|(?P<aux>\w+)n't)\s+(?!only\b){_NO},?\s+but\s+(?:rather\s+)?(?!also\b){_YES}",
        rf"{_START}(?:\bnot|n't)\s+(?!only\b){_NO}[,;.—]\s*(?:it's|it\s+is|he's|she's|they're)\s+{_YES}",
        rf"{_START}\b(?:nicht|kein\w{{0,2}})\s+(?!nur\b){_NO},?\s+sondern\s+(?!auch\b){_YES}",
        rf"{_START}(?<!\w)не\s+(?!только\b){_NO},?\s+а\s+{_YES}",
        rf"{_YES},\s*{_NOT}\s+{_NO}",
    )
)
_CHINESE_CONTRASTS = tuple(
    re.compile(pattern + _END)
    for pattern in (
        rf"{_START}(?:不|并非|并不|没有|没)(?P<verb>[是在用叫住]){_NO}[,，]\s*(?:而(?P=verb)?|(?P=verb)){_YES}",
        rf"{_YES}[,，]\s*(?:而?不|不再)[是在用叫住]{_NO}",
    )
)


def _contrast(text: str) -> tuple[str, str]:
    """Return a text with "B" for "not A but B", and A."""
    for pattern in _CHINESE_CONTRASTS:
        if match := pattern.fullmatch(text):
            found = match.groupdict("")
            kept = f"{found.get('start', '')}{found.get('verb', '')}{found['yes']}"
            return kept.strip(), found["no"].strip()
    for pattern in _CONTRASTS:
        if match := pattern.fullmatch(text):
            found = match.groupdict("")
            start = f"{found.get('start', '')}{found.get('aux', '')}".strip()
            if "не" in pattern.pattern and start and not find_verb(read(f"{start} x").words, "ru"):
                start += " —"
            return f"{start} {found['yes']}".strip(), found["no"].strip()
    return text, ""


# What it speaks of.


def _is_pronoun(text: str) -> bool:
    """Tell whether a statement does not name its subject: "it is MySQL", "is MySQL", "MySQL"."""
    words = [w for w in read(text).words if w.kind not in {Kind.MARK, Kind.NOT}]
    if not words:
        return False
    language = read(text).language
    found = find_verb(words, language)
    if words[0].text in tables.PRONOUNS | {"这台", "那台"}:
        said = found is None or found[0] <= 1 or words[0].text in {"it", "它", "оно"}
        return said or words[1].text in verbs.VERBS
    if (whole := reading(text)) and whole.topic:
        return found is not None and found[0] == 0
    if found is None:
        return len(words) <= 4 and all(
            w.kind not in {Kind.WORD, Kind.SIGN} or len(words) <= 2 for w in words
        )
    return found[0] == 0


def with_subject(correction: Correction, old: str) -> str:
    """Return the text of a correction with the subject of the line it speaks of."""
    before = reading(statement(old))
    if before is None or not before.topic:
        return correction.text
    if not correction.pronoun:
        return _with_whole_subject(correction.text, before)
    text = read(correction.text)
    words = [w for w in text.words if w.kind is not Kind.MARK]
    plain = [w for w in words if w.kind is not Kind.NOT]
    if not plain:
        return correction.text
    head = _head(before)
    found = find_verb(plain, text.language)
    if found is None or plain[found[0]].text in tables.PRONOUNS:  # "MySQL", "это MySQL"
        first = 1 if plain[0].text in tables.PRONOUNS and len(plain) > 1 else 0
        return _put(before, head, text.text[_start(text, plain[first].start) :])
    _, end, verb = found
    negated = len(plain) < len(words)
    same = verb == before.verb or (verb == "was" and before.verb == "be")
    if (same or verb != "be" or negated) and text.language == before.text.language:
        tail = _without_pronoun(text, words)
        return f"{head}{_gap(head, tail)}{tail}"
    value = plain[end:]
    if not value:
        return correction.text
    return _put(before, head, text.text[_start(text, value[0].start) :])


def _without_pronoun(text: Text, words: list[Word]) -> str:
    """Return "lives in Rome" for "she lives in Rome", "wohnt in Rom" for "wohnt sie in Rom"."""
    first = 1 if words[0].text in tables.PRONOUNS and len(words) > 1 else 0
    after = words[first + 1 : first + 2]
    tail = text.text[words[first].start :]
    if not first and after and after[0].text in tables.PRONOUNS:
        tail = text.text[words[0].start : after[0].start] + text.text[after[0].end :].lstrip()
    return re.sub(r"^'(?:s|re)\b", "is", tail)


def _with_whole_subject(text: str, before: Reading) -> str:
    """Return a text on "the flight" with the subject of the line on "the flight to Rome"."""
    found = reading(text)
    if found is None or not found.topic or found.value == ():
        return text
    if not _is_short_for(found, before):
        return text
    head = _head(before)
    placed = all(
        line.value[:1] and line.value[0].kind is Kind.PREPOSITION for line in (found, before)
    )
    if (found.verb != before.verb and placed) or (found.elided and before.elided):
        return _put(before, head, found.text.text[found.value[0].start :])
    tail = found.text.text[len(_head(found)) :]
    return f"{head}{tail}" if tail[:1] in " :" else f"{head}{_gap(head, tail)}{tail}"


def _is_short_for(found: Reading, before: Reading) -> bool:
    """Tell whether a subject is the other's without some of its words: "the code", "Alarmcode"."""
    if any(word.owner for word in found.topic):
        return False
    keys, others = ({w.key for w in line.topic if w.end} for line in (found, before))
    names = ["".join(w.text for w in line.topic) for line in (found, before)]
    compound = before.text.language in {"de", "zh"} and names[0] != names[1]
    return (
        keys < others
        or (compound and names[1].endswith(names[0]))
        or (keys == others and found.elided)
    )


def _head(line: Reading) -> str:
    """Return a line up to its verb, or to its value where the verb is the last."""
    starts = [w.start for w in line.value if w.end] + [line.verb_at[0]]
    return line.text.text[: min(starts)].rstrip(" :—→")


def _start(text: Text, at: int) -> int:
    """Return where the article before a word begins, or the word."""
    match = re.search(
        r"(?:\b(?:the|an?|der|die|das|den|dem|eine?[nmrs]?) )\Z", text.text[:at], re.IGNORECASE
    )
    return match.start() if match else at


def _put(before: Reading, head: str, value: str) -> str:
    """Join a value to the subject and the verb of the old line."""
    start, end = before.verb_at
    verb = before.text.text[start:end]
    first = before.value[0] if before.value else None
    if before.verb != "be" and first and first.kind is Kind.PREPOSITION:
        value_first = read(value).words[:1]
        if not value_first or value_first[0].kind is not Kind.PREPOSITION:
            verb = before.text.text[start : first.end]
    if start == end:
        verb = {"ru": " —", "zh": "："}.get(before.text.language, ":")
        return f"{head}{verb}{'' if verb == '：' else ' '}{value}"
    if verb == ":":
        return f"{head}{verb}{_gap(':', value)}{value}"
    return f"{head}{_gap(head, verb)}{verb}{_gap(verb, value)}{value}"


def _gap(left: str, right: str) -> str:
    """Return the space between two parts, none between Chinese characters."""
    han = "\u3400" <= left[-1:] <= "\u9fff" and "\u3400" <= right[:1] <= "\u9fff"
    return "" if han else " "
