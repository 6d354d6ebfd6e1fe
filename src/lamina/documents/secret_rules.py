"""The rules by which secrets are known: what stands where, and what a value has to look like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Check = Callable[[str, re.Match[str]], bool]


@cache
def regex(pattern: str) -> re.Pattern[str]:
    """Compile a pattern at its first use: at import it would cost more than all the rest."""
    return re.compile(pattern)


# What a value looks like.


def _genuine(value: str, _: object = None) -> bool:
    """Whether a value is no sample from documentation."""
    sample = r"(?i)example|your[-_ ]|placeholder|\*{3}|\.\.\.|…|x{5}|(.)\1{9}"
    return not regex(sample).search(value)


def _shown(value: str, _: object = None) -> bool:
    """Whether a value that stands where only a secret can stand is no template."""
    return _genuine(value) and not regex(_TEMPLATE).fullmatch(value)


def _meant(value: str) -> bool:
    """Whether a value is neither a template nor a word, date, amount or term of the sentence."""
    return _shown(value) and not regex(_TERM).fullmatch(value)


def _random(value: str, _: object = None) -> bool:
    """Whether a machine drew the value: its classes of characters change more than in words."""
    core = re.sub(r"[\W_]", "", value)
    if len(set(core)) < 6 or not _genuine(value):
        return False
    if core.isalpha():
        return _mixed(core)
    if regex(r"[0-9a-f]+|[0-9A-F]+").fullmatch(core):
        return not core.isdigit()
    slug = _wordy(core) > 0.6 and not core.islower()
    return _shifts(core) * 5 >= len(core) and not slug


def _solid(value: str, _: object = None) -> bool:
    """Whether a value with a provider's prefix is its token, not words joined by - or _."""
    run = regex(r"(?=[A-Z]{0,15}[^A-Z])(?=[a-z]{0,15}[^a-z])[A-Za-z0-9]{16}").search(value)
    return _genuine(value) and len(set(value)) > 9 and (run is not None or _random(value))


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


def _typed(value: str, match: re.Match[str]) -> bool:
    """Whether the value after a word such as password is one that a person might have chosen."""
    head, sign, quote, near = match["head"].lower(), match["sign"], match["q"], match["near"]
    if match["head"].isupper() and sign == "=" and " " not in value:  # an environment file
        return len(value) >= 4 and _shown(value)
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
        return _given(value) if option else _near(value, foreign=not head.isascii())
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
        return (len(value) >= 8 and _odd(value)) or _mixed(value)
    return len(value) >= 6 and bool(regex(r"[#$^&*!~@_]").search(value))


def _near(value: str, *, foreign: bool = False) -> bool:
    """Whether a value next to its word, with no sign between them, can be nothing else."""
    digits = sum(c.isdigit() for c in value)
    classes = 1 + _odd(value) + (value != value.lower()) + (value != value.upper())
    clear = _shifts(value) >= 3 or classes >= 3 or (foreign and digits >= 3)
    return len(value) >= 7 and digits > 0 and any(c.isalpha() for c in value) and clear


def _odd(value: str) -> bool:
    return regex(r"[#$%^&*!=~@?+](?=.)").search(value) is not None


def _coded(value: str) -> bool:
    """Whether a value is a code such as INV-2026-00417 or SU1234, as sentences hold many."""
    return regex(r"[A-Z]{1,6}[-/]?\d[\d/-]*|[A-Z0-9-]{1,11}").fullmatch(value) is not None


def _cell(value: str, _: object) -> bool:
    """Whether a value in a column of passwords, or after "user /", is a password."""
    number = value.isdigit() and len(value) >= 6
    return " " not in value and _meant(value) and not _coded(value) and (number or _strong(value))


def _drawn(value: str, _: object = None) -> bool:
    """Whether a value of any shape is long and random enough for a machine's secret."""
    if len(value) < 16 or " " in value or not _meant(value):
        return False
    plain = regex(r"(?=(?:\D*\d){4})(?=\d*[a-z])[a-z0-9]{20,}").fullmatch(value)
    return _random(value) or plain is not None


def _key(value: str, match: re.Match[str]) -> bool:
    """Whether the value after a word such as token or API key is one; not the id of a token."""
    uuid = regex(r"[0-9a-f]{8}-[0-9a-f-]{27}").fullmatch(value)
    return _drawn(value) and not (uuid and match["near"])


def _chosen(value: str, match: re.Match[str]) -> bool:
    """Whether the value after the word secret was drawn, or typed into an environment file."""
    env = match["head"].isupper() and match["sign"] == "=" and len(value) >= 8
    return _key(value, match) or (env and " " not in value and _meant(value) and _strong(value))


def _given(value: str, _: object = None) -> bool:
    """Whether an argument is a password, not a group (docker -u 1000:1000) or a word."""
    return _shown(value) and not value.isdigit() and not value.isalpha()


def _in_url(value: str, match: re.Match[str]) -> bool:
    """Whether the part before @ is a password, not the user:password of a manual."""
    return _shown(value) and not regex(r"(?i)://user\w*:pass\w*@").match(match[0])


def _in_header(value: str, _: object) -> bool:
    """Whether a value in an Authorization header is one, not the name of a variable."""
    name = regex(r"[a-z]\w*_\w*|[A-Z0-9]+(?:-[A-Z0-9]+)+").fullmatch(value)
    return _shown(value) and any(c.isdigit() for c in value) and not name


def _basic(value: str, _: object) -> bool:
    from binascii import Error, a2b_base64

    try:
        pair = a2b_base64(value + "=" * (-len(value) % 4))
    except Error:
        return False
    return b":" in pair and pair.isascii() and pair.decode().isprintable()


def _pem(value: str, _: object) -> bool:
    return regex(r"[A-Za-z0-9+/=]{24}").search(value) is not None


def _phrase(value: str, _: object) -> bool:
    words = r"\b(?:the|and|for|with|from|that|this|your|must|have|der|die|das|und|mit|bei|auf)\b"
    return not regex(words).search(value)


# What the patterns are made of.

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

_FAR = r"[^\x00-\u04ff]"  # beyond Cyrillic: no space parts a Chinese word from its value
_STOP = rf"(?=[\s\"'`<>|;&,\\]|{_FAR}|$)"
_BARE = (
    rf"(?:(?!{_FAR})[^\s\"'`<>|;&,\\]|[;&,](?!\s|$|[\"'`)\]}}]|{_FAR}|[\w .-]{{1,40}}=)"
    rf"|[\"'`](?![\s,;:.)\]}}]|{_FAR}|$)){{1,200}}+{_STOP}"
)
_QUOTED = r"(?:(?!(?P=q)|[“”»】])[^\n]){1,300}+(?=(?P=q)|[“”»】])"
_OPENING = r"(?:\\?[\"'`]|[„“«»【])(?![\s),;+.}\]])"
_RUN = rf"[A-Za-z0-9_.~+/%-]{{40,4096}}+={{0,2}}{_STOP}"
_VALUE = rf"(?-i:(?P<q>{_OPENING})?(?P<secret>{_RUN}|(?(q){_QUOTED}|{_BARE})))"
# "for the NAS", "(root)": what may stand between the word and its value.
_ABOUT = (
    r"(?: \([^()\n]{1,30}\)| (?:for|of|to|from|on|at|fürs?|vom|von|zum|zur|des|der|beim|bei|i[mn]s?"
    r"|a[mn]s?|auf|unter|от|для|к|на|в|во|из|под) [^\n:：=|\"'`]{1,40}?)?"
)
_SIGN = (
    r"(?:(?P<sign>:=|=>|->|→|[:=：＝])(?![=:>]|//)|(?-i:(?<=[A-Z][\"'])),(?= ?[\"'])"
    r"|(?<=[\"']) value=|>(?=[^<\n]{1,200}</)|(?<= )(?P<cell>\|)(?= ))"
)
_SAID = (
    r" (?:is|was|ist|war|lautet|lautete|heißt|hieß|это|был)(?: (?:now|still|jetzt|früher|nun))?[ :]"
    r"| (?:(?:has been |was )?(?:changed|set|reset|updated) )?to[ :]| (?:now|теперь|на|[—–])[ :]"
    r"| (?:geändert|gesetzt) (?:auf|in|zu)[ :]| ?(?:就?是|[为為]|[改換换設设][成为為]了?) ?[:：]?"
)


def _assigned(head: str) -> str:
    """Return the pattern of a value that follows a word, in code, a table or a sentence."""
    return (
        rf"(?i)(?P<head>{head})(?!(?!{_FAR})[^\W\d_])"
        r"(?:_?\d{1,2}|_(?:prod|production|staging|dev|test|live|old|new))?"
        rf"(?:{_ABOUT}(?:[\\\"'`*_]{{0,4}}(?:(?<=[\"'])\])?[ \t]{{0,8}}{_SIGN}[ \t*_]{{0,8}}"
        rf"|[*_`]{{0,3}}(?P<said>{_SAID}) ?)"
        rf"|[*_`]{{0,3}}(?P<near> |(?<=[码碼钥令]))){_VALUE}"
    )


def _below(head: str) -> str:
    """Return the pattern of a value that stands by itself on the line below its word."""
    return (
        rf"(?i)(?P<head>{head})[\"'`*_]{{0,3}}{_ABOUT} ?(?P<sign>[:：])[*_ ]{{0,4}}\r?\n(?:\r?\n)?"
        r"[ \t>]{0,8}(?:```\w{0,10}\r?\n|[-*] )?(?P<q>`)?(?P<near>)(?P<said>)"
        r"(?P<secret>[^\s\"'`<>|]{7,512}+)`?(?=[ \t]{0,80}(?:[\r\n]|$))"
    )


def _after(names: str) -> str:
    """Return the pattern that one of these names stands before, joined or not."""
    return "|".join(f"(?<={name})|(?<={name}[_. -])" for name in names.split())


_PEM_HEAD = r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_PEM_BODY = r"(?:(?!-----)[\sA-Za-z0-9+/=\\>:,.()\"'|*-]){24,16000}+"
_PEM_LINE = (
    r"(?:\r?\n|\\r|\\n| )[ \t>]{0,12}(?:[A-Za-z0-9+/=]{16,100}"
    r"(?=[ \t]{0,80}(?:[\r\n\\\"]|\.\.|…|$))"
    r"|(?:Proc-Type|DEK-Info|Version|Comment):[^\r\n\\]{0,80}|(?=[\r\n\\]))"
)
_KEY_NAMES = (
    "api access account auth encryption signing master service subscription license shared "
    "storage private app application client bot admin deploy webhook session"
)
_KEY = (
    rf"(?:{_after(_KEY_NAMES)})(?:key|schlüssel|ключ)|(?<=секретный )ключ|密[钥鑰]"
    r"|(?-i:(?<=[A-Z0-9]_)(?<!PUBLIC_)(?<!CACHE_)(?<!PRIMARY_)KEY)"
    r"|ключ (?:api|доступа)(?: [а-я]{2,12})?"
)
_PW = (
    r"password|passwort|passwd|passphrase|passcode|kennwort|парол[ьяею]м?|密[码碼]|口令"
    r"|(?<![A-Za-zÀ-ÿ])(?:pass|pwd|pw|psk)|(?-i:(?<=[a-z])Pass)|(?<=require)pass"
    r"|(?:(?<=netzwerk)|(?<=wlan-)|(?<=wifi-))schlüssel|wpa[23]?[ -](?:key|psk|schlüssel)"
)
_PW_STARTS = "pass pwd pw psk kennwort парол 密码 密碼 口令 schlüssel wpa"
# Tokens that only say where a list goes on or that two requests are one are no secrets.
_PLACES = (
    "next page sync lock change client request action idempotency continuation starting publickey"
)
_TOKEN = rf"(?!{_after(_PLACES)})(?:token|токен(?: доступа)?|令牌)"
_OF_URL = r"://[^\s/@:]{0,80}:(?P<secret>[^\s/\"'<>`]{1,200})@(?=[\w.\[-])"
_ARG = r"[\"']?(?P<secret>[^\s\"']{3,100})"


# The rules.


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret; where two rules see the same text, the earlier one names it."""

    kind: str
    starts: str  # by spaces, in lower case: what stands where the pattern begins; "": anywhere
    pattern: str  # its group "secret" is the part to be replaced
    check: Check = _genuine
    back: int = 0  # how many characters before the start the pattern begins


def _token(kind: str, starts: str, shape: str, check: Check = _solid, back: int = 0) -> Rule:
    """Return the rule of a token that is known by its shape wherever it stands alone."""
    alone = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))"
    return Rule(kind, starts, rf"(?a){alone}(?P<secret>{shape})(?![A-Za-z0-9])", check, back)


def _prefixed(kind: str, prefixes: str) -> Rule:
    """Return the rule of tokens that are one of these prefixes and letters, digits, - or _."""
    either = "|".join(map(re.escape, prefixes.split()))
    return _token(kind, prefixes.lower(), rf"(?:{either})[\w-]{{20,300}}+")


# fmt: off
RULES: tuple[Rule, ...] = (
    Rule("private-key", "-----begin", rf"(?P<secret>{_PEM_HEAD}(?:{_PEM_BODY}"
          rf"{_PEM_HEAD.replace('BEGIN', 'END')}|(?:{_PEM_LINE}){{1,400}}))", _pem),
    Rule("private-key", "private-lines:",
          r"(?i)private-lines: \d{1,4}(?P<secret>(?:\r?\n[\w+/=]{1,64}){1,60})", _pem),
    # Providers, by prefix.
    *(_prefixed(*rule.split(maxsplit=1)) for rule in """
        age-key AGE-SECRET-KEY-1
        anthropic-key sk-ant-
        openrouter-key sk-or-
        langfuse-key sk-lf-
        openai-key sk-
        github-token ghp_ gho_ ghu_ ghs_ ghr_ github_pat_
        google-key AIza
        google-secret GOCSPX- ya29. 1//0
        stripe-key sk_live_ sk_test_ rk_live_ rk_test_ whsec_
        huggingface-token hf_ api_org_
        npm-token npm_
        pypi-token pypi-AgE
        digitalocean-token dop_v1_ doo_v1_ dor_v1_
        groq-key gsk_
        replicate-token r8_
        perplexity-key pplx-
        xai-key xai-
        tavily-key tvly-
        linear-key lin_api_ lin_oauth_
        notion-token ntn_
        figma-token figd_ figu_ figo_
        shopify-token shpat_ shpca_ shppa_ shpss_
        docker-token dckr_pat_ dckr_oat_
        grafana-token glsa_
        newrelic-key NRAK-
        databricks-token dapi
        vault-token hvs. hvb. hvr.
        tailscale-key tskey-
        supabase-key sbp_ sb_secret_
        heroku-key HRKU-
        resend-key re_
        postman-key PMAK-
        pulumi-token pul-
        doppler-token dp.pt. dp.st. dp.ct. dp.sa.
        planetscale-token pscale_pw_ pscale_tkn_ pscale_oauth_
        rubygems-key rubygems_
        langsmith-key lsv2_pt_ lsv2_sk_
        pinecone-key pcsk_
        netlify-token nfp_
        square-token EAAA sq0atp- sq0csp-
        yandex-key AQVN y0_ y1_ y2_ y3_
        vk-token vk1.a.
        alibaba-key LTAI
        tencent-key AKID
    """.strip().splitlines()),
    # Providers, by shape.
    _token("gitlab-token", "glpat- gldt- glptt- glrt- glcbt-", r"gl[a-z]{1,3}t-[\w.-]{20,120}+"),
    _token("slack-webhook", "https://hooks.slack.com/",
           r"https://hooks\.slack\.com/[a-z]{5,12}/T\w{6,14}/\w{6,14}/\w{16,40}", _genuine),
    _token("slack-token", "xox", r"xox[abeoprs](?:\.xox[bp])?-\d[A-Za-z0-9-]{9,300}+", _genuine),
    _token("slack-token", "xapp-", r"xapp-\d-[A-Za-z0-9-]{20,150}+"),
    _token("aws-key", "akia asia abia acca", r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}", _genuine),
    Rule("aws-secret", "akia asia",
          r"A[KS]IA[A-Z0-9]{16}(?![A-Z0-9])[\s\S]{1,80}?(?<![\w+/=])(?=[a-z0-9+/]{0,39}[A-Z])"
          r"(?P<secret>[A-Za-z0-9+/]{40})(?![\w+/=])", _random),
    Rule("telegram-token", ":aa", r"(?a)(?<=\d{8}):(?P<secret>AA[\w-]{30,40}+)", _solid),
    _token("sendgrid-key", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{32,64}+"),
    _token("twilio-key", "sk", r"SK[0-9a-f]{32}"),
    _token("discord-webhook", "https://discord.com/api/ https://discordapp.com/api/",
           r"https://discord(?:app)?\.com/api/webhooks/\d{15,20}/[\w-]{40,90}+", _genuine),
    Rule("discord-token", "", r"(?a)(?P<secret>[MNO](?:(?<!\w.)|(?<=\\[nrt].))"
          r"[\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}+)", _solid),
    _token("azure-key", "q~", r"[\w~.-]{3}\dQ~[\w~.-]{31,34}", back=4),
    Rule("azure-key", "accountkey= sharedaccesskey=",
          r"(?i)(?:account|sharedaccess)key=(?P<secret>[A-Za-z0-9+/]{40,90}={0,2})", _random),
    Rule("azure-key", "sig=", r"sig=(?P<secret>[A-Za-z0-9%+/]{40,70}=?)", _random),
    _token("notion-token", "secret_", r"secret_[A-Za-z0-9]{43}"),
    _token("grafana-token", "glc_", r"glc_[\w+/]{32,400}+={0,2}"),
    _token("sentry-token", "sntrys_ sntryu_", r"sntry[su]_[\w+/=-]{60,400}+"),
    _token("atlassian-token", "atatt3 atctt3 atbb", r"AT(?:ATT3|CTT3|BB)[\w=-]{24,300}+"),
    _token("airtable-token", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _token("mailgun-key", "key-", r"key-[0-9a-f]{32}"),
    _token("mailchimp-key", "-us", r"[0-9a-f]{32}-us\d{1,2}", back=32),
    _token("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,80}+", back=14),
    _token("firecrawl-key", "fc-", r"fc-[0-9a-f]{32}"),
    _token("1password-token", "ops_eyj", r"ops_eyJ[\w+/=-]{200,1500}+"),
    _token("facebook-token", "eaa", r"EAA[A-Za-z0-9]{80,300}+"),
    _token("elevenlabs-key", "sk_", r"sk_[0-9a-f]{48}"),
    _token("fly-token", "fm2_ fo1_", r"f(?:m2|o1)_[\w+/=-]{40,900}+"),
    _token("dropbox-token", "sl.", r"sl\.(?:u\.)?[\w-]{100,1500}+"),
    # Frames.
    _token("jwt", "eyj", r"eyJ[\w-]{10,4000}+\.eyJ[\w-]{10,8000}+\.[\w-]{16,1000}+", _genuine),
    Rule("basic-auth", "basic", r"(?i)basic (?P<secret>[A-Za-z0-9+/]{8,400}+={0,2})", _basic),
    Rule("basic-auth", '"auth"',
          r'"auth"\s?:\s?"(?P<secret>[A-Za-z0-9+/]{8,400}+={0,2})"', _basic),
    Rule("bearer-token", "bearer",
          r"(?i)bearer (?P<secret>[A-Za-z0-9_.~+/-]{16,4000}+={0,2})", _drawn),
    Rule("bearer-token", "authorization", r"(?i)authorization[\\\"']{0,3} ?[:=] ?[\\\"']{0,3}"
          r"(?:(?:bearer|token|bot|api-?key|key|oauth) )?"
          r"(?P<secret>[A-Za-z0-9_.~+/-]{8,4000}+={0,2})", _in_header),
    Rule("session-cookie", "cookie", r"(?i)cookie[\"']?: (?:[^;\n]{0,200}; ?){0,9}?[\w.-]{0,20}?"
          r"(?:sess\w{0,12}|sid|token)=(?P<secret>[\w.%+/-]{16,1000}+)", _random),
    Rule("url-password", "://", rf"(?<=[Hh][Tt][Tt][Pp]){_OF_URL}", _in_url),
    Rule("url-password", "://", rf"(?<=[Hh][Tt][Tt][Pp][Ss]){_OF_URL}", _in_url),
    Rule("connection-string", "://", _OF_URL, _in_url),
    Rule("password-hash", "$2a$ $2b$ $2y$", r"(?P<secret>\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})"),
    Rule("password-hash", "$1$ $5$ $6$ $y$ $apr1$ $argon2",
          r"(?P<secret>\$(?:[156y]|apr1|argon2i?d?\$v=\d\d)\$(?:[a-z0-9=,]{1,40}\$)?"
          r"[./A-Za-z0-9+]{2,64}\$[./A-Za-z0-9+]{20,128})"),
    # Commands.
    Rule("password", "-u --user --proxy-user",
          rf"(?<=\s)(?:-u|--(?:proxy-)?user)[ =]?[\"']?[\w.@+-]{{1,64}}:{_ARG}", _given),
    Rule("password", "mysql docker sshpass redis-cli net",
          r"(?:mysql[a-z]{0,6} [^\n]{0,120}?(?<= )-p|(?:docker login|sshpass)[^\n]{0,120}? -p ?"
          r"|redis-cli [^\n]{0,120}?(?<= )-a |net user [\w.-]{1,40} (?=\S{1,100} /add))" + _ARG,
          _shown),
    Rule("password", "echo",
          rf"echo [\"']?[\w.-]{{1,40}}:{_ARG}[\"']? ?\| ?(?:sudo )?chpasswd", _shown),
    Rule("password", "identified", rf"(?i)identified (?:with \w{{1,40}} )?by [\"']{_ARG}", _given),
    # Words.
    Rule("seed-phrase", "seed recovery mnemonic сид 助记词",
          r"(?i)(?:(?:seed|recovery)[ -]?(?:phrase|words)|mnemonic|сид-?фраза|助记词)"
          r"[^\n:：]{0,30}?(?:[:：=]|\bis\b|是)\s{0,2}[\"'`]?"
          r"(?P<secret>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![ ,]{1,2}[a-z])", _phrase),
    Rule("password", "pass", r"(?i)pass(?:word|wort)?[\"'`*]{0,3} ?[:=] ?[\"'`]?"
          r"(?P<secret>[a-z]{4}(?: [a-z]{4}){3})(?! ?\w)", _phrase),
    Rule("password", "passphrase", r"(?i)passphrase[\"'`*]{0,3} ?[:=][ *]{0,3}[\"'`]?"
          r"(?P<secret>[a-z]{3,12}(?:[ -][a-z]{3,12}){3,9})[\"'`.]? ?(?=[\r\n]|$)", _phrase),
    Rule("pin", "pin пин", r"(?<![A-Za-zА-я])(?:PIN|ПИН)(?:-?[Cc]ode|-?код|码)?(?: [а-я]{2,12})?"
          rf"{_ABOUT}(?: ?[:：=] ?| (?:is|ist|lautet|это) |是)"
          r"(?P<secret>\d{4})(?![\w-]|[.,:/]\d)"),
    Rule("pin", "pin пин", r"(?<![A-Za-zА-я])(?:PIN|ПИН)-?(?:[Cc]ode|код|码)"
          rf"{_ABOUT}(?: ?[:：=] ?| (?:is|ist|lautet|это) |是| )"
          r"(?P<secret>\d{4,8})(?![\w-]|[.,:/]\d)"),
    Rule("pin", "密钥 密鑰", r"密[钥鑰](?:[:：]| ?是)? ?(?P<secret>\d{4,8})(?!\d)"),
    Rule("password", "wlan wifi wi-fi", r"(?i)(?:wlan|wi-?fi)[^\n]{0,40}?schlüssel ?[:：=] ?"
          r"(?P<secret>[^\s\"'`<>]{8,63})", _cell),
    Rule("wireguard-key", "privatekey presharedkey",
          r"(?i)(?:private|preshared)key\s?=\s?(?P<secret>[A-Za-z0-9+/]{43}=)", _random),
    Rule("aws-secret", "secret", _assigned(r"secret[_ -]?access[_ -]?key"), _solid),
    Rule("password", _PW_STARTS, _assigned(_PW), _typed),
    Rule("password", _PW_STARTS, _below(_PW), _typed),
    Rule("password", _PW_STARTS, rf"(?i)(?:{_PW})[ *`]{{0,4}}\|[^\n]{{0,400}}\n"
          r"[ \t>]{0,8}\|[ \t:|-]{3,400}\r?\n(?P<below>)", _cell),
    Rule("password", _PW_STARTS, rf"(?i)(?:{_PW})[a-zа-я]{{0,3}}{_ABOUT} (?P<secret>"
          r"(?=[^\s\d]{0,60}\d)(?=\S{0,60}[#$%^&*!~@+=?]\S)[^\s\"'`<>|:;,/]{8,60})"
          r"(?![^\s.,;])", _cell),
    Rule("password", "credential login zugang доступ",
          r"(?i)(?:credentials?|login|zugangsdaten|zugang|доступ)[^\n:：]{0,20}[:：] ?"
          r"[\w.@-]{1,40}(?: / |: ?)(?P<secret>[^\s\"'`|<>/][^\s\"'`|<>]{5,100})", _cell),
    Rule("api-key", "key schlüssel ключ 密钥 密鑰", _assigned(_KEY), _key),
    Rule("api-key", "key schlüssel ключ 密钥 密鑰", _below(_KEY), _key),
    Rule("token", "token токен 令牌", _assigned(_TOKEN), _key),
    Rule("token", "token токен 令牌", _below(_TOKEN), _key),
    Rule("secret", "secret", _assigned(r"(?<!\d:)secret(?:[_ -]?key)?"), _chosen),
)
# fmt: on
