"""English words: how an agent answers."""

from __future__ import annotations

WORDS = {
    "_place": r"""
        (?:in|into|to|on|under|at|of|the|your|our|my|a|new|today's|daily
        |\w+'s) (?:\w+[- ]){0,2}?(?:notes?|lists?|file|log|memory|diary|journal|calendar
        |knowledge(?: base)?|lessons|tasks?|to-?dos?|backlog|handbook|profile|card|index|entry|page
        |section|records?|minutes|board|wiki|sheet|planner|decisions|facts|contacts|open topics
        |agenda|register|context|project(?: file)?)
        (?:to-do|your|the|my) list|\S+\.md|reminder
    """,
    # How an answer takes what was said.
    "ack": r"""
        (?:got it|understood|noted|will do|fine|agreed|good|clear|then)(?=[.!]|$)
        ^(?:right|good|great|fine|sure|perfect|clear|nice|lovely|wise|excellent|wonderful
        |splendid)(?=[,.!:;—–]|$| (?:call|choice|decision|plan|thinking|point|move|split|then
        |to know|of|one))
        ^(?:ok|okay|alright|all right|got it|understood|agreed|noted|will do|makes sense|of course
        |fair enough|deal|settled|very well|roger|thanks|thank you|sounds (?:good|great|like)|gladly
        |absolutely|then|so|in that case|consider it|decided|done|cheers|message received|copy that
        |clear enough|that's (?:clear|settled|decided|a plan|final)|i see|i'll (?:use|keep|stick|go
        |plan|treat|remember|switch|call|bear))
        it is(?=[.!,;]|$)|from (?:here|now) on|in mind|going forward
        good (?:call|choice|decision|plan|thinking|point)
    """,
    "agrees": r"""
        ^(?:ah|oh|aha|i see)
        ^(?:yes|yeah|exactly|correct|true|indeed|that's right|that fits|it does|right|quite)
    """,
    "apology": r"""
        i'll (?:use|go with|call|remember) (?:that|it)|sorry(?! to hear)|apolog~
        my (?:mistake|bad|error)|you're right|you are right|i stand corrected
        (?:thanks|thank you) for (?:correcting|the correction|pointing|catching|letting|clearing)
        ^(?:correct|right|true|of course)|i'll (?:correct|fix|change|stop|write|spell|strike|remove)
        corrected|i (?:had|got|mixed|misread|misheard|confused|mis\w+)|won't happen again
    """,
    "feels": r"""
        a blow|how (?:exciting|lovely|nice|awful|sad|terrible|wonderful|great|annoying)|big step
        exciting|what news|ouch|good that (?:he|she|it|they)|relieved|that must
        i'm (?:so |very |really )?(?:sorry|glad|happy)|sorry to hear
        glad (?:he|she|you|they|it|that)|congrat~|oh no
        that's (?:\w+ )?(?:hard|tough|rough|big|a blow|news|terrible|sad|awful|great|wonderful
        |a shock|serious|a pity|good news)
        get well|condolence~|my thoughts|hope (?:he|she|it|all|you|they|everything)|best wishes
        poor (?:thing|you|him|her|\w+)|what a (?:shock|blow|relief|pity|shame)|fingers crossed
        all the best|good luck|that hits
    """,
    "moved": r"""
        congrat~|condolence~|sorry to hear|so sorry|best wishes|get well
    """,
    "follows": r"""
        (?:that )?leaves .. (?:days?|weeks?|months?|to)
        (?:eight|six|four|ten|two|three|\d+) (?:days|weeks|months) (?:to|left|from)
        (?:will|would) look different|(?:from|as of) (?:then|july|<month>)|new contact
        no longer needed|becomes (?:her|his|the)|(?:a|the) (?:fifth|third|half|quarter|big part) of
        (?:then|so|that|this|which|therefore|meaning|it) .. (?:needs?|has to|have to|must|becomes?
        |means|covers|rules out|requires?|changes)
        off the (?:table|list|menu)
        (?:we|you|they)(?:'ll| will|'d better)? (?:need|have) (?:to|a|an|another|new|someone)
        needs? (?:another|a new|to be|re\w+ing)|for (?:life|good)|until then
        from (?:here|then|now) on|in that case|before (?:the|then|that)|best (?:to|if)
        should (?:be|go|move|come)|instead
    """,
    "finds": r"""
        so it(?:'s| is| was) (?:the|not|just|only)
        (?:shows?|drops?|rises?) in (?:all|both|every|each)|both are (?:off|wrong|right)|worthless
        looks like|it seems|shows it|one sees|innocent|deceptive|best value|blocks? the
        (?:saves?|gains?|costs?|changes?|adds?|buys?|does) (?:nothing|little|hardly)
        within the (?:noise|margin|error)|(?:hardly|barely|no) any|in (?:a|one) (?:year|month)
        (?:makes?|made|brings?|brought) no (?:difference|\w+)
        does(?:n't| not) (?:help|work|matter|change)|com(?:es?|ing) from|looking at
        only \w+(?: and \w+)? (?:meet|fit|pass|qualify|remain|make|have|has|is|are)
        (?:pattern|picture|result|answer|verdict|trend) is
        (?:aren't|isn't|not|is|are) worth (?:it|the)|then it's the
        (?:leaves?|only|nothing) (?:else|only|the|is left|remains)
        (?:you|we|they) (?:lose|gain|save|pay|waste|earn)|(?:must|has to) (?:come|be|lie|sit|stem)
        every \w+ (?:sits|lies|is)|still (?:fits|holds)|that fits|the lot
        ^(?:so|then) (?:it|that|this|they|the \w+|both|neither|all|your|our)(?: \w+)?(?:'s| is
        | isn't| was| wasn't| are| were| can| must| makes?| has| had| does| did)
        (?:it|this|that) (?:isn't|wasn't|is not|was not|can't be) .. (?:but|it's|it is|:|the)
        nothing to do with
        the (?:fault|problem|issue|culprit|cause|bottleneck|effect|difference|leak|delay|error|rest
        |gap|reason) (?:sits?|lies?|is|was|rest\w*|isn't|comes?|came|must|vanish\w*)
        what (?:comes out|it shows|this shows|emerges|remains|we see)
        (?:this|that|it|data|numbers|figures|which|results?|readings|both|log
        |diary) (?:clearly )?(?:shows?|means|suggests?|proves?|confirms?|points?|rules? out
        |tells? us|speaks?|leaves?)
        in short|bottom line|overall|all in all|conclusion|upshot|on balance
        comes? out (?:ahead|at|on top|cheaper|best|first)|by (?:\d|far)
        (?:is|are|was|were|works out) (?:the )?(?:\w+ )?(?:cheaper|cheapest|better|best|faster
        |fastest|worse|worst|slower|longer|safer|strongest|weakest|misleading)
        because of .. not|not because|rests? on|rested on|explains|evidently|turns out|therefore
        hence|rules? (?:it|that|out)
        (?:only|just) (?:after|on|when|with|at) .. (?:otherwise|the rest|on other|elsewhere|never)
        nothing left|can't stand|holds? up|pays? (?:off|for itself)|(?:to|is to) blame
        the (?:two|three|four|\w+) (?:agree|match|say the same|contradict)|correlat~
        no (?:link|effect|correlation|difference)|half of|most of (?:it|them|the)
        (?:is|are) (?:the )?(?:weak|real) \w+
    """,
    "learns": r"""
        (?:so )?that(?:'s| is| was) (?:then |just |really )?(?:the|what) \w+(?: then)?
        learnt something|i'll go by that|now (?:we|i) know|worth (?:remembering|noting|keeping)
        good (?:tip|trick|to have)|(?:nice|good|useful) (?:trick|tip)|so for \w+|useful|handy
        half an hour|twice|first .. then
        with (?:the|version|a) .. (?:prints|works|runs|starts|opens)|good to know
        (?:worth|handy|useful) (?:to know|knowing|remembering|keeping)
        that's the (?:trick|answer|secret|key|fix|reason|cause)
        the (?:\w+ )?(?:trick|cause|reason|culprit|fix|solution|key|answer|remedy|secret|problem
        |point|difference) (?:was|is|lay|lies)
        caused by|lesson|now we know|learn(?:ed|t)|the missing|it was (?:the|because|due|a)
        because (?:the|it|they|of)|that was (?:the|it)|(?:fixed|solved|cured|avoided) by|next time
        rule of thumb|always .. (?:first|before)|never .. (?:again|without)|so (?:always|never)
        no more \w+|(?:only|just) (?:after|when|if|once)|(?:thanks to|due to) (?:the|a)
        (?:needs?|needed|has|had) (?:to be )?\w+ .. (?:first|before)
        (?:with|without) (?:the|it|that) .. (?:works?|goes|runs?|stays?|holds?|passes)|takes? only
    """,
    "useful": r"""
        good to know|(?:worth|handy|useful) (?:to know|knowing|remembering|keeping|noting)|useful
        handy|lesson|good (?:tip|trick|hint)|learn(?:ed|t) something|rule of thumb|that explains
        explains it|so that's (?:it|why|what)|i'll (?:remember|bear|go by)|now (?:we|i) know
        makes sense now
    """,
    "takes": r"""
        (?:then|so|good|fine|ok|okay|alright|right)?[ ,:]*(?:you|i|he|she|they|we|\w+) (?:takes?|has
        |have|handles?|brings?|does|do|calls?|rotates?|covers?|owns?|sends?|gets?|collects?|buys?
        |books?|orders?|writes?|sees? to|picks? up|looks? after|fetch\w*|will|hands?) (?:the|it|that
        |on|care|over|up|them|both|him|her)
        deadline|is (?:yours|on you|with \w+)|the \d{1,2}\w\w it is|due (?:on|by)|by (?:<date>)
        (?:before|until) (?:the|<date>)|on (?:the|your|his|her) list
    """,
    "then": r"""
        ^(?:(?:ok|okay|good|great|fine|right|alright|all right|perfect|agreed
        |lovely)[,:.]? )?(?:then|so)
    """,
    # What speaks against anything being settled.
    "unsure": r"""
        question of (?:price|taste|time|money)
        (?:when|whenever|as soon as) you(?:'re| are)? (?:ready|like|want)|one of (?:the two|them)
        from here|(?:can't|cannot|can not|couldn't|hard to|difficult to) (?:tell|say|know|judge)
        depends?|(?:it|that|he|she|they|there) (?:could|might|may)|maybe|perhaps|possibly|not sure
        i don't know|(?:it's |is |are )?possible|either of|one of the two|up to you
        what (?:matters|weighs|would you)|you could|you might|i'd need|i would need
        would (?:rule out|need|have to|cost|bring|be|get|save)
        if you(?:'re| are| want| like| need| prefer)|only if|many|usually|typically|in general
    """,
    "leaves": r"""
        (?:stays|is|goes|put|keep\w*) (?:\w+ )?on hold|on the shelf|waits? (?:until|for|till)
        (?:leave|keep) (?:everything|it all|things|all of it) as|let's see (?:what|how|if)
        same again|next time, then|leave (?:it|that|this) (?:open|for now|there|as)
        wait (?:and see|for|until|to see)|no rush|no hurry|park (?:it|that)|keep(?:ing)? .. open
        (?:stays|remains|is) open|take your time|on hold|sleep on it|whenever you
        nothing (?:is |has been )?(?:decided|fixed|settled|final)|we'll see|tell me (?:when|once|if)
        let me know (?:when|once|what|how|if)|there's (?:still )?time|undecided
        until (?:you|he|she|they|we) (?:know|decide|hear|answer|choose)|revisit
        come back to (?:it|that)
    """,
    "offers": r"""
        shall i|should i|do you want|would you like|want me to|i can (?:also )?\w+|let me know
        happy to|if (?:you like|you want|needed)|say the word|i could|tell me if
    """,
    "delivers": r"""
        ^(?:done|okay|ok|sure|fixed)[,.:!] (?:the|it|all|your) .. (?:is|are) (?:gone|now|out|removed
        |fixed|changed)
        (?:is|are) now|here(?:'s| is| are| you go)|^(?:sure|of course|certainly|gladly)[!,.: ]+here
        voil[aà]|as requested|done:
        i(?:'ve| have) (?:translated|rewritten|renamed|drafted|summari[sz]ed|sorted|made you)
    """,
    # What says that it is written down; what leads up to a sentence.
    "written": r"""
        ^(?:it's )?(?:already|now) (?:in|on|under) (?:\w+ ){0,2}?<place>
        (?:is|are|it's|that's|have it|has it|stands|now|already) (?:now |already |there |all )*(?:in
        |on|under) (?:\w+ ){0,1}?<place>
        <place> (?:now )?(?:is|has|have|says?|holds?|lists?|knows?) (?:now )?(?:it|this|that|a new
        |an? \w+ on|both|updated|up to date|all of)
        (?:i(?:'ve| have)?|has been|have been|is|are|it's|that's|was|were|all|now|already|and
        |done,) (?:also |just |now |already|all |it |that |this |both |been |safely )*(?:noted|saved
        |recorded|logged|stored|written down|wrote .. down|jotted|filed|documented|captured
        |memori[sz]ed|archived|minuted|registered)(?= (?:in|into|to|under|down|on|as|it|that|this
        |them|your|for|with|at|there|both|everything|all|the)|[.:!,;]|$)
        ^(?:[\w ]{1,20}[,:.] )?(?:noted|saved|recorded|logged|stored|written|jotted|filed|entered
        |documented|captured|minuted)(?: it| that| this| them| both| everything)?(?: down)?(?: (?:in
        |into|to|under|on|as|at|for|there))
        ^(?:[\w ]{1,20}[,:.] )?(?:saved|recorded|logged|stored|written down|jotted down|filed
        |entered|documented|minuted)(?=[.:!,]|$)
        (?:i|i've|i have) (?:\w+ )?(?:made|left|kept|put down|set down|taken) (?:a|another) (?:note
        |record|entry|memo)
        memory updated|(?:note|entry) (?:added|made|written|saved|updated|created)
        (?:is|are|it's|that's|already) on (?:file|record)|set down|put on record
    """,
    "put": r"""
        (?:i|i've|i have|has been|have been|is|are|it's|that's|now|already|and|just|done,?
        |there's) (?:also |just |now |already |it |that |this |both |been |all )*(?:added|put
        |updated|entered|wrote|written|set|pinned|amended|appended|corrected|changed|extended|moved
        |placed|included|opened|up to date|a new (?:entry|line|item|note)|an entry|a line)
        ^(?:[\w ]{1,20}[,:.] )?(?:added|put|updated|entered|written|pinned|appended|amended
        |corrected|wrote)
    """,
    "place": r"""
        <place>
    """,
    "unwritten": r"""
        (?:i'll|i will|shall i|should i|i can|i could|you could|you can|you should|you might|let me
        |want me to|would you like|going to|if you like|haven't|have not|hasn't|not|nothing|nowhere
        |never|isn't|wasn't|best to|better) (?:\w+ ){0,5}(?:note|noted|save|saved|record|recorded
        |log|logged|write|written|add|added|put|store|stored|update|in|on|jot)
        automatically|first, then|(?:says?|said) nothing|nothing about
    """,
    "filler": r"""
        (?:ok(?:ay)?|so|well|right|alright|all right|fine|yeah|yes|yep|yup|no|nope|um+|uh+|er+|hm+
        |hey|oh|ah|actually|now|then|and|but|anyway|look|listen|guys|good|great|sure|you know|i mean
        |btw|by the way|basically|honestly|just|fyi|heads[- ]up|agreed|got it|understood|perfect
        |sorry|i see|thanks|thank you|good to know|of course|exactly|noted|done|deal|very well
        |in that case)
    """,
}
