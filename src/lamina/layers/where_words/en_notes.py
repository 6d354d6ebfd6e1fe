"""The English words of the cues for kinds of notes."""

from __future__ import annotations

WORDS = {
    "_month": r"""
        (?:january|february|march|april|may(?=[,:;.]| \d|$)|june|july|august|september|october
        november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)
    """,
    "_when": r"""
        (?:<day>|tomorrow|tonight|<month>|\d{1,2}(?:st|nd|rd|th)?|noon|month|week|the week|end)
    """,
    "_kind": r"""
        (?:coding|code|coder|programming|research|writing|writer|copywriting|copy|review|reviewer
        test|testing|tester|design|marketing|sales|support|data|analysis|analyst|translation
        translator|editing|editor|planner|planning|devops|security|qa|scraping|crawler|seo|legal
        finance|browser|summar(?:y|izer|iser)|extraction|transcription|image|drawing|spreadsheet
        email|drafting|search)
    """,
    "_doers": r"""
        (?:coders?|reviewers?|researchers?|writers?|copywriters?|translators?|testers?
        summari[sz]ers?|editors?|analysts?|illustrators?|planners?|proofreaders?|transcribers?
        scrapers?)
    """,
    "_fix": r"""
        (?:wait|press|hold|click|open|run|restart|stop|start|add|set|fill|rinse|select|choose|copy
        paste|stir|bake|mix|heat|delete|remove|clear|mount|turn|switch|plug|unplug|pour|soak|scrape
        freeze|iron|wipe|type|enter|pick|log|reset|reinstall|toggle|tick|drag|rename|export|import
        convert|shake)
    """,
    "_did": r"""
        (?:agreed|decided|fixed|called|moved|deployed|released|shipped|merged|switched|replaced
        renamed|deleted|removed|added|created|finished|completed|installed|upgraded|updated|migrated
        talked|spoke|met|visited|bought|ordered|paid|signed|sent|received|(?<!'ve )(?<!'s )(?<!has )got|went|came|gave|took
        told|said|wrote|started|stopped|failed|crashed|broke|happened|discovered|noticed|found|asked
        answered|replied|confirmed|cancelled|canceled|postponed|rescheduled|published|launched
        tested|tried|ran|picked|dropped|rejected|approved|resolved|closed|cleaned|repaired|returned
        delivered|arrived|reported|promised|chose|made|rolled back|reverted|won|lost|sold|discussed
        reviewed|interviewed|planted|baked|fired|painted|settled|handed|fell|sorted|cut|spent
        collected|drove|walked|emailed|phoned|rang|texted|submitted|filed|booked|hired|swapped
        wrapped|measured|unpacked|transferred|invoiced|taught|built|showed|turned|brought|caught)
    """,
    "_noted": r"""
        (?:need|feed|seed|speed|shared|red\b|bed\b|based|used|related|detailed|limited|preferred
        required|supposed|allowed|unresolved|undecided|blocked|united|colou?red|embed|advanced
        unlimited|dedicated|combined|indeed|hundred|tired|married|interested|called|named|sacred
        wicked|retired|organised|organized|certified|typed|gathered|unbothered|untouched|fitted
        amended|numbered|stored|sorted|generated|hosted|signed|unsigned|ragged)
    """,
    "day": r"""
        yesterday(?!'s)|today(?!'s)|this (?:morning|afternoon|evening)
        last (?:night|week|month|<day>)|tonight|just now|on <day>(?!s)(?:'s)?
        <day>'s (?:call|meeting|session)|\w+ (?:days|weeks|hours) ago|earlier (?:today|this)
    """,
    "did": r"""
        (?<!is )(?<!are )(?<!be )(?<!not )(?<!n't )(?<!when )(?<!as )(?<!been )(?<!gets )(?<!get )(?<!we )<did>
        we (?:\w+ly )?(?:<did>|put|had|did|were|was)(?! on)|i (?:<did>|put|had|did|was)
        (?:and|,) (?:i|we) \w+ed|finally \w+ed|was|were|had to|did(?!n't)|set up|put off
        (?:is|are) back(?=[.,;]|$)
        ^(?!need|feed)\w{3,}ed (?:the|a|an|my|our|his|her|all|two|three|four|some|both|\w+s )
        ^(?:took|got|went|had|made|put|cut|let|paid|sold|sent|met|rang|did|saw|ran|left|lost|won
        drove|built|wrote|read|spent|spoke|gave|found|set|split|swept|taught|threw)[ ]
        came (?:by|round|after|back|in|through)|went on|all went|ran (?:out|late|over)|turned up
        showed up|fell (?:through|off|over|out)|blew|broke down|motion carried|carried|voted
        passed (?:the|a)|put up|ran out|ended up|goes up by
    """,
    "past": r"""
        (?<!\bis )(?<!are )(?<!be )(?<!n't )(?<!been )(?<!not )(?<!gets )(?<!the )(?<!a )(?<!being )(?!<noted>)\w{2,}ed
    """,
    "result": r"""
        (?:is|are|all) (?:done|fixed|sorted|replaced|signed|paid|booked|live now|in place|sent|out)
        went (?:well|fine|through|badly)|sorted it|no luck|done and dusted
    """,
    "open": r"""
        waiting (?:for|on|to)|awaiting|awaits|pending|unresolved|unclear|not yet|yet to|tbd
        blocked(?: on| by)?|on hold
        still (?:open|unclear|missing|waiting|no|not|to|need|needs|pending|has to|have to|owes?
        hasn't|haven't|don't|doesn't|unsure|looking|debating|up)
        to be (?:decided|confirmed|clarified|done|determined)
        open (?:question|issue|point|matter|item|end)s?
        no (?:reply|answer|response|decision|word|news) (?:yet|so far|from)
        need(?:s)? to (?:decide|clarify|choose|ask|call|reply|find|pay|book|order|renew|send|sort
        get)|(?:have|has|got) to (?:decide|choose|sort|find|book|renew)|must decide
        remains? (?:open|to be|unclear)|in dispute|outstanding|overdue
        follow[- ]up (?:with|on|needed)|chase (?:up|the|him|her|them)|to ?do\b|up in the air
        not (?:settled|sorted|fixed|decided|final)|get back to|unfinished|missing|hasn't .. yet
        ring .. back|hanging|in limbo|loose ends?|unanswered|undecided|stuck (?:on|with|until|at)
        owes? (?:us|me|them|an)|asking around|short (?:for|of)|nobody knows|no one knows
        still .. short|holdup|snag|looking for (?:a|someone|two)|vacant|to find
        (?:haven't|hasn't|have not|has not) (?!got|time|a|any)\w+(?! time)
        still (?:between|in two|at odds|with the)|nobody's sure|we're (?:still|not) \w+ing
        on the waiting list|no (?:firm|final|clear) \w+
        not (?:scheduled|booked|confirmed|agreed|signed|decided)|nobody has|no one has|objects
        check with .. (?:whether|if|about)|find out (?:if|whether|who|when|how much)
        ^ask .. (?:whether|if|about)|^no \w+ (?:\w+ )?(?:has|have|is|are)
    """,
    "undecided": r"""
        whether (?:to|we|it|or)|or the|either .. or|torn between|leaning (?:towards?|to)
        can't (?:decide|make up)|haven't (?:decided|chosen|settled|picked)
        not sure (?:if|whether|which|yet)|which (?:one|of)|toss-up|in two minds|weighing|debating
        considering|thinking about|option a|wants to (?:see|sleep|think|compare)|do we|keep .. or
        do i .. or
    """,
    "waiting": r"""
        (?:hasn't|haven't|didn't|nobody has|no one has|none of) (?:sent|replied|answered|called
        signed|said|confirmed|come|arrived|paid|taken|got|picked|responded|decided|heard|been)
        promised (?:to|an|a|the|it)|said (?:he|she|they)(?:'d| would| will)
        until (?:then|he|she|they|we|that|it|the)|without it|sitting on|wants? .. first before
        expecting|is due (?:back|in|on|from)|should (?:hear|know|arrive|come)
        will (?:let us|let me|get back|answer|reply|send|call|tell)
        before (?:he|she|they|we) (?:can|quotes?|signs?|starts?|orders?)
        can't (?:order|start|book|move|go ahead|proceed)|stuck (?:in|at) customs
        nobody (?:has|knows|can)|somebody has to|someone (?:has|needs) to
        not clear (?:who|how|when|if|whether|what)
        (?:quote|answer|part|reply|permit|decision|contract|result)s? (?:is|are) (?:missing|late
        outstanding|due)|who (?:takes|covers|pays|will|can|drives|picks|tells)
        (?:we|i) don't have yet|owe \w+ an? (?:answer|reply)|i (?:still )?owe|don't have yet
        not here yet|still (?:missing|needs|has no)|need a decision|votes? on|is finding out
        is checking|finding out|hasn't confirmed
    """,
    "question": r"""
        ^(?:is|are|do|does|did|can|could|should|will|would|has|have|who|what|when|where|which
        why) [^?]{3,160}\?
    """,
    "due": r"""
        (?:by|until|before|due|no later than) (?:the )?(?:on |next |this |end of |early |late
        mid-?)?<when>|deadline|due|runs out|last chance|at the latest
    """,
    "ahead": r"""
        tomorrow|next (?:week|month|<day>|time|step)|will (?!not)|going to|plan(?:s|ning)? to
        should (?:we|i)|needs?|need to|we (?:should|could|might|want|need)|let's|want to|i'll|maybe
        perhaps|might|hoping to|can we|would like to
    """,
    "lasting": r"""
        costs?|prices?|priced|charges|birthday|born (?:on|in)|located|opening hours
        opens? (?:at|from|on)|open(?: on)? (?:from )?(?:mon|tue|\d)~|closed on|closes|shuts
        suppliers?(?! asks)|dealer|vendor|minimum order|minimum|lead time|delivery (?:time|takes)
        delivers|serial number
        (?:customer|account|contract|policy|model|order|membership) (?:number|no)|number (?:is|ends)
        insurance|licen[cs]e plate|weighs?|measures|warranty|expires?|valid until|anniversary
        capacity|belongs to|stands for|consists of|contact(?: person)?|dentist|doctor|vet|landlord
        vat|iban|phone (?:number|is)|address|lane|avenue|postcode|rent|fee|salary
        takes .. (?:days|weeks|hours|minutes)|is made of|shelf life|founded|population
        per (?:kilo|hour|month|piece|unit|person|night)|an hour|a month|invoice number|collection
        recycling|keeps? for|reaches|seats|holds \d|fits|blood (?:type|group)|size \d+|runs on
        takes (?:diesel|petrol|\w+ batteries)|parking|entry code|combination|is allergic|due date
        minutes (?:away|by|from|on)|years old|holds \d+|(?:sings|plays) \w+
        last(?:s)? (?:\w+ )?(?:weeks|months|years)|off on <day>s|<day>s off|seats \d+|takes \d+
        ends in|interval|is on the (?:first|second|third|ground) floor|last (?:bus|train|ferry)
        room \d+|allows|maximum|minimum age|bus (?:\d+|line|stop)|(?:high|main) street
        (?:first|second|third|ground|top) floor|\d+ \w+ (?:street|road|lane|avenue)
        \w+ (?:street|road|lane|avenue)(?=[,.]|$)
    """,
    "whose": r"""
        (?:our|the|my|their|her|his) (?:\w+ )?(?:accountant|landlord|neighbou?r|plumber|electrician
        dentist|notary|lawyer|cleaner|cat|dog|grandma|grandpa|mother|father|aunt|uncle|sister
        brother|school|boiler|car|van|house|flat|garage|garden|oven|kiln|bank|tenant|caretaker
        roofer|printer shop|supplier|cleaning firm|vet) (?:is|has|sits|lives|takes|charges|opens
        closes|needs|runs|was born)
    """,
    "document": r"""
        standard operating procedures?|playbooks?|handbooks?|guidelines?|manual|white ?papers?
        literature review|case stud(?:y|ies)|comparison of|comparative|survey of
        background (?:material|paper|reading)|deep dive|frameworks? for
        (?:full|complete|long|detailed|in-depth|comprehensive|whole|entire|step-by-step|style|brand
        reference|field|raw) (?:\w+ )?(?:guide|manual|text|report|transcript|list|history|analysis
        documentation|protocol|process|catalog~|version|study|overview|table|record|comparison
        description|breakdown|interview|handbook|playbook|procedure|lecture|notes|set|archive|policy
        script|dossier|minutes)|research (?:report|notes|paper|summary|on|into|for|about)
        market (?:research|analysis|study)|appendix|glossary|checklist for
        (?:email|letter|message|contract|reply) templates?|catalog(?:ue)? of|compendium|encyclop~
        source list|bibliography|legal text|terms and conditions|transcript|benchmark results
        procedures?|onboarding process
        everything (?:we|i|you) (?:\w+ )?(?:gathered|collected|found|know|learned|learnt|have)
        notes from the (?:\w+ )?(?:course|workshop|conference|lecture|seminar|training)|write-?up
        dossier|thesis on|primer|walkthrough|cheat sheet|fact sheet|style guide|reading list
        how .. works? from .. to|score analysis|scan of|anthology|tables? for every
        background research|full text of|market overview|review of (?:five|six|ten|all|\d+)
        field guide|test results|price comparison|lesson plans?|wiring diagrams?|parts catalog~
        minutes of (?:the|our|all)|for every \w+|expert (?:report|opinion)|songbook
        all (?:lyrics|letters|recipes|minutes|articles|emails|interviews)|correspondence|transcribed
        collected (?:letters|works|correspondence|papers|essays)|step-by-step procedure
        procedure for|bylaws|contract text|interview transcripts?|course ?work|all \w+ modules
        api documentation|full documentation|everything the
    """,
    "whole": r"""
        entire|whole(?! (?:summer|year|day|week|time|winter|house|family|team))
        all (?:of )?(?:the )?(?:\d+|\w+teen|\w+ty) |complete|in full
        from (?:start|beginning|first|a) .. (?:to|till) (?:the )?(?:finish|end|last|refund|\w+)
        word for word|verbatim|end to end|every (?:form|step|page|recipe|letter)|unabridged
        in detail|at length|here's the|from a to z|to date|to today|in its entirety
        1\d{3} to (?:today|now)|every single
    """,
    "extent": r"""
        \d+[- ]?pages?|\d+ (?:chapters|slides|words|sections|steps|screens|recipes)|[\d,]+ words
        (?:\w+teen|\w+ty|twelve|ten) (?:pages|steps|chapters|slides|recipes)|pages (?:long|of)|-page
        \d+ (?:vendors|models|products|interviews|sources)
        \d+ (?:songs|lessons|letters|articles|photos|poems|tables)
    """,
    "with": r"""
        with (?:templates|examples|screenshots|sample|all|every|prices|tables|sources|diagrams
        photos|figures|forms|links)|including|incl\.|appendices|tables?|sources|samples?|screenshots
        footnotes|diagrams|lab results|commentary|footnoted|figures|annotated|in one file
        in a single file|chords|lyrics
    """,
    "inside": r"""
        (?:in|for|of) (?:the|this|our|my) (?:[\w'-]+ ){0,2}(?:repo|repository|project|codebase|app
        website|site|shop|service|newsletter|podcast|library|api|dashboard|plugin|theme|backend
        frontend|importer)|codebase|repo(?:sitory)?|branch(?:es)?|schema|endpoints?|front-?end
        back-?end|architecture|database tables?|components?|unit tests?|ci|tech stack|stack ?:|orm
        monorepo|feature flags?|commit messages?|pull requests?|naming convention|design tokens?
        build (?:script|step|target|time)|subdomain|lint~|typecheck~|entry ?point|webhooks?
        package\.json
        (?:tests?|translations|strings|assets|styles|templates|migrations|configs?|components
        sources|images|fixtures|secrets|settings|texts|prices) (?:live|lives|are|sit|go|belong|run
        must|come)|deploys? (?:from|to|via|with|on)|is deployed|is built (?:with|on)|talks to
        (?:on|in) the [\w-]+ (?:site|board|logger|archive|template|app|form|page|sheet|tracker|menu
        portal|bot|catalogue)|markdown files|home ?page|firmware|\w+ board:
        in the [\w-]+ (?:tool|system|planner|schedule|editor|pipeline|script|report|newsletter|deck)
        slots?|typeface|font|house style|font size|layout grid
        (?:solver|planner|scheduler|importer|exporter|generator|calculator|bot|parser) ?:
        \w+ (?:solver|planner|scheduler)
    """,
    "work": r"""
        (?:in|of) (?:the|this|our|my|her|his) (?:\w+ )?(?:novel|book|cookbook|story|manuscript|comic
        game|screenplay|album|series|thesis|board game|memoir)
        chapters? \w+ (?:is|are|use|has|refers)|narrat(?:or|ed)|protagonist|heroine|first person
        past tense|present tense|episodes? (?:open|end|are|have)
        every (?:chapter|episode|level|recipe)|point of view|backstory|subplot|yearbook|anthology
        all (?:bolts|weights|measurements|tours|dates|names) (?:metric|in|start|begin)|chapters
        verse|stanza
    """,
    "technical": r"""
        stored (?:in|as)
        (?:is|are) (?:computed|generated|rendered|fetched|served|numbered|cached|hashed|encrypted
        signed|indexed|validated|keyed|sorted|rounded|synced)|prefix(?:ed)?|suffix|primary keys?
        foreign keys?|fields?|enums?|status(?:es)?|login|widget|ids?|integers?|cache|tokens?
        migrations?|queue|worker|staging|template|config(?:uration)?|counter|time ?stamps?
        file names?|variables?|parser|encoding|database|rate limit|version pinned|dependency
        import(?:er)?|export(?:er)?|sync(?:s|ed)?|must stay in sync|column|currency|decimal|renders?
        local time|time zone|bit ?mask|png|svg|pixels?|encoded|kebab-case|snake_case|camelcase|slug
        alt text|strings?|slots?|arrays?|booleans?|null|soft-delet~|header|query|index
        cron expression|utf-8|regex|checksum|hash~|decimals?|italics?|slash|captions?|uppercase
        lowercase|hyphen~|full stop|typograph~|margins?|bold(?:ed)?|bleed|dpi|resolution|palette
        hex code|thumbnails?|on the fly|at runtime|inventory numbers?|numbering|abbreviat~|spelling
        spelled|british english|american english|modules?|start-?up|redeploy|iso strings?|offset
        feature flags?|fonts?|colou?r scheme|lower case|upper case
    """,
    "project": r"project~",
    "across": r"""
        (?:in|across|for|on|with) (?:any|every|all|each|most|other|different|whichever|future
        all \w+|\w+ other) (?:of our |our |the )?(?:\w+ )?(?:projects?|repos?(?:itories)?|codebases?
        clients?|languages?|jobs?|customers|assignments|tasks|topics?)
        whatever (?:the )?(?:project|repo|codebase|language|client|topic|subject)|cross-project
        regardless of (?:the )?(?:project|repo|language|codebase|client)
        (?:no matter|independent of) (?:which|what|the) (?:project|repo|client|topic)
        no matter the (?:client|project|job|language|topic)|next (?:project|client|job|assignment)
        project-independent|everywhere|wherever|same (?:story|thing|problem|again) (?:with|on|in|at)
        on every (?:job|repo|project|client)|seen it (?:on|in|with)|every time so far|holds for
        goes for every|so far in (?:all|every)|every client alike
        whatever the (?:text|client|job|task|site)|alike(?=[.,]|$)
        whichever (?:repo|project|client)~|any text|in any codebase
        in whatever (?:codebase|project|repo)|true for all|all of them so far|all alike
        in every (?:brief|prompt)|whatever you (?:write|build)|(?:every|each) (?:client|customer)
        any \w+ or project
    """,
    "agents": r"""
        <kind>[ -]?(?:sub-?)?(?:agents?|bots?|models?|sub-?agents?)
        (?:agents|models|llms|bots) (?:that|who|which|of|tend|often|forget|should|always|must|like
        invent|hallucinate|love|write|overlook|skip|drop|lose|miss|round|claim|never)
        when (?:coding|writing code|reviewing|researching|translating|summari[sz]ing|drafting
        writing tests)
        (?:an|the )?agents? (?:that|who) (?:writes?|codes?|reviews?|translates?|researches)
        anything that (?:writes|generates) (?:code|tests|text|copy)
        (?:any|an|every|all) (?:ai )?agents?|the models|ai (?:writers|reviewers|translators|coders)
        (?:when|if) an? agents? (?:does|writes|codes|reviews|researches|translates)
        agents? (?:love|does|do|will|can't|add|make|cite)|[\w-]+ing (?:bots|agents)
    """,
    "doer": r"""
        ^<doers>|(?:all|any|every|give|tell|for|to|of) <doers>
        <doers> (?:should|must|tend|often|always|need|forget|skip|drop|lose|miss|leave|only|love
        never)
        (?:whoever|anyone who|everyone who|those who) (?:writes?|codes?|translates?|reviews?
        researches?|tests?|drafts?|edits?|draws?|summari[sz]es?|does)
    """,
    "habit": r"""
        tends? to|hallucinat~|invents?|makes? up|often forgets?|lessons?(?: learned)?
        learned the hard way|common mistakes?|pitfalls?|typically|habitually|overlooks?
        best practices?|pays? to|drops? the|leave out|cheats?|claims? (?:that |the )?(?:tests|it)
        lazy|love to|sloppy|get sloppy|fond of|overuses?|needs? to be told|unless told|skip~|fake~
        swallow~|flatten~|happily|cut~ corners|gloss(?:es)? over
    """,
    "goal": r"""
        ^(?:long-term |main |overall |our |the )?(?:goal|aim|target|objective|plan) ?[:,]
        ^(?:the|our|my) (?:goal|aim) is|the goal|milestones?|long[- ]running
        long[- ]term (?:task|project|goal|effort|plan)|roadmap|multi-(?:week|month|year)|target date
        rollout|phased|get(?:ting)? (?:from|to) .. (?:to|by|before)|from zero to
        work(?:ing)? (?:towards?|up to)|end goal|finish line|fund-?rais~|effort
        (?:walking|hiking|reading|sailing|cycling|writing|translating) the
    """,
    "stage": r"""
        (?:phase|stage|step|milestone|chapter|part|module|unit|week|sprint|round|lesson
        batch) \w+ (?:of|/) \w+|\d+ ?(?:of|/) ?\d+ (?:done|finished|chapters|modules)|phases|stages
        halfway (?:through|there)|\d+ ?(?:%|percent) (?:done|complete|through|finished)
        \w+ of \w+ done|mock|dress rehearsal|pilot|trial run|first draft done|second draft
        \w+ (?:sprint|module|chapter|lesson|phase|stage|iteration|draft) of \w+
        (?:first|second|third|fourth|next) (?:sprint|phase|stage|iteration|round)
        (?:two|three|four|five|six) (?:steps|stages|phases|parts)|step \w+ (?:now|done|next)
    """,
    "span": r"""
        (?:over|for|within|in|takes?|take us|about|another|next|whole|spread over|roughly) (?:the[ ]
        about |around |roughly |us )?(?:next |coming |whole |several |many|few[ ]
        a few )*(?:\w+ )?(?:weeks|months|quarters|years)(?! (?:ago|notice|old|warranty))
        over the (?:winter|summer|spring|autumn|holidays|year)|all (?:winter|summer|year)
        half a year|a year (?:long|of)|until (?:next )?(?:spring|summer|autumn|winter|year)
        by (?:the end of the year|year[- ]end|(?:next )?(?:summer|autumn|fall|winter|spring)
        christmas|easter|q[1-4])|this (?:year|winter|summer)|week by week
        a (?:box|chapter|module|room|page) (?:a|per) (?:week|month)|months or so|two months
        three months|six months|twelve weeks|through (?:to )?<month>
        (?:two|three|four|five|\d)[- ]year
        by (?:whitsun|lent|advent|new year|thanksgiving|halloween|spring break)
        (?:a|one|two|three|four|five|ten|twenty|about \w+|\d+) \w+ (?:a|per|every|each) (?:week
        month)|next (?:summer|winter|spring|autumn|year)|in sections|section by section|year by year
        before (?:christmas|easter|the summer|winter|the wedding|term)
        until (?:easter|christmas|the wedding)|(?:this|the) (?:autumn|spring|school year|season)
        (?:two|three|four) (?:winters|summers|seasons|terms)|school year|a year and a half
        eighteen months|(?:each|one) (?:evening|weekend) (?:a|at a)|year group by year group
        before the (?:baby|wedding|move|birth|opening|exam|launch)|a fortnight(?=[,.])
        one \w+ a fortnight
        (?:about|roughly|around|nearly|almost|over) (?:a|one|two|three|half a) (?:year|month)s?
        (?:first|later)[.,;]$
    """,
    "duration": r"""
        (?:two|three|four|five|six|eight|nine|ten|twelve|\d+) (?:weeks|months|years)
        a (?:year|quarter)
    """,
    "months": r"""
        <month>(?!\w).{1,80}(?<!\w)<month>
        (?:by|in|until|from|till) <month>.{1,80}(?:by|in|until|from|till|to) <month>
        <month>(?:-| to | until )<month>
        (?:in|by|until|over) (?:spring|summer|autumn|winter).{1,80}(?:<month>|spring|summer|autumn
        winter)|<month>(?!\w).{1,80}(?<!\w)(?:spring|summer|autumn|winter)
    """,
    "sequence": r"""
        first, (?:then|and)?|first .. then|, then .. , then|last(?:ly)?[.,]?$|step by step
        , then the .. last|at the end|one by one|in stages|before that|after that
        to (?:finish|start) with
    """,
    "undertaking": r"""
        migrat(?:e|ion|ing)|rewrit(?:e|ing)|redesign|prepar(?:e|ation|ing) (?:for|the)|training for
        thesis|dissertation|renovat~|relaunch|learn(?:ing)? (?:to|\w+ (?:before|by|until))|course
        digiti[sz]~|certif~|moving (?:all|the|to|from|our)|switch(?:ing|over)? (?:to|from)|marathon
        open(?:ing)? (?:the|a) (?:second|new)|building (?:the|a|our)|restor(?:e|ing)
        organi[sz]ing the|write the book|exam|convert(?:ing)? all|catalogu(?:e|ing)|transcrib~
        digiti[sz]e|catalog(?:ue|uing) (?:all|the|every)|inventor(?:y|ying) (?:all|the)|reform
    """,
    "how-to": r"""
        ^how to|^how (?:do|can|does) (?:you|one|i|we)|^to (?!do\b)\w+[^,:.\n]{2,60}[,:](?= )
        the (?:fix|trick|solution|way|cure|remedy|answer|secret|knack) (?:is|was|for|to|with)
        ^(?:fix|solution|solved|trick|recipe|steps?|howto|learned|learnt|til|tip) ?:|fixed by
        solved by|solves? (?:it|this|the)|works by|turn(?:s|ed) out|the way to
        can be (?:fixed|solved|done|reset|removed|avoided)|steps to
        you (?:can|need to|have to|get) .. by|works (?:best|only) (?:if|when|with)
        by (?:pressing|holding|running|setting|adding)|here's how|this is how|the easiest way
        worked out how|found out (?:why|how|that)|figured out
        ^(?:fix|solution|cure|remedy|workaround) (?:for|to)
    """,
    "gerund": r"^(?:for )?\w+ing [^,:.\n]{2,70}:(?= )",
    "trouble": r"""
        (?:if|when|whenever) (?:the |a |an |your |it |its |\w+(?:'s)? ){0,4}(?:won't|doesn't
        does not|don't|can't|refuses?|fails?|hangs?|sticks?|jams?|freezes?|crashes?|complains?
        throws?|ends up|gets? stuck|goes|smells?|leaks?|keeps?|rejects?|shows?|says|turns|looks
        comes out|stops|is (?:too|stuck|slow|locked|missing|corrupt|full|owned|empty)|loses
        times out|reports|blinks)
        too (?:flat|dry|wet|slow|hot|cold|salty|thick|thin|big|hard|soft|dark|loud)\b.{0,3}[?:—-]
        error|stains?|clogged|out of (?:a|the) (?:cloth|carpet|shirt)
        ^(?:\w+ ){1,4}(?:won't|doesn't) \w+\?|mould~|mouldy|rust~|leaky
        (?:prints|shows|rings|fires) (?:double|twice)
        too (?:thin|bitter|sour|weak|strong|noisy|bright)
        ^(?!is|are|do|does|can|could|should|will|has|have|who|what|when|where|which|why
        how)[\w' -]{3,40}\?(?= )|crack(?:s|ed)|squeak~
        (?:skips|blinks|sags|collapses?|curdles?|splits|burns|drips|squeals|rattles|wobbles|peels
        overheats|reboots|disconnects)|doesn't (?:collapse|stick|burn|open|start|print)|why the \w+
        seized|won't budge|frozen|jammed|blocked|cracked|faded|warped
        (?:if|when) the \w+ (?:is|are|shows|goes|has|turns)|scratches|creases|residue
        goes (?:dark|soft|brown|cloudy|limp)|throws|refuses
        ^(?:if|when) the (?!user|customer|client|owner|guest|team|boss|supplier|agent|caller|patient
        tenant|person)\w+
    """,
    "remedy": r"""
        helps?(?: against| if| when)?|cures?|is enough|does the trick|goes away
        comes (?:off|out|back) (?:with|if|by|after)|try |should (?:fix|do) it|sorts it
        will (?:come off|work)|works again|back to normal|get rid of|without losing
        for \w+ (?:seconds|minutes|hours)|overnight
        with (?:vinegar|baking soda|lemon|citric|salt|soap|hot water)|cures? it|switching off
        let .. (?:rest|soak|dry|sit|cool)|freeze it
        (?:scrape|rinse|soak|wipe|shake|tap|press|loosen|tighten|reheat) it|blot|folds
        hold \w+ until|straight (?:from|out of)|pre-?heat|(?:minutes|hours) (?:apart|in the)|heat it
        plug in|unplug|back and forth|tap it|first\.$|dab|wait (?:ten|five|a|two|until)
        : \w+ (?:it|them|the|gently|with|in|on|off)[ ]
        (?:lift|peel|warm|press|push|pull|slide|blow|steam) (?:it|gently|off|with|up)
        (?:gently|slowly|carefully) |face down|upside down|thin coat|a drop of
        if you (?:water|add|keep|leave|use|store|let) |use --|sort out|better if you|sticks? better
        link in|\w+er if|better (?:if|when)|at an angle|stand (?:it|them) in|in warm water
    """,
    "household": r"""
        dough|sourdough|stains?|vinegar|oven|pan|grease|red wine|yeast|baking|drain|kettle
        lime ?scale|candle wax|rust|ink|glue|paint|mould|bread|sauce|stock|eggs?|butter|rice|onions?
        plants?|seedlings?|compost|zip|hinge|screw|tyre|tire|chain|battery|filter|fuse|tap|bolt
        candle|projector|hdmi|car|engine|clutch|paintwork|bike|saw|drill
    """,
    "steps": r"""
        , (?:and )?(?:then|finally|afterwards)|<fix> .. (?:then|and|,) ?<fix>
        and (?:restart|retry|reload|run|press|add it) |again|step \d|: <fix>|, <fix>|then <fix>
    """,
    "paper": r"""
        policy|regulations|curriculum|survey|papers|lyrics|chronicle|essay|notes from|rulebook
        syllabus|prospectus|scanned|forms and|tutorial
    """,
}
