"""German words of the recall trigger."""
# ruff: noqa: E501

from __future__ import annotations

WORDS = {
    "_ich": r"ich|wir",
    "_hab": r"habe?|haben|hast|hatte|hatten|hattest|hätten",
    "_part": r"(?:\w*ge\w{2,}(?:t|en|n)|(?:be|ver|er|ent|zer|über|unter)\w{2,}(?:t|en)|\w{3,}iert)",
    "_was": r"""
        was|wer|wen|wem|wessen|wann|wo|wohin|woher|warum|wieso|weshalb|wie|wieviel|welche[rsnm]?|wofür|womit|worüber
        woran|worauf|wozu|wovon|wobei
    """,
    "_sag": r"""
        gesagt|erzählt|erwähnt|gemeint|vorgeschlagen|empfohlen|versprochen|geraten|erklärt|notiert|aufgeschrieben
        gemerkt|gespeichert|geschrieben|gezeigt|mitgeteilt|geschickt|ausgerechnet
    """,
    "_ab": r"""
        besprochen|abgemacht|ausgemacht|vereinbart|beschlossen|entschieden|geeinigt|verabredet|geplant|festgelegt
        festgehalten|notiert|geredet|gesprochen|vorgenommen|abgesprochen|ausgesucht
    """,
    "_oma": r"mama|papa|mutti|vati|oma|opa",
    "_mein": r"(?:mein|unser|unsr|euer|eur)(?:e[rsnm]?)?",
    "_der": r"der|die|das|den|dem|des|dieser?s?|diesen|diesem|jene[rsnm]?",
    "_mehr": r"""
        kürzer|länger|knapper|förmlicher|lockerer|freundlicher|höflicher|einfacher|klarer|sachlicher|netter|formeller
        persönlicher|ausführlicher|schöner|besser|frecher|wärmer|schlichter
    """,
    "_ding": r"""
        antwort|beispiel|satz|version|variante|option|nachricht|absatz|entwurf|zeile|titel|überschrift|vorschlag|text
        code|ausgabe|ergebnis|punkt|fassung|formulierung
    """,
    "_ord": r"(?:erste|zweite|dritte|vierte|letzte|vorige|vorherige|obere|andere|nächste)[rsnm]?",
    "small": r"""
        hallo|hi|hey|moin|servus|grüß (?:gott|dich)|guten? (?:morgen|tag|abend|nacht)|morgen|mahlzeit
        wie geht'?s(?: wie steht'?s)?|wie geht es (?:dir|ihnen)|alles (?:klar|gut|fit|paletti|roger)|na|was geht|danke
        dankeschön|vielen dank|tausend dank|besten dank|merci|lieb von dir|super|toll|prima|klasse|perfekt|genial|cool
        spitze|wunderbar|sehr gut|gut|schön|stark|hervorragend|läuft|ok|okay|ja|jo|jap|jawohl|klar|gerne?|sicher|nein
        nee|nö|genau|richtig|stimmt|passt|einverstanden|mach(?:'s|e)?(?: das| es)?(?: so)?|leg los|nur zu|weiter so|so
        bitte|bitte sehr|in ordnung|verstanden|alles klar|verstehe|ach so|egal|vergiss es|schon gut|kein problem
        macht nichts|gern geschehen|lol|haha~|hihi~|hm+|oh|ah|ups|sorry|entschuldigung|tschüss?|ciao|bis (?:bald
        morgen|später|dann|nachher)|gute nacht|schlaf (?:gut|schön)|schönen? (?:tag|abend|wochenende|feierabend|urlaub
        sonntag)(?: noch)?|auf wiedersehen|mach'?s gut|willkommen zurück|bin (?:wieder )?da|glückwunsch|alles gute
        frohe weihnachten|gleichfalls|ebenso|viel (?:glück|spaß|erfolg)|freut mich|bei dir|bei ihnen|dir|dich|euch
        ihnen|du|auch|und|sehr|ganz|aber|dann|das|es|war'?s|hast du (?:toll|gut|super|prima) gemacht|wünsch(?:e)?|ich
        jetzt|heute|denn|genau das|was ich brauchte?|wollte
    """,
    "asks": r"<was>|was'n|ob|gibt'?s",
    "inverted": r"""
        (?:ist|sind|war|waren|hat|haben|hatte|hatten|habt|hast|hab|kann|können|darf|dürfen|muss|müssen|soll|sollen
        will|wollen|wird|werden|gibt|gilt|geht|läuft|kommt|steht|passt|reicht|braucht|weiß|weißt|kennst|gab|wurde|bin
        bist|kannst|könntest|magst|möchtest|würdest|wärst|verträgt|mag|\w{2,}st) (?:ich|du|er|sie|es|wir|ihr|man)
    """,
    "orders": r"""
        (?:schreib|trag|füll|bestell|buch|reservier|schick|send|antwort|sag|frag|such|zeig|gib|mach|mal|lies|öffne
        schließ|starte?|stopp|stell|setz|leg|nimm|hol|kauf|pack|plan|prüf|check|druck|speicher|lösch|kopier|ergänz
        erinner|erklär|erzähl|fass|kürz|übersetz|korrigier|sortier|rechne?|zähl|nenn|find|hilf|lass|ruf|melde?|meld
        bereite?|bring|lad|zieh|verschieb|benenn|änder|aktualisier|kündig|verlänger|überweis|bezahl|zahl|dicht|sing
        spiel|notier|merk|trage|formulier|verfass|entwirf|erstell|unterschreib|beschrift|teil|vergleich|liste|back)
        (?:schreib|send|schick|buch|bestell|trag|öffn|antwort|prüf|mach|füll|reservier|schließ|frag|änder)(?:e|en sie
        t)
    """,
    "please": r"""
        ich hätte gern|(?:fragt|fragen|will wissen),? (?:<was>|ob)|(?:braucht|brauchen|will|wollen|fragt|fragen
        möchte) (?:unser|mein|de[nmr]|die|das|wissen|nach|was|wie|wo|wann|welche|ob|wer)\w*|bitte|kannst du
        könntest du|würdest du|können sie|könnten sie|ich brauche?|wir brauchen
    """,
    "memory": r"""
        erinner(?:e|st|n|t)? (?:du )?(?:mich|dich|sie sich|uns)|weißt du noch|wissen sie noch|weiß (?:ich|man) noch
        (?:hab|habe|haben|hatte) .. vergessen|fällt mir .. nicht (?:mehr )?ein|(?:mir )?entfallen|komm .. nicht drauf
        (?:weiß|erinnere) .. nicht mehr|(?:in )?(?:meine|unsere|deine)n? (?:notizen|aufzeichnungen|unterlagen|notiz)
        (?:hast|hattest|haben sie) (?:du )?.. (?:<sag>)|(?:hab|habe|hatte) (?:ich )?(?:dir|ihnen) .. (?:<sag>|gegeben)
        (?:meintest|sagtest|erwähntest|empfahlst|rietest|schriebst|wolltest|erzähltest) du|du (?:meintest|sagtest)
        du (?:hast|hattest) .. (?:<sag>)|du (?:hattest|warst)|hattest du|(?:dir|ihnen) (?:doch|ja|schon|mal
        neulich) .. (?:<sag>)|wie gesagt|was (?:weißt du|wissen wir|haben wir) .. (?:über|zu)|was steht .. (?:notiert
        in)|dir (?:doch |ja )?(?:notiert|gemerkt|aufgeschrieben)|was hatte ich|hatte ich (?:nicht|dir|mir)
    """,
    "agreed": r"""
        ich (?:hab|habe|hatte) .. (?:<sag>|<ab>)|(?:haben|hatten|sind|waren) (?:wir|uns) .. (?:<ab>)|wir (?:haben
        hatten|sind|waren) .. (?:<ab>)|wir .. (?:<ab>)(?: haben| hatten)?|(?:hab|habe|hatte) ich .. (?:<ab>|<sag>)
        (?:unser|das) letztes? gespräch|(?:was|wen|wem|wann|wo|wohin|welche[rsnm]?|wie|wie viel|warum|wieso) .. (?:hab
        habe|haben|hatte|hatten) (?:wir|ich)|(?:was|wen|wem|wann|wo|wohin|wie|warum|wieso|womit|wofür) (?:hab|habe
        haben|hatte|hatten) (?:wir|ich)|unsere[rn]? (?:abmachung|absprache|vereinbarung|entscheidung|plan)
        es (?:dabei )?bleibt|dabei bleibt
    """,
    "shared": r"""
        (?:hab|habe|haben|hatte|hatten|hätten) (?:ich|wir|uns)|(?:waren|wollten|sollten|mussten|konnten|hatten
        nahmen) wir|(?:war|wollte|sollte|musste|konnte|hatte) ich|(?:ich|wir) .. (?:<part>) (?:hab|habe|haben|hatte
        hatten)|(?:uns|mir|mich) .. (?:<part>)|wir (?:\w+ )?(?:waren|hatten|wollten|sollten|nahmen|machten|kauften)
        (?:ich|wir) (?:hab|habe|haben|hatte|hatten|bin|sind|war|waren)|(?:bin|sind) (?:ich|wir) .. (?:<part>)
        hast du .. (?:schon|bereits)|wollte .. von (?:mir|uns)
    """,
    "earlier": r"""
        letzt(?:es|e[srnm]?) (?:mal|woche|nacht|jahr|monat|wochenende|frühjahr|sommer|herbst|winter|\w+tag)|zuletzt
        beim letzten|neulich|kürzlich|damals|früher|vorhin|vorher|zuvor|gestern|vorgestern|seinerzeit|einst|ehemals
        bisher|vor (?!wie)(?:\w+ )?(?:\w+ )?(?:tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?|stunden?|weihnachten
        ostern)|vor kurzem|vor (?:der|dem|den) \w+|vorige[sn]? (?:mal|woche|jahr)|vergangene[sn]? \w+|beim ersten
        seitdem|seit (?:dem|der|wir)|einmal|irgendwann|schon mal|schonmal|ursprünglich|anfangs|bislang|als wir|wo wir
        heute (?:früh|morgen|mittag)|stehen ?geblieben
    """,
    "former": r"""
        im (?:frühjahr|frühling|sommer|herbst|winter)|am \w+tag|(?:letzte|vorige|vorherige|alte|ursprüngliche
        bisherige|frühere|erste)[srnm]? (?!ziffer|buchstabe|wort|name)\w+
    """,
    "usual": r"""
        wo (?:es|sie|er) .. (?:lief|klappte|ging)|von der .{0,12}liste|wie (?:immer|üblich|gewohnt|sonst|gehabt
        letztes|besprochen|abgemacht|vereinbart|zuletzt|damals|früher|bei|beim|zu)|(?:das|den|die|dem|der) (?:übliche
        gleiche|selbe)[nrsm]?|(?:dasselbe|denselben|dieselbe|demselben|derselbe)n?|(?:wo|wie|was|wann) .. (?:immer
        sonst|normalerweise)|(?:adresse|nummer|daten) (?:hast|kennst) du|(?:du|sie) (?:weißt|kennst|wissen
        kennen) (?:ja|schon|doch|wie|was|die|den|das)|wie du weißt|üblich~|gewohnt~|bewährt~|stamm\w+|(?:wie )?gehabt
        (?:mein|unser)e?n? (?:lieblings\w+|standard\w*)
    """,
    "resume": r"""
        wo .. steht$|wo (?:waren|sind|stehen|standen) wir|wie weit (?:sind|waren|bin|ist|seid)|weiter (?:mit|an|bei|am
        beim)|weiter (?:im text|geht)|(?:nächste[snr]?|nächsten) (?:kapitel|punkt|abschnitt|schritt)|weiter ?(?:machen
        arbeiten|gehen|schreiben|geht)|mach .. weiter|zurück zu[rm]?|(?:beim|bei|am|an|mit) .. weiter\w*|(?:was
        wie) (?:ist|steht|läuft|geht) .. (?:stand|um|mit|offen|voran)|stand der (?:dinge|sache)|wie steht'?s|(?:was
        wie) (?:kam|wurde|ist) .. (?:raus|heraus|daraus|aus|geworden|gelaufen|ausgegangen|gelaufen)|rauskommen
        (?:noch )?offen(?:e[nr]? punkte)?|was (?:fehlt|bleibt|steht) (?:noch|als|morgen|heute|an)|steht .. an
        gibt'?s (?:schon |was )?neu\w*|(?:was )?neues (?:von|vom|zu|bei)|fortschritt\w*|knüpf\w* .. an|aufgabenliste
        lief .. (?:schief|gut|ab)|nächste[rn]? schritte?|liegen ?geblieben|weiter ?geht
    """,
    "again": r"wieder|nochmals?|noch ?mal|noch|erneut|schon wieder|immer noch|weiterhin|mehr|schon|doch",
    "ours": r"wir|(?<!lass )uns|unser(?:e[rsnm]?|m|n|s)?|unsre[rsnm]?",
    "mine": r"mein(?:e[rsnm]?)?|(?:habe?|muss|darf|brauche|soll|bin|sag) ich|<oma>s?",
    "private": r"""
        \w*codes?|datum|passwort|kennwort|pin|zugangsdaten|login|wlan~|adresse|anschrift|(?:telefon|handy|steuer|konto
        kunden|vertrags)nummer|(?:versicherungs|auftrags|rechnungs|ausweis|serien|mitglieds|ordnungs|artikel|haus
        zimmer)nummer|nummernschild|kennzeichen|iban|steuer-?id|blutgruppe|\w*größen?|körpergröße|gewicht|dosis
        dosierung|tabletten?|allergi~|verträgt|geburtstag~|hochzeitstag|jahrestag|kaution|miete|gehalt|lohn|budget
        frist|termin~|vertrag~|mietvertrag|rechnung~|angebot~|rabatt~|gebucht|reserviert|bestellt|bestellung|lieferung
        geliefert|(?:ersatz|haus|haustür)?schlüssel~|vermieter~|nachbar~|zahnarzt|hausarzt|arzt|ärztin|tierarzt
        physio~|babysitter~|lehrer~|trainer~|chef~|kolleg~|kunden?|kundin|lieferant~|klempner|elektriker|handwerker
        anwalt|anwältin|steuerberater~|mieter|garantie|quittung|abo|testserver|backups?|protokoll|tickets?|anmeldung
        erstattung|einspruch|widerspruch|schicht~|dienstplan|krankenkasse|versicherung|konto|bestand|vorrat
        einkaufsliste|gästeliste|packliste|farbton|ansprechpartner~|\w*kontakte?
    """,
    "lookup": r"""
        (?:hol|nimm|zieh|übernimm|kopier|verwend)\w* .. (?:aus|von) de[rmn]|find~? .. nicht|nicht (?:mehr )?finden
        notizen (?:von|vom|zu|zum)|(?:zeig|such|find|ruf|gib(?!t)|hol|lies|öffne|schau|guck|schick
        liste)\w* .. (?:<der>|<mein>|was|wo|ob)|raus ?suchen|heraus ?suchen|überblick~|übersicht~|(?:mach
        schreib)\w* .. fertig|ergänz~ (?:<der>|<mein>)|(?:schau|prüf|guck)\w*,? ob|was (?:noch|sonst)
        zusammenfassung (?:von|vom|der|des)|wo .. steht
    """,
    "holder": r"""
        noch .. (?:da|im haus|übrig|vorrätig|auf lager)|(?:haben|gibt) (?:wir|es) noch|wessen idee|von wem (?:kam|war)
        (?:ein|keinen?|irgendein)(?:en)? grund|spricht (?:et)?was (?:gegen|dagegen)|(?:wer|bei wem) (?:hat|ist|kümmert
        macht|zahlt|bezahlt|holt|bringt|kommt|übernimmt|betreut|liegt|sind|steht)|wo (?:ist|sind|liegt|liegen|steht
        stehen|hängt|haben|hat) (?:der|die|das|den|mein|unser)|wer von uns|auf wen|was (?:steht|liegt|habe ich
        hab ich) (?:heute|morgen|diese|am|nächste) .. an|wessen|wer ist (?:dran|zuständig)
    """,
    "state": r"""
        (?:gell|oder|richtig|stimmt'?s|nicht wahr) ?\?$|(?:ist|sind|war|hat|haben|hatte|gilt|läuft|reicht|geht|steht
        kommt|darf|kann|muss|soll|wird|braucht|passt) (?:<der>|er|sie)|(?:wann|wo|wie (?:viel|viele|lange|oft|hoch
        groß|alt)|welche[rsnm]?|was) .. (?:<der>)|zu\w{3,}(?= von|$)|(?:gibt|gab) es|was (?:kostet|kostete|zahlen
        zahlt)|wie hieß|wie (?:heißt|heißen) (?:<der>)
    """,
    "past": r"""
        (?:<was>) .. (?:war|waren|hatte|hieß|kam|lief|ging|wollte|sagte|meinte|gab|stand|wurde|hat)|(?:<was>) (?:war
        waren|hatte|hieß|kam|lief|ging|wollte|sagte|meinte|gab|stand|wurde|hat)|(?:hat|ist|war|wurde|haben
        hatte) (?!man).. (?:<part>)
    """,
    "thing": r"""
        (?:die|der|dieser?|jener?) (?:sache|geschichte|angelegenheit|thema|vorfall) (?:mit|um|von|bei|wegen)
        (?:dieser?s?|diesen|diesem|jene[rsnm]?) \w{4,}(?: da| von| mit|, d)|das mit (?:dem|der|den)|der eine
        dieses eine|(?:das|dem|am) (?:projekt|thema|problem|ticket|vorhaben)|(?:die|der) (?:aufgabe|störung|fehler
        ausfall|panne)|(?:ist|sind) wieder da|schon wieder|tritt wieder
    """,
    "act": r"""
        (?:die|eine|meine|unsere) antwort (?:an|auf)|(?:fürs|für das|für den|für die) (?:\w*formular|\w*antrag
        anmeldung|versicherung|steuer\w*|protokoll)|(?:schreib|antwort|sag|mail|melde?|richte?|teil)\w* .. (?:dass|ob
        wir|ich)|trag\w* .. ein|füll\w* .. aus|setz\w* .. ein|bestell\w* .. nach|verlänger\w*|unterschreib\w* .. mit
        schick\w* .. (?:an|zu|dem|der)
    """,
    "create": r"""
        zufällig\w*|zeig\w* mir,? wie|erzähl\w* (?:mir )?(?:was |etwas )?(?:über|von der)|gedichte?|haikus?|limericks?
        witze?|rätsel|reime?|märchen|slogans?|gute-?nacht-?geschichte|liedtext|zungenbrecher|(?:eine?|kurze
        lustige) (?:geschichte|lied|aufsatz|quiz|spruch|anekdote|erzählung)|(?:et)?was (?:lustiges|nettes)|(?:erzähl
        sag|zeig) mir (?:et)?was|bring mich zum lachen|muntere mich|(?:ideen|vorschläge|namen|titel) für|dichte
        lass uns .. spielen|(?:nenn|gib|brauche?) .. (?:ideen|beispiele|synonyme|namen|vorschläge|titel|sätze)|sing
    """,
    "task": r"""
        übersetz~|korrigier~|korrektur~|formulier\w* .. um|umformulier~|fass\w* .. zusammen|zusammenfass(?:en|e|t)
        kürz~|sortier~|ordne~|alphabetisch|rechne~|berechne~|zähl~|addier~|wandle? .. um|umrechnen|löse?|buchstabier~
        teil\w* .. auf|(?:auf|ins?) (?:deutsch|deutsche|englisch~|französisch~|spanisch~|italienisch~|russisch~
        chinesisch~|polnisch~)|(?:auf|ins?) (?:latein~|türkisch~|japanisch~|niederländisch~|portugiesisch~|schwedisch~
        tschechisch~|arabisch~)|wie sagt man|was heißt|was bedeutet|ist (?:das|der satz|dieser satz) (?:richtig
        korrekt)|verbesser~|prüf~|lektorier~|mach\w* .. (?:daraus|draus|draus|<mehr>)|schreib\w* .. (?:als|überschrift
        satz|wort|in großbuchstaben)|hier (?:ist|sind|der|die|das)|(?:ins|im) (?:passiv|präteritum|perfekt|plural)
        die doppelten|abwesenheitsnotiz|formatier~|extrahier~|streich~|ersetz~|finde? den fehler|erklär\w* (?:das
        diesen|den)|was (?:ist )?richtig|schreibt man
    """,
    "general": r"""
        hilft .. gegen|(?:brot|essen|reis|suppe|kuchen|nudeln) von gestern|ist (?:das|es) normal|alte[rn]? name
        frühere[rn]? name|ausgesprochen|aussprechen|sprech~ .. aus|spricht man|definition|versteht man|bip|kontinente?
        ozeane?|wie alt wurde|welcher wochentag|napoleon~|cäsar~|kolumbus|newton~|darwin~|picasso~|bach|beethoven~
        kant|platon|luther~|kleopatra~|gibt es (?:brillen|\w+en) ?\?|wie hieß .. früher|hieß früher
        wie hieß(?:en)? (?:die|der|das) (?:erste|letzte)|olympisch~|weltmeister~|die wm|man|unterschied\w* zwischen
        was (?:ist|sind|bedeutet|heißt|macht|tut|bringt) (?:eine?r?|eigentlich|denn)|was (?:ist|sind|bedeutet
        heißt) (?!mit|aus|an|der stand|unser|mein|noch|von|bei|beim)\w+$|wofür steht|steht für
        wer war de[rn]? (?:erste|letzte|vorige)|wer war die (?:erste|letzte)|(?:der|die|das) nächste (?:stern|apotheke
        tankstelle)|wer (?:hat .. (?:erfunden|entdeckt|geschrieben|gemalt|komponiert|gegründet|gebaut|gewonnen)|erfand
        entdeckte|schrieb)|(?:erfunden|entdeckt|erfinder)|(?:hauptstadt|einwohner~|bundeskanzler~|präsident~|kaiser~
        könig~|währung|bevölkerung)|(?:warum|wieso|weshalb) (?:ist|sind|haben|werden|können|fliegen
        schlafen) (?:der himmel|das meer|der mond|die sonne|die erde)|(?:siedepunkt|schmelzpunkt|lichtgeschwindigkeit
        schallgeschwindigkeit|formel für|satz des|synonym~|mehrzahl|plural)|wie (?:viele?|weit|hoch|groß|alt|schwer
        tief|schnell|lang) (?:\w+ )?(?:hat|ist|sind|wird) (?:eine?|die erde|der mond|die sonne)
        wie (?:viele?) .. (?:hat|sind) (?:eine?r?)|(?:stimmt es|ist es (?:wahr|gesund|erlaubt|gefährlich|sicher
        schlimm|normal))|(?:besser|gesünder|billiger|schneller|schlimmer|leckerer|schwerer),? .. oder|(?:was
        welche[rs]?) ist (?:besser|gesünder)|weltkrieg|zar|zarin|pharao|mammut~|element~|sterne?|galaxie|zu? neujahr
        revolution|römisch~|mittelalter~|antik~|dinosaurier|photosynthese|planet~|wetter|wie spät|welcher tag
        tipps (?:für|zu)|(?:die )?(?:römer|griechen|wikinger|ägypter|azteken|neandertaler|titanic)|papst|shakespeare
        mozart|goethe|einstein|worum geht es in|wer (?:singt|spielt|schrieb|ist der autor)|präteritum|perfekt von
        (?:ein|eine) (?:obst|gemüse|frucht|säugetier)|letzte ziffer|\d hoch \d|(?:ein gewisser|jemand|ein bekannter
        ein kollege|eine freundin) .. (?:fragt|will wissen|gefragt|möchte wissen)|was reimt|reimt sich|ist es normal
        (?:empfiehl|empfehlen sie|empfehl) (?:mir )?(?:ein\w*|etwas)|gute[nsr]? (?:buch|film|bücher|filme) (?:über|zu)
        spannendes|interessantes|nenn\w* (?:mir )?(?:zwei|drei|vier|fünf|alle|einige)|(?:das|dieses) wort|(?:guter
        schöner) name|sprichwort|was passiert,? wenn|gilt in (?:deutschland|österreich|europa)|wie geht (?:die|das
        der)|wie funktioniert|wie schreibt|wird .. geschrieben|dürfen (?:hunde|katzen|kinder|babys)|können (?:hunde
        katzen|kinder|babys|\w+en)
    """,
    "howto": r"""
        wie (?:kann|soll|muss|macht|koche?|bekomme?|kriege?|werde|entferne|repariere|mache?|stelle?|lösche?
        installiere?) (?:ich|man)|wie lange muss|wie \w+ (?:ich|man)|was (?:hilft|passt|tun|ziehe? ich
        mache? ich,? wenn)|womit (?:kann|entfernt|putzt)|am besten|weißt du,? wie|hast du .. (?:tipps?|ideen?|rat)
    """,
    "here": r"""
        (?:das ?selbe|das gleiche) (?:für|mit) de[rnm] (?:zweite|dritte|nächste|andere)n?|^(?:weiter|mach weiter
        noch eins)\W*$|komma|ab jetzt|<ord> (?:<ding>)|(?:dein|deine|das|die) (?:letzte|vorige
        obige)[rsnm]? (?:<ding>)|(?:variante|option|version|nummer) (?:\d|[a-e])|(?:etwas|bisschen|viel|noch|bitte
        deutlich|mehr|weniger|lieber) (?:<mehr>)|(?:<mehr>),? bitte|(?:<mehr>)$|mach (?:es|das|sie|ihn)|(?:als
        in) (?:liste|tabelle|stichpunkten|stichworten|einem satz|aufzählung)|(?:nochmal|noch einmal) (?:mit|ohne|als
        aber|bitte)|wie (?:eben|gerade|oben)|(?:gleicher?|selber?) (?:ton|stil|format)|ohne die (?:letzte|erste)|oben
        mach das rückgängig|nicht verstanden|wie bitte|formulier (?:es|das) (?:um|neu)|anders formuliert
        sag(?:'s| es| das) (?:noch|anders)|wiederhol|noch (?:eine?[ns]?|so ein)$|(?:die|der|das|den) (?:erste|zweite
        dritte|letzte|andere)[rsn]?$|was meinst du damit|(?:übersetz|kürz|fass) (?:es|das|ihn|sie)|beides
        keins von beiden|ohne (?:emojis?|anführungszeichen|komma)
    """,
    "lean": r"""
        allgemein|generell|normalerweise|üblicherweise|im durchschnitt|erklär~|vor-? und nachteile|rezept für
        die (?:meisten|längste|größte|höchste)\w*|geht die reihe|liegt \w+ ?\?|warum ging \w+ unter|(?:schreib|entwirf
        erstell|verfass|mach|gestalte?)\w* (?:mir |uns )?(?:eine?[nmrs]?)(?! antwort)|allgemein~|muster~
        typische[nrs]?|(?:warum|wieso|weshalb) (?:ist|sind|wird|werden|hat|haben|kann|können|\w+t|\w+en) (?!der|die
        das|den|dem|unser~|mein~|wir|ich|er|sie|es|in)\w+|(?:wann|wo|von wem|wer) (?:wurde|wurden|ist
        hat) .. (?:gebaut|gegründet|geboren|erfunden|entdeckt|veröffentlicht|gestorben|geschrieben)|(?:wird
        werden) \w+ \w+ ?\?|wie (?:wirken?|entsteht|entstehen|bildet|bilden) \w+|von wem (?:ist|stammt) (?:der|das)
    """,
    "kind": r"""
        norwegen|deutschland|frankreich|italien|spanien|russland|china|japan|england|amerika|europa|asien|afrika
        indien|polen|brot~|honig|milch|eier?|reis|nudeln|kartoffel~|tomaten?|[aä]pfel|bananen?|kaffee|tee|wein|bier
        wasser|zucker|salz|käse|butter|joghurt|fleisch|hähnchen|fisch~|katzen?|hunde?|vögel|bienen?|pferde?|spinnen?
        pflanzen?|bäume?|blumen?|sonne|mond|regen|schnee|babys?|menschen|bücher|buch|filme?|lieder|musik|rezepte?
        reisen?|schule|wetter|kalender|küche
    """,
    "device": r"""
        (?:mach|schalt|dreh|stell|schließ|öffne|fahr)\w* .. (?:an|aus|ein|ab|auf|zu|lauter|leiser|heller|dunkler
        runter|hoch)$|(?:öffne?|schließ\w*|mach\w*) .. (?:kalender|posteingang|browser|app|kamera|karte|seite|tabs?)
        (?:öffne?|schließ\w*) .. (?:auf|zu)|wecker|timer|stoppuhr|eieruhr|lautstärke|spiel\w* (?:musik|etwas|was|ein)
        musik|licht|bildschirmfoto|tabs?|fenster|jalousien?|wirf .. münze|würfle?|zufallszahl|pause
    """,
    "assistant": r"""
        (?:hast|bist|kannst|fühlst|träumst|schläfst|magst|wärst|würdest|glaubst
        langweilst) du (?:gut |auch |eigentlich |überhaupt |lieber |schon )?(?:geschlafen|eine?|gefühle|träum\w*|müde
        traurig|glücklich|einsam|wach|echt|lebendig|menschlich|hunger|angst|langeweile|dich|katze|lachen|weinen|da|es
        gott)|bist du (?:noch |schon )?(?:da|wach)|vergisst du|wer hat dich|wer bist du|was bist du|wie alt bist du
        was kannst du|wie heißt du|dein(?:e)? (?:name|lieblings\w+|hobby|meinung)|würdest du (?:lieber|eher)
        wärst du (?:lieber|gern)|über dich|roboter|schläfst du|träumst du|langweilst du
    """,
    "suppose": r"""
        angenommen|stell dir vor|was wäre,? wenn|wenn (?:ich|du|wir) .. (?:wäre|hätte|könnte|würde)~|theoretisch
        hypothetisch|tu so
    """,
    "negated": r"""
        wüsste ich (?:bloß|nur|noch)|erinner~ (?:mich|uns) (?:bitte )?(?:morgen|um|in|am|heute|jeden|später|nachher
        übermorgen|nächste~|rechtzeitig)|erinner~ .. zu \w+en|(?:erinner~|vergess~) .. (?:nie|nicht|bloß|lieber)
        nie vergessen|danke (?:fürs|dass|für die|für das) \w*erinner~|vergesse? (?:ich|nie)|merk dir|vergiss nicht
    """,
    "saying": r"""
        jetzt|nun|hatten|wir|zur|zum|beschlossen|entschieden|abgemacht|vereinbart|ausgemacht|besprochen|gesagt|nochmal
        eigentlich|denn|hieß|heißt|also|doch
    """,
    "mood": r"""
        geheult|geweint|(?:bin|fühle? mich|ich bin) (?:\w+ ){0,2}(?:müde|traurig|glücklich|kaputt|wütend|krank|nervös
        aufgeregt|fertig|sauer|gestresst)|zum (?:heulen|kotzen|schreien)|freu\w* (?:mich|ich)|juhu|nerv(?:t|ig|en)
        schrecklich|furchtbar|grauenhaft|hass\w+|ist das nicht|tut das gut|drück\w* mir|war das .. ein\w*|wünsch mir
        der wurm|mag nicht .. reden|keine lust|lampenfieber|tut .. weh|schmerz\w*|ach je|seufz|so ein (?:tag|mist)
        bringt mich .. um
    """,
}
