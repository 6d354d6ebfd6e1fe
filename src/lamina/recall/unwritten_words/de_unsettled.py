"""German words: what settles nothing, or is no news."""

from __future__ import annotations

WORDS = {
    "ask": r"""
        ^(?:und |aber |also,? |ja,? |na,? |hey,? |sag mal,? )?(?:wer|was(?! [^?]*(?:angeht
        |betrifft))|wen|wem|wessen|wo|wohin|woher|wann|warum|wieso|weshalb|wie(?! besprochen| gesagt
        | vereinbart| abgemacht| immer| gehabt)|welche[nrms]?|wozu|wofür|womit|woran|wovon|worauf
        |wieviele?)
        ^(?:kannst|könntest|würdest|weißt|hast|bist|kennst|magst|willst|findest|meinst|glaubst)
        (?:weißt|erinnerst) du (?:noch|dich)|was meinst du|hast du (?:eine )?(?:ahnung|idee|ideen)
        ich (?:frage|frag) mich|kennst du
    """,
    "request": r"""
        ^tu(?:n sie)? (?:mal )?so|^stell dir vor|^(?:versuch|probier)~ (?:es )?(?:noch ?mal|nochmal)
        ^(?:der|die|das) ?(?:gleiche|selbe|dasselbe)~ .. (?:aber|nur)
        ^(?:ja,? |ok,? |gut,? |hm,? )?(?:weiter|mach weiter|fahr fort|nächste\w*)[ .!]*$
        ^(?:schreib|erzähl|spinn) .. weiter|weiter(?:schreiben|erzählen)?:
        (?:folgende\w*|diesen?|dieses|satz|text|absatz|geschichte):
        auf (?:polnisch|englisch|deutsch|französisch|russisch|spanisch|italienisch|chinesisch)
        ^du bist (?:jetzt |nun |ein |eine |der |die )*(?:[a-zäöü]+)[.!]?$|spiel~ (?:die|eine) rolle
        rollenspiel
        ^(?:bitte |mal |jetzt |und |dann )*(?:lass (?:die|den|das) (?:tests?|skript|programm|build
        |server)|starte?|führ|teste?|installiere?|behebe?|fix|ändere?|lösche?|entferne?|füge?
        |verschiebe?|benutze?|probiere?|baue?|deploye?|committe?|merge|aktualisiere?|setz|stell|dreh
        |färbe?)(?= )
        ^(?:kürzer|länger|lauter|nochmal|noch mal|weiter|mehr|anders)(?: bitte| davon)?[ .!]*$
        ^(?:bitte |mal |und |jetzt |nun |dann |so,? |hey,? |ok(?:ay)?,? |also,? |los,? )*(?:schreib~
        |übersetze?|fasse?|erkläre?|zeige?|nenne?|liste?|zeichne?|male?|berechne?|rechne?|suche?
        |such|finde?|google|benenne?|sortiere?|lies|sage? (?:mir|uns|mal|wie|was)|gib (?:mir|uns
        |eine?)|mach(?:e)? (?:mir|aus|daraus|eine?n?|das|es|mal|den|die)|formuliere?|korrigiere?
        |formatiere?|erstelle?|generiere?|erfinde?|entwirf|schlage?|empfiehl|beschreibe?|definiere?
        |vergleiche?|analysiere?|prüfe?|prüf|zähle?|wiederhole?|öffne?|drucke?|gliedere?|kürze?
        |verkürze?|erweitere?|verbessere?|überarbeite?|hilf|denk dir|überlege?|stell dir|setze?
        |vervollständige?|ergänze?|führe?|lass hören|weiter|mach weiter|fahre? fort|noch (?:ein|eine
        |einen|mal|eins)|dichte?|reime?|rate|schätze?|löse?|wandle?|ersetze?)
        (?:kannst|könntest|würdest|magst) du .. (?:schreiben|erklären|übersetzen|zeigen|nennen
        |machen|helfen|zusammenfassen|erstellen|suchen|finden|sagen|geben|vorlesen|prüfen
        |formulieren|rechnen)
        ich (?:brauche|bräuchte|hätte gern|will|möchte) (?:ein|eine|einen) (?:text|gedicht|liste
        |idee~|bild|tabelle|entwurf|übersetzung|zusammenfassung|rezept|vorschlag|slogan|titel
        |geschichte)
        (?:geschichte|gedicht|roman|szene|kapitel|lied|märchen|theaterstück|drehbuch) (?:über|von
        |in)
        (?:den|die|das|der) folgenden? (?:text|satz|absatz|artikel|mail)
        auf (?:englisch|deutsch)[: ]
    """,
    "suppose": r"""
        was wäre|wie wäre|angenommen|mal angenommen|gesetzt den fall|nehmen wir (?:mal )?an
        stell dir vor|stellen wir uns|hypothetisch|theoretisch|rein theoretisch
        wenn (?:ich|wir|man|du|es|das|die|der) .. (?:würde~|hätte~|wäre~|könnte~|käme~|gäbe|ginge~
        |machten|täte~|müsste~|dürfte~)
        tun wir so|als ob|spinnen wir|gedankenexperiment|hätten wir (?:doch|nur|bloß)|schön wär~
        ich wünschte|wäre (?:das )?(?:schön|toll|nett|cool)|irgendwann (?:mal|einmal)|falls wir
        würde (?:es|das|sich)|im konjunktiv|wenn wir .. wären|ich träum~
    """,
    "trouble": r"""
        \w*(?:error|exception)|fehlermeldung~|stacktrace|zeile \d+|absturz|stürzt .. ab
        null ?pointer|status ?code
        (?:kompiliert|baut|startet|lädt|läuft|funktioniert|geht|klappt|druckt
        |reagiert) (?:\w+ )?nicht(?! mehr lange)
        (?:tests?|build|pipeline|skript|seite|app) (?:schlägt|schlagen|hängt|bricht|ist kaputt
        |sind rot|ist rot)
    """,
    "open": r"""
        lieber (?:noch )?(?:nichts|nicht)|(?:beide\w*|beides|alles) (?:recht|gut|egal)
        (?:ist|sind) mir (?:beide )?(?:recht|egal|gleich)
        mir (?:ist|sind) (?:beide|beides|alles|das)|keine präferenz|nichts neues|keine neuigkeit~
        (?:weiß|wissen) (?:ich|wir) (?:es )?(?:selbst|selber|auch) nicht
        sagt,? (?:wir|ich) soll\w* warten
        nichts (?:entschieden|beschlossen|geklärt|festgelegt|ausgemacht)
        nichts .. (?:entschieden|beschlossen|geklärt)|keine (?:entscheidung|einigung)
        (?:nur|bloß) (?:so )?(?:eine|ne|'ne|ein) (?:idee|gedanke|vorschlag|scherz)
        vergiss (?:es|das|was)|egal|war nur so|fast (?:hätte|wäre)|beinahe
        denkt? .. (?:nach|darüber|drüber)|(?:gefällt|gefallen|passt|liegt) mir (?:\w+ )?nicht
        mag ich nicht|sehen wir .. an|sagt .. was (?:er|sie)|spielt mit dem gedanken
        zieht in erwägung|erwägt
        (?:noch )?nicht (?:ganz |so |wirklich )?(?:sicher|entschieden|fest|klar|geklärt|raus
        |beschlossen|einig|durch|final|fix|ausgemacht|spruchreif)
        unentschieden|unsicher|unklar|ungewiss|unschlüssig
        (?:ist|sind|bleibt|steht|wäre) (?:das )?(?:noch|alles|weiter(?:hin)?)? ?offen|noch offen
        vielleicht|eventuell|evtl|womöglich|möglicherweise|wahrscheinlich|vermutlich|unter umständen
        (?:weiß|wissen) (?:ich |wir |es |das )?(?:noch |auch |selbst |selber |einfach )*nicht
        keine ahnung|mal (?:sehen|schauen|gucken)|schauen wir mal|sehen wir dann|überleg~
        am überlegen|grüble~|nachdenken|denke? (?:noch )?(?:drüber|darüber)? ?nach|drüber schlafen
        darüber schlafen|(?:ob|weder) .. (?:oder|soll~|lohnt|wollen)|hängt (?:davon )?ab
        kommt drauf an|kommt darauf an|kann mich nicht entscheiden|schwanke|hin und her
        zwischen .. und|noch nicht|noch kein~|warte~ (?:noch )?auf|abwarten|steht noch aus|könnte~
        vorerst nicht|ein andermal|später mal|entweder .. oder|diskutieren|debattieren|streiten
        ob wir|ob ich|wissen wir erst
    """,
    "propose": r"""
        (?:ich|wir|man) (?:könnte|könnten|kann|können) .. (?:fragen|versuchen|nehmen|schauen
        |probieren|leihen)
        könnten wir|wie wär'?s|was hältst du|was haltet ihr|sollen wir|soll ich|wollen wir
        sollten wir|wir sollten|(?:ich|wir) (?:würde|würden|könnte|könnten|möchte|hätte|hätten)
        vorschlag|schlage vor|idee|ich (?:will|mag|fände|finde|denke|glaube|meine)|man könnte
        wäre (?:es )?(?:besser|gut)
    """,
    "chat": r"""
        ^(?:hi|hallo|hey|moin|servus|guten (?:morgen|tag|abend)|gute nacht|tschüss|ciao|bis (?:dann
        |morgen|später|bald)|danke|dankeschön|vielen dank|merci|wow|cool|super|klasse|toll|prima|puh
        |uff|hui|ach|na ja|naja|wie geht'?s|alles gut)(?:[ ,.!]+(?:dir|euch|schön|zusammen|sehr|auch
        |dafür|für \w+|nochmal|ihr|du|das hat .. geholfen))*[ .!]*$
        haha~|hihi|lol|lach~|was für ein~ (?:tag|woche|nacht|chaos)|scherz|spaß beiseite|nur spaß
        danke .. (?:geholfen|hilfe|mühe|super)|mir ist (?:so )?langweilig|hab dich lieb|freu~ mich
        ich bin (?:so |echt |total |nur )?(?:müde|kaputt|hungrig|glücklich|froh|gelangweilt|erledigt
        |platt)
        (?:das )?wetter (?:ist|war|heute)|schönes wochenende|guten appetit|kann nicht schlafen
    """,
    "others": r"""
        (?:die |der |das )?(?:bundes\w+|regierung|kanzler(?:in)?|präsident(?:in)?|minister~
        |parlament|landtag|senat|ezb|fed|notenbank|zentralbank|nasa|esa|eu|kommission|nato|un|papst
        |könig(?:in)?|google|apple|microsoft|amazon|meta|tesla|openai|twitter|netflix|dfb|fifa|uefa
        |polizei|opposition|gericht|verfassungsgericht|bahn|lufthansa|telekom|vw|volkswagen|bmw
        |siemens|koalition|ampel) (?:hat|haben|will|wollen|wird|werden|plant|kündigt|senkt|erhöht
        |verschiebt|beschließt|schließt|einigt|stoppt|verbietet|hebt|lässt|bringt)
        (?:mein|meine|unsere?|sein|seine|ihre?|eine?|die|der|deine?) (?:\w+ )?(?:schwester|bruder
        |nachbar(?:in|n)?|freund(?:in)?|kumpel|cousin|cousine|onkel|tante|kolleg(?:e|in)
        |mitbewohner(?:in)?|ex|bekannte[rn]?|schwager|schwägerin) .. (?:entschieden|beschlossen
        |entschlossen|will|möchte|plant)
        angeblich|gerücht~|ich hab(?:e)? (?:gerade |neulich |heute )?(?:gelesen|gehört)
        in den nachrichten|laut (?:zeitung|spiegel|medien|bericht)|in der zeitung|man sagt|es heißt
        im (?:film|buch|roman|spiel|krimi)|in der (?:serie|folge|geschichte)
        die (?:hauptfigur|heldin)|der (?:held|protagonist)
    """,
    "past": r"""
        letzte[sn]? (?:jahr|monat|woche|nacht|mal)|vor (?:\w+ )?jahren|damals|früher|einst|als kind
        gestern|neulich|vorgestern
    """,
}
