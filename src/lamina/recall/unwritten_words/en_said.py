"""English words: what a user says that is worth a note."""

from __future__ import annotations

WORDS = {
    "_weekday": r"""
        (?:mon|tues|wednes|thurs|fri|satur|sun)days?
    """,
    "_month": r"""
        january|february|march|april|may|june|july|august|september|october|november|december
    """,
    "_date": r"""
        <weekday>|<month>|tomorrow|tonight|noon|midnight|today|next (?:week|month|year|<weekday>)
        (?:the )?\d{1,2}(?:st|nd|rd|th)|the end of|end of|the (?:weekend|first|deadline)
        (?:easter|christmas|summer|winter|spring|autumn|new year)|\d{1,2}(?::\d\d)? ?(?:am|pm)
        \d{1,2} <month>
    """,
    "_choose": r"""
        go|take|use|keep|drop|skip|cancel|buy|sell|rent|lease|hire|move|switch|stay|stick|start|stop
        open|close|launch|ship|sign|paint|plant|build|run|hold|host|serve|publish|release|charge
        raise|lower|cut|sample|migrate|merge|split|rename|replace|rewrite|postpone|delay|push|leave
        quit|accept|decline|reject|turn|offer|pay|do|make|meet|fly|drive|travel|shoot|film|record
        stage|perform|teach|train|adopt|ban|allow|require|invite|limit|extend|shorten|reduce|double
        halve|archive|support|target|pick|choose|put|set|have|let|wait|begin|end|finish|change
        convert|outsource|freeze|lock|exclude|include|remove|omit|join|only|not|pass on|play|sing
        read|wear|give|share|store|deploy|retire|phase|trade|swap|divide
    """,
    "_act": r"""
        call|chase|email|mail|order|book|send|bring|fetch|pick|fix|write|ask|check|handle|take care
        look (?:after|into|at)|see to|sort|organi[sz]e|contact|ring|phone|submit|file|prepare|draft
        review|update|clean|replace|rotate|pay|renew|collect|deliver|drop|drive|buy|print|register
        schedule|arrange|finish|repair|talk|speak|follow|get back|get|hand|return|text|message
        deal with|take (?:the|it|that|over)|do (?:the|it|that|this)|make (?:the|an?)|set up|test
        measure|post|upload|install|clear|cover|host|cook|bake|mow|water|feed|walk|wash|paint|sign
        scan|translate|proofread|design|build|run|meet|visit|apply|cancel|confirm|tell|inform
        let .. know|invite|pack|ship|research|compare|find|reserve|transfer|refund|invoice|back up
    """,
    "_state": r"""
        thinking|wondering|considering|having|feeling|looking|trying|hoping|asking|waiting|leaning
        debating|discussing|talking|getting|being|sitting|struggling|watching|learning|kidding
        joking|missing|enjoying|coming|dying|seeing|guessing|doing|working|using|saying|reading
    """,
    "decided": r"""
        end of (?:story|discussion|debate)|(?:stays?|remains?) (?:\w+)(?=[.!,]|$)
        talked (?:it )?(?:through|over)|on second thoughts?|option \w please
        the (?:first|second|third|other) (?:one )?(?:please|then)|we want|we don't want
        i don't want any
        (?:we|i|we've|i've|we have|i have|we both|we all) (?:now |just |finally |all |both[ ]
        |already[ ]|have |'ve )*(?:decided|settled|agreed|chosen|resolved|opted|picked|voted
        |committed|chose)
        (?:it's|it is|that's|that is|then it's) (?:\w+ )?(?:decided|settled|agreed|official|final
        |a deal|a done deal|a go|a yes|a no|on|off)(?=[ .,:;!]|$)
        done deal|deal:|that's (?:that|it then)|(?:final|my|our|the) decision (?:is|stands)
        (?:final )?decision:|decided:|agreed:|settled:|the verdict:|so ordered|made up (?:my|our)
        final(?:ly)? (?:answer|word)|full stop|period[.!]?$|unanimous~|by a vote|voted
        no \w+(?: \w+)*, ever
        let's (?:just |then |simply )?(?:go with|go for|use|take|keep|make it|settle|stick|switch
        |drop|skip|cancel|postpone|buy|book|order|rent|sell|move|have|ditch|scrap|hire|call it|do)
        (?:we're|we are|i'm|i am|we'll|i'll|we will|i will|i'd) (?:going|go|gone|stick|sticking
        |staying|stay|settling|settle|opting|plumping) (?:with|for(?! a (?:walk|run|swim|ride)))
        (?:opted|opting|plumped|voted|vote) (?:for|against|to)
        (?:everyone|everybody|the (?:team|board|committee|family|group|band|council|crew|partners?
        |owners?|club|class|jury|choir|orchestra|landlord|client|customer)|we all|both of us
        |all of us|nobody objects)(?:'s| is| are| has| have)? (?:\w+ )?(?:agreed|agrees?|voted
        |in favou?r|on board|for it|decided|approved|signed off|said yes|fine with|happy with)
        from now on|from (?:today|tomorrow|here|then) on(?:wards?)?
        (?:from|starting|since) (?:<weekday>|next \w+|<month>)(?! (?:to|till|until|through))
        as of (?:today|now|<date>)|starting (?:today|now|<date>)|effective (?:immediately|<date>)
        henceforth|going forward|new (?:rule|policy)|(?:rule|policy) (?:is|from now)
        after (?:all that|sleeping on it|long thought|much (?:debate|thought)|talking it over
        |thinking it over|some thought)
        green light|signed off|approved|it(?:'ll| will) be the
        (?:turned|turning|turn) (?:it|them|him|her|that|the \w+) down|\w+ it is(?= then|[.!,]|$)
        (?:is|are|'s) (?:cancelled|canceled|called off|postponed|off the table|happening
        |going ahead)
    """,
    "chooses": r"""
        ^(?:\w+ ){0,2}\w+,? then(?=[,.!]|$)
        ^(?:right |ok |okay |so |well )?then[ ,:]+(?!we|you|i)\w+|done with|for the last time
        (?:handed|given|gave|left|passed) .. (?:over )?to (?:the|my|our)
        ^(?:one|two|three|four|five|six|no) \w+, no \w+
        (?:we|i)(?:'ll| will| shall) (?:not |just |only |simply |also |rather |then |now[ ]
        |all )*<choose>
        (?:we|i)(?: won't| will not|'re not| are not|'m not| am not) (?:be )?(?:going to )?\w+
        (?:we're|we are|i'm|i am) (?:only |now |just |not |all |going to )*(?!<state>)\w{3,}(?:ing
        |<choose>)
        we (?:only )?<choose> (?:the|a|an|only|no|it|them|all|every|both|one|two|three|our|in|at|on
        |to|up|with|by)
        ^(?:ok(?:ay)?|fine|right|alright|all right|so|then|well|yes|no|good|great
        |in that case)?[ ,:]*(?:(?:cancel|drop|kill|scrap|ditch|axe|bin|shelve) \w+|(?:forget|skip
        |end|keep|postpone|lose|park|leave|stop|close|get rid of|throw out|take out|no more) (?:the
        |that|this|it|our|my|all|every|with|\w+ing))
        no (?:more|longer|new|second|third)|instead of|rather than|any ?more|otherwise we|for good
        (?:goes|go|moves?|switch(?:es)?|changes?|shifts?) (?:to|into|on|from|over|back|ahead|out)
        (?:stays?|remains?) (?:as|the|at|with|on|in|where|open|closed)
        (?:gets?|is) (?:the axe|cut|dropped|replaced|moved|dropped|reduced|extended|renamed|paid|out
        |in)
        over to|instead|(?:we|i) (?:take|go with|choose|pick|prefer)|counts? me (?:in|out)
        i'm (?:in|out)
    """,
    "did": r"""
        (?:we|i|we've|i've|they|the \w+) (?:have |just |finally |already |'ve )*(?:hired|signed
        |booked|bought|ordered|rented|cancelled|canceled|quit|sold|accepted|took|switched|moved|paid
        |leased|adopted|merged|launched|shipped|deployed|dropped|removed|replaced|renamed|fired
        |appointed|elected|approved|won|closed|opened|registered|submitted|published|migrated
        |upgraded|invited|confirmed|reserved|refused|declined|rejected|postponed|finished|founded
        |joined|left)
    """,
    "accepts": r"""
        ^(?:(?:yes|yeah|yep|yup|ok|okay|sure|fine|good|great|perfect|deal|agreed|right|alright
        |all right|exactly|absolutely|please|then|ja|fair enough|makes sense|good idea|i agree
        |hm+)[ ,.!]*)*(?:let's do (?:it|that|so|this)|do (?:it|that|so)|go ahead|go for it|that's it
        |sounds (?:good|great|fine|right)|works for me|that works|we'll do (?:it|that)(?: way)?
        |make it so|like that|please do|let's|deal|agreed|i agree|as you (?:say|suggest)
        |the (?:first|second|third|former|latter|last) one|that one|option \w|your (?:idea|plan
        |version|suggestion|proposal)(?: it is)?|exactly like that|so be it|good idea|perfect|yes
        |yeah|yep|ok|okay|sure|fine)(?: then| please| like that| that way| it is)?[ .!]*$
    """,
    "assigns": r"""
        (?:don't|do not) let (?:me|us|him|her) forget|owes? (?:us|me|you|them|him|her)
        (?:he|she|they|\w+) promised|someone has to|somebody has to
        take .. (?:day|morning|afternoon) off|(?:my|your|his|her) (?:homework|job|task|turn)
        (?:i|we|he|she|they|you|\w+)(?:'ll| will| is going to|'s going to|'m going to|'re going to
        |'s gonna) (?:then |also |first |just |quickly )?<act>
        (?:that's|that is|it's|this is|is|are) (?:on|down to|up to) (?:me|him|her|us|them|you)
        (?:that's|it's) (?:mine|yours|his|hers|my (?:job|turn|task))|(?:that's|it's) on \w+
        tak(?:es?|ing) (?:care of|over|charge)|responsible for|in charge of|assign(?:ed|s)?
        task(?:s)? for|to-?do(?: list)?:?|action (?:item|point)s?|next steps?:?
        \w+ (?:takes|handles|covers|owns|brings|organi[sz]es|buys|fetches|collects|books|orders
        |prepares|sends|writes|checks|calls|picks up|looks after|sorts out|does|drives) (?:the|out
        |up|us|it|that|this|our|all|both|a)
        i (?:still |really |also )?(?:need|have|must|ought|got|'ve got|'d better)(?: to)? <act>
        (?:needs?|has|have|must|should|ought) (?:to )?(?:be )?(?:\w+ed|sent|paid|done|written) by
        (?:remind|ping|nudge) (?:me|us|him|her|them)|get .. to <act>|ask \w+ to
        (?:has|needs|have) to <act>|should <act>|must <act>
        (?:we|i) (?:need|have|must) (?:to )?<act>|i'm (?:on it|on the hook|seeing to)
        leave (?:it|that) (?:to|with) (?:me|\w+)|i promised|(?:i|we) (?:owe|promised)
        can you <act> .. by|volunteered|agreed to <act>|i need to
    """,
    "due": r"""
        (?:by|before|until|till|no later than|not later than|due|due on) (?:the |next |this[ ]
        |end )*(?:<date>|week|month|year|\d+)
        deadline|due (?:date|in|on|by)|at the latest|before the|(?:on|this|next) <weekday>
    """,
    "marks": r"""
        ^(?:please )?(?:never|don't ever|always|do not|only|from now) \w+|(?:never|always) .. please
        importan(?:t|tly):?|heads[- ]up|fyi|for (?:the|your) (?:record|information|reference|future)
        don't (?:ever )?forget|(?:keep|bear) .. in mind|keep in mind|bear in mind|please note
        remember(?: that|:|,| this| to| (?:the|my|our|he|she|we|i))|note(?: that|:|,| well)|be aware
        just so you know|so you know|you (?:should|need to|must|ought to) know|warning|watch out
        crucial|critical|vital|essential|never ever|under no circumstances|matters (?:a lot|most)
        non-negotiable|make sure (?:you|to|that)|worth (?:knowing|noting)|take note|attention
        big news|bad news|good news|news:|update:|urgent~|emergency
        (?:i|we) (?:just )?(?:got|had|received) (?:the |a )?(?:news|word|letter|call|results?
        |diagnosis|notice|email)
        only (?:eats?|drinks?|speaks?)|must never|must not
    """,
    "aside": r"""
        by the way|incidentally|btw|also,|one more thing|before i forget|did i mention
        (?:just )?so you know
    """,
    "event": r"""
        mou?ld|rust~|rotten|rot|woodworm|termites?|mice|rats?|asbestos|cracks?
        (?:visa|loan|permit|claim|application|request) (?:\w+ ){0,2}?(?:refused|denied|rejected
        |granted|approved|declined|turned down)
        operate|left-handed|dyslexic|colou?r-?blind|autistic|(?:afraid|scared|frightened) of|hates?
        can't stand|favou?rite|only (?:speaks?|eats?|drinks?)
        doesn't (?:eat|drink|speak|drive|like|want|work (?:on|at|with))|prefers?
        never (?:eats?|drinks?|works?)|serious|turn(?:s|ed|ing) \d+
        (?:we|he|she|they|i) (?:just )?(?:lost|sold|won|bought|got) (?:the|our|my|a|another|all) \w+
        (?:sold|bought) (?:the|our|my|his|her)|new owner|tak(?:es|ing) over
        starts? (?:school|work|university|college|kindergarten|nursery|treatment|chemo|therapy
        |training|on <date>)
        last day|first day|graduat~|exam|results|jump(?:ed|s) ship|went to (?:a|the) competitor
        stepped down|steps down|no longer with|in intensive care|stable
        is (?:coming|leaving|staying|moving|joining|visiting|back|gone|away|closed|cancelled|ill
        |sick|missing)
        allerg~|intoleran~|diagnos~|pregnan~|surgery|operat(?:ion|ed)|hospital~|fractur~|stroke
        heart attack|cancer|tumou?r|diabet~|asthma~|epilep~|positive for|pills?|medication|medicine
        prescribed|insulin|antibiotics|vaccin~|c(?:o?e|e)liac|vegan|vegetarian|deaf|blind|dementia
        wheelchair|(?:broke|broken|breaks|sprained|tore|injured|hurt) (?:his|her|my|their|a|an|the)
        died|passed away|death|funeral|dying|(?:was|were|is|got) born|had (?:a|the) baby|newborn
        engaged|(?:getting|got|get) married|divorc~|separat(?:ed|ing)|split up|broke up|widow~
        mov(?:ed|ing|es?) (?:in|out|to|back|house|abroad|away)
        new (?:job|boss|address|number|phone|landlord|manager|owner|surname|school|director|ceo
        |account|contract)
        laid off|redundan~
        (?:was|were|been|got) (?:fired|sacked|let go|promoted|hired|accepted|rejected|elected
        |arrested|suspended|stolen|robbed|hacked|burgled|evicted|sued|admitted|made)
        lost (?:my|his|her|our|the|their) (?:\w+ )?(?:job|passport|keys?|wallet|licen[cs]e|client
        |customer|contract|funding|grant|phone|case|appeal|house|flat)
        resign~|handed in|quits?|retir(?:es?|ed|ing)|got (?:the|into|in|a place|accepted)
        passed (?:the|her|his|my|our)
        (?:shuts?|clos(?:es|ed|ing|ure)|closing down|shutting|goes under|went under) ?|bankrupt~
        insolven~|evict~|notice|terminat~|expir~|run(?:s|ning)? out|renew~
        (?:rent|price|prices|fee|fees|rate|cost|costs|premium) (?:is |are )?(?:goes|going|go|went
        |rises?|rose) up
        stolen|burgl~|hacked|breach~|leak(?:ed|s)?|flood~|caught fire|burn(?:ed|t) down|accident
        outage|recall(?:ed)?|banned|forbidden|lawsuit|audit~|inspection|on strike|strike|sick leave
        maternity|paternity|parental leave|on leave|off sick|out of office|unavailable|out until
        (?:falls?|drops?) out|pulled out|withdr(?:ew|awn|aws)|backed out
        cut (?:our|the) (?:budget|funding)
        can(?:'t|not) (?:eat|drink|have|walk|drive|see|hear|attend|come|make it|fly)|for the rest of
        for life|permanently|contract (?:ends|runs|expires)|won (?:the|a|first)|birthday is
        anniversary is|due in (?:<month>|spring|summer|autumn|winter)|expecting (?:a|our)
        tests? came back
        the (?:vet|doctor|hospital|school|bank|landlord|lawyer|surgeon|insurance|insurer|tax office
        |council|nurse|clinic|dentist|kindergarten|nursery|police) (?:called|rang|phoned|wrote|says
        |said|told|confirmed|emailed|found|has|will|wants|refused|approved)
    """,
    "corrects": r"""
        you(?:'re| are| were) (?:counting|forgetting|missing|assuming|confusing|mixing|thinking of)
        you (?:forgot|missed|left out|counted)
        you (?:wrote|typed|spelled|spelt|put down|noted|named|called it)
        (?:spel(?:led|t)|written|pronounced) .. (?:with|without|as)
        (?:with|without) (?:an?|the|one|two|a double) (?:\w|slash|hyphen|accent|umlaut|dash|dot
        |space)(?=[.!,]|$)
        moved (?:to|out)|(?:isn't|aren't|is not|are not) .. any ?more
        you said .. (?:it's|it is|but|he's|she's)
        (?:that|this|it|which|you)(?:'s| is| was|'re| are) (?:\w+ )?(?:wrong|not right|incorrect
        |not true|a mistake|outdated|out of date|not correct|mistaken|a typo|misspelt|misspelled)
        you(?:'ve| have)? (?:got|mixed|confused|misspel\w+|misread|misunderstood|forgot|mistook)
        you (?:keep|kept) \w+ing
        you (?:always|still|again|just|wrongly) (?:write|wrote|say|said|call|called|put|use|used
        |spell|got|have)
        (?:as |like )?i (?:already |never )?(?:told you|gave you|meant|misspoke|mistyped|was wrong
        |got .. wrong|made a mistake|mixed|never said|didn't (?:say|mean)|did not (?:say|mean))
        correction|scratch that|my (?:mistake|bad|error)|typo
        actually,? (?:it|he|she|we|they|the|my|our|no|that|i|there|\w+ (?:is|are|was))
        (?:should|ought to|must) (?:be|have been|read|say) .. not|(?:is|are) spel(?:led|t)
        (?:with|without) (?:an?|one|two) .. (?:not|in)|stop (?:calling|writing|using|saying)
        supposed to be|(?:wrong|incorrect)(?:ly)?|mislabel~|mixed up|mix-up|(?:nonsense|rubbish)
        (?:haven't|hasn't|don't|doesn't|didn't) .. (?:for years|since|in ages|any ?more)
        the (?:right|correct|real|proper) \w+ (?:is|was)|nope
        ^no,? (?:it's|it is|he|she|the|my|our|we|that|they|his|her)
    """,
    "contrast": r"""
        ^(?:no,? )?not (?:\w+ ){0,2}?\w+[.!;]|^(?:no,? )?\w+, not|\w+, not (?:\w+ )?\w+(?=[.!,]|$)
        (?:isn't|wasn't|aren't|is not|was not|don't|doesn't) .. (?:it's|it is|it was|he's|she's|but
        |we)
        (?:it's|that's|he's|she's|i'm|it is|is|are|was|were|at|on|in|of|has|have|called
        |named) .. not
        not .. but|(?:it's|that's|there's|there are) (?:not|no) .. it's
        it(?:'s| is|'s been) (?:\w+ )?not
    """,
    "learnt": r"""
        the whole time|all along|(?:says?|said|told me|advises?|recommends?) to \w+
        the (?:trick|secret|key|knack|art|point) (?:with|to|of|about|for|here|is) .. (?:is|was|to)
        (?:you|one) (?:have|need|has) to .. to \w+|in order to .. (?:have|need|must)
        (?:needs?|wants|requires) (?:the|an?) (?:old|new|other|right|special|different|older|newer
        |longer)
        (?:did|does) (?:it|the trick|the job)|i've got it|works wonders
        the (?:only|best) way (?:to|is)|how to|turns? out|turned out|figured (?:it |this |that )?out
        found out
        (?:i|we) (?:just |finally[ ]|also |have |'ve )*(?:learn(?:ed|t)|discovered|reali[sz]ed
        |noticed|worked out|understood)
        lessons?(?: learn(?:ed|t))?:?
        the (?:trick|secret|key|knack|fix|solution|workaround|cure|remedy|answer|cause
        |culprit) (?:is|was|turned out|to)
        (?:trick|fix|solution|workaround):|note to self|til|now i know|solved (?:it )?(?:by|with)
        fixed (?:it )?(?:by|with)|what (?:helped|works|worked|fixed|solved|did it|made it)
        (?:only )?works? (?:only )?(?:if|when|once|after|as long as|best)
        only (?:\w+ )?(?:if|when|once|after)
        (?:you|one) (?:have|need|has|must|should) (?:to )?\w+ .. (?:first|before|otherwise|or else)
        (?:says?|said|told me|told us|showed me|showed us|explained|recommends?|taught (?:me|us)
        |swears by|advised|warned) .. (?:have to|has to|must|should|never|always|only|need|needs to)
        (?:taught|showed) (?:me|us)
        (?:must|should|has to|have to|needs? to) .. (?:or else|otherwise)
        (?:always|never) .. (?:first|before|or|otherwise)|got (?:it|them|that) (?:to work|working)
        by \w+ing|instead of .. it (?:worked|works|stays|stayed)|no more \w+ since
        ever since (?:i|we)|if you .. (?:it|they) (?:works?|stays?|stops?|won't|will|goes|never)
        the reason (?:is|was)
    """,
    "rule": r"""
        (?:cut|cuts|halve[sd]?|double[sd]?|speeds?|reduces?|saves?|shortens?) .. (?:time|half|work
        |cost|noise|wear)
        (?:faster|better|softer|easier|quieter|cleaner|crisper|longer) (?:with|if|when|without)
        twice as \w+
        (?:if|when|once|as long as|unless) (?:you|one|i|we) .. (?:it|they|the \w+|that|nothing
        |there)(?: \w+)? (?:\w+n't|stays?|never|won't|will|is|goes|stops?|works?|keeps?|becomes?
        |gets?)
        (?:explained|showed|taught|told) (?:it|me|us|him|her)
        (?:made|makes|lets|let|keeps|kept|stops|stopped|prevents) .. (?:appear|work|go away
        |disappear|stop|stay|run)
        (?:must|should|have to|has to|need to) (?:be )?\w+ .. (?:first|before|after|at least|under
        |over|above|below)
    """,
    "works": r"""
        \w+ (?:did it|does it|did the (?:trick|job)|helped|fixed it|solved it|saved it
        |works wonders)
        i've got it|got it
        (?:is|are|it's|looks) (?:\w+ )?(?:spotless|like new|perfect|clean|fixed|back|quiet|dry
        |smooth|gone|tight)
        (?:it|that|this|everything) (?:finally |now |suddenly )?(?:works?|worked|runs?|compiles?
        |did it|boots?|helped|fits|stuck|stays?|stayed|passes|passed|builds?|holds?)
        works now|finally|solved|fixed|sorted|success|at last|no more (?:errors?|crash\w*|leaks?)
        that was it|(?:stopped|quit) \w+ing|gone now|hooray|yes!+|eureka
    """,
    "resolved": r"""
        how did (?:you|we|i|they|it) (?:\w+ )?(?:get|manage|fix|solve|do|make|work|find)
        why (?:does|did|is|was|do) .. (?:now|suddenly|again|after all|finally|all of a sudden)
        (?:and )?(?:suddenly|now) (?:it )?works|what (?:was|had) (?:it|wrong|the|gone|been)
        so (?:it|that|this|the) .. (?:was|is|just|only)|so (?:it's|it was|that's|that was)
        (?:was|is) (?:it|that) (?:just|only|really|the)|what did you (?:change|do)|how come
        that was (?:it|all)|why did (?:it|that|this) (?:work|help|fail|break|crash)
    """,
    "measured": r"""
        side by side|next to (?:each other|one another)|laid .. out|(?:agrees?|matches|fits) with
        neither of the|(?:that|this|those|these) (?:was|were|is) (?:the last|all) (?:of|the)
        all (?:of them|the \w+) (?:are )?(?:done|in)
        ^(?:took|logged|noted|wrote down|weighed|timed|read|watched|monitored|recorded|repeated
        |rerun|reran) (?:my|the|all|both|it|them|every|each)
        for (?:two|three|four|\d+) (?:days|weeks|months)
        (?:gone|went|been|looked|dug|combed) (?:through|over|into)
        ^(?:swapped|tried|checked|tested|replaced|measured|compared|counted|ran|asked|read|removed
        |reinstalled|restarted)
        (?:came|comes|come) (?:back|out|in)|same (?:thing|problem|error|result|story)
        no (?:change|difference)|(?:\w+ )(?:out )?of (?:ten|\d+|them)
        (?:i|we|i've|we've|\w+) (?:have |has |just |now |finally |also )*(?:compared|measured|tested
        |checked|counted|logged|tracked|analy[sz]ed|weighed|tried|swapped|went through|surveyed
        |looked (?:at|through|into)|benchmarked|profiled|inspected|timed|examined|asked|reran
        |replaced|repeated|monitored|calculated|ran|did|read|interviewed|recorded|audited|removed)
        here(?:'s| are| is) (?:the|both|all|my|our)|results?
        (?:is|are) (?:in|done|coded|counted|finished|complete|ready|back|evaluated|through)(?= now
        |[.,!]|$)
        gives?|shows?|showed
        (?:numbers|data|figures|survey|test|tests|regression|logs?|readings|statistics|quotes|sample
        |samples|experiment|measurements?|trial|benchmark|poll|report|lab)
        attached|(?:too|as well|either|same (?:thing|problem|error|result))(?=[.!,]|$)
        still (?:gets|does|the|happens|fails|same|slow|hot|wet|leaks|crashes)
        even (?:with|without|after)|it only \w+|(?:with|without) the (?:new|old|other)
        \d+ (?:%|percent|per cent)
    """,
    "concludes": r"""
        so (?:it|that|the|this|we|our|all)(?:'s| is| isn't| was| wasn't| must| can't| does)
        (?:so|then) the .. (?:is|was|isn't|wasn't|must|can't)|therefore|hence|which means|that means
        conclusions?:?|bottom line:?|upshot|in short|all in all|overall|it follows|evidently|clearly
        obviously|must (?:be|have been)|rul(?:es|ed|ing) out|proves|confirms|(?:net )?result:
        in the end (?:it|the)
        the (?:problem|cause|culprit|bottleneck|fault|issue|difference|winner) (?:is|was|lies|sits)
        comes down to|boils down to|on balance|my take|nothing to do with|not because|points to
        makes? no difference|is (?:cheaper|faster|slower|dearer) by|summing up|to sum up
    """,
}
