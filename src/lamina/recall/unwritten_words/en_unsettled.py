"""English words: what settles nothing, or is no news."""

from __future__ import annotations

WORDS = {
    "ask": r"""
        ^(?:and |but |so |well,? |ok(?:ay)?,? |hey,? )?(?:who|whom|whose|why|how(?! we| they| it)
        |where(?! [^?]*,)|when(?! [^?]*,)|which(?! means)|what(?! a)|(?:is|are|was|were|does|did|can
        |could|should|shall|would|will|has|isn't|aren't|don't|doesn't|didn't|wouldn't|couldn't
        |shouldn't|haven't|hasn't) (?:i|you|he|she|it|we|they|there|this|that|the|my|our|your|these
        |those|any|anyone|all|an?)|(?:do|have|am) (?:i|you|we|they))
        (?:remember|recall) (?:when|how|what|where|that time)|remind me (?:what|who|when|how|where)
        do you (?:know|think|remember)|any (?:idea|ideas|thoughts|tips|suggestions)
        i (?:was )?wonder(?:ing)?
    """,
    "request": r"""
        ^(?:pretend|let's pretend|make believe|imagine)|one more (?:try|time|go)
        (?:give it|try) (?:it )?(?:again|another)
        ^(?:the )?same (?:chart|graph|picture|text|table|thing|again)
        ^(?:ok(?:ay)?,? |yes,? |right,? )?(?:go on|carry on|continue|next)[ .!]*$
        ^(?:spell-?check|proof-?read|correct|check|improve|shorten|polish) (?:this|the|my)
        (?:this|these|following|below|sentence|text|story|paragraph|email):
        ^(?:continue|go on with|finish) the|^you(?:'re| are) (?:a|an|now|the) \w+|^act as
        (?:role ?play|in the role of)
        ^(?:please |now |and |then |just |can you |could you )*(?:fix|run|implement|test|debug
        |install|deploy|commit|push|merge|add|remove|delete|update|set|change|move|replace|build
        |compile|lint|restart|download|upload|make|put|insert|wrap|split|log|use|try|undo|revert
        |clean)(?= (?:it|that|this|them|the (?:tests?|build|code|file|function|linter|script|server
        |bug|heading|title|page|text|style|colou?r|font|button|line|lines|class|method)))
        ^(?:please )?run \w+
        ^(?:please |ok(?:ay)?,? |now |and |so |hey,? |then |just |quickly |can you |could you[ ]
        |would you |will you |i(?:'d| would) like you to |i need you to |i want you to[ ]
        |help me )*(?:write|draft|compose|translate|summari[sz]e|explain|show|list|draw|sketch
        |calculate|compute|find|search|look up|google|rename|sort|convert|read|tell (?:me|us)
        |give me|give us|continue|go on|carry on|rephrase|reword|rewrite|paraphrase|proofread
        |correct the|fix the|format|refactor|generate|create|make me|make a|make an|make it
        |make this|make up|invent|brainstorm|suggest|recommend|describe|define|compare|analy[sz]e
        |review|check|count|repeat|open|print|name|outline|turn this|turn the|shorten|expand|improve
        |polish|edit|play|sing|help|pick a|choose a|think of|come up with|put this|put these|imagine
        |estimate|solve|evaluate|plot|transcribe|extract|quote|complete|fill in|run|remind me what
        |say)
        ^(?:more|again|next|another one|one more|same again|shorter|longer|louder)[ .!]*$|for me:[ ]
        the following (?:text|sentence|paragraph|article|email)
        (?:story|poem|novel|scene|chapter|song|tale|sketch|play|script) (?:about|in which|where)
    """,
    "suppose": r"""
        what if|what would|hypothetically|hypothetical|suppos(?:e|ing)|imagin(?:e|ing)
        assum(?:e|ing)|let's (?:say|pretend|imagine|assume)|in theory|theoretically|say we|pretend
        if (?:we|i|you|they|he|she|it|there) (?:were|had|could|did|ever|\w+ed|sold|bought|quit|left
        |went|took|got|made|lost|won|gave|had|ran|put|cut|let|came)
        i wish|if only|wouldn't it|would be (?:nice|great|good|cool|fun|lovely)|in a perfect world
        thought experiment|just dreaming|one day|someday
    """,
    "trouble": r"""
        \w*(?:error|exception)\b|traceback|stack ?trace|segfault|panic(?:ked|s)?|line \d+|undefined
        null pointer|exit code|status (?:code )?\d{3}
        (?:doesn't|does not|won't|will not|isn't|can't) (?:compile|build|run|start|load|open|respond
        |render|import|install|pass|work)
        (?:tests?|build|pipeline|job|deploy\w*|query|script|page|app) (?:fails?|crash\w*|hangs?
        |is (?:failing|broken|red|slow)|breaks?)
    """,
    "open": r"""
        rather not
        (?:both|either|all)(?: of them)? (?:are|is|would be|work)? ?(?:fine|ok|okay|good) (?:with|by
        |for) me
        don't mind|don't care|no preference|feels? (?:like|endless|long|so)
        no (?:word|update|reply|sign)|says? (?:to )?wait|keeps? (?:us|me) waiting
        may(?:be)? .. may(?:be)? not
        (?:nothing|nobody|no one|never|none of it) (?:\w+ ){0,2}(?:decided|settled|agreed|fixed)
        no (?:decision|agreement|conclusion)s?
        (?:just|only) (?:an idea|a thought|thinking|a joke|a suggestion|wondering|asking
        |brainstorming)
        never ?mind|forget (?:it|what i)|scratch the idea
        (?:thinking|thinks|thought|considering|talking) (?:about|of|over)|almost|nearly
        don't (?:really )?like|not (?:my|a) (?:thing|fan)
        (?:will|'ll|going to|gonna) (?:look at|think|see|tell us|let us know|ask around|check out
        |have a look|get back)
        not (?:quite |entirely |really |so )?sure|unsure|undecided|unclear|undetermined
        (?:haven't|hasn't|have not|has not|not|yet to) (?:yet |really |been |be )?(?:decid\w+
        |settled|fixed|chosen|agreed|final\w*|made up|picked|heard|sorted|worked out|confirmed)
        (?:nothing|nobody|no one)(?:'s| is| has| has been)? (?:yet )?(?:been )?(?:fixed|decided
        |settled|final|sure|agreed|certain|signed|said|confirmed)
        maybe|perhaps|possibly|probably|might|could be|may or may not|or maybe|if at all
        i (?:really )?(?:don't|do not) know|no idea|no clue|who knows|hard to say
        (?:still|just|am|are|'m|'re) (?:thinking|considering|debating|wondering|torn|weighing
        |mulling|leaning|toying|going back and forth|in two minds|arguing|discussing|on the fence)
        let me (?:think|sleep)|sleep on it|think about it|we'll see|we shall see|tbd|to be decided
        it depends|depends on|whether (?:to|or|we|i|it)|can't (?:decide|make up)|up in the air
        not yet|no (?:news|answer|word|reply|decision)|waiting (?:for|to hear)|either .. or
        (?:is|are|it's|that's) still open|on the fence|toss-up|jury is still out|50-50
        one of these days|ask me (?:again|later)|another time|not now|later maybe
    """,
    "propose": r"""
        (?:i|we) (?:could|can|may) (?:always |also |still )?(?:ask|try|call|check|take|look|use
        |borrow|see|get|do)
        how about|what about|why (?:don't|not)|(?:shall|should|could) (?:we|i)
        i(?:'d| would)? (?:suggest|propose|prefer|like|love|rather)|we (?:could|should|might|ought)
        it might be|(?:an|my|one) (?:idea|suggestion|proposal)|proposal|i think we
        i (?:want|feel like|am tempted|'m tempted)|tempted
    """,
    "chat": r"""
        ^(?:hi|hello|hey|hiya|morning|good (?:morning|evening|night|afternoon)|bye|goodbye|see you
        |thanks|thank you|thx|cheers|ta|welcome back|how are you|what's up|wow|cool|nice one
        |great job|well done|love it|awesome|brilliant|phew|ugh|argh|oh dear)(?:[ ,.!]+(?:there|all
        |again|so much|a lot|a million|very much|everyone|for \w+(?: \w+)?))?[ .!]*$
        lol|lmao|rofl|ha(?:ha)+|hehe~|just kidding|i'm kidding|what a (?:day|week|night|mess)
        (?:made|makes) (?:my|me) (?:day|morning|laugh|smile)|that (?:really )?helped|i'm bored
        i (?:love|like) (?:you|it|that|this)|you're (?:great|the best|funny|awesome|amazing|welcome)
        i'm (?:so |really |just )?(?:tired|exhausted|hungry|happy|bored|glad|in a good mood)
        feeling (?:good|great|tired|down)|the weather|lovely (?:weather|day)|can't sleep
    """,
    "others": r"""
        (?:the )?(?:government|president|prime minister|minister|parliament|congress|senate
        |supreme court|white house|bank of \w+|central bank|fed|ecb|nasa|esa|eu|european union|un
        |nato|who|pope|king|queen|google|apple|microsoft|amazon|meta|tesla|openai|twitter|netflix
        |nvidia|intel|ibm|fifa|uefa|nba|nfl|police|opposition|chancellor|mayor|commission) (?:has[ ]
        |have |had |just |finally |apparently |will |is |are |'s )*(?:decided|announced|\w+ed|held
        |cut|raised|chose|going|planning|closing|moving|said|says|will|wants|plans|won)
        (?:my|our|his|her|their|a|the|some|this) (?:\w+ )?(?:sister|brother|neighbou?rs?|friends?
        |cousin|uncle|aunt|colleague|coworker|roommate|flatmate|mate|ex|buddy|guy|woman
        |bloke) (?:\w+ )?(?:has |have |had |just |finally |now )*(?:decided|chosen|announced|wants
        |plans|is going|thinks|believes|says)
        i (?:just )?(?:read|heard|saw) (?:that|on|in|about|somewhere)|they say|rumou?r
        (?:in|on) the news|according to|the (?:paper|papers|newspaper|news) (?:says?|said)
        in the (?:film|movie|book|series|novel|show|game|episode)
        the (?:hero|heroine|protagonist|villain|character|narrator)
    """,
    "past": r"""
        (?:last|years? ago|back then|back in|in \d{4}|once|used to|as a child|when i was)
        (?:last|that) (?:year|month|week|night|time)
    """,
}
