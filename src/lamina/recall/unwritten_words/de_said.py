"""German words: what a user says that is worth a note."""

from __future__ import annotations

WORDS = {
    "_weekday": r"""
        (?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?
    """,
    "_month": r"""
        januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember
    """,
    "_date": r"""
        <weekday>|<month>|morgen|übermorgen|heute|ende|anfang|mitte|nächste[nrs]?|kommende[nrs]?
        spätestens|\d{1,2}\.?|weihnachten|ostern|silvester|pfingsten|zum|dahin
    """,
    "_choose": r"""
        nehm|kauf|verkauf|miet|vermiet|mach|fahr|flieg|geh|gehn|zieh|wechsel|stell|lass|streich
        kündig|sag|schließ|öffn|fang|hör|behalt|verzicht|verschieb|leg|setz|benutz|nutz|verwend
        schreib|druck|bestell|buch|unterschreib|zahl|bezahl|liefer|hol|bau|ersetz|trenn|verleg|führ
        änder|erhöh|senk|spar|biet|lehn|sperr|start|teil|veröffentlich|entscheid|einig|wähl|stimm
        bleib|halt|beginn|beend|feier|treff|reis|spiel|sing|pflanz|streichen|mal|lackier|tausch
        stopp|schmeiß|werf|gründ|schick|geb|tret|melden?|meld|arbeit|dreh|filme?|zeig|beauftrag
        engagier|steig|heb|schalt|migrier|portier|umstell|ober|reduzier|verkürz|verlänger|bevorzug
        akzeptier|nehmen|wend|schaff|veranstalt|verleih|back|koch|servier
    """,
    "_act": r"""
        anrufen|kümmern|übernehmen|besorgen|kaufen|bestellen|holen|bringen|schicken|senden|schreiben
        erledigen|prüfen|klären|fragen|buchen|reservieren|tauschen|reparieren|abgeben|einreichen
        abschicken|abholen|mitbringen|organisieren|vorbereiten|machen|melden|zahlen|bezahlen
        überweisen|verlängern|kündigen|putzen|aufräumen|testen|messen|korrigieren|aktualisieren
        veröffentlichen|drucken|unterschreiben|ausfüllen|nachfragen|absagen|zusagen|einladen
        informieren|planen|erstellen|liefern|verschicken|installieren|einrichten|wechseln|ersetzen
        fahren|einkaufen|kochen|backen|streichen|bauen|ausmessen|übersetzen|sprechen|reden|treffen
        besuchen|anmelden|abmelden|ummelden|beantragen|einzahlen|abbauen|aufbauen|leiten|vertreten
        füttern|gießen|suchen|finden|vereinbaren|nachreichen|raussuchen|rausgeben|weitergeben
    """,
    "_who": r"""
        ich|du|er|sie|wir|ihr|frau|herr|papa|mama|oma|opa|[a-zäöüß]{3,}
    """,
    "decided": r"""
        (?:weg|schluss|raus|fort|her) mit
        wird (?:dann|also|jetzt|nun) (?:aus|im|am|in|auf|mit|der|die|das|ein\w*|\w+)
        (?:nehmen|machen|nutzen) wir (?:dann|also|jetzt|eben)|ende der (?:diskussion|debatte)
        (?:bleibt|bleiben) \w+(?=[.!,]|$)|verzichten wir|besprochen:|durchgesprochen
        nach rücksprache|(?:variante|option|lösung|version) \w+ bitte|will ich (?:kein~|nicht)
        wollen wir kein~|(?:ich|wir) wollen? (?:kein~|nicht|nur|lieber|jetzt)
        ^(?:kein|keine|keinen) \w+ (?:im|in|am|auf|mehr|für|bei|an|mit|ohne)
        (?:wird|werden) (?:verkauft|gekauft|vermietet|abgeschafft|gestrichen|gekündigt|eingestellt
        |abgesagt|verschoben|umgebaut|renoviert|gebaut)
        fliegt raus|fliegen raus|kommt weg
        (?:das|die|den|der) .. (?:machen|feiern|nehmen|kaufen|streichen|lassen|verkaufen
        |behalten) wir
        ab (?:dem )?(?:<month>|<weekday>) (?:gibt|öffnen|schließen|machen|gilt|fahren|läuft|ist
        |kostet|kommt|haben)
        (?:wir|ich|uns|mich|man) .. (?:entschieden|geeinigt|beschlossen|festgelegt|verständigt
        |entschlossen|abgestimmt|durchgerungen|abgemacht|ausgemacht|verabredet|vereinbart|entschied~
        |gewählt)
        (?:beschlossen|entschieden|abgemacht|ausgemacht|vereinbart)(?:e sache)?[:,.!]|abgemacht
        ausgemacht
        (?:das|es|damit|die sache|der beschluss) (?:ist|steht|wäre|gilt) (?:nun |jetzt |also[ ]
        |damit )?(?:fest|beschlossen|entschieden|abgemacht|geklärt|durch|endgültig|fix|klar|final
        |gesetzt)
        steht fest
        (?:es|das|wir|ich) (?:bleibt|bleiben|bleibe) (?:also |nun |jetzt |dabei |dann )*(?:bei|dabei
        |beim)
        bleibt es (?:bei|dabei|beim)
        (?:unsere|meine|die) (?:wahl|entscheidung) (?:ist|fällt|fiel|steht|lautet)|entscheidung:
        beschluss:|festgelegt:|ergebnis der abstimmung|einstimmig|einig|mehrheit(?:lich)?
        punkt[.!]?$|basta|ohne (?:wenn und aber|ausnahme)
        ab (?:sofort|jetzt|heute|morgen|nächste\w+|kommende\w+|dem|<month>|<weekday>|\d+)|künftig
        zukünftig|von nun an|in zukunft|fortan|von jetzt an|ab sofort|neue regel|regel:|endgültig
        definitiv|(?:findet|finden) .. (?:statt|nicht statt)|fällt (?:aus|flach|weg)|entfällt
        ist (?:abgesagt|gestrichen|verschoben|vom tisch|genehmigt|gebucht)
        (?:alle|das team|der vorstand|die familie|der verein|die gruppe|der chor) (?:sind|ist|hat
        |haben) .. (?:dafür|einverstanden|zugestimmt|abgestimmt|dabei)
        (?:also|dann|gut|ok(?:ay)?|so|na gut|nun)[ ,:]+(?:doch |lieber |eben |jetzt )*(?:nehmen
        |machen|gehen|fahren|kaufen|bleiben) wir
        machen wir(?: es| das)? so|so machen wir|wird gemacht|ist gebongt
        (?:nach|nach langem|nach reiflicher) (?:überlegung|überlegen|hin und her|beratung
        |diskussion)
        (?:gehen|entscheiden|einigen) wir (?:mit|uns)
        ich (?:nehme|nehm) (?:das|den|die) (?:angebot|stelle)
        (?:sage?n?|lehne?n?) .. (?:ab|zu)(?=[ .,!]|$)|wir (?:setzen|gehen) auf
        kommt nicht (?:mehr )?in frage
    """,
    "chooses": r"""
        ^(?:na |nun |gut,? |ok,? )?dann (?!wir|sind|ist|kann|muss)\w+
        (?:übergeben|überlassen|abgegeben|abgetreten)(?=[.!,]|$)|(?:wir|ich) (?:<choose>)(?:e|en|n)?
        (?:<choose>)(?:e|en|n)? (?:wir|ich)|(?:wir|ich) (?:werden?|wollen)|nicht (?:mehr|länger)
        kein\w* .. mehr|stattdessen|statt|anstatt|anstelle|doch (?:nicht|lieber|kein~)|lieber
        (?:fliegt|fällt|kommt|muss|soll) (?:raus|weg|rein)|weg damit|raus damit|schluss mit
        (?:wird|werden) .. (?:gestrichen|verschoben|abgesagt|umgestellt|ersetzt|verlegt|eingestellt
        |geändert|abgeschafft|eingeführt|gekündigt|verkauft|gekauft|gebaut|renoviert|umbenannt
        |geschlossen|gesperrt)
        (?:dann|also) (?:eben|halt|doch)|wird (?:es|das)? ?(?:der|die|das|ein|eine)
        (?:zum|im) (?:herbst|frühjahr|sommer|winter)|ziehen .. um
        (?:wird|bleibt) (?:der|die|das|so|bei|am|im)|nur noch|dieses jahr
        (?:auf|in|zu|von) .. (?:um|über|gewechselt|umgestiegen)(?=[ .,!]|$)|fürs? erste|heuer
    """,
    "did": r"""
        (?:haben|hab|habe|hat|sind|bin|ist) .. (?:eingestellt|gebucht|gekauft|bestellt|gemietet
        |gekündigt|unterschrieben|verkauft|abgesagt|zugesagt|angenommen|abgelehnt|bezahlt|umgestellt
        |gewechselt|umgezogen|angemeldet|abgemeldet|eingereicht|veröffentlicht|gegründet|übernommen
        |ernannt|gewählt|verschoben|reserviert|gestrichen|ersetzt|entlassen|beauftragt|engagiert
        |aufgenommen|verlegt|beantragt|unterzeichnet|abgeschlossen|ausgezogen|eingezogen|beigetreten
        |ausgetreten|adoptiert)
    """,
    "accepts": r"""
        ^(?:(?:ja|jo|jep|jup|ok|okay|gut|schön|prima|super|klar|genau|passt|einverstanden|in ordnung
        |top|gerne?|perfekt|alles klar|na gut|also|dann|stimmt|richtig|bitte|klingt gut
        |hört sich gut an)[ ,.!]*)*(?:(?:so )?machen wir(?: es| das)?(?: so| dann| genau so)?
        |mach(?:e)? (?:es|das|mal)(?: so|bitte)?|so machen wir(?:'s| es| das)|machen wir's(?: so)?
        |einverstanden|passt(?: so)?|abgemacht|so sei es|klingt gut|gute idee|gerne?|dann so
        |genau so|nehmen wir|bin dabei|ist gut|so ist es gut|(?:die |das |den |der )?(?:erste|zweite
        |dritte|letzte|letztere|variante \w|option \w)[nrs]?|wie du (?:sagst|vorschlägst|meinst)
        |deine? (?:idee|vorschlag|plan|variante)|ja|ok|okay|gut)(?: so| dann| bitte
        | nehmen wir)?[ .!]*$
    """,
    "assigns": r"""
        lass (?:das|es|die|den|mal) .. (?:machen|erledigen|übernehmen|holen|bringen)
        (?:malt|schreibt|baut|macht|druckt|näht|zeichnet|liefert) (?:der|die|frau|herr|unser\w*
        |mein\w*)
        lass (?:mich|uns|ihn|sie) .. (?:nicht|bloß|ja) .. vergessen
        lass (?:mich|uns) .. (?:nicht|bloß) vergessen|schuldet (?:uns|mir|dir|ihm|ihr)|versprochen
        (?:jemand|einer) muss|nehm~ .. frei|hausaufgabe|(?:mein|dein|sein|ihr) job
        (?:die|der|frau|herr)? ?\w+ (?:gießt|bringt|ruft|füttert|betreut|hütet|passt|übernimmt
        |moderiert|protokolliert|bewacht|pflegt|kontrolliert|putzt|spült|mäht|streicht|baut
        |fotografiert|verkauft|verteilt|steht|hilft|sammelt|räumt|vertritt|holt|näht) (?:das|die|den
        |der|dem|am|morgen|heute|im|in|mit|auf|beim|an|unsere?n?|für|bis|solange|ab|ein\w*)
        kümmer[etns]* (?:mich|sich|dich|uns|euch)|(?:mich|sich|uns) .. kümmer~|übernimm~|übernehm~
        (?:soll|sollen|sollst|sollte) .. <act>|zuständig|verantwortlich
        (?:das|es) (?:mach|mache|macht|tue) (?:ich|er|sie|\w+)
        (?:muss|müssen|musst|darf nicht vergessen|habe .. zu) .. <act>|aufgabe(?: für)?:?
        (?:ich|er|sie|frau \w+|herr \w+|\w+) (?:bringe?t?|besorgt?|besorge|holt?|hole|schickt?
        |schicke|bestellt?|bestelle|schreibt?|schreibe|prüft?|prüfe|klärt?|kläre|fragt?|frage|bucht?
        |buche|ruft?|rufe|macht?|mache|erledigt?|erledige|organisiert?|organisiere|kauft?|kaufe
        |repariert|tauscht|meldet|melde|leitet|kocht|backt|fährt|liefert|sucht|spricht
        |redet) (?:mal |noch |dann |bitte )?(?:die|den|das|der|dem|beim?|es|sie|ihn|uns|euch|mir|ab
        |an|mit|nach|vor|ein|eine|einen|sich)
        (?:bringt|holt|macht|besorgt|schickt|prüft|übernimmt|kauft|bestellt|klärt|schreibt) (?:ich
        |er|sie|uns|frau|herr|\w+)
        (?:wird|werde|werden) .. <act>|to-?do:?|nächste schritte|erinnere? mich|erinner mich
        (?:hat|habe) (?:versprochen|zugesagt)|(?:sache|aufgabe|job) von
        liegt bei (?:mir|dir|ihm|ihr|\w+)|bei mir|vertritt|springt ein
        (?:bitte|bittet|frag|sag) .. (?:dass|ob|er|sie)|(?:dran|an der reihe)
        ich .. (?:an|ab|aus|nach|vor|mit|ein|um|zu|raus|hin|weg|her|vorbei|bescheid
        |zurück)(?=[ .,!]*$)
        frist|abgabe|fällig|deadline
    """,
    "due": r"""
        bis (?:zum |zur |spätestens |ende |nächste\w* |kommende\w* |diese\w* )*(?:<date>)|spätestens
        vor (?:dem|der|den)|(?:am|diesen|nächsten|kommenden) (?:<weekday>)|frist|fällig|deadline
        (?:noch|gleich) (?:heute|diese woche|vor|morgen)|bis dahin
        (?:ende|anfang|mitte) (?:des|der|<month>|nächste~)
    """,
    "marks": r"""
        bitte .. (?:nie|niemals|immer|nur|kein~|nicht)|(?:nie|niemals|immer) .. bitte
        (?:ruf|schreib|sprich|nenn|antworte?|frag|stell|mach) .. (?:nie|niemals|immer|nur noch
        |nicht mehr)
        wichtig~:?|achtung|vorsicht|merk dir|merke? dir|bitte merken|vergiss (?:nicht|bitte|nie)
        nicht vergessen|denk (?:bitte )?(?:dran|daran)|behalte? .. im (?:hinterkopf|kopf|auge)
        zur info|zur kenntnis|info:|fürs protokoll|nur damit du|damit du(?:'s| es)? weißt
        du (?:musst|solltest) wissen|beachte~?|bedenke|bitte (?:beachten|nie|niemals|immer)
        auf keinen fall|niemals|nie wieder|unbedingt|zwingend|dringend~|entscheidend|kritisch
        lebenswichtig|neuigkeit~?|(?:gute|schlechte|traurige) nachricht~|eilmeldung
        (?:kam|bekam~|bekommen|erhalten|gekriegt) .. (?:brief|post|bescheid|anruf|nachricht|mail
        |schreiben|kündigung|befund|diagnose|zusage|absage)
        (?:per|mit der) (?:brief|post|mail|einschreiben)|hinweis:
        (?:brief|post|bescheid|anruf|schreiben) (?:kam|ist da|vom|von)|verträgt
        darf (?:nicht|kein~|nur|nie)
    """,
    "aside": r"""
        übrigens|nebenbei|ach ja|ach übrigens|noch was|bevor ich's vergesse
        hab ich (?:schon )?erwähnt|nur (?:so )?zur info
    """,
    "event": r"""
        schimmel~|rost~|morsch|holzwurm|mäuse|ratten|asbest|risse?|operier~|eingriff|links?händer~
        farbenblind|legasthen~|autist~
        (?:visum|kredit|antrag|genehmigung|gesuch|reklamation) .. (?:abgelehnt|verweigert|bewilligt
        |genehmigt|durch)
        hasst|mag kein~|angst vor|lieblings~|isst (?:nur|kein~|nie)|trinkt (?:nur|kein~|nie)
        spricht (?:nur|kein~)|bevorzugt|ernst|wird \d+|abgesprungen|weggebrochen
        (?:zur|zu) konkurrenz|(?:haus|wohnung|firma|laden|hof) .. verkauft|verkauft
        neue[rns]? \w+ ab|übernimmt (?:im|am|ab)
        (?:kommt|geht) .. (?:in die (?:schule|kita|krippe|lehre|klinik)|aufs gymnasium|in rente
        |auf reha|in kur)
        (?:erster|letzter|ersten|letzten) (?:schul|arbeits)?tag|abitur|abschluss|einschulung|stabil
        intensivstation|reha|vertrage? kein~
        (?:kommt|fährt|zieht|geht|fällt|ist|bleibt) .. (?:weg|zurück|weiter|aus|aus\.)(?=[ .,!]*$)
        allerg~|unverträglich~|diagnos~|schwanger~|operation|operiert~|op|krankenhaus|klinik
        notaufnahme|schlaganfall|herzinfarkt|krebs|tumor|diabetes|zucker|asthma|epilep~|tabletten?
        medikament~|insulin|antibiotik~|impf~|geimpft|zöliakie|vegan|vegetari~|taub|blind|demenz
        dement|rollstuhl|pflegegrad|(?:gebrochen|bricht|verstaucht|verletzt|gestürzt|verunglückt)
        gestorben|verstorben|tod|beerdigung
        (?:ist|wurde|wird|kam) .. (?:geboren|eingeschult|operiert|befördert|entlassen|gekündigt
        |versetzt|eingestellt|gewählt|verhaftet|gestohlen|ausgeraubt|gehackt|verklagt|eingeliefert
        |aufgenommen|krank)
        geboren|baby|nachwuchs|verlobt|heirat~|geheiratet|hochzeit|geschieden|scheidung|getrennt
        trennen sich
        (?:umgezogen|umzieh~|zieht|ziehen|zog|eingezogen|ausgezogen) ?(?:um|aus|ein|nach|zu
        |zusammen)?
        neue[nrs]? (?:job|stelle|chef(?:in)?|adresse|nummer|handynummer|vermieter|name|nachname
        |schule|arbeit~|eigentümer|leitung|telefonnummer|iban|bankverbindung|auto|konto|vertrag)
        gekündigt|kündigung
        (?:job|stelle|arbeit|pass|ausweis|schlüssel|führerschein|auftrag|kunden?|vertrag
        |geldbeutel) .. verloren
        entlassen|arbeitslos|kurzarbeit|insolven~|pleite|bankrott|rente|pensioniert|ruhestand
        elternzeit|mutterschutz|krankgeschrieben|krank|beurlaubt|fällt .. aus|ausfall~|ausgefallen
        streik~|bestanden|durchgefallen|zusage|absage|genehmigt|abgelehnt|bewilligt|zugelassen
        schließt|schließung|macht .. (?:zu|dicht)|geschlossen|gesperrt|sperrung|läuft .. (?:ab|aus)
        abgelaufen|endet|verlänger~|mieterhöhung
        (?:miete|preis|preise|beitrag|gebühr~|zins~|strom|gas) .. (?:steigt|steigen|erhöht|hoch
        |teurer)
        teurer|gestohlen|geklaut|einbruch|eingebrochen|gehackt|datenleck|wasserschaden|überschwemm~
        brand|abgebrannt|feuer|unfall|panne|rückruf|verboten|verbot|\w+verbot|gesetz|klage|verklagt
        prüfung|inspektion|kontrolle|betriebsprüfung|lebenslang~|für immer|dauerhaft|auf dauer
        nie mehr|gewonnen|(?:erster|zweiter) platz|geburtstag|jubiläum
        (?:der|die) (?:arzt|ärztin|tierarzt|tierärztin|schule|bank|vermieter(?:in)?|anwalt|anwältin
        |versicherung|finanzamt|kita|kasse|klinik|polizei|behörde|gemeinde|stadt) (?:hat|sagt|rief
        |schreibt|meldet|will|verlangt|bestätigt|schließt|kündigt)
        darf (?:kein\w*|nicht) .. (?:essen|trinken|heben|fahren)
        kann (?:nicht|kein~) (?:mehr )?(?:laufen|sehen|hören|kommen|essen)|bleibt .. (?:im|weg)
        zum (?:jahresende|monatsende|quartalsende|\d+\.)|vertrag|frist
    """,
    "corrects": r"""
        du (?:zählst|rechnest|vergisst|verwechselst|übersiehst|nimmst) .. (?:mit|an|ein|dazu)
        du (?:vergisst|übersiehst|verwechselst)
        du (?:hast|hattest) .. (?:geschrieben|gesagt|genannt|verstanden|gemeint|notiert|angegeben)
        (?:wird|werden) .. geschrieben
        mit (?:bindestrich|schrägstrich|akzent|umlaut|leerzeichen|einem|zwei|doppel\w*|großem
        |kleinem)
        (?:ist|sind|sitzt|sitzen|wohnt|wohnen|arbeitet) nicht mehr
        (?:das|es|da) (?:ist|war|stimmt|stimmte) (?:leider |aber |so |gar |doch )*(?:falsch
        |nicht richtig|verkehrt|nicht korrekt|ein fehler|überholt|veraltet|nicht|unsinn|quatsch)
        falsch (?:gesagt|geschrieben|verstanden|angegeben|erinnert|notiert|gerechnet)
        (?:hab|habe|hatte) .. (?:falsch|quatsch|unsinn|mist|vertan|geirrt|verwechselt|versprochen
        |verschrieben|verlesen|verrechnet|verguckt)
        ich (?:meinte|meine nicht)
        du (?:hast|schreibst|sagst|nennst|verwechselst|irrst|liegst|hattest|vergisst|rechnest
        |verwendest|nimmst) (?:immer|ständig|schon wieder|dauernd|jedes mal|das|da|dich|mich|uns|es
        |den|die|wieder|falsch|statt|hier)
        (?:schreibst|sagst|nennst|verwendest|rechnest) du|verwechsel~|korrektur|berichtigung
        richtigstellung|^(?:nein|nee|nö|halt|stopp|moment|falsch|quatsch|stimmt nicht)[ ,.:!]
        (?:eigentlich|tatsächlich) (?:ist|sind|war|heißt|heiße|wohnt|kostet|am|um|im)
        (?:ist|sind|war|heißt|heiße|wohnt|kostet) (?:es |das )?(?:eigentlich|tatsächlich)
        in wahrheit|in wirklichkeit|richtig (?:ist|heißt|wäre|muss)|muss (?:es )?(?:heißen|lauten)
        heißt (?:bei uns|das)
        (?:wir|ich|er|sie) .. (?:schon lange|längst|gar|seit \w+|nie) (?:nicht|kein~)
        schreibt (?:man|sich)|mit (?:ie|h|tz|ck|ß|y|i|e|k|c|z|v|f|w|doppel-?\w)|hör auf
        sag (?:bitte )?nicht|(?:bitte )?(?:duz|sieze?|nenn) (?:mich|uns)|tippfehler|zahlendreher
        vertauscht|mein fehler
    """,
    "contrast": r"""
        ^(?:nein,? )?(?:nicht|kein\w*) (?:\w+ ){0,2}?\w+[.!;]
        \w+, (?:und )?nicht (?:\w+ )?\w+(?=[.!,]|$)|nicht .. sondern|kein\w* .. sondern
        (?:heiße|heißt|heißen|schreibt|schreibe|wohnt|ist|sind|war|waren|kostet|beginnt|fängt|um|am
        |in|im|auf|mit|bis|aus|der|die|das) .. nicht
        ,? und nicht
    """,
    "learnt": r"""
        die ganze zeit|von anfang an
        (?:sagt|meint|rät|empfiehlt),? (?:ich|man|wir) (?:soll|sollte|darf|muss)
        (?:der|die|das) (?:trick|kniff|geheimnis|dreh|kunst|schlüssel) (?:beim|bei|mit|an|für
        |zu) .. (?:ist|war|liegt)
        um .. zu .. (?:muss|braucht|reicht)
        ,? dann (?:setzt|geht|startet|läuft|hält|klappt|öffnet|bleibt)|hat'?s gebracht|ich hab's
        hab's raus
        (?:braucht|will|benötigt) (?:den|die|das|eine?n?|mehr|weniger) (?:alte|neue|andere|richtige
        |spezielle)\w*
        (?:gezeigt|beigebracht|erklärt|verraten|geraten|empfohlen),? (?:dass|wie)
        am besten (?:mit|geht|man)|hilft (?:gegen|bei|nur)
        (?:ich|wir) .. (?:gelernt|herausgefunden|rausgefunden|rausgekriegt|rausbekommen|entdeckt
        |gemerkt|begriffen|festgestellt|verstanden|kapiert|gelöst)
        stellt(?:e)? sich .. (?:heraus|raus)|gelernt
        (?:der|die|das) (?:trick|kniff|lösung|ursache|grund|geheimnis|schlüssel|dreh|fehler) (?:ist
        |war|liegt|lag)
        (?:trick|lösung|lektion|erkenntnis|merke|lehre|tipp):|erkenntnis|lektion|aha|jetzt weiß ich
        (?:mir )?(?:ist|wurde) .. klar (?:geworden)?|klar geworden|geholfen hat|hat geholfen|half
        (?:geht|funktioniert|klappt|läuft|klebt|hält|wirkt|wellt|hilft) .. (?:nur|erst|wenn|sobald
        |besser)
        (?:nur|erst|immer erst|nur dann)(?:,)? (?:wenn|nachdem|mit|ohne|nach)
        (?:muss|darf|soll|sollte) .. (?:sonst|damit|bevor|zuerst|vorher|erst)
        (?:sonst|ansonsten|andernfalls) .. (?:~t|kommt|wird)
        (?:sagt|sagte|meint|meinte|zeigte?|erklärte?|empfiehlt|rät|riet|verriet|hat .. gezeigt
        |schwört) .. (?:muss|müssen|soll|sollte|darf|immer|nie|erst|nur|niemals)
        (?:beigebracht|abgeguckt|gezeigt)
        (?:gelöst|behoben|repariert|hingekriegt|geschafft) (?:mit|durch|indem)|indem (?:man|ich|wir)
        (?:seit|seitdem) (?:ich|wir|man) .. (?:nicht mehr|kein~|endlich)|lag (?:am|an|daran)
        liegt (?:am|daran)|damit (?:es|das|sie|der|die) .. (?:nicht|muss)
        (?:immer|nie) .. (?:vorher|zuerst)
    """,
    "rule": r"""
        (?:doppelt|halb|dreimal) so \w+|(?:halbe|doppelte) (?:zeit|menge|arbeit)
        (?:schneller|besser|weicher|leichter|leiser|sauberer|knuspriger) (?:mit|wenn|ohne|gar)
        wenn (?:man|du|ich|wir) .. (?:vorher|zuerst|erst|vorab|dann|nicht mehr|kein~)
        wenn (?:man|du) .. (?:saugt|bleibt|wird|geht|hält|läuft|klebt|reißt|brennt)
        (?:erklärt|gezeigt|beigebracht|gesagt):?
        (?:dann|schon) (?:ist|war|geht|ging|läuft|lief|bleibt|blieb|hält) (?:das|der|die|es|sie)
        statt .. (?:dann|jetzt)|muss man|man (?:muss|darf|soll|sollte|braucht)
    """,
    "works": r"""
        (?:hat's|hats|hat es|das) (?:gebracht|gelöst|getan|geschafft|hingekriegt)|ich hab's
        (?:blitzblank|wie neu|dicht|sauber|weg|ruhig|trocken|heil)(?=[.!]|$)
        (?:hat|haben) (?:super |sofort |endlich )?(?:geholfen|gewirkt|funktioniert|geklappt)
        (?:es|das|jetzt|alles|endlich|sie|er|nun) (?:geht|funktioniert|läuft|klappt|klappte|hält
        |passt|lief|ging)
        (?:geht|funktioniert|läuft|klappt|hält) (?:es|das|jetzt|wieder|endlich|alles|nun)|endlich
        gelöst|behoben|geschafft|hat geklappt|das war(?:'s| es)|erledigt|repariert|juhu|hurra
        kein\w* fehler mehr
    """,
    "resolved": r"""
        (?:warum|wieso|weshalb|wie) .. (?:jetzt|plötzlich|auf einmal|doch|wieder|nun|endlich
        |letztlich|geschafft|hingekriegt|gelöst|behoben|hinbekommen)
        (?:also )?(?:war|ist|lag) (?:es|das|der|die) .. (?:nur|bloß|doch|einfach)
        (?:woran|was) (?:lag|war|hat) (?:es|das|'s|denn|da|nun|jetzt)?|was war (?:los|es|das|kaputt)
        also (?:nur|bloß|doch|war|lag|ist|liegt)|dann (?:war|lag|ist) (?:es|das)
        wie (?:hast|habt) (?:du|ihr)
    """,
    "measured": r"""
        nebeneinander~|übereinander~|gegenüber(?:gestellt|gelegt)|keiner der|beide der
        stimmt .. überein|(?:das|dies) (?:war|waren) (?:die|der|das|alle) (?:letzte\w*|\w+)
        laufen (?:ge)?lassen|durchlaufen lassen
        (?:verglichen|gemessen|getestet|geprüft|gezählt|protokolliert|analysiert|gewogen|ausprobiert
        |untersucht|befragt|nachgerechnet|ausgewertet|probiert|durchgerechnet|nachgemessen
        |beobachtet|kontrolliert|abgelesen|gestoppt|nachgezählt|überprüft|aufgezeichnet
        |durchgetestet)(?=[ ,.!;]|$)
        auch (?:mit|ohne|nach|bei) (?:der|dem|den|neue\w*|alte\w*)
        (?:hier|das) sind (?:die|alle|beide|meine)|hier ist (?:der|die|das)
        (?:\w+ )?(?:getauscht|gewechselt|ersetzt|ausgebaut|neu gestartet|neu installiert
        |durchgegangen|durchgesehen)(?=[ .,!;])
        (?:gleiches|selbes|dasselbe|gleiche) (?:problem|ergebnis|bild|lied)
        (?:ist|sind) (?:durch|da|ausgewertet|fertig)|(?:neun|acht|sieben|sechs|\d+) von \w+
        kein unterschied
        (?:ich|wir) .. (?:verglichen|gemessen|getestet|geprüft|gezählt|protokolliert|analysiert
        |gewogen|ausprobiert|getauscht|durchgesehen|angeschaut|angesehen|nachgesehen|untersucht
        |gefragt|befragt|nachgerechnet|ausgewertet|probiert|durchgerechnet|notiert|nachgemessen
        |nachgeschaut|beobachtet)
        (?:hier|das|anbei) (?:noch )?(?:sind|ist|der|die|das|kommen|nochmal) (?:vergleich|ergebnis~
        |zahlen|angebot~|messwert~|auswertung|werte|daten|protokoll~|umfrage)
        ergebnis~|zahlen|messwert~|auswertung~
        (?:liegen|liegt|sind|ist) (?:jetzt |nun |alle |beide |endlich )*(?:vor|da|fertig|zurück
        |ausgewertet|durch|ausgezählt)
        ergibt|ergab|zeigt|zeigen|laut (?:messung|protokoll|zähler|log)|vergleich|statistik
        auch (?:mit|ohne|nach|bei)|trotzdem|immer noch|nach wie vor|(?:dasselbe|das gleiche)
        \d+ ?(?:%|prozent)|test~|messung~|studie|umfrage|gutachten|befund|stichprobe|anbei
    """,
    "concludes": r"""
        also (?:ist|war|liegt|lag|sind|kann|muss|doch|nicht|kein~)
        (?:daraus|daher|deshalb|folglich|somit|demnach|das heißt|heißt also|mithin)|fazit:?
        schlussfolgerung~|unterm strich|im ergebnis|ergebnis:|kurz(?:um|:)|alles in allem|insgesamt
        letztlich|letztendlich|am ende (?:war|ist|zählt)|offensichtlich|eindeutig
        (?:muss|müssen) (?:es)? .. (?:gewesen|liegen)
        (?:das|der|die) (?:problem|ursache|fehler|engpass) (?:ist|war|liegt|sitzt)
        liegt (?:nicht )?(?:am|an|daran)|hat nichts (?:mit|damit)|(?:beweist|bestätigt|belegt)
        läuft (?:darauf )?hinaus|macht keinen unterschied|ausgeschlossen|schließt .. aus
    """,
}
