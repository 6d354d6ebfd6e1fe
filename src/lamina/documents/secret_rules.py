"""The rules by which secrets are known: what stands where, and what a value has to look like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents.secret_values import (
    is_basic,
    is_beside,
    is_cell,
    is_chosen,
    is_drawn,
    is_genuine,
    is_given,
    is_handed,
    is_in_header,
    is_in_url,
    is_key,
    is_marked,
    is_mingled,
    is_named,
    is_pem,
    is_phrase,
    is_random,
    is_shown,
    is_solid,
    is_told,
    is_typed,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Check = Callable[[str, re.Match[str]], bool]

# What the patterns are made of.

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
    r"|a[mn]s?|auf|unter|от|для|к|на|в|во|из|под) [^\n:：=|\"'`]{1,40}?"
    r"| (?:he|she|they|we|you|i|that|which)(?: [a-z']{1,12}){1,3}?)?"
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
        r"(?:[_ ]?\d{1,2}(?!\d)|_(?:prod|production|staging|dev|test|live|old|new))?"
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


# Codes that open something; what else is called a code (of an error, of a town) opens nothing.
_CODE = (
    r"(?:door|gate|garage|entry|entrance|alarm|unlock|lock|keypad|security|lockbox|front door)"
    r" ?-?code"
    r"|(?:haus|eingangs)?(?:tür|tor|zugangs|alarm|entsperr|schloss|tresor|safe|garagen)-?code"
    r"|code (?:der|des|vom|für|zur|zum) (?:die |den |das )?(?:alarmanlage|(?:haus|eingangs)?tür|tor"
    r"|tors|garage|tresors?|safes?|schloss(?:es)?)"
    r"|(?:zahlen|fahrrad|vorhänge)schloss"
    r"|код(?:ом|а)? (?:от |для )?(?:домофон|подъезд|ворот|двер|сейф|сигнализац|калитк|замк|гараж)"
    r"[а-я]{0,3}"
    r"|(?:大门|门禁|房门|家门|楼门|开门|手机|支付|取款|银行卡|解锁|开锁|锁屏)密[码碼]"
)
_OPENED = (
    "door gate garage entry entrance alarm unlock lock keypad security lockbox tür tor zugangs"
    " entsperr schloss tresor safe garagen"
)
_CODE_STARTS = " ".join(f"{one}{dash}code" for one in _OPENED.split() for dash in ("", "-", "·"))
_CODE_STARTS += (
    " haustür eingangstür code·der code·des code·vom code·für code·zur code·zum zahlenschloss"
    " fahrradschloss vorhängeschloss код 大门 门禁 房门 家门 楼门 开门 手机 支付 取款 银行卡 解锁"
    " 开锁 锁屏"
)
_OPENS = (
    r"(?: ?[:：=—–-] ?| (?:is|was|ist|war|lautet|это|был|теперь)(?: (?:now|still|jetzt|теперь))? "
)
_OPENS += r"|(?:还?是|为|改成了?|设为) ?| )"
_USE = r"(?:\buse|\bnimmt?|\bverwende|используй|возьми|用)"
_AS = (
    r" ?(?:as|als|как|作为|当)[^\n.,;:]{0,24}?(?:token|key|secret|password|passwort|schlüssel|токен"
    r"|ключ|пароль|密[码钥]|令牌)(?! ?(?:field|label|name|input|feld))"
)
_PIN = r"(?<![A-Za-zА-я])(?:PIN|ПИН|Пин|пин)"
_LOCKED = (
    r"(?:safe|lock(?:er|box)?|padlock|bike|trunk|suitcase|cabinet|tresor|schloss|koffers?|сейфа?"
    r"|замка)"
)

_PEM_HEAD = r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_PEM_BODY = r"(?:(?!-----)[\sA-Za-z0-9+/=\\>:,.()\"'|*-]){24,16000}+"
_PEM_LINE = (
    r"(?:\r?\n|\\r|\\n| )[ \t>]{0,12}(?:[A-Za-z0-9+/=]{16,100}"
    r"(?=[ \t]{0,80}(?:[\r\n\\\"]|\.\.|…|$))"
    r"|(?:Proc-Type|DEK-Info|Version|Comment):[^\r\n\\]{0,80}|(?=[\r\n\\]))"
)
_KEY_NAMES = (
    "api access account auth encryption signing master service subscription license shared "
    "storage private app application client bot admin deploy webhook session unseal recovery"
)
_KEY = (
    rf"(?:{_after(_KEY_NAMES)})(?:key|schlüssel|ключ)|(?<=секретный )ключ"
    r"(?: [а-я]{2,12})?|密[钥鑰]"
    r"|(?-i:(?<=[A-Z0-9]_)(?<!PUBLIC_)(?<!CACHE_)(?<!PRIMARY_)KEY)"
    r"|ключ (?:api|доступа)(?: [а-я]{2,12})?"
)
_PW = (
    r"password|passwort|passwd|passphrase|passcode|kennwort|парол[ьяею]м?|密[码碼]|口令"
    r"|(?<![A-Za-zÀ-ÿ])(?:pass|pwd|pw|psk)|(?-i:(?<=[a-z])Pass)|(?<=require)pass|(?<=bind)pw"
    r"|(?:(?<=netzwerk)|(?<=wlan-)|(?<=wifi-))schlüssel|wpa[23]?[ -](?:key|psk|schlüssel)"
)
_PW_STARTS = "pass pwd pw psk kennwort парол 密码 密碼 口令 schlüssel wpa"
# What no word, name or reference looks like, wherever in a line about a password it stands.
_MARKED = (
    r"(?<![\w!#$%^&*.@+=~?/-])(?P<secret>(?!#)(?=[!-~]{0,40}\d)(?=[!-~]{0,40}[A-Za-z])"
    r"(?=[!-~]{0,40}[!#$%^&][!-~])"
    r"[\w!#$%^&*.@+=~?-]{7,40})"
)
_SPEAKS = (
    rf"{_PW}|пасс(?![а-я])|creds?\b|credentials|уч[её]тк[аиу]|логин|login|zugangsdaten|账[号户]"
)
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
    # By spaces, in lower case, · for a space: what stands where the pattern begins; "": anywhere.
    # The longer, the fewer patterns are made ready for a text that has nothing of it.
    starts: str
    pattern: str  # its group "secret" is the part to be replaced
    check: Check = is_genuine
    back: int = 0  # how many characters before the start the pattern begins


def _token(kind: str, starts: str, shape: str, check: Check = is_solid, back: int = 0) -> Rule:
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
          rf"{_PEM_HEAD.replace('BEGIN', 'END')}|(?:{_PEM_LINE}){{1,400}}))", is_pem),
    Rule("private-key", "private-lines:",
          r"(?i)private-lines: \d{1,4}(?P<secret>(?:\r?\n[\w+/=]{1,64}){1,60})", is_pem),
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
    _token("lamina-token", "lam_", r"lam_[0-9a-f]{12}_[\w-]{43}"),
    _token("slack-webhook", "https://hooks.slack.com/",
           r"https://hooks\.slack\.com/[a-z]{5,12}/T\w{6,14}/\w{6,14}/\w{16,40}", is_genuine),
    _token("slack-token", "xox", r"xox[abeoprs](?:\.xox[bp])?-\d[A-Za-z0-9-]{9,300}+", is_genuine),
    _token("slack-token", "xapp-", r"xapp-\d-[A-Za-z0-9-]{20,150}+"),
    _token("aws-key", "akia asia abia acca", r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}", is_genuine),
    Rule("aws-secret", "akia asia",
          r"A[KS]IA[A-Z0-9]{16}(?![A-Z0-9])[\s\S]{1,80}?(?<![\w+/=])(?=[a-z0-9+/]{0,39}[A-Z])"
          r"(?P<secret>[A-Za-z0-9+/]{40})(?![\w+/=])", is_random),
    Rule("telegram-token", ":aa", r"(?a)(?<=\d{8}):(?P<secret>AA[\w-]{30,40}+)", is_solid),
    _token("sendgrid-key", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{32,64}+"),
    _token("twilio-key", "sk", r"SK[0-9a-f]{32}"),
    _token("discord-webhook", "https://discord.com/api/ https://discordapp.com/api/",
           r"https://discord(?:app)?\.com/api/webhooks/\d{15,20}/[\w-]{40,90}+", is_genuine),
    Rule("discord-token", "", r"(?a)(?P<secret>[MNO](?:(?<!\w.)|(?<=\\[nrt].))"
          r"[\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}+)", is_solid),
    _token("azure-key", "q~", r"[\w~.-]{3}\dQ~[\w~.-]{31,34}", back=4),
    Rule("azure-key", "accountkey= sharedaccesskey=",
          r"(?i)(?:account|sharedaccess)key=(?P<secret>[A-Za-z0-9+/]{40,90}={0,2})", is_random),
    Rule("azure-key", "sig=", r"sig=(?P<secret>[A-Za-z0-9%+/]{40,70}=?)", is_random),
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
    _token("jwt", "eyj", r"eyJ[\w-]{10,4000}+\.eyJ[\w-]{10,8000}+\.[\w-]{16,1000}+", is_genuine),
    Rule("basic-auth", "basic", r"(?i)basic (?P<secret>[A-Za-z0-9+/]{8,400}+={0,2})", is_basic),
    Rule("basic-auth", '"auth"',
          r'"auth"\s?:\s?"(?P<secret>[A-Za-z0-9+/]{8,400}+={0,2})"', is_basic),
    Rule("bearer-token", "bearer",
          r"(?i)bearer (?P<secret>[A-Za-z0-9_.~+/-]{16,4000}+={0,2})", is_drawn),
    Rule("bearer-token", "authorization", r"(?i)authorization[\\\"']{0,3} ?[:=] ?[\\\"']{0,3}"
          r"(?:(?:bearer|token|bot|api-?key|key|oauth) )?"
          r"(?P<secret>[A-Za-z0-9_.~+/-]{8,4000}+={0,2})", is_in_header),
    Rule("session-cookie", "cookie", r"(?i)cookie[\"']?: (?:[^;\n]{0,200}; ?){0,9}?[\w.-]{0,20}?"
          r"(?:sess\w{0,12}|sid|token)=(?P<secret>[\w.%+/-]{16,1000}+)", is_random),
    Rule("url-password", "://", rf"(?<=[Hh][Tt][Tt][Pp]){_OF_URL}", is_in_url),
    Rule("url-password", "://", rf"(?<=[Hh][Tt][Tt][Pp][Ss]){_OF_URL}", is_in_url),
    Rule("connection-string", "://", _OF_URL, is_in_url),
    Rule("password-hash", "$2a$ $2b$ $2y$", r"(?P<secret>\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})"),
    Rule("password-hash", "$1$ $5$ $6$ $y$ $apr1$ $argon2",
          r"(?P<secret>\$(?:[156y]|apr1|argon2i?d?\$v=\d\d)\$(?:[a-z0-9=,]{1,40}\$)?"
          r"[./A-Za-z0-9+]{2,64}\$[./A-Za-z0-9+]{20,128})"),
    # Commands.
    Rule("password", "-u --user --proxy-user",
          rf"(?<=\s)(?:-u|--(?:proxy-)?user)[ =]?[\"']?[\w.@+-]{{1,64}}:{_ARG}", is_given),
    Rule("password", "mysql docker sshpass redis-cli net",
          r"(?:mysql[a-z]{0,6} [^\n]{0,120}?(?<= )-p|(?:docker login|sshpass)[^\n]{0,120}? -p ?"
          r"|redis-cli [^\n]{0,120}?(?<= )-a |net user [\w.-]{1,40} (?=\S{1,100} /add))" + _ARG,
          is_shown),
    Rule("password", "echo",
          rf"echo [\"']?[\w.-]{{1,40}}:{_ARG}[\"']? ?\| ?(?:sudo )?chpasswd", is_shown),
    Rule("password", "identified",
          rf"(?i)identified (?:with \w{{1,40}} )?by [\"']{_ARG}", is_given),
    # Words.
    Rule("seed-phrase", "seed recovery mnemonic сид 助记词 wiederherstellung",
          r"(?i)(?:(?:seed|recovery)[ -]?(?:phrase|words)|mnemonic|сид[- ]?фраза|助记词"
          r"|wiederherstellungs(?:phrase|wörter|satz))[^\n:：]{0,30}?(?:[:：=]|\bis\b|是)\s{0,2}[\"'`]?"
          r"(?P<secret>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![ ,]{1,2}[a-z])", is_phrase),
    Rule("password", "pass", r"(?i)pass(?:word|wort)?[\"'`*]{0,3} ?[:=] ?[\"'`]?"
          r"(?P<secret>[a-z]{4}(?: [a-z]{4}){3})(?! ?\w)", is_phrase),
    Rule("password", "passphrase", r"(?i)passphrase[\"'`*]{0,3} ?[:=][ *]{0,3}[\"'`]?"
          r"(?P<secret>[a-z]{3,12}(?:[ -][a-z]{3,12}){3,9})[\"'`.]? ?(?=[\r\n]|$)", is_phrase),
    Rule("pin", "pin пин", r"(?<![A-Za-zА-я])(?:PIN|ПИН)(?:-?[Cc]ode|-?код|码)?(?: [а-я]{2,12})?"
          rf"{_ABOUT}(?: ?[:：=] ?| (?:is|ist|lautet|это) |是)"
          r"(?P<secret>\d{4})(?![\w-]|[.,:/]\d)"),
    Rule("pin", "pin пин", r"(?<![A-Za-zА-я])(?:PIN|ПИН)-?(?:[Cc]ode|код|码)"
          rf"{_ABOUT}(?: ?[:：=] ?| (?:is|ist|lautet|это) |是| )"
          r"(?P<secret>\d{4,8})(?![\w-]|[.,:/]\d)"),
    Rule("pin", _CODE_STARTS,
          rf"(?i)(?<![^\W\d_])(?:{_CODE})(?:{_ABOUT}| [^\W\d_]{{3,20}}){_OPENS}"
          r"(?!(?:19|20)\d\d(?!\d))(?P<secret>\d{1,3}[КкKkВвB]\d{3,6}|[#*]?\d{4,8}[#*]?)"
          r"(?![\w-]|[.,:/]\d| ?(?:€|euro|元|cent|руб|uhr))"),
    Rule("pin", "pin пин",
          rf"{_PIN}(?:-?[Cc]ode|-?код[а-я]{{0,2}})?(?:{_ABOUT}| [а-я]{{2,12}})"
          r"(?: ?[:：=—–] ?| )(?!(?:19|20)\d\d(?!\d))(?P<secret>\d{4,6})(?![\w-]|[.,:/]\d)"),
    Rule("pin", "pin пин", rf"{_PIN}(?:-?[Cc]ode|-?код)?[^\n\d:]{{1,30}}? "
          r"(?:auf|to|на) (?P<secret>\d{4,8})(?= (?:geändert|gesetzt|changed)|[.,;!)]|\s?$)"),
    Rule("pin", "combination combo kombination комбинация",
          r"(?i)(?:combination|combo|kombination|комбинация)(?: (?:of|for|to|vom|des|für|от|для))?"
          rf"(?: (?:the|my|our|den|das))? {_LOCKED}[^\n\d]{{0,30}}"
          r"(?P<secret>\d{1,2}(?:[ -]\d{1,2}){2,4})(?![\w-]|[.,:/]\d)"),
    Rule("password", "code·word codeword codewort losung кодов секретно 暗号",
          r"(?i)(?:code ?words?|codewort|losungswort|кодов(?:ое|ого|ым) слов(?:о|а|ом)"
          r"|секретное слово|暗号)[^\n\"«„“「]{0,40}[\"«„“「]"
          r"(?P<secret>[^\W\d_][^\n\"«»„“”「」]{2,40})[\"»“”」]", is_shown),
    Rule("password", "ssid",
          r"(?i)ssid[^\n]{1,40}?[ ,;/](?:key|psk|schlüssel|ключ)[:= ]{1,2}[\"'`]?"
          r"(?P<secret>(?=\S{0,40}\d)(?=\S{0,40}[^\W\d_])[^\s\"'`,;]{8,63})", is_shown),
    Rule("password", "admin·/ root·/ administrator·/ ubuntu·/ guest·/",
          r"(?i)(?<![\w/.@-])(?:admin|root|administrator|ubuntu|guest) / "
          r"(?P<secret>[^\s\"'`|<>/]{7,60})", is_told),
    Rule("secret", "use· nimm verwende используй возьми 用",
          rf"(?i){_USE}[ `]{{0,2}}(?P<q>[`\"'„“«「])?"
          rf"(?P<secret>(?(q)[^\n`\"'“”»」]{{4,60}}|[^\s`\"'„“«<>|]{{7,200}}))[`\"'“”»」]?{_AS}",
          is_handed),
    Rule("pin", "密钥 密鑰", r"密[钥鑰](?:[:：]| ?是)? ?(?P<secret>\d{4,8})(?!\d)"),
    Rule("password",
          "wi-fi wifi wlan вайфай вай-фай portal login banking account konto kennwort passwor",
          r"(?i)(?:wi-?fi|w?lan|вай-?фай|portal|login|banking|account|konto|kennwort|passwor[td])"
          r"[^\n]{0,60}?(?:[\s:：])(?P<secret>(?=\S{0,40}\d)(?=\S{0,40}[^\W\d_])"
          r"[^\s\"'`<>|,;，。:/@]{9,40})(?=[\s.,;，。]|$)", is_mingled),
    Rule("pin", "safe tresor сейф alarm keypad 门锁 保险箱 保险柜 замок домофон",
          r"(?i)(?:\bsafe\b|tresor|сейф|alarm|keypad|замок|домофон|门锁|保险[箱柜])[^\n\d]{0,60}"
          r"(?<![\d.,:/-])(?P<secret>\d{5,8})(?![\w-]|[.,:/]\d)"),
    Rule("password", f"{_PW_STARTS} пасс cred учётк учетк логин login zugangsdaten 账号 账户",
          rf"(?ai)(?:{_SPEAKS})[^\n]{{0,60}}?{_MARKED}(?![\w/@])", is_marked),
    Rule("password", _PW_STARTS, rf"(?i)(?:{_PW})(?: [\w'’-]{{1,16}}){{1,5}}? ?[:：—–] ?[\"'`„“«]?"
          r"(?P<secret>[^\s\"'`“”»<>|,;/]{6,60})(?=[\s\"'`“”».,;]|$)", is_named),
    Rule("password", "password passwort kennwort парол 密码 密碼",
          rf"(?ai)[^\n]{{0,60}}?{_MARKED} ?(?:is|was|ist|war|[—–-] это|это|是|\()"
          r" ?(?:the |my |our |das |mein |unser |[^\s\w]{1,8}的)?"
          r"(?:password|passwort|kennwort|пароль|密[码碼])",
          is_marked, 60),
    Rule("password", "cred login account логин уч zugang 账号 账户",
          r"(?i)(?<![^\W_])(?:creds?|credentials|login|account|логин|уч[её]тка|zugangsdaten|账[号户])[^\n:：]{0,20}?"
          r"(?:: |：| are | is | sind )[\w.@-]{1,40} ?/ ?(?P<secret>[^\s\"'`|<>/]{7,60})", is_told),
    Rule("password", "wi-fi wifi wlan вай",
          r"(?i)(?:wi-?fi|wlan|вай-?фай) ?[:：] ?[\w.-]{2,32} / "
          r"(?!channel|kanal|канал)"
          r"(?P<secret>(?=(?:[^\s\d]{0,40}\d){2})(?=\S{0,40}[^\W\d_])"
          r"[^\s\"'`|<>/,;]{8,63})", is_shown),
    Rule("seed-phrase", "фраз passphrase passwortsatz",
          r"(?i)(?:фраз[ауы]|passphrase|passwortsatz)[^\n:]{0,40}: ?"
          r"(?P<secret>[a-zа-я]{3,12}(?: [a-zа-я]{3,12}){3,11})(?=[.\r\n]|$)", is_phrase),
    Rule("password", "账号 帐号 账户", r"(?:账号|帐号|账户)[^\n\w]{0,4}用 ?"
          r"(?P<secret>[\w!@#$%^&*.-]{6,40}?) ?登[录陆錄]", is_cell),
    Rule("password", "wlan wifi wi-fi", r"(?i)(?:wlan|wi-?fi)[^\n]{0,40}?schlüssel ?[:：=] ?"
          r"(?P<secret>[^\s\"'`<>]{8,63})", is_cell),
    Rule("wireguard-key", "privatekey presharedkey",
          r"(?i)(?:private|preshared)key\s?=\s?(?P<secret>[A-Za-z0-9+/]{43}=)", is_random),
    Rule("aws-secret", "secret", _assigned(r"secret[_ -]?access[_ -]?key"), is_solid),
    Rule("password", _PW_STARTS, _assigned(_PW), is_typed),
    Rule("password", _PW_STARTS, _below(_PW), is_typed),
    Rule("password", _PW_STARTS, rf"(?i)(?:{_PW})[ *`]{{0,4}}\|[^\n]{{0,400}}\n"
          r"[ \t>]{0,8}\|[ \t:|-]{3,400}\r?\n(?P<below>)", is_cell),
    Rule("password", _PW_STARTS, rf"(?i)(?:{_PW})[a-zа-я]{{0,3}}{_ABOUT} (?P<secret>"
          r"(?=[^\s\d]{0,60}\d)(?=\S{0,60}[#$%^&*!~@+=?]\S)[^\s\"'`<>|:;,/]{8,60})"
          r"(?![^\s.,;])", is_beside),
    Rule("password", "credential login log·in zugang anmeldung доступ вход 登录",
          r"(?i)(?:credentials?|log ?in|zugangsdaten|zugang|anmeldung|доступ|вход|登录)"
          r"[^\n:：]{0,20}[:：] ?[\w.@-]{1,40}(?: / |: ?)"
          r"(?P<secret>[^\s\"'`|<>/][^\s\"'`|<>]{5,100})", is_cell),
    Rule("api-key", "key schlüssel ключ 密钥 密鑰", _assigned(_KEY), is_key),
    Rule("api-key", "key schlüssel ключ 密钥 密鑰", _below(_KEY), is_key),
    Rule("token", "token токен 令牌", _assigned(_TOKEN), is_key),
    Rule("token", "token токен 令牌", _below(_TOKEN), is_key),
    Rule("secret", "secret", _assigned(r"(?<!\d:)secret(?:[_ -]?key)?"), is_chosen),
)
# fmt: on
