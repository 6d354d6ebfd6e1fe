"""English words: what stays open in a talk."""

from __future__ import annotations

WORDS = {
    # What the user wants from now on, and that it is meant for the agent.
    "standing": r"""
        from now on|always|never|whenever|every time|each time|in (?:the )?future|going forward
        don't ever|do not ever|unless i (?:ask|say)|without (?:asking|my)|until i say|by default
        when i (?:say|write|type|ask)|as a rule|under no circumstances|no (?:more )?\w+ unless
        (?:i|we) (?:only|never) (?:want|accept)|remember(?:,| that| this)?:?|one (?:thing|rule):
        if (?:a|an|any|the|someone|anyone|i) .. (?:then )?(?:always|never|tell|ask|send|forward)
    """,
    "addressed": r"""
        please|you|your|me|my|i mean|answer|reply|write|speak|push|send|call|ask|tell|cc|use
        keep|deploy|commit|forward|book|add|remind|remember|address|make|do not|don't|(?:never
        |always) (?!had|have|been|was|were|is|are|a|the|on)\w+
    """,
    # What is still to be done.
    "todo": r"""
        (?:i|we) (?:have |had |'ve )?promised
        (?:i|we|he|she|they) (?:still |really |also |just |now )*(?:need
        |needs|have|has|had better|must|ought|gotta|'ve got|got)(?: still)?(?: to)? (?!be |been |any
        |no|a |the[ ]|an |some)\w+
        (?:i'll|i will|we'll|we will) (?:then |also |just |quickly |try to )*<act>
        ^(?:right|yes|yeah|oh|ok|okay|and|so|also|true)?,? ?(?:still |also )?(?:need|have
        |got) to \w+|gotta|have to|has to|need to (?!know)|needs? to (?:be|tell|get|send|sign
        |ask|call)|must be|(?:some(?:body|one)|one of us) (?:has|needs|should|must)
        still (?:to (?:do|be)|need|needs)|(?:is|it's|are) due|remains to be|left to do
        don't forget|not to forget|remember to|to-?do|action items?|before i forget|remind me to
        by (?:the )?(?:<date>|\d+)
    """,
    "agent_todo": r"""
        (?:some(?:body|one)|you|we|they|he|she) (?:still |first |then |will )*(?:has|have|needs?
        |must)(?: still| first)? to \w+|still (?:needs?|missing|to (?:do|be)|open|waiting|lacks?
        |requires?)|(?:needs?|has|have) to be \w+|what's (?:left|missing) is|is still (?:missing
        |open)|remains to be
    """,
    "asks_for": r"""
        please|could you|can you|would you|i'd like you to|(?:also|and|now|then) (?:do|add|make
        |fix|update|write|send|check|bump|book|order|call|remove|delete|rename|move|run|finish)
    """,
    # What an agent will do, and when.
    "promise": r"""
        (?:i'll|i will|i am going to|i'm going to|i shall) (?!be able|need|have to|not|never)\w+
        (?:you'll|you will) (?:get|have|hear|receive) .. from me|i'll get back
    """,
    "later": r"""
        <date>|later|next|soon|as soon as|once|when|afterwards|this (?:evening|afternoon|morning
        |week)|every (?:<weekday>|day|week|month|morning|evening)|until then|in (?:a|an|\d+) \w+
        first thing|over the weekend|after that|within
    """,
    # What an agent does not know.
    "unknown": r"""
        (?:can't|cannot|can not|couldn't|could not|unable to|not able to) (?:\w+ )?(?:reach|find
        |open|access|tell|check|see|load|say|get|connect|look)|(?:don't|do not|didn't|doesn't
        |does not) (?:\w+ )?(?:have|know|see|find|say|mention|list)|(?:haven't|have not|hasn't
        |has not) (?:\w+ )?(?:found|heard|seen|been|got|any|replied)|found nothing|nothing (?:in
        |from|about|on|there|found|so far|yet)|no (?:record|trace|date|idea|answer|reply|mention
        |entry|information|details?|notes?) (?:of|in|about|on|from|yet|for|there)
        not (?:mentioned|listed|recorded|available|in (?:my|the|your) notes)|unclear|not sure
        i (?:only|just) (?:have|see|find)|i'd (?:have|need) to (?:check|ask|look)
        not yet (?:known|clear|decided)|(?:only|just) (?:says|lists|has|shows)|unknown|(?:i'll
        |let me) (?:have to )?(?:first )?(?:check|ask|find out|look into)|no idea
    """,
    # What is no question, though it looks like one.
    "rhetorical": r"""
        right\?|huh\?|eh\?|isn't it\?|aren't they\?|don't you think\?|you know\?|okay\?|ok\?
        who (?:even|knows|cares|would|doesn't|does|wouldn't)|how (?:cool|great|nice|weird|funny
        |hard|dare) (?:is|are|can|could|you)|why (?:does|is) (?:this|it|everything) always
        what (?:a|could possibly|else is new)|will i ever|am i (?:right|crazy)|really\?
        seriously\?|(?:where|what) (?:were|was) (?:we|i)|guess what|you know what
        remember (?:when|how)|how are you|what's up|what do you think|any (?:ideas?|thoughts)
    """,
    # That something has been done, or is off.
    "did": r"""
        done|(?:i|we)(?:'ve| have)? (?:just |already |now |finally )*(?:called|rang|sent|paid
        |booked|asked|bought|ordered|signed|talked|spoke|wrote|emailed|fixed|cancelled|canceled
        |did|made|got|brought|found|picked|returned|checked|updated|moved|told|finished
        |submitted|renewed|posted|took|cleared|cleaned|replied|dropped)|(?:is|are|it's|that's
        |all) (?:already |now )?(?:done|sent|paid|booked|sorted|settled|fixed|in place|signed
        |off my list)|already (?:done|did|have|got|sent|paid|booked|brought)|all good|(?:she|he
        |they) (?:just )?(?:replied|answered|emailed|called|wrote|told me)|(?:found|sorted|fixed
        |handled|finished)(?: it| that)?(?=[.!, ]|$)|check(?:ed)? off
    """,
    "finished": r"""
        done|booked|ordered|sent|added|fixed|updated|deployed|cancelled|canceled|renamed|moved
        created|written|set|paid|merged|pushed|installed|removed|deleted|finished|signed|hidden
        tagged|published|submitted|is (?:up|back|out|live)|are (?:up|back|out|live)|passed
        on its way|has gone|went out|delivered
    """,
    "withdraws": r"""
        never ?mind|scrap (?:that|it)|forget (?:it|that|about|the)|drop (?:that|it)|cancel that
        (?:no )?(?:longer|need to|not) (?:needed|necessary|relevant)|no longer (?:need|want)
        don't (?:bother|need (?:it|that|to))|(?:i|we) (?:changed|have changed) (?:my|our) minds?
        (?:on|upon) second thoughts?|hold off|leave it|strike that|ignore (?:that|it)
        not any ?more|(?:doesn't|does not) matter|all good now|solved itself|instead of that
    """,
    # What is of the moment only.
    "musing": r"""
        daydream~|just (?:thinking|wondering|musing|kidding|joking|a thought)|at some point
        someday|maybe|perhaps|might|one day|dunno|not sure|let me (?:think|sleep)|sleep on it
        hm+ (?:dunno|maybe)|thinking (?:about|of)|talk tomorrow|see you|good ?night|bye
        gotta (?:run|go)|got to (?:run|go)|must\. not\.|i (?:read|heard) that
    """,
    "decision": r"""
        (?:we're|we are|i'm|i am) (?:cancelling|canceling|dropping|going with|keeping
        |switching to|moving to|not going|buying|selling|hiring|skipping|sticking with)|(?:we'll
        |we will|i'll) (?:only |now |just )*(?:go with|stick with|stay with|report in|keep the
        |drop the)|we (?:stay|go|stick) with|final(?: answer)?:|we agreed|that's settled
        let's (?:drop|keep|go with|stick with|use)
    """,
    "deciding": r"""
        decide|choose|pick|make up (?:my|our) minds?|settle on
    """,
}
