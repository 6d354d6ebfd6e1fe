"""German words: how an agent answers."""

from __future__ import annotations

WORDS = {
    "_place": r"""
        [\w-]*(?:notiz|notizen|liste|listen|datei|protokoll|tagebuch|gedächtnis|kalender|handbuch
        |logbuch|akte|karte|ordner|journal|eintrag|profil|wissensbasis|wissensdatenbank|übersicht
        |merkzettel|unterlagen|steckbrief|kartei|index)
        (?:im|ins) (?:\w+ )?log|unter (?:entscheidungen|aufgaben|fakten|kontakten|den \w+|„|\")
        (?:als|zu den|offenen?) aufgaben?|die aufgabe|\S+\.md
    """,
    # How an answer takes what was said.
    "ack": r"""
        (?:verstanden|gut|alles klar|klar|geht klar|passt|einverstanden|in ordnung|also)(?=[.!]|$)
        ^(?:gut|klar|schön|prima|super|perfekt|klasse|fein|top|wunderbar|kluge
        |vernünftig)(?=[,.!:;—–]|$| (?:so|dass|gemacht|aufgeteilt|entschieden|gelöst))
        ^(?:ok|okay|alles klar|verstanden|einverstanden|abgemacht|in ordnung|gerne?|passt|danke
        |vielen dank|dann|also|natürlich|selbstverständlich|sehr (?:gut|gern|gerne|schön)
        |gute (?:wahl|idee|entscheidung)|wird gemacht|geht klar|mach ich|so machen|notiert
        |ist (?:klar|gut|notiert)|na gut|nachvollziehbar|so|das (?:verstehe|ist (?:klar|verständlich
        |vernünftig)|passt|klingt|merke|übernehme|macht sinn|behalte)|jawohl|guter (?:punkt|plan
        |hinweis|gedanke)|angekommen|zur kenntnis)
        im (?:hinterkopf|kopf|auge|blick)|ab (?:jetzt|sofort|dann)|künftig|von nun an
    """,
    "agrees": r"""
        ^(?:ach|ah|oh|aha|achso)
        ^(?:ja|genau|stimmt|richtig|korrekt|exakt|das stimmt|das passt|in der tat|tatsächlich|eben)
    """,
    "apology": r"""
        merke? ich mir|ab jetzt|künftig|entschuldig~|sorry|verzeih~|pardon|mein fehler|mein irrtum
        du hast recht|sie haben recht|tut mir leid
        danke für (?:die|den) (?:korrektur|hinweis|richtigstellung)|^(?:stimmt|richtig|korrekt)
        (?:ich )?(?:korrigiere|streiche|ändere|berichtige|schreibe|verbessere|nehme .. raus)
        korrigiert|da hatte ich|(?:habe ich|ich habe) .. (?:verwechselt|vertauscht|falsch)
        kommt nicht (?:mehr|wieder) vor
    """,
    "feels": r"""
        bitter|(?:das ist )?(?:ein schlag|ein schock|ein großer schritt)
        wie (?:aufregend|toll|blöd|schade)|gut, dass|aufregend|autsch
        (?:das )?tut mir (?:sehr |so )?leid|herzlichen glückwunsch|glückwunsch|gratul~|oh nein|oje
        ach je|beileid
        (?:das )?(?:trifft|ist) .. (?:hart|bitter|schlimm|schade|schwer|schön|traurig|heftig|blöd
        |ärgerlich)
        gute besserung|alles gute|viel kraft|ich drücke|hoffentlich|schrecklich
        wie (?:schön|traurig|ärgerlich)|(?:freut|freue) mich|so ein (?:schreck|mist|pech)|schade
        gut,? dass (?:er|sie|es|ihr|nichts)|ein glück|zum glück|mist
    """,
    "moved": r"""
        (?:herzlichen )?glückwunsch|gratul~|beileid|tut mir (?:sehr |so |wirklich )?leid
        gute besserung|alles gute
    """,
    "follows": r"""
        (?:bleiben|bleibt|haben wir|habt ihr) .. (?:tage|wochen|monate|zeit)
        (?:sehen|sieht) .. anders aus|(?:neue[rn]?) ansprechpartner
        ein (?:fünftel|drittel|viertel|großteil)[ ]|fällt .. weg|wird .. (?:zimmer|frei)
        (?:dann|also|damit|das heißt|somit|daher|deshalb|folglich|heißt) .. (?:braucht?|brauchen
        |muss|müssen|müsst|solltet?|sollten|wird|werden|fällt|fallen|gilt|geht|heißt)
        (?:ihr|du|wir|man) (?:braucht?|brauchen|müsst|müssen|musst|sollten|solltest) .. (?:neu~
        |ersatz|anders~|ander~)
        ersatz|tabu|ab (?:dann|jetzt|januar|<month>)|bis dahin|vom tisch|für (?:immer|den rest)
        am besten|neu (?:planen|rechnen|suchen)|rechtzeitig
    """,
    "finds": r"""
        also (?:sind|ist|war|waren) es|in allen (?:drei|vier|fünf)|beide (?:sind|liegen)|wertlos
        (?:hing|hängt|beruht|beruhte|stammt) .. (?:an|auf|von|aus)
        (?:sieht|scheint) (?:so )?(?:aus|als)|sieht man
        (?:springt|steigt|fällt|tritt|passiert|kommt) nur|nichts übrig|günstiger|täuscht
        (?:spart|ändert|bewirkt|kostet|nützt|hilft) .. (?:nichts|kaum|wenig)|im (?:rauschen|rahmen)
        innerhalb der|bringt .. nichts|hilft .. nicht|kommt (?:aus|von|vom)
        nur \w+(?: und \w+)? (?:erfüll|pass|komm|bleib|schaff|hab)~|erfüllen nur|kommen nur
        passen nur|bleiben nur|(?:das )?(?:muster|bild|ergebnis|fazit|urteil) ist
        also (?:lohn\w+|ist|war|sind|liegt|hilft|reicht|bringt|taugt)
        (?:dann )?bleibt (?:nur|noch|also)|(?:zahlt|verliert|spart|verdient|gewinnt) (?:ihr|du|man)
        (?:alle|jede\w*) .. (?:an der|am|im|in der)|lohn~ .. nicht|passt (?:zusammen|dazu)
        drauf(?=[.!]|$)|unterm strich|im ergebnis|fazit|daraus folgt|folglich|demnach|somit
        das (?:heißt|bedeutet|zeigt|spricht|beweist|belegt|deutet|erklärt|bestätigt)
        (?:es |dann |damit |also )?(?:liegt|lag|liegen|sitzt|steckt) (?:es|das |der |die |also[ ]
        |dann |nicht )*(?:am|an|daran|in|im|beim)
        (?:dann|also|damit) (?:ist|war|sind|waren|scheidet|scheiden|liegt|lag|bleibt|steckt|hält
        |stimmt|kann|kommt)
        nicht .. sondern
        (?:das|der|die|den|die) (?:fehler|ursache|problem|engpass|grund|übeltäter|effekt|unterschied
        |schuld) (?:ist|war|liegt|lag|sitzt|kommt|steckt|entsteht)
        (?:ist|sind|war|waren|kommt) .. (?:günstiger|günstigsten|billiger|billigsten|besser|besten
        |schneller|schnellsten|teurer|sicherer|langsamer|stärker|schwächer|überlegen)
        am (?:günstigsten|besten|schnellsten|billigsten|sichersten)
        (?:zeigt|zeigen|ergibt|ergeben|belegen|sagen|spricht|sprechen) (?:sich |beide |alle |also[ ]
        |klar |eindeutig )*(?:dass|dasselbe|für|gegen|deutlich)
        hat nichts (?:mit|damit)|nichts zu tun|insgesamt|alles in allem|kurzum|offenbar|scheidet aus
        ausgeschlossen|unschuldig|rechnet sich|lohnt sich (?:nicht|erst|nur|also)
        nur (?:nach|bei|an|nachts|wenn)|wegen|obwohl|entscheidend (?:ist|war)|schuld (?:ist|war)
        hängt (?:am|an|mit)
    """,
    "learns": r"""
        das ist (?:also |ja |nun |wohl |genau )*(?:der|die|das) (?:trick|kniff|geheimnis|ursache
        |lösung|grund|punkt)
        (?:ursache|grund|schuld) (?:war|ist|waren)|jetzt (?:wissen|weiß) (?:wir|ich)|daran halte
        merkenswert|(?:guter|schöner|nützlicher) (?:tipp|trick|kniff)|das merke|muss man wissen
        (?:also )?(?:bei|gegen) \w+:|(?:halbe|eine|paar) (?:stunde|minuten)
        (?:immer|stets) (?:über|unter|mit|vor|nach|an)|mit .. (?:druckt|läuft|geht|startet|öffnet)
        (?:wieder )?was (?:neues )?gelernt|gelernt|gut zu wissen|nützlich|hilfreich|praktisch
        (?:der|die|das) (?:\w+ )?(?:trick|ursache|grund|fehler|lösung|kniff|schlüssel|knackpunkt
        |punkt|problem|haken) (?:ist|war|lag|liegt)
        (?:es )?(?:lag|liegt) (?:am|an|daran|einfach)|ursache (?:war|ist)|schuld (?:war|ist)
        weil (?:der|die|das|es)|merksatz|faustregel
        das ist (?:der|die|das) (?:trick|lösung|geheimnis|ursache)|das war (?:es|'s|der|die)
        jetzt wissen wir|(?:immer|nie) (?:mit|zuerst|vorher|erst|ohne)|nächstes mal|beim nächsten
        künftig (?:immer|also|erst)|(?:gefehlt|fehlte|fehlt)|erst (?:nach|wenn|mit|dann)
        (?:damit|dadurch|so) (?:bleibt|läuft|hält|geht|klappt|funktioniert|wird)
        (?:dann|sonst) (?:bleibt|kommt|klappt|geht|hält|passiert)
        mit .. (?:geht|klappt|läuft|funktioniert) es
    """,
    "useful": r"""
        gut zu wissen|nützlich|hilfreich|praktisch|merkenswert|merksatz|faustregel
        (?:wieder )?was gelernt|(?:guter|schöner|nützlicher) (?:tipp|trick|kniff|hinweis)
        das erklärt|erklärt (?:es|das|alles)|daher also|jetzt (?:weiß|wissen) (?:ich|wir)
        muss man wissen|daran halte|interessant
    """,
    "takes": r"""
        (?:übernimmt|übernimmst|übernehme|macht|holt|bringt|besorgt|kümmert|kümmerst|schickt
        |bestellt|prüft|klärt|schreibt|ruft|tauscht|kauft|bucht|erledigt|hat|bäckt|kocht|fährt|trägt
        |baut|leitet|rufst|holst|bringst|schickst|machst|prüfst|kaufst) (?:das |die |den |der |es[ ]
        |du |er |sie |sich |also |dann |frau |herr )*\w+
        liegt (?:bei|damit)|ist (?:abgabe|frist|stichtag|fällig|zuständig|dran)|bis (?:<date>|dahin)
        abgabe|frist|zuständig|auf (?:deine?r?|seine?r?|ihre?r?|die) liste|bist du dran
        ist (?:deine|seine|ihre) (?:sache|aufgabe)
    """,
    "then": r"""
        ^(?:(?:ok|okay|gut|schön|prima|super|alles klar|in ordnung|einverstanden
        |perfekt)[,:.]? )?(?:dann|also) \w+
    """,
    # What speaks against anything being settled.
    "unsure": r"""
        frage des|eine frage (?:der|des)|wann immer|wenn (?:ihr|du) so weit
        ein(?:s|es|er|e) von beiden|von hier aus|von hier kann|möglich(?: wäre)?|möglicherweise
        vielleicht|eventuell|kommt (?:drauf|darauf) an|hängt (?:davon )?ab|schwer zu sagen
        kann ich nicht (?:sagen|beurteilen|wissen)|weiß ich nicht|könnte~|könntet|würde~|würdet
        wäre(?:n)? (?:denkbar|möglich|eine)|ebenso|beides|je nach|unsicher|denkbar
        (?:meist|meistens|üblicherweise|normalerweise|in der regel|häufig)
        wenn (?:du|ihr|sie) (?:willst|wollt|möchtest|magst)|deine entscheidung
        was (?:dir|euch) wichtiger|ist geschmackssache
    """,
    "leaves": r"""
        (?:bleibt|liegt|ruht) .. liegen|bleibt das erst|erst mal liegen|liegt (?:erst|noch)
        zurückstellen|wart(?:en|et) .. (?:bis|auf)|warten wir|lassen wir (?:alles|es|das)
        wie (?:es|gehabt|bisher|gewohnt)|bleibt alles (?:beim|wie)
        (?:lass~|bleibt|bleiben|halte|halten) .. offen|noch offen|warten? wir|warten? ab|abwarten
        wart~ .. ab|kein(?:e)? eile|hat zeit|in ruhe|eilt nicht
        schlaf~ (?:eine nacht )?(?:drüber|darüber)|sag (?:mir )?(?:einfach|bescheid|dann)|melde dich
        gib bescheid|sobald (?:ihr|du|es|klar|das)
        wenn (?:ihr|du) (?:es )?(?:wisst|weißt|so weit|soweit)|mal sehen
        bleibt (?:spannend|abzuwarten)|kommen wir (?:später )?darauf zurück|zurückgestellt
        verschieben wir die entscheidung|noch nichts (?:entschieden|fest)|parken
    """,
    "offers": r"""
        soll ich|möchtest du|willst du|wollt ihr|möchten sie|ich kann (?:auch |gern|dir|euch)
        sag (?:einfach )?bescheid|wenn du (?:magst|willst|möchtest)|gerne helfe
    """,
    "delivers": r"""
        ^(?:erledigt|fertig|okay|ok|gemacht)[,.:!] (?:der|die|das|es|alles|sie) .. (?:ist|sind)
        ist jetzt|sind jetzt|ist weg|hier (?:ist|sind|kommt|der|die|das|ein|eine|dein~)
        bitte ?(?:schön|sehr)?:|(?:gerne?|klar|natürlich)[!,.: ]+hier|wie gewünscht|anbei
    """,
    # What says that it is written down; what leads up to a sentence.
    "written": r"""
        (?:schon|bereits|jetzt|alles) (?:in|im|unter|auf) (?:\w+ ){0,3}?<place>
        (?:steht|stehen|liegt|findet sich|ist|sind|hab's|habe es) (?:jetzt |nun |bereits |schon[ ]
        |alles |auch |so |damit |drin )*(?:in|im|unter|auf|bei) (?:\w+ ){0,2}?<place>
        (?:steht|stehen) (?:jetzt |nun |schon )*(?:unter|im log)|im kalender(?=[.,!]|$)
        (?:notiert|eingetragen|gespeichert|festgehalten|abgelegt|vermerkt|hinterlegt|aufgeschrieben
        |niedergeschrieben|protokolliert|dokumentiert|abgespeichert|nachgetragen|mitgeschrieben
        |reingeschrieben|hineingeschrieben|verzeichnet|erfasst|verewigt|abgeheftet)
        (?:eintrag|notiz|vermerk) (?:\w+ )?(?:angelegt|erstellt|gemacht|geschrieben|ergänzt
        |hinzugefügt)
        zu (?:den akten|protokoll) (?:genommen|gegeben)
        (?:trage|schreibe|notiere|speichere|halte|lege|vermerke) ich (?:das |es |dir )?(?:gerade
        |hiermit|soeben)
    """,
    "put": r"""
        (?:ergänzt|aktualisiert|hinzugefügt|gesetzt|geschrieben|aufgenommen|korrigiert|angelegt
        |geändert|gepackt|gestellt|angepasst|erweitert|übernommen|gelegt|getan|gemacht|nachgezogen
        |berichtigt|gesichert|archiviert|auf dem (?:neuesten )?stand)
    """,
    "place": r"""
        <place>
    """,
    "unwritten": r"""
        (?:soll ich|werde|würde|kann ich|ich kann|könnte|möchtest du|willst du|wenn du (?:magst
        |willst|möchtest)|nicht|nirgends|noch nicht|nichts|am besten|solltest|kannst du|müsste
        |muss) .. (?:notier~|eintrag~|eingetragen|speicher~|gespeichert|festhalt~|festgehalten
        |aufschreib~|aufgeschrieben|ablegen|abgelegt|vermerk~|ergänz~|aktualisier~|setzen|nehmen
        |schreib~|hinzufüg~|anlegen)
        (?:notier|speicher|trag|schreib|setz|leg) (?:es|das|dir|sie)|steht (?:\w+ )?nichts
        der verein
    """,
    "filler": r"""
        (?:ok(?:ay)?|so|also|gut|na gut|na|nun|ja|jo|nein|nee|nö|hm+|äh+|ähm+|ach(?: so)?|hey|du
        |übrigens|alles klar|dann|und|aber|schön|prima|super|klar|verstanden|danke|stimmt|genau|tja
        |halt|moment|eigentlich|ehrlich gesagt|achtung|sorry|entschuldigung|einverstanden|abgemacht
        |gern|gerne|perfekt|in ordnung|wieder was gelernt|gut zu wissen|guter punkt|das verstehe ich
        |sehr gut|richtig)
    """,
}
