"""German words: what stays open in a talk."""

from __future__ import annotations

WORDS = {
    "standing": r"""
        ab (?:jetzt|sofort|heute)|künftig|in zukunft|von nun an|immer|stets|nie|niemals
        grundsätzlich|jedes mal|jedesmal|wenn ich .. (?:sage|schreibe|tippe|frage|meine)
        merk dir|ohne mein~|wenn .. (?:kommt|schreibt|anruft|eintrifft),? \w+|sofern nicht
        außer ich|bis ich .. sage|unter keinen umständen|auf keinen fall|als regel|regel:
        nur wenn ich|nur noch auf
    """,
    "addressed": r"""
        bitte|du|dich|dir|dein~|mir|mich|meinst du|merk~|duz~|siez~|antworte~?|schreib~?|schick~
        leite~?|frag~?|gib|gibst|nimm|nimmst|nutz~?|benutz~?|sag~?|ruf|mach~?|push~?|nenn~?
        verwende|(?:ohne|nach) mein~|setz~?|halt~?|lass
    """,
    "todo": r"""
        (?:hab|habe|haben|hatte) .. versprochen|(?:ich|wir|er|sie|man|jemand
        |einer) (?:\w+ )?(?:muss|müssen|musst|sollte|sollten)|(?:muss|müssen|musst|sollte
        |sollten) (?:ich|wir|er|sie|man|noch|dann|erst|auch)|(?:muss|müssen) .. (?:werden|sein
        |<act>)|(?:noch|dann) .. (?:anpassen|erledigen|<act>)|(?:frag|frage|ruf|rufe|schau
        |schaue|hol|hole|besorg|besorge|schreib|schreibe|schick|schicke|klär|kläre|bring|bringe
        |kümmer|kümmere|mach|mache) ich|nicht vergessen|denk~? .. dran|muss .. angepasst werden
        (?:ich|wir) (?:rufe?|frage?|schaue?|hole?|besorge?|schreibe?|schicke?|kläre?|bringe?
        |kümmere|erledige) .. (?:an|nach|ab|morgen|heute|gleich|später)|to-?do|bis (?:<date>
        |zum)|abgabe ist|fällig|steht noch aus|noch offen:|ich rufe
    """,
    "agent_todo": r"""
        (?:du|jemand|einer|ihr|wir|sie|er) (?:\w+ )?(?:musst|muss|müsst|müssen|solltest)|(?:muss
        |müssen|musst) (?:noch|erst|zuerst|du|jemand|dann|vorher)|(?:fehlt|fehlen|braucht
        |brauchen|steht|stehen) noch|noch (?:offen|ausstehend|zu erledigen)|ist noch zu
        es (?:fehlt|fehlen) noch
    """,
    "asks_for": r"""
        bitte|kannst du|könntest du|würdest du|mach|(?:und|dann|jetzt) (?:mach|füg|schreib
        |schick|prüf|bestell|buch|ruf|lösch|benenn|verschieb|setz|stell)
    """,
    "promise": r"""
        ich (?:werde|\w{2,}e)|\w{2,}e ich|(?:werde|mache|melde) ich|du (?:bekommst|kriegst
        |hörst)|melde mich
    """,
    "later": r"""
        morgen|übermorgen|heute(?: noch| abend| nachmittag)?|abends?|später|nachher|gleich|bald
        als nächstes|danach|sobald|wenn|nächste~|kommende~|jeden (?:<weekday>|tag|monat|morgen)
        jede woche|bis dahin|in (?:einer|zwei|\d+) \w+|am (?:<weekday>|wochenende)|demnächst
        dann|noch mal|nochmal
    """,
    "unknown": r"""
        (?:finde|sehe|habe|weiß|kenne) ich (?:\w+ )?(?:nichts|nicht|kein~|nur)|ich (?:finde|sehe
        |habe|weiß|kenne) (?:dazu |darüber |hier |leider |da )*(?:nichts|nicht|kein~|nur)
        steht (?:\w+ ){0,6}(?:nichts|nicht|nur|kein~)|antwortet (?:\w+ ){0,3}nicht
        nicht (?:erreichbar|bekannt|klar|ersichtlich|verzeichnet)|kein~ (?:eintrag|hinweis
        |angabe|information~|datum|antwort|notiz~|treffer)|unklar|unbekannt|nichts (?:gefunden
        |dazu|davon|bekannt)|müsste ich (?:nachsehen|fragen|prüfen)|weiß ich nicht|(?:komme
        |kann) .. nicht .. (?:ran|erreichen|öffnen|finden|sehen)|keine ahnung
        das (?:prüfe|kläre|erfrage) ich|ich (?:sehe|schaue|frage) (?:\w+ )?nach
        lass mich (?:\w+ )?nachsehen
    """,
    "rhetorical": r"""
        oder\?|ne\?|gell\?|nicht wahr\?|was\?|echt\?|wirklich\?|ja\?|wer (?:weiß|hätte|will
        |soll) .. (?:das|schon|auch)|wer weiß|was soll(?:'s| das| man)|muss das sein|wie (?:cool
        |schön|blöd|geil)|ist das denn|wo (?:waren|war) (?:wir|ich)|weißt du was|wie geht'?s
        na und|was meinst du|was denkst du|irgendwelche ideen
    """,
    "did": r"""
        erledigt(?! haben| werden)|(?:^|bin |ist )fertig(?=[.!, ]|$)|geschafft|(?:hab|habe
        |haben) (?:ich |wir )?(?:\w+ ){0,6}(?:gemacht|angerufen|geschickt|bezahlt|gebucht
        |gefragt|gekauft|bestellt|unterschrieben|gebracht|gefunden|erledigt|abgeholt|überwiesen
        |abgesagt|geschrieben|gelöscht|beantragt|abgegeben)|(?:ist|sind
        |sei) (?:\w+ ){0,4}(?:erledigt|durch|raus|bezahlt|gebucht|fertig|leer|da|weg)
        schon (?:gemacht|erledigt|gebracht|bezahlt|da|passiert)|hat geklappt|alles gut|gefunden
        (?:die|er|sie) haben? (?:gerade |eben |schon )*(?:geschrieben|geantwortet|angerufen)
    """,
    "finished": r"""
        erledigt|bestellt|gebucht|verschickt|gesendet|geschickt|hinzugefügt|behoben|aktualisiert
        eingespielt|abgesagt|umbenannt|verschoben|angelegt|geschrieben|eingestellt|bezahlt
        gelöscht|installiert|entfernt|fertig|gespeichert|ausgeblendet|grün|aktuell|ist (?:drin
        |raus|an|aus|oben|da)|läuft (?:wieder|durch)|im kalender|steht auf
    """,
    "withdraws": r"""
        vergiss (?:es|das|den|die)|kannst du vergessen|doch nicht|lass (?:es|das|mal|gut sein)
        nicht mehr (?:nötig|nötig|wichtig|relevant)|brauch~ (?:ich |wir |du )?(?:\w+ )?nicht mehr
        hat sich erledigt|egal|schon gut|ist hinfällig|streich das|wieder streichen
        nee,? (?:doch|lass)|anders überlegt|ignorier
    """,
    "musing": r"""
        vielleicht|irgendwann|mal sehen|nur so|ein gedanke|rumgesponnen|überlege|nur ein scherz
        noch offen|bereden|weiß nicht|bis morgen|tschüss|gute nacht|muss los|muss weg
        ich muss gleich los|spaß beiseite|schlaf drüber|drüber schlafen|wäre schön
    """,
    "decision": r"""
        ab (?:<month>|q\d|<weekday>|dem \w+) .. (?:nur noch|läuft|weisen|gilt)
        wird auf \w+ verschoben|(?:wir|ich) (?:nehmen|nehme|bauen|stellen|bleiben|behalten
        |behalte|übernehmen)|(?:übernimmt|behält) (?:die|den|das)|also (?:\w+ )?(?:nehmen|machen
        |bleiben) wir|(?:haben uns|hat sich) .. (?:geeinigt|entschieden)|fliegt raus|kommt weg
    """,
    "deciding": r"""
        entscheiden|auswählen|aussuchen|festlegen|einigen
    """,
}
