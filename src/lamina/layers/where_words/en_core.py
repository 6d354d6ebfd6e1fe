"""The English words of the cues for core files."""

from __future__ import annotations

WORDS = {
    "_day": r"(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    "_span": r"(?:minute|hour|day|night|week|weekend|month|quarter|year|fortnight)",
    "recurring": r"""
        (?:every|each) (?:single |other |second |third |few |\d+ |two |three |four|six )?(?:<span>s?
        morning|evening|afternoon|noon|midnight|spring|autumn|<day>)
        (?:once|twice|thrice|\w+ times) (?:a|per|an|each|every) <span>|<day>s|(?:on )?weekdays
        at weekends|(?:daily|nightly)(?! (?:note|log|life|business|use|rate|dose|standup))|weekly
        hourly|monthly|quarterly|yearly|annually|biweekly|fortnightly|periodic~|regularly
        at regular intervals|on a schedule
        (?:first|last) (?:day|week|<day>|working day) of (?:the|each|every) (?:month|week|quarter
        year)|first thing (?:in the morning|every|each)|(?:mornings|evenings|nights)
        at the (?:start|end) of (?:each|every)
        (?:more|longer) than .. <span>s? (?:ago|old|since|have passed|has passed)
        before (?:bed|lunch|breakfast) every|at (?:each|every) heartbeat|month[- ]end
        when the month ends|on the (?:1st|first|last|15th) of (?:the|each|every)|overnight,
        every shift|after closing|at closing|on the (?:last|first) <day>
        whenever you (?:wake|run|start|are woken)
        every (?:couple of|few|other|\d+|ten|fifteen|thirty|half) \w+|each (?:run|round|pass|beat)
        on (?:each|every) (?:run|wake-up|pass|beat)
        at the end of (?:each|every|the) (?:day|week|month|shift)
        start of (?:each|every) (?:day|week|month|shift)|\w+ly check|as a routine
        weekday (?:mornings|evenings)|(?:<day>|weekday|weekend) (?:morning|afternoon|evening|night)s
        every (?:heartbeat|school day|working day|shift|term|delivery)
    """,
    "check": r"""
        check|look (?:at|for|through|into|over)|see (?:whether|if)|review|remind|monitor|verify
        sweep|skim|clean up|tidy|prune|empty|archive|back up|summari[sz]e|sync|poll|ping|flag|alert
        notify|make sure|glance|report|warn|list|tally|collect|go through|go over|chase|sort|water
        count|compare|tell me|let me know|nudge|are .. still|is .. still|peek|shout|look out
        keep an eye|unanswered|restock|rotate|refill|due|any \w+ .{3,40}\?$|list of|send the|match
        reconcil~|disk space|tidy up
    """,
    "habitual": r"""
        (?:has|is|opens?|closes?|comes?|takes|meets?|trains|plays|sings|cleans|visits|delivers
        works) .. (?:on )?<day>s|<day>s (?:off|only|free)
        (?:every|each) <day>,? (?:the|he|she|they) \w+s
        changes? (?:daily|weekly|monthly|yearly|every \w+)|surgery hours|consult~ (?:on )?<day>
    """,
    "trait": r"""
        warm(?:th|ly)?(?! (?:water|place|room|oven|milk|bath|it))|kind(?:ness|ly)?(?! of)|gentle
        honest~|curious|curiosity|direct(?:ness)?(?! (?:link|access|debit|message|flight|from|to))
        blunt~|witty|wit|humou?r~|jok(?:e|es|ing|ey)|playful|calm~
        patien(?:t|ce)(?! (?:record|file|list|data))|humble|humility|empath~|sincer~|candid|candou?r
        cheerful|optimis(?:t|m|tic)|sarcas~|iron(?:y|ic)|friendl~|loyal~|brave|courage~|opinions?
        opinionated|personality|values?(?! of| in| are)|integrity|authentic|genuine~|flatter~
        sycophan~|gush~|enthusiastic|thoughtful|respectful|poetic|quirky|charm~|compassion~
        your soul|dignity|pleasantries|filler|preachy|lecturing|moralis~|moraliz~|smug|truth
        confident|seriously|funny|stubborn|elegan~|cruel~|mischie~|grovel~|agreeable
        nod(?:ding)? along|tact(?:ful~)?|discreet|discretion|cynic~|pretend(?:ing)?|temperament
        deadpan|dry|earnest~|cheeky|grumpy|tender~(?!-)|modest~|arrogan~|condescend~
        apologi[sz]~ (?:too|for|more)|small talk|suck(?:ing)? up|fuss|sense of wonder|delight in
        principles?|corporate|talk down|self-deprecat~|good-natured|level-headed|steady|upbeat
        polite~|rude|bossy|nosy|reserved|laid-back|relaxed|serene|no-nonsense|straight-talking|admit
        equals?|reliab~|dependab~|sooner .. than|show[- ]?off|self-important|excuses?|backbone|proud
        considerate|shy|wry|teas(?:e|ing)|plain-spoken|even-tempered|merry|stoic|open-minded|decent
        decency|keep your word|gossip|without shame|plainly|even-handed|praise|patience|generous
        humane|unhurried|tireless|irreverent|sceptical|skeptical|curios~|imagination|subtle|brisk
        crisp
    """,
    "voice": r"""
        tone|vibe|(?:talk|speak|sound|write|come across|answer) like|how you (?:sound|talk|speak)
        you (?:sound|talk|speak)|your (?:humou?r|manner|style|temper|character)|short sentences
        plain (?:words|english|language)
        like (?:a|an) (?:old|good|wise|patient|trusted|seasoned|kind|dry|friendly) \w+
        like (?:a|an) .. (?:friend|teacher|engineer|uncle|aunt|captain|librarian|nurse|coach
        gardener|sailor)|your voice|tone of voice|(?:plain|warm|calm|quiet|dry) voice
    """,
    "rather": r"""
        matters? (?:more|most)|rather .. than|over (?:comfort|politeness|speed|being)
        more .. than (?:being|to be|pleasing)|before (?:comfort|speed)
        even (?:if|when) it (?:hurts|stings|costs|'s)|i'd rather|you'd rather|better .. than
        comes before|at heart|you care|you believe|i believe|i care|stand for|no matter who
        sooner .. than|and it shows|as equals|less .. more|quality over|rather than|not .. but
    """,
    "be": r"""
        i am|i'm|you(?:'re| are) (?!in charge|responsible|allowed|called|named|not to)
        you (?:value|love|enjoy|like|laugh|admit|tease|hate|don't mind|never pretend)
        be (?!sure|able|careful with|in|on|at|made|done|used|sent|paid)\w+
        i (?:don't|never|always|like|love|value|speak|say|admit|laugh|think|feel|enjoy)
        is (?:fine|welcome|allowed), .. (?:never|isn't|not)|yourself|you find
        you never (?:lie|pretend|complain|boast|brag|flatter)
    """,
    "you": r"you|your|yours|you're|you'd|you'll",
    "act": r"""
        you (?:\w+ )?(?:tell|ask|send|write|check|answer|reply|show|report|look|correct|fix|forward
        book|cancel|confirm|draft|file|flag|log|note|offer|propose|quote|record|refer|say|sort|store
        suggest|wait|warn|touch|delete|spend|sign|promise|share|publish|post|read|open|close|add
        make|take|leave|put|give|bring|call)
    """,
    "if-you": r"""
        ^(?:if|when|whenever|unless|before|after|once) you (?!wake|run|start)\w+
        (?:,|and|unless|before) (?:if |when )?you (?!wake|run|start)\w+ |(?:if|when) in doubt
        (?:if|when) (?:asked|told|unsure|stuck)
    """,
    "command": r"""
        never|always|must(?:n't)?|do not|don't(?! (?:mind|know|care))|under no circumstances
        not allowed|may not|forbidden|prohibited|mandatory|no exceptions?|at all times|rules?|shall
        only ever|cannot|may only|is not to|are not to|strictly|refuse|off[- ]limits|hands off
        stays? (?:private|confidential|between)|nothing (?:goes|leaves|gets|is)|no one (?:gets|but)
        not (?:even|without)|keep .. (?:out of|away from|confidential|private)|whatever happens
        regardless|anything (?:over|above|that|to do)|no \w+ing|only (?:what|after|once|when|if)
        and only then|by default|otherwise (?:leave|skip|say)|rather than guess
        ^only (?:the|a|\w+s?)(?= \w+s )|everybody else|nobody (?:else|but)
        instead of (?:picking|guessing|assuming)|not to be (?:shared|shown|sent|touched)
    """,
    "confirm": r"""
        without (?:asking|permission|approval|confirm~|consent|showing|checking|explicit~|being|my
        the (?:owner|user)|a yes)|ask (?:first|before|for|the|me|permission|a|one|rather)|confirms?
        confirmation|permission|approv(?:al|e|ed by)|consent|double-check|sign-off|in doubt|unsure
        uncertain|clarif~ question|my (?:okay|ok|go-ahead|approval|yes|word)
        wait for (?:a|my|the) (?:yes|okay|ok|go|answer)
        (?:show|put|run) .. (?:draft|diff|plan|past me|in front of me|by me)|okay first|ok first
        say so|admit it|spoken to|when asked|the draft|two quotes|second opinion
    """,
    "condition": r"""
        ^if|^when(?:ever)?|if (?:the|you|a|an|someone|asked|two|there|anyone|anything)
        when(?:ever)? (?:the|you|a|someone|anyone)|unless
        before (?:\w+ing|you|any|every|each|anything|doing|the)|after (?:every|each|any|\w+ing)
        only (?:after|when|if|with)|first .. then|instead of|at (?:the )?(?:start|beginning|end) of
        every time|each time|as soon as|immediately|straight away|in case|right after|once you
        the moment
    """,
    "event": r"""
        (?:if|when|whenever|once|before|after|unless) (?:a |an |the |any |some |someone |anyone
        anything |new )*(?:~ )?(?:customer|client|supplier|lead|complaint|request|refund|invoice
        e?mail|message|order|guest|caller|visitor|tenant|journalist|stranger|colleague|contractor
        patient|applicant|payment|booking|ticket|bug report|review)s?
        (?:someone|anyone|anybody|strangers?|a stranger) (?:asks|wants|writes|calls|sends|requests
        claims|offers)|comes? in|goes (?:out|live)|asks (?:for|you)
        a (?:new )?(?:lead|complaint|request|ticket|order) comes|leak~
        two (?:sources|people|calendars)|(?:two|both) (?:people|guests|customers|clients|parties)
        (?:quotes?|orders?|payments?|refunds?) (?:over|above|under)|cancels?|cold call~|no-show|spam
        newsletter~
    """,
    "role": r"""
        responsible for|in charge of
        your (?:job|role|task|duty|duties|scope|responsibilit~|remit|work|business)
        you (?:handle|manage|coordinate|decide|own|may|review|delegate|orchestrate|look after
        take care|run)|escalat~|delegat~|hand (?:over|off|it)|out of scope|sub-?agents?|orchestrator
        (?:goes|go) to (?:a human|me|the|\w+)$|on .. behalf|leave .. (?:decision|to me|to \w+$)
        pass .. on|not your (?:job|call)|is yours
        the (?:agent|assistant|bot) (?:may|must|does|handles|is|should|writes|never)|spending limit
        without me|goes? to \w+ before|go to \w+ (?:before|first)|propose .. and let|you tell
        belongs to you|you don't (?:touch|send|answer|decide)|the rest goes
        goes to (?:accounting|legal|the office|support|finance|management)|hand it to
    """,
    "session": r"""
        (?:every|each|a|new|this) (?:session|conversation|chat|reply|answer|response|turn)
        on startup|at startup|before (?:answering|replying|responding|you answer|you reply)
        group chats?|(?:cite|quote|name|give) (?:the |your |a )?(?:sources?|page)|don't guess
        do not guess|make (?:things|it|facts|up)|invent|(?:reply|answer|respond) (?:in|with|only)
        memory_search|write (?:it |things )?down|what you did|finish~ a (?:task|job)|after finishing
        your answers?|your repl(?:y|ies)|log (?:it|what|every)
    """,
    "order": r"""
        ^(?:please )?(?:ask|answer|reply|read|write|keep|use|avoid|run|send|cite|confirm|verify
        treat|summari[sz]e|escalate|delegate|stop|report|load|propose|offer|show|respond|refuse|log
        commit|push|wait)
        ^(?:please )?(?:check|state|mention|do|make|follow|respect|protect|leave|put|store|record
        mark|quote|translate|draft|schedule|suggest|open|close|give|tell|let|set|search|look|stay
        don't|hand|pass|go|take|bring)
        , (?:then |and )?(?:ask|tell|draft|reply|send|set|look|put|wait|keep|say|leave|check|show
        log|write|flag|add|call|file|note)
    """,
    "to-me": r"""
        (?:tell|show|ping|ask|remind|warn|notify|message|text|send|bring|give|call|let) me
        in front of me|past me|by me|to me|for me|i decide|i (?:approve|sign|check)|let \w+ pick
        let \w+ decide|goes? to \w+ (?:before|first)|past \w+ first
    """,
    "user": r"""
        ^(?:the|our|my) (?:user|human|owner|operator|boss)(?:'s)?
        ^user(?:'s)?(?! (?:data|table|id|accounts?|stories|guide|manual))|about the user
        (?:the user|my human|my owner) (?:is|has|wants|likes|prefers|lives|works|uses|speaks|needs
        hates|reads|does|can|cannot|can't)
        your (?:human|person|boss|owner) (?:is|has|likes|works|lives|prefers|hates|reads|wants)
        the (?:person|woman|man|family|couple) you (?:help|work for|serve|assist)
        (?:likes|wants|prefers|asked) to be (?:called|addressed)
    """,
    "prefer": r"""
        prefers?|preference~
        (?<!sound )(?<!talk )(?<!speak )(?<!just )(?<!more )(?:i|they|we) (?:really )?like|likes
        dislikes?|hates?|loves?|would like|enjoys?|can't (?:stand|bear|abide)
        doesn't (?:like|want|eat|drink|read|drive|use|answer|do|care|mind)|favou?rites?|is not a fan
        appreciates|expects|finds .. (?:annoying|tiring|hard|confusing)
        gets (?:annoyed|nervous|cross|anxious|irritated)|is used to|cares about|is fine with
        no patience|insists|hasn't got time|has no time|happy with|can live with
        would rather (?:have|get|read)|loathes?|swears by|fussy about
        keep (?:it|tables|lists|answers|messages) (?:short|narrow|brief)
        only (?:telegram|whatsapp|text|email|by phone|in writing)
        don't (?:call|ring|disturb|phone) (?:him|her|me)|in writing|read aloud|bullet points
        numbers before|voice messages|skip the|just want|spare me
        no (?:small talk|pep talk|emojis?|jargon|calls)|answers? nothing|nothing before|not before
        straight to|don't bother me|i only|i just|hates \w+|on one page|no surprises|hide the rest
        (?:one|two|three|five) (?:things|points|bullets|options) (?:at a time|to)
    """,
    "wants": r"wants?(?! to (?:decide|check|know|see|think))",
    "person": r"""
        vegetarian|vegan|allerg~|colou?r-?blind|dyslex~|adhd|autis~|left-handed|time ?zone
        native (?:language|speaker)|mother tongue|speaks|working hours
        works (?:as|at|in|part|nights|from home|shifts)|lives in|married|wife|husband|kids|children
        daughter|son|retired|student|beginner
        as a (?:nurse|teacher|doctor|lawyer|baker|potter|carpenter|driver|freelancer)
        (?:gets|wakes|is) up (?:at|early|late)|goes to bed|sleeps|early riser|night owl|deaf
        hard of hearing|intoleran~|diabet~|by profession|for a living
        knows? (?:little|nothing|a lot|no) |no (?:technical|coding|idea)|experienced
        years of experience|commut~|hobb(?:y|ies)|eyesight|glasses|wheelchair|pregnant
        single (?:mother|father|mum|dad)|thinks in|counts in|metric|imperial|by ear
        on (?:my|her|his) phone|grew up|comes from|is from|self-employed|freelanc~|shifts|kosher
        halal|gluten|coeliac|nut allergy|migraine~|no car|drives|dictates|breastfeed~
        (?:is|aged) \d\d,|types with|large print|read-aloud|bus everywhere|hard to reach|on the road
        works weekends|shift worker|swiss
        (?:is|am) (?:swiss|german|french|italian|polish|chinese|russian|japanese|brazilian|jewish
        muslim)|keeps? shabbat|sabbath|ramadan|hates being called|widow~|new to|blind|screen reader
        teaches|dyslexic|prints everything|doesn't (?:drive|smoke|drink|own|have)|on crutches|carer
        looks after|caring for|has (?:two|three|four) (?:kids|children|boys|girls|cats|dogs)
        teetotal|sober|recovering|remote(?:ly)?|part-time|full-time|manager|runs a|owns a
        is a (?:nurse|teacher|doctor|potter|lawyer|pilot|farmer|driver|baker|plumber|designer
        musician|student|carpenter|translator|photographer|chef|architect|beekeeper)|left-?handed
        right-?handed|early bird
        (?:understands|reads|writes|speaks) (?:only |no |some )?(?:german|english|french|russian
        chinese|spanish|italian|polish|turkish)
        is (?:six|seven|eight|nine|ten|\d\d)(?= and|,| years)|occupation ?:|timezone ?:|location ?:
        languages? ?:|toddlers?|twins|newborn|a baby
    """,
    "third": r"""
        ^(?:he|she|they)|^(?:his|her|their)|call (?:him|her)|address (?:him|her)|ping (?:him|her)
        (?:he|she) (?:doesn't|can't|won't|works|lives|hates|swears|reads|sleeps|thinks)
        ^(?:he|she)'s|his (?:mornings|evenings|phone)|her (?:mornings|evenings|phone)
    """,
    "self": r"""
        ^i (?:read|work|live|can't|cannot|have|need|sleep|hate|like|don't|do|am|get|use|speak|prefer
        never|always|only|eat|drink|want|usually|mostly|run|think|write|go|keep|forget)
        ^i'm (?:a|an|in|on|not|usually|at|out|hard|bad|terrible|left|deaf|colou?r)
        my (?:wife|husband|kids|eyesight|hearing|time ?zone|mother tongue|working|daughter|son
        partner|native|evenings|mornings|day|job|back|english|german|phone|desk|name is spelled)
        call me|for me .. please|with me|i've got|i lose|suits me|works for me|bothers me|drives me
        ^i keep (?:shabbat|kosher|sunday)|^(?:live|living|based) in|^up at|i lose track
        remind me gently
        i'm (?:swiss|german|french|dutch|jewish|muslim|hindu|from|usually|mostly|based)
        i (?:work|think|learn|decide) best|show me the|i can't stand
        nothing before (?:ten|nine|eight|noon)
    """,
    "mine": r"""
        ^my (?:english|german|eyes|back|memory|full name|first name|name is spelled|calendar|workday
        days?|week|kids|dog|boss|wife|husband|attention)
        ^my (?!notes|phone|laptop|mac|pc|server|machine|desktop|router|nas)\w+
    """,
    "name": r"""
        my name is|i am called|i'm called|you(?:'re| are) called|your name|my name|call yourself
        ^name ?:|nickname|goes by|go by|answers? to the name|display name|is named|alias|known as
        rename~ yourself|sign (?:off |your |messages |mails? ).. (?:as|with)|name's|^name\b
    """,
    "looks": r"""
        emoji(?! in| at)|avatar|creature|vibe ?:|signature|pronouns|profile picture|your logo|mascot
        a familiar|your (?:icon|symbol)|icon ?:|your (?:handle|picture|card|badge|profile|bio|title)
        handle ?[:@]|tagline|job title|motto|one-line(?:r)? bio|introduce yourself
        sign (?:your |all |every )?(?:messages|mails?|letters|posts|replies) ?[—“"'-]|sign-?off
        in the chat you are|voice of the
    """,
    "assistant": r"""
        assistant|butler|companion|concierge|helper|sidekick|role ?:|persona|bookkeeper|housekeeper
        caretaker|secretary
        a (?:bot|robot|fox|owl|cat|dog|golem|ghost|dragon|raven|badger|otter|octopus|terrier)
        assistant to|voice of|keeper of|clerk|receptionist|scribe|steward
    """,
    "this-machine": r"""
        (?:on|from) (?:this|the|my|his|her|our|that) (?:\w+ )?(?:machine|mac|laptop|computer|server
        host|box|pc|macbook|desktop|workstation|vps|pi|mini|nas|router|phone|tablet)
        this (?:machine|mac|laptop|computer|box|pc)(?:'s)?
        (?:office|home|work|old|staging|build|backup) (?:machine|mac|laptop|computer|server|host|box
        pc|router|nas)|mac mini|raspberry(?: pi)?|^here `|is installed|queue name
        (?:box|host|machine) ?:
    """,
    "device": r"""
        macbook|nas|printer|scanner|camera|webcam|router|vpn|wi-?fi|ssid|usb|drivers?|gpu
        environment variables?|env vars?|installed|shell|terminal|cli|alias(?:ed)?|host ?names?
        speakers?|tts|voice id|binary|home assistant|api keys?|keychain|password manager
        backup (?:drive|disk)|thermostat|smart (?:home|plug|light)s?|plugin|firmware|monitor
        bluetooth|serial port|share name|proxy|dns|gateway|cron ?job|mic(?:rophone)?|projector
        label printer|browser profile|shortcut|the api on|smb|daemon|service name|log file
        logs? (?:to|in|under)|the till|tablet|(?:kiosk|cash) (?:register|drawer)|barcode|sensor~|hub
        modem|repeater|sound card|microphone|adapter|screen share|airdrop|ethernet|switch port|vlan
        firewall|reverse proxy|cronjobs?|virtual machine|vm|fonts? installed|keyboard layout
        locked down|can't reach|quota|disk space|hotspot|ssh key|gcc|compiler|laser printer|pcl\d?
        cartridge|keychain|macros?
    """,
    "workaround": r"""
        workaround|is broken|instead of (?:the )?(?:built-in|default|system|plain)|use .. instead
        call .. instead|points? to|don't use the|only works (?:with|via|from|over)
        needs? (?:sudo|root|the flag|a reboot|to be restarted)
        won't (?:work|start|print|run) (?:without|unless|with)
    """,
    "now": r"""
        currently|at present|at the moment|right now|active(?: projects?)? ?:|active projects?
        in progress|current(?: focus| projects?| state| priorit(?:y|ies)| work| matters)|focus ?:
        now ?:|ongoing|under way|underway|is active|(?:are|is) live|running projects?
        main (?:focus|priority)|this quarter|these days
        in (?:beta|testing|review|its \w+ (?:phase|round)|the works)
        being (?:built|recorded|rebuilt|prepared|tested|written|planned|rewritten)
        (?:is|are) on ?going|on the go|in flight|we're in the middle of|top of the list|now on
    """,
    "now-list": r"""
        (?:active|current|currently|now|priorities|current (?:priorities|focus|work|projects)
        right now|live|in progress|busy with|on the table|on the go|running|ongoing|focus|in flight
        open projects|on my plate|this week|this month|juggling|projects?)(?: right now| now
        [ ]at the moment| this week| these days)? ?: \S.{2,60},
        things are (?:live|open|running|active)
        what's (?:on|live|cooking|going on) ?(?:now|right now)? ?:|now on ?:
    """,
    "standing": r"""
        (?:is|are|we|be) never|never, (?:ever|under)|never ever|not under any|without exception
    """,
    "critical": r"""
        critical(?: rules?)?|golden rule|standing rule|top priority|core rule|highest rule|hard rule
        red line|most important|non-negotiable|above all|iron rule|cardinal rule
        rule (?:number )?one|rule #?1|always applies|holds everywhere, always|standing order
        never leaves?|first commandment
    """,
}
