"""English words of the recall trigger."""
# ruff: noqa: E501

from __future__ import annotations

WORDS = {
    "_we": r"we|i|you and i",
    "_adverb": r"(?:all|already|also|both|ever|finally|first|just|last|once|originally|really|then)\s",
    "_did": r"""
        \w{2,}ed|did|had|was|were|went|got|said|told|made|took|gave|put|bought|sold|paid|sent|wrote|found|left|kept
        met|saw|spoke|thought|chose|built|broke|brought|came|end up|set|read|heard|used to|lent|hid|drew|spent|lost
        won|began|knew|ate|wore|cut|drove|flew|taught|felt
    """,
    "_said": r"""
        said|told|mentioned|suggested|recommended|promised|advised|proposed|warned|explained|noted|found out|wrote
        showed|gave|sent|meant|calculated|worked out|figured out
    """,
    "_say": r"""
        say|tell|talk|speak|discuss|agree|decide|settle|mention|note|write|suggest|recommend|promise|conclude|save
        record|store|plan
    """,
    "_agreed": r"""
        talked|spoken|spoke|chatted|discussed|agreed|decided|settled|concluded|noted|jotted|arranged|wrote down
        written down|saved|stored|recorded|logged|bookmarked|planned|chosen|chose
    """,
    "_edit": r"""
        shorter|longer|brief~|simpl~|formal~|informal|casual~|friendl~|polite~|punch~|clear~|soft~|warm~|funn~|bold~
        strong~|catch~|concise|professional|crisp~|plain~|nicer|better|less|more
    """,
    "_count": r"an?|one|two|three|four|five|six|seven|eight|nine|ten|few|some|several|couple of|many|\d+",
    "_unit": r"(?:minute|hour|day|night|week|month|year|session|chat|message)s?",
    "_kin": r"mum|mom|mummy|mommy|dad|daddy|granny|grandma|grandpa|gran|nana|auntie",
    "_open": r"""
        (?:the |all |my |all the )?(?:tabs?|windows?|blinds|door|app|browser|calendar|mail|inbox|settings|camera|maps?
        page)
    """,
    "_the": r"the|our|my|this|that|these|those|his|her|their",
    "_what": r"what|who|whom|whose|when|where|why|how|which",
    # the whole message
    "small": r"""
        hi|hello|hey|hiya|howdy|yo|good (?:morning|afternoon|evening|night|day)|morning|evening|how are (?:you
        things)(?: doing)?|how(?:'s| is) (?:it going|life|everything|your day)|how do you do|how have you been
        what'?s up|sup|thanks|thank you|thx|ty|cheers|(?:so|very|a lot|a bunch|a ton|the help|your help)|much|many
        great|perfect|awesome|nice|cool|lovely|brilliant|excellent|amazing|wonderful|fantastic|super|wow|yay|neat
        sweet|ok|okay|k|alright|all right|sure|yes|yeah|yep|yup|no|nope|nah|right|exactly|correct|agreed|indeed|true
        fine|good|(?:sounds?|looks?) (?:good|great|fine|right)|lgtm|go ahead|go for it|do (?:it|that|so)|please
        please do|let's do (?:it|that)|carry on|that works|works for me|that's (?:it|all|right|fine|great|perfect
        good)|got it|i see|understood|makes sense|fair enough|never ?mind|forget it|no problem|no worries
        you're welcome|my pleasure|lol|haha~|hehe~|ha|hm+|oh|ah|oops|sorry|bye|goodbye|ciao|see (?:you|ya)|later
        cheerio|talk (?:to you )?(?:tomorrow|soon|later)|sleep well|sweet dreams|take care|well done|good job|love it
        nice work|welcome back|i'm back|same to you|good luck|enjoy|you too|happy (?:birthday|new year|easter)
        merry christmas|nice to meet you|me too|up to you|have a (?:nice|good|great|lovely) (?:day|evening|weekend
        night|one|time|trip)|(?:exactly )?what i needed|today|tomorrow|then|now|there|everyone|all|you|buddy|friend
        dear|mate|too|and|for|that|it|so|just|this|me
    """,
    # what kind of sentence
    "asks": r"""
        <what>|what'?s|who'?s|where'?s|how'?s|any (?:idea|news|word|update|luck|chance)|(?:is|are|was|were|do|does|did
        has|have|had|can|could|will|would|should|may|shall)(?:n't)?|am i|won't|can't
    """,
    "orders": r"""
        (?!(?:i|we|you|he|she|they|it|this|that|these|those|the|an?|my|our|your|his|her|their|there|and|but|so|if|when
        since|after|before|while|for|in|on|at|of|to|with|from|by|as|not|no|all|both|love|hate|had|got|thanks|saw|met
        \w+ed|\w+ing|\w*[^s\W]s)\b)[a-z]{3,} (?:the|our|my|me|us|him|them|it)|\w{3,}(?:i[sz]e|ify)|sum up|update|add
        answer|arrange|ask|attach|book|buy|bring|build|call|cancel|change|check|choose|clean|close|collect|compare
        compile|confirm|contact|continue|copy|count|create|debug|delete|deploy|do|download|draft|draw|edit|email|enter
        explain|export|extend|file|fill|find|finish|fix|forward|generate|get|give|go|help|import|include|insert|invite
        let|let's|list|look|mail|make|mark|message|move|name|notify|open|order|pack|pay|pick|plan|plot|post|prepare
        print|publish|pull|push|put|quote|read|recommend|register|remind|remove|rename|renew|repeat|reply|report
        request|reserve|reset|respond|restart|resume|return|review|ring|run|save|say|schedule|search|select|sell|send
        set|share|ship|show|sign|sort|start|stop|submit|suggest|summari[sz]e|take|tell|test|text|transfer|translate
        try|turn|undo|upload|use|verify|write|rewrite
    """,
    "please": r"""
        \w+ (?:needs?|wants?|asks?|asked|asks? for|(?:is|are|keeps?) asking(?: for| about)?|wants? to know) (?:our|my
        the|which|what|when|how)|please|pls|could you|can you|would you|will you|i need|we need|i(?:'d| would) like
    """,
    # for: the memory itself
    "memory": r"""
        remind me|(?:do|can|don't) you (?:still )?(?:remember|recall)|remember (?:<what>|<the>)|<we> (?:don't|can't
        cannot|couldn't|no longer) (?:quite |even )?(?:remember|recall)|<we> forgot (?:<what>|<the>)|(?:slipped
        escapes) (?:my|me)|jog my memory|(?:my|our|your) (?:\w+ )?(?:notes|memory|records|log|diary|journal)
        in the notes|you (?:<adverb>|once |never )?(?:<said>|had)|you'?(?:d|ve| had| have) (?:<adverb>
        once )?(?:<said>)|i (?:<adverb>|\w+ly )?(?:told|mentioned to|gave|showed|sent) you|(?:as|like) i (?:said|told)
        i (?:<adverb>)?(?:mentioned|complained|said|wrote) .. (?:before|earlier|once|about)|(?:have
        had) you (?:<adverb>)?(?:noted|saved|stored|written down|told me)|what do (?:you|we) know about|what (?:do
        did) (?:you|we) have on|look .. up in
    """,
    "agreed": r"""
        we (?:<adverb>)?(?:<agreed>)|we'?(?:d|ve| had| have) (?:<adverb>)?(?:<agreed>)|i(?:'d
        've| had)? (?:<adverb>)?(?:noted|jotted|wrote|saved|stored|recorded|logged|bookmarked)|did(?:n't)? (?:we|i
        you) (?:<adverb>)?(?:\w+ )?(?:<say>)|have (?:we|i) (?:<adverb>)?(?:<agreed>)|(?:what|who|when|where|which
        how much) .. did (?:we|you|i)|(?:<what>) did (?:we|i)|(?:our|the) (?:last |previous |earlier |first )?(?:chat
        conversation|talk|discussion|agreement)
    """,
    "shared": r"""
        did(?:n't)? (?:we|i)|(?:have|had|haven't|hadn't) (?:we|i)|were we|was i|<we> (?:<adverb>)?(?:<did>)
        have you (?:already )?(?:sent|booked|ordered|found|written|checked|done|paid|called|asked)|(?:we|i)(?:'d
        've| had| have) (?:<adverb>|\w+ )?(?:<did>|been|done|seen|known|taken|given)
    """,
    # for: time
    "earlier": r"""
        last time|the other (?:day|week|night)|back then|at the time|in those days|earlier|formerly|previously
        before (?:that|this|the|we|i|my|our|last)|(?:a while|some time) back|ages ago|(?<!how )long ago|once before
        yesterday(?!'s)|last (?:night|week|weekend|month|year|spring|summer|autumn|fall)|last (?:winter|\w+day
        christmas|easter)|(?:<count>) (?:<unit>) ago|(?:ever )?since (?:last|then|the|we|i|my)|so far|to date
        until now|up to now|originally|in the past|when we (?:<did>)|the time (?:we|i)|my last|our last
        this (?:morning|afternoon)|at first
    """,
    "former": r"""
        yesterday's \w+|(?:previous|last|former|old|original|initial|prior|recent|latest|earlier) (?!name|digit|letter
        word)\w+|(?:first|second) (?:round|attempt|visit|try|draft)
    """,
    "usual": r"""
        where (?:it|they|he|she) (?:\w+ )?(?:best|last|before)|from (?:the|our|my) (?:\w+ )?list|where (?:we
        i) (?:always|usually|normally)|(?:we|i|everyone|they|the team) (?:like|likes|prefer|prefers)\b|the usual|(?:as
        like) (?:usual|always|before|ever|agreed|discussed|planned|promised|decided)|(?:as|like) last time
        (?:the )?same (?:\w+ )?as|you(?:'ve| have)? (?:got|know|have) (?:<the>|<what>)|where .. (?:usually|normally)
        the way <we>|the (?:regular|standard|agreed|default) (?:\w+)|my (?:usual|favou?rite|regular)|our (?:usual
        favou?rite|regular|standard)|as per our|per our
    """,
    "resume": r"""
        where (?:are|were|did) we (?:with|on|at|stop|leave|left)|where (?:are|were|did) we|where <we> (?:stopped|left
        were|ended|got|paused)|left off|how far (?:are|did|have|along)|(?:pick|take) .. back up|pick up (?:<the>)
        (?:get|got|go|come|getting|return|back) (?:on|back) (?:with|to)|back to (?:the|our|my)|(?:continue|carry on
        keep going|go on) (?:with|on|the|our|my|working)|where .. stands|resume|(?:move|moving) on to|on to (?:the
        chapter|part)|next (?:chapter|section|item|step)|what'?s (?:left|next|still open|outstanding|pending
        new (?:with|on)|the (?:status|state))|what is (?:left|next|still|outstanding|pending)|(?:status|state|progress
        update) (?:of|on)|any (?:news|word|updates?|progress|reply|answer) (?:on|from|with|about|yet)|what about <the>
        how (?:is|are|did|'s) (?:the|our|my|that) .. (?:going|coming|progressing|go|end|turn out|work out)
        what (?:came|became|happened) .. (?:of|to|with)|still open|turned out|to-?do list|open (?:points|items
        questions|issues|tasks)|let's (?:finish|tackle)
    """,
    "again": r"""
        again|still|once more|any ?more|any longer|yet|already|by now|(?:is|are) back|left (?:for|over)|enough|(?:used
        supposed) to
    """,
    # for: what only this user's memory can know
    "ours": r"""
        our|ours|us|(?:while|when|if|before|after|can|should|could|must|will) we|do we|did we|are we|we (?:have|use
        need|pay|owe)
    """,
    "mine": r"my|mine|(?:do|am|did) i|<kin>(?:'s)?",
    "private": r"""
        (?:door |access |entry |alarm )?codes?|date of|pass(?:word|code|port)|pin|login|credentials?|wi-?fi
        (?:e-?mail |home )?address(?:es)?|(?:phone|tax|account|customer|contract|insurance|policy|order|booking|serial
        plate) (?:number|id|no)|number plate|iban|vat id|blood (?:type|group)|(?:shoe|ring|shirt)? ?sizes?|height
        weight|dos(?:e|age)s?|tablets?|pills?|allerg\w+|birthday|anniversary|deposit|rent|salary|wages?|budget
        deadline|due|contract|lease|invoices?|quote|offer|appointments?|book(?:ed|ing)|reserv\w+|deliver(?:y|ed)
        (?:emergency )?contacts?|(?:spare )?keys?|landlord|landlady|neighbou?rs?|dentist|doctor|vet|physio\w*
        babysitter|teacher|coach|boss|colleagues?|clients?|customers?|suppliers?|plumber|electrician|builder|lawyer
        accountant|tenants?|warranty|receipts?|subscription|staging|prod|backups?|minutes|roadmap|backlog|sprint
        release|tickets?|registration|refund|claim|appeal|rota|shifts?|(?:my|our|the) (?:shopping|guest|packing) list
        terms|steps
    """,
    "lookup": r"""
        (?:pull|take|use|grab|get|copy|borrow) .. from (?:the|our|my|last)|(?:can't|cannot|can not|couldn't
        don't) find|i'?m missing|what did i do with|notes (?:from|of|on)|(?:show|find|pull up|dig (?:out|up)|bring up
        call up|get|fetch|give|read|open|check|send|list) (?:me |us |out |up )?(?:<the>|what|where|whether
        if) (?!error|bug|mistake|joke|first|second|third)|(?:what|which|who) else|look (?:up|for) (?:<the>)
        overview of|(?:finish|complete|update|extend) (?:the|my|our)|summary of|(?:check|see) .. (?:clash|free
        conflict)~|anything (?:on|against)
    """,
    "holder": r"""
        whose (?:idea|turn|fault|is)|who (?:may|can|is allowed)|(?:any|a) reason (?:not |why |to |we )
        what speaks against|objections? to|who (?:has|keeps|holds|got|handles|takes care|looks after|picks up|pays
        owns|runs|signed|brings)|who (?:is|was|'s) (?:in charge|responsible|coming|there|on (?:duty|call)|our|my
        invited)|whose turn|where(?:'s| is| are) (?:the|my|our)|what(?:'s| is) on (?:today|tomorrow|my|our|for|this
        the)|what do i have (?:on|today|tomorrow|planned|this)|(?:am|are) (?:i|we) free
    """,
    "state": r"""
        right ?\?$|correct ?\?$|yeah ?\?$|(?:is|are|was|were|has|have|had|did|does|do|can|may|should|will) (?:<the>|it
        he|she|they)|(?:when|where|how (?:much|many|long|often|tall|old|big)|which|what time) .. (?:<the>|he|she|they)
        what(?:'s| is| are| was| were) (?:<the>)|(?:is|are) there (?:any|enough|still)|left|has \w+ (?:replied
        answered|paid|signed|arrived|confirmed|called|written|come|sent)
    """,
    "past": r"""
        did (?!you|people|humans|dinosaurs)\w+|(?:was|were) (?:the|it|that|he|she|they|those)|(?:has|had) (?:the|he
        she|it|that)|(?:<what>) .. (?:was|were|did|had)|(?:<what>) (?:was|were|did|had)
    """,
    "thing": r"""
        (?:that|those) (?!is|was|we|i|you|he|she|they|it|the|a|an|there|one|joke|way)\w{3,} (?:from|about|with|we)
        (?:that|those) (?!is|was|will|would|can|they|there|this|joke|way|from|for|about|with|called
        mean)\w{3,}(?= ?,| ?\?|$)|the (?:\w+ ){1,2}(?:thing|business|affair|matter|issue|story|situation|incident
        outage|mess)|the (?:project|topic|task|issue|bug|incident|ticket|plan|rule|matter)|the one (?:we|i|from|with
        you)|(?:is|are|it's) back|happened again|broke again|(?:crashed|failed) again
    """,
    "act": r"""
        (?:draft|write|prepare|finish) (?:the|a|my|our) (?:reply|answer|response)|for the (?:\w+ )?(?:form|application
        registration|insurance|tax|record)|(?:reply|respond|write|answer|email|text|tell|message|inform) .. that
        (?:let) .. know|(?:fill|put|enter|add|write|type) .. (?:in|into|on|to|down)|sign .. with|reorder|rebook|renew
        run the|(?:do|start|prepare) the
    """,
    # against
    "create": r"""
        random|(?:tell|teach) me (?:about|how)|show me how|(?:poems?|haikus?|limericks?|jokes?|riddles?|rhymes?|lyrics
        puns?|fairy ?tales?|slogans?|sonnets?)|(?:a|another|short|funny|bedtime) (?:story|song|essay|quiz|lullaby
        anecdote|fact)|fun facts?|something (?:funny|nice|sweet|cheerful)|(?:tell|show) me something|cheer me up
        make me laugh|sing|(?:let's|let us) play|(?:give|suggest|name|list|need|think of) .. (?:ideas|names|titles
        examples|synonyms|sentences)
    """,
    "task": r"""
        translat~|proofread~|rephras~|rewrite|reword|paraphrase|summari[sz]e|sum|correct|convert|solve|fix (?:the|my
        this)|sort|alphabeti~|calculate|compute|add up|count|reformat|format|shorten|expand|simplify|spell
        capitali[sz]e|split|extract|reverse|rank|classify|(?:turn|put|make) .. into|make (?:it|this|that
        these) (?:<edit>)|how (?:do|would) (?:you|i) say|what does this|explain this|in (?:english|german|french
        spanish|italian|russian|chinese|polish|dutch|japanese|portuguese|turkish|korean|latin|arabic|ukrainian|czech
        swedish|greek|danish)|check (?:the|my|this)|improve|polish|edit|tidy up|here(?:'s| is| are)|review this
        is this (?:correct|right)|(?:which|what) (?:one )?is (?:correct|right)|passive|past tense|plural|out of office
        duplicates|complete the|write (?:as )?(?:the )?(?:words?|headline|title|heading)|find the (?:error|bug
        mistake)
    """,
    "general": r"""
        (?:helps?|good|works?) against|order of size|yesterday's (?:bread|food|rice|soup|pasta|cake|leftovers)
        is (?:it|that|this) normal|pronounced?|(?:a certain|named|called) \w+ .. (?:claims?|says?|asks?|asked|wants
        wonders)|definition|gdp|continents?|oceans?|(?:what|which) weekday|napoleon|caesar|columbus|newton|darwin
        picasso|bach|beethoven|kant|plato|luther|gandhi|cleopatra|(?:was|were|is|are) .. called (?:before|earlier
        formerly|in)|used to be called|olympic~|world cup|medals?|what(?:'s| is| are| does| do| was) (?:an?|called)
        difference between|(?:stands?|short) for|what (?:does|do|is|are) .. (?:mean|means|made of|used for|good for
        called)|what happens (?:if|when)|the (?:meaning|definition|origin|purpose|capital|population|currency|plural
        opposite|formula|inventor) of|what(?:'s| is| are) the (?:best|easiest|fastest|safest|cheapest|tallest|longest
        largest|biggest|highest)|what(?:'s| is) the \w+ (?:rule|law|theorem|effect|principle|paradox|equation|constant
        layer)|(?:the )?nearest|who was the (?:first|last|previous)|who (?:invented|discovered|wrote|painted|composed
        founded|built|directed|sang|won)|the (?:first|last) (?:president|king|queen|emperor|human|man|woman|person)
        (?:name|history) of \w+ ?\?|why (?:is|are|do|does|did|can) (?:the (?:sky|sea|moon|sun|earth|ocean|grass)|we
        people|humans|\w+s)|(?:boiling|melting|freezing) point|speed of|how many \w+ (?:are )?(?:there )?(?:in
        does) (?:an?|one)|how (?:far|big|hot|old|deep|high|tall|heavy|fast|long) (?:is|are) (?:mount|an?|the (?:earth
        sun|moon))|how (?:does an?|do \w+s)|does an?|do (?:cats|dogs|birds|fish|bees|people|plants)|world war
        revolution|(?:roman|ottoman|ancient|medieval|chinese|british) \w+|dynasty|tsar|czar|pharaoh|mammoths?
        elements?|periodic table|stars?|galax~|thanksgiving|photosynthesis|dinosaurs?|planets?|is it (?:true|safe
        possible|healthy|legal|bad|normal|better|worth|rude|dangerous|ok)|(?:is|are) (?:better|healthier|worse|cheaper
        faster|harder)|(?:better|healthier|cheaper|faster), .. or|(?:some|a) (?:guy|stranger|colleague|friend
        person) .. (?:asked|wants|asks)|someone asked|plot of|lyrics of|(?:the )?(?:romans?|greeks?|vikings?
        egyptians?|aztecs?|incas?|neanderthals?|titanic|pope|shakespeare|mozart|einstein)|who (?:sings|plays|wrote
        is the author)|past tense|plural|grammar|(?:a|an) (?:\w+ ){0,2}(?:fruit|vegetable|mammal|word|planet)\??$
        (?:recommend|suggest) (?:me )?(?:an?|some|any)|good (?:book|film|movie|song|podcast)s? (?:about|for|on)
        last digit|power of|is (?:it )?normal|interesting (?:fact|thing)|something interesting|name (?:two|three|four
        five|some|all)|(?:the|this) (?:word|phrase|expression|saying)|(?:good|nice|bad|pretty) name|weather|forecast
        what time is it|what (?:day|date) is|what year|can (?:dogs|cats|you|babies|one) eat|tips (?:for|on)
    """,
    "howto": r"""
        how (?:do|can|could|would|should|does|might) (?:you|i|one|we|people|someone)|how to|do you know how
        what(?:'s| is) (?:the|a) (?:best|good|proper|right|easiest|quickest) way|how long (?:do|does|should) (?:you
        an?)|what (?:goes|pairs|helps)|what should i (?:do|use|wear|eat|say|cook)|how much \w+ (?:do you|should i)
        any (?:tips|ideas|advice|suggestions)
    """,
    "here": r"""
        (?:do )?the same (?:for|with|to) (?:the )?(?:second|third|next|other|rest)|^(?:go on|keep going|continue|next
        more)\W*$|comma|from now on|(?:previous|last|above|first|second|third|fourth|former|latter|other
        your) (?:answer|example|sentence)|(?:previous|last|above|first|second|third|fourth|former|latter|other
        your) (?:reply|version|variant|option)|(?:previous|last|above|first|second|third|fourth|other|your) (?:message
        paragraph|draft|line|title|headline)|(?:previous|last|first|second|third|fourth|other) (?:suggestion|snippet
        response|code|output|one)|(?:option|variant|version|number|choice) (?:\d|[a-e]|one|two|three)|(?:same
        like before|as before|like that|like this),? but|same (?:tone|style|format)|without the (?:last|first)|above
        undo (?:it|that|this)|i didn't (?:catch|get|understand)|rephrase|try again|another one|one more|(?:make|keep
        sound) (?:it|this|that|them)|(?:a bit|a little|much|slightly|even|more) (?:<edit>)|(?:<edit>),? please|shorter
        longer|(?:say|repeat) (?:it|that)|once more but|as (?:a )?(?:list|table|bullets?)|in (?:bullet points
        one sentence|a table)|(?:translate|summari[sz]e|shorten|explain) (?:it|that|this)|what do you mean
        the (?:first|second|third|last)$|with(?:out)? (?:emojis?|quotes|bullets|commas)
    """,
    "lean": r"""
        in general|generally|usually|on average|explain|tell me about the|pros and cons|recipe for|(?:which|who
        what) .. (?:the )?(?:most|longest|largest|highest|fewest|best)|how many \w+ (?:are|is) in|why did \w+ (?:fall
        die|happen|begin|end)|comes next|(?:write|draft|compose|create|make|design|prepare) (?:me |us )?(?:an?
        some)(?! reply| answer| response)|generic|sample|template|typical|why do i|why (?:does|do|is|are|can|doesn't
        don't|aren't|isn't) (?!the|our|my|we|it|that|this|i|he|she|they)\w+|(?:when|where|who|which year) (?:was
        were) .. (?:built|founded|born|invented|discovered|published|written|released)|why (?:is|does
        won't) my (?:browser|computer|laptop|phone|screen|internet|printer)|(?:when|where) did .. (?:die|live|begin)
        (?:is|are) an? \w+ an? \w+ ?\?|(?:which|what) is \w+er
    """,
    "kind": r"""
        norway|germany|france|italy|spain|russia|china|japan|england|america|europe|asia|africa|india|greece|poland
        turkey|bread|honey|milk|eggs?|rice|pasta|potato~|tomato~|apples?|bananas?|coffee|tea|wine|beer|water|sugar
        salt|cheese|butter|yogh?urt|meat|chicken|fish|cats?|dogs?|birds?|bees?|horses?|spiders?|penguins?|plants?
        trees?|flowers?|sun|moon|rain|snow|babies|people|books?|films?|movies?|songs?|music|recipes?|travel|school
        weather|calendar|kitchen
    """,
    "device": r"""
        (?:lights?|heating) (?:on|off)|turn .. (?:on|off|up|down)|set .. (?:timer|alarm|volume|thermostat|brightness)
        play (?:some|the|a|me)|pause|mute|volume|dim|(?:close|open) (?:<open>)|(?:close|open) .. (?:<open>)|timer
        alarm|stopwatch|screenshot|flip a coin|roll .. (?:die|dice)|random number
    """,
    "assistant": r"""
        (?:do|can|are|could|would|have|did|don't) you (?:ever |even |really )?(?:feel|dream|sleep|get bored|bored)
        (?:do|can|are|would|have) you (?:ever |even |really )?(?:like|love|enjoy|believe|human|real|alive|prefer)
        (?:do|can|are) you (?:ever |really )?(?:an?|happy|sad|lonely|tired|conscious|eat|miss|laugh|cry|old|there)
        are you (?:still )?(?:there|here|awake)|do you (?:ever )?forget|who (?:made|created|built) you|who are you
        what are you|how old are you|what can you do|about yourself|your (?:name|favou?rite|hobby|opinion|feelings)
        would you rather|did you (?:know|sleep)
    """,
    "suppose": r"""
        imagine|suppose|supposing|hypothetically|what if|what would|if (?:i|you|we) (?:were|was|had|could|won)|pretend
        in theory
    """,
    "negated": r"""
        if only i (?:could|knew|remembered)|wish i (?:could )?remember|remind me (?:to|at|in|on|tomorrow|tonight|every
        later|next|before|after|when)|remind me .. to|(?:don't|do not|never|no need to) (?:ever |even )?(?:remind
        forget|remember)|(?:thanks|thank you) for (?:remind|remember)~|'ll never forget|can't forget|(?:i'll
        will) remember (?:that|this)|remember to|(?:please )?remember (?:that|this)[:,]
    """,
    "saying": r"""
        now|we|decided?|agreed?|settled?|said|say|told|tell|mention(?:ed)?|discuss(?:ed)?|again|did|does|about|so
        deadline|name|called
    """,
    "mood": r"""
        cried|crying|(?:i'm|i am|i feel) (?:\w+ ){0,2}(?:tired|sad|happy|bored|angry|sick|exhausted|nervous|excited
        scared)|(?:don't|do not) (?:even )?want to (?:talk|think)|can't wait|awful|terrible|horrible|hate
        what a (?:day|mess)|isn't (?:that|it|this) (?:great|nice|lovely|cool|amazing)|how (?:great|nice) is that
        wish me|fingers crossed|what (?:a|an) \w+|killing me|such a (?:good|great|bad|nice)|i finally|ugh|argh|hurts
        annoying|i could (?:cry|scream)|fed up|silly me|my memory is|just wanted to say
    """,
}
