"""Shapes and names that mean the same in every language."""

from __future__ import annotations

# Looked for in the text as it stands, in upper and lower case, anywhere.
SHAPES = {
    "_root": r"""
        (?:opt|usr|etc|home|var|mnt|media|Users|Volumes|volume\d|tmp|root|srv|dev|bin|Applications
        Library)
    """,
    "_currency": r"""
        €|\$|£|₽|eur\b|euros?\b|usd\b|chf\b|gbp\b|rub\b|cny\b|rmb\b|cents?\b|dollars?\b|pounds?\b
        franken\b|quid\b|руб|тыс|евро|доллар|元|块|万元|欧元|美元
    """,
    "_unit": r"""
        kg|g|mg|t|km|cm|mm|m|m²|qm|l|ml|°c?|gb|tb|mb|kwh|kw|watt|zoll|inch(?:es)?|lbs|oz|кг|г|км|см
        мм|м|л|мл|градус\w*|шт|公斤|克|米|厘米|毫米|升|平方|平米|斤|度|岁|公里|грамм\w*|литр\w*|grad
        liters?|litres?|met(?:er|re)s?|stück|pieces|people|seats|plätze|personen|человек|人|mins?
        minutes?|minuten|минут\w*|分钟
    """,
    "_suffix": r"""
        py|tsx?|jsx?|json|ya?ml|toml|sql|s?css|html?|go|rs|swift|kt|java|php|rb|strings|lock|env|ini
        vue|xml|csv|tex|blend|psd|svg|proto|tf|gradle|scad|ipynb
    """,
    "_month": r"""
        (?i:january|february|march|april|may|june|july|august|september|october|november|december
        jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|januar|jänner|februar|märz|mai|juni|juli
        oktober|dezember|январ[яе]|феврал[яе]|марта?|апрел[яе]|ма[яе]|июн[яе]|июл[яе]|августа?
        сентябр[яе]|октябр[яе]|ноябр[яе]|декабр[яе])
    """,
    "heartbeat": r"[Hh]eartbeat(?!-state)|HEARTBEAT_OK|хартбит|心跳",
    "date-first": r"""
        ^\W{0,5}20\d\d-\d\d-\d\d|^\W{0,5}\d{1,2}\.\s?\d{1,2}\.(?:20\d\d)?|^\W{0,5}\d{1,2}:\d\d(?=\W)
        ^\W{0,5}(?:20\d\d ?年 ?)?\d{1,2} ?月 ?\d{1,2} ?[日号]
        ^\W{0,5}\d{1,2}(?:st|nd|rd|th|\.)? <month>\b|^\W{0,5}<month> \d{1,2}\b
    """,
    "date": r"""
        20\d\d-\d\d-\d\d|\b\d{1,2}\.\s?\d{1,2}\.(?:20\d\d)?|\d{1,2} ?月 ?\d{1,2} ?[日号]
        \b\d{1,2}(?:st|nd|rd|th|\.)? <month>\b|\b<month> \d{1,2}\b
    """,
    "open": r"(?i:\[open\])|^\W{0,3}\[ \]|\bTODO\b|\bTBD\b",
    "asks": r"[?？]\s*$",
    "critical": r"⚠|❗|‼|🔴|\bCRITICAL\b|\bWICHTIG\b|\bВАЖНО\b",
    "named-person": r"""
        ^[A-ZÄÖÜ][a-zäöüß]+ (?:is|has|likes|hates|lives|works|reads|speaks|wants|needs|prefers
        runs)\b
        ^[A-ZÄÖÜ][a-zäöüß]+ (?:mag|liest|möchte|bevorzugt|arbeitet|wohnt|will|braucht|hasst
        trinkt)\b|^(?:Herr|Frau|Mr|Mrs|Ms|Dr)\.? [A-ZÄÖÜ]\w+
        ^[А-ЯЁ][а-яё]+ (?:не )?(?:любит|живёт|живет|работает|предпочитает|хочет|читает|привык)
        ^[老小][\u4e00-\u9fff](?=[做是有喜爱不嫌习])
        ^[\u4e00-\u9fff]{1,2}(?:总|姐|哥|老师|先生|女士)(?=[喜不爱习看要])
    """,
    "who": r"""
        \b(?:You are|You're|you are|I am|I'm|This is) [A-Z]\w+(?: \w+)?(?: –| —|,)
        \b(?:Du bist|Ich bin|Hier ist) (?!Ich|Du)[A-ZÄÖÜ]\w+(?: –| —|,| und)
        (?:Ты|Я|ты|я)(?: —| -)? [А-ЯЁ][а-яё]+(?: —|,)|(?:你|我)是[^，。的]{1,5}，[^，。]{1,14}的
    """,
    "picture": r"[🌀-🛿🤀-🫿]",
    "net": r"""
        \b(?:\d{1,3}\.){3}\d{1,3}\b|\blocalhost\b|\b[\w-]+\.(?:local|lan|internal|fritz\.box)\b
        :\d{4,5}\b|(?i:\bports? ?:?\d{2,5})|(?i:\bпорту? ?:?\d{2,5})|端口
        \b(?:rtsp|smb|nfs|ssh|mqtt)://|\b[a-z][\w-]*@[\w-]+(?![\w.])
        \b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b|\bSSID\b
    """,
    "shell": r"""
        `[^`\n]{2,200}`| --?[a-z][\w-]*\b|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b|\$[A-Z_]{3,}|\bPATH\b
        \bCOM\d\b|\bv?\d+\.\d+\.\d+\b(?!\.)|\bWin(?:dows)? ?(?:\d+|XP)\b
    """,
    "root-path": r"(?<![\w.~])(?:~|/<root>)/\S*|\b[A-Z]:\\\S*|\\\\\w+\\|(?<![\w.~])/<root>\b",
    "pointer": r"""
        (?i:memory/\S+|\bCONTEXT\.md|active-context|MEMORY_INDEX\w*)
        (?:→|->) ?/?(?:memory|reference|projects?)/
    """,
    "money": r"""
        [€$£¥₽]\s?\d|(?i:\d[\d\s.,]{0,15}\s?(?:<currency>))|[一二两三四五六七八九十百千万]+(?:块|元)
    """,
    "measure": r"(?i:\d\s?(?:<unit>)(?![a-zа-яё]))",
    "contact": r"""
        (?<![\w.])(?!\d{4}-\d\d-\d\d)\+?\(?\d[\d ()/-]{6,18}\d(?![\w.])
        [\w.+-]{1,60}@[\w-]{1,60}\.\w{2,}
        \b\d{5} [A-ZÄÖÜ][a-zäöüß]+
    """,
    "year": r"""
        \b1[5-9]\d\d\b|\b(?:since|seit|с) (?:19|20)\d\d\b|\b(?:19|20)\d\d (?:год|erbaut|built)
        (?:built|fitted|made) in \d{4}
    """,
    "document": r"\breference/\S+|\bSOPs?\b",
    "file": r"""
        (?<![\w/~.:@-])(?!memory/|reference/|and/or|http|[A-Z][a-z]+/[A-Z][a-z]+\b
        (?:\d+/)+\d+)(?:[\w.-]{2,40}/){1,8}(?:[\w.*<>{}-]{1,40})?(?=\W|$)
        \b[\w-]{1,40}\.(?:<suffix>)\b|#[0-9a-fA-F]{6}\b
    """,
    "technical": r"\b[a-z_]\w*=[\w\"']|\b[a-z]+_[a-z]\w*|\b[a-z]+[A-Z][a-z]\w*|\(\)",
    "in-named": r"""
        ^(?:In|For|On) (?!the\b|a\b|an\b|\w+day\b|<month>)[A-Za-z][\w-]+[,:]? (?!\w+ing)
        ^(?:In|Bei|Für|Im) (?!der\b|dem\b|den\b|allen\b|jedem\b|einem\b|einer\b
        <month>)[A-ZÄÖÜ][\w-]+[,:]? [a-zäöü]+ (?:die|der|das|wir|man|alle|nur)
        ^(?:For|In|On) the [\w -]{2,20}, (?:all|every|each|only|no)\b
        ^(?:Beim|Im|In der) \w+ (?:sind|haben|werden|beginnen) (?:alle|die|jede)
        ^(?:В|Для|У) «[^»]{2,40}»|^(?:В|Для) (?:нашем |нашей |этом )?[А-ЯЁA-Z][\w-]+(?= )
        ^[^，。]{2,8}(?:系统|项目|小说|商城|仓库|平台|小程序|官网|网站|应用)(?:里|的|中)
    """,
    "step-list": r"""
        ^\s{0,6}1[.)] .{1,400}\n\s{0,6}2[.)] |(?:^|\s)1[.)] .{2,80}\s2[.)] |①.{1,80}②
        (?:→|->)[^→>\n]{1,40}(?:→|->)
    """,
    "standing": r"""
        (?i:\bnever\b|\bniemals\b|\bnie\b|никогда|ни при каких|запрещ).{0,70}[!！]$
        (?:绝不|绝对不|决不|永不|严禁|禁止|不得|不能|不准).{0,20}[!！]$
    """,
    "how-to": r"""
        ^[A-ZÄÖÜ][\wÄÖÜäöüß -]{2,40} (?!be|ver|ge|er|ent|abge|ange|ausge|umge|offen|oben|unten|modern|extern|intern|morgen|eben|zusammen)[a-zäöüß]{3,}(?:en|ern
        eln) ?:(?= )|^[А-ЯЁ][а-яё]{2,}(?:ть|ти|чь)(?:ся)? (?![^:]{0,50}\b(?:к|до|за)\b)[^:.,]{2,50}:(?= )
        ^(?![^：]{0,12}[月年前])[^，。：:]{2,12}：(?:先|用|把|打开|在.{1,10}里)
    """,
}

# Whole words, in lower case.
TERMS = {
    "tool": r"""
        sudo|ssh|scp|rsync|brew|homebrew|docker|podman|systemctl|systemd|curl|wget|ffmpeg|tmux
        kubectl|ollama|launchctl|crontab|chmod|chown|journalctl|nohup|pipx?|npm|pnpm|uv|apt(?:-get)?
        tailscale|adb|gsed|sed|grep|awk|zsh|bash|powershell|wsl|pyenv|nvm|python3?(?:\.\d+)?
        rclone|imagemagick|pandoc|ghostscript|soffice|ntpdate|lp|gh|jq|xargs|lsof|nginx
        caddy|certbot|smbclient|nmcli|wakeonlan|sox|vlc|exiftool|yt-dlp|htop|mosh|ufw|iptables|cups
        lpstat|lpr|osascript|ifconfig|msmtp|sendmail|usermod
    """,
    "technology": r"""
        react|vue|next\.?js|nuxt|svelte(?:kit)?|angular|django|fastapi|flask|rails|laravel
        postgres(?:ql)?|sqlite|mysql|mariadb|mongodb|redis|kubernetes|tailwind|prisma|graphql|hugo
        astro|vite|webpack|pytest|jest|vitest|typescript|golang|kotlin|flutter|terraform|celery
        kafka|rabbitmq|supabase|firebase|wordpress|shopify|magento|jekyll|eleventy|alembic
        sqlalchemy|pydantic|htmx|jwt|uuids?|json|grpc|websockets?|playwright|cypress|storybook
        eslint|tox|unity|godot|latex|scrivener|vercel|netlify|heroku|swiftui|node(?:\.js)? \d+|utc
        rest api|restful|api|crud
    """,
    "software": r"""
        excel|ms word|outlook|powerpoint|photoshop|gimp|chrome|firefox|safari|zoom|ms teams|iphone|ipad
        android|windows|macos|linux|ubuntu|git|onedrive|dropbox|google docs|gmail|thunderbird
        libreoffice|lightroom|premiere|davinci|audacity|inkscape|illustrator|acrobat|scribus|elster
        datev|1с|sap|jira|trello|notion|slack|wechat|pdfs?|csv|docx?|xlsx?|iban|bluetooth|wi-?fi
    """,
    "model": r"""
        gpt(?:-?\d\w*)?|claude|opus|sonnet|haiku|gemini|llama|qwen|deepseek|mistral|codex|copilot
        llms?|chatgpt|grok|kimi|glm|языковые модели|sprachmodelle?
    """,
}
