"""The German words of the cues for kinds of notes."""

from __future__ import annotations

WORDS = {
    "_month": r"""
        (?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november
        dezember)
    """,
    "_season": r"""
        (?:herbst|sommer|winter|frühjahr|frühling|jahresende|weihnachten|ostern|pfingsten)
    """,
    "_span": r"(?:wochen?|monaten?|monate|quartale?n?|jahre?n?|halbjahr)",
    "_kind": r"""
        (?:coding|code|recherche|schreib|text|werbetext|review|test|übersetzungs|design|marketing
        vertriebs|support|daten|analyse|lektorats|korrektur|planungs|programmier|such|seo|redaktions
        browser|bild|tabellen|mail|zusammenfassungs)
    """,
    "_verb": r"""
        (?:drücken|warten|öffnen|klicken|starten|stoppen|wählen|eingeben|kopieren|einfügen|ausführen
        spülen|füllen|rühren|backen|entkalken|anmelden|abmelden|halten|setzen|löschen|leeren
        einschalten|ausschalten|ziehen|stecken|drehen|einweichen|trocknen|bügeln|schütteln|abwischen
        installieren|exportieren|importieren|auswählen|eintippen|umrühren|erhitzen)
    """,
    "_noted": r"""
        (?:gegen|genau|gern|gemeinsam|gesamt|geld|gerät|gehört|gebiet|geschäft|gefällt|gelten|genug
        gericht|geschenk|gestern|gesetzt|gehen|geben|gewicht|gespräch|gedicht|gelegen|getränk
        gedanken|geschichten|gebot|gebäud|gebühr|geduzt|gesiezt|gewohnt|gebaut|geschrieben
        gespeichert|gewürz)
    """,
    "day": r"""
        gestern|heute|vorgestern|letzte[nrs]? (?:woche|nacht|monat|<day>)|vorhin|soeben|gerade eben
        vor (?:\w+) (?:tagen|wochen|stunden)
        am <day>(?:abend|morgen|nachmittag|vormittag)? (?:habe?n?|hat|sind|waren?|wir|ich|mit)
        am <day> .. (?:ge\w+t|ge\w+en|beschlossen|entschieden|vereinbart|besprochen|bekommen
        telefoniert)|diese nacht|heut
    """,
    "did": r"""
        habe|haben wir|hat (?:sie|er|uns|mir|sich|der|die|das)|hatte|hatten|wurde|wurden|war|waren
        kam|kamen|ging|rief|schrieb|sagte|bekam|fand|beschloss~|entschied~|einigten|vereinbarten
        lief|musste~|konnte~|meldete|bestellte|kaufte|zahlte|traf|trafen|besprachen|nahm|gab es
        (?:habe?|hat|haben) .. \w*ge\w{2,}(?:t|en)
        (?:hab|habe|hat|haben|sind|ist|bin) .. (?:\w*(?:gegangen|gekommen|gefahren|gefallen|geflogen
        gelaufen|gezogen|geblieben|geworden|gestiegen|gereist|gelandet|passiert|gerissen|geplatzt
        abgestürzt|gestorben)|\w+iert|bekommen|besprochen|entschieden|beschlossen|vereinbart
        verschoben|erledigt|verkauft|bestellt|bezahlt|verschickt|unterschrieben)|gewesen|zugesagt
        abgesagt|telefoniert|unterschrieben|besprochen|beschlossen|vereinbart|verschoben|bekommen
        verschickt|bestellt|ausgeliefert|umgestellt|verkauft|eingereicht|abgeholt|aufgeräumt
        hochgeladen|angerufen|eingekauft|heute .. (?:kam|kamen|gab|lief|fiel|war|waren)|gesetzt
        gekommen|gegangen|getroffen|eingebaut|umgeräumt|repariert|gekündigt|freigegeben|gestrichen
        war (?:voll|leer|gut|schlecht|da|dran|lang|kurz)|ist beschlossen|entdeckt
        lief (?:gut|schief|bis)|erhöht|aufgehängt|ging .. aus|abgestimmt|gewählt|angenommen
        ^(?:den|die|das|dem|der|mit|bei|zum|nach|auf|heute|gestern|zwei|drei) .{3,60}(?:ge\w{2,}(?:t
        en)|\w+iert|verkauft|bezahlt|bestellt|erledigt|besprochen|vereinbart|entschieden|überwiesen
        verschickt|verlegt|entfernt|ersetzt|erneuert)(?=[.,;]|und|$)
    """,
    "past": r"""
        (?!<noted>)(?:ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|los|mit|nach|um|vor|weg|weiter
        zu|zurück|zusammen|fertig|statt|teil)?ge\w{2,}(?:t|en)(?=[.,;:!)]| und |$)
        \w{3,}iert(?=[.,;:!)]| und |$)
    """,
    "state": r"(?:ist|sind|bleibt|bleiben) .. (?:ge\w+t|ver\w+t|be\w+t|\w+iert)(?!\w)",
    "result": r"""
        (?:ist|sind) (?:raus|durch|da|fertig|erledigt|unterschrieben|bezahlt|gebucht|bestellt
        abgeschickt|online|umgezogen)|(?:titel|termin|plan|vertrag) steht
        ging (?:gut|schief|schneller|glatt)|hat geklappt|kam (?:nicht )?gut an|alles (?:gut|läuft)
    """,
    "open": r"""
        (?:warte|warten|wartet) (?:noch )?auf
        noch (?:offen|unklar|nicht|kein~|ungeklärt|aus|immer|fehl\w+|ausstehend|klären|ein|zwei
        drei)|offen(?:e|er|es)?(?= ?[:.,–—-]|$| (?:ist|bleibt|frage|punkt|thema|ob|sind))|ungeklärt
        unklar|unentschieden|ausstehend|steht (?:noch )?aus|steht noch|müssen (?:noch|wir)|muss noch
        zu klären|zu entscheiden|klären|nachhaken|nachfassen|entscheidung (?:offen|fehlt|steht)
        hängt (?:an|am|von|vom)|blockiert|fehlt|fehlen|todo|zu tun|soll(?:en)? wir|rückmeldung
        überfällig|keine (?:antwort|rückmeldung|zusage)|auf eis|zurückrufen|rückruf|in der schwebe
        nicht entschieden|muss (?:ich|jemand)
        muss .. (?:werden|kündigen|verlängern|bezahlen|buchen)(?= bis|\.)|keiner weiß|niemand weiß
        muss raus|noch einen?|noch jemand|gesucht|hakt|haken|stockt
        noch zu (?:finden|klären|besorgen)|noch nicht .. (?:ge\w+|be\w+)|warteliste|noch zwischen
        schwebt|bis dahin
        liegt (?:beim|bei der|beim) (?:\w+)?(?:amt|anwalt|notar|gericht|steuerberater|finanzamt
        jugendamt|chef)~|springt? ab|steht nicht fest|nicht fest|widerspruch|fragen, ob|klären, ob
        herausfinden, ob|hat sich noch kein~|noch kein~ .. gefunden|nachfragen, (?:ob|wann|wer)
    """,
    "undecided": r"""
        oder doch|entweder .. oder|(?:noch )?nicht (?:raus|entschieden|sicher|klar)|schwank~
        überleg(?:e|en|t) (?:noch|ob)|ob (?:wir|die|der|das|man|es|ich|sich)|hin- und hergerissen
        wissen (?:wir |noch )?nicht|welche[rsn]? (?:von|der|nun)|lieber .. oder|tendier~|abwägen
        steht zur wahl|können uns nicht
        ist (?:billiger|günstiger|schneller), .. (?:zuverlässiger|besser|teurer|langsamer)
    """,
    "waiting": r"""
        wollte sich|wollte .. (?:melden|schicken|anrufen|liefern|zurückrufen)
        bisher (?:kam|nichts|keine?)|meldet sich (?:nicht|nächste|am|bis|erst)
        hat (?:sich )?(?:noch )?(?:nicht|nie) (?:ge\w+|unter\w+|zu\w+|ant\w+)
        kommt (?:frühestens|erst|am|nächste)|versprochen|zugesagt für|vorher (?:können|geht|kein)
        bis dahin|ohne (?:das|die|den) .. (?:können|geht)|sitzt (?:auf|noch)
        liegt (?:noch )?bei(?:m)?|prüft noch|entscheidet (?:sich )?(?:am|erst|nächste)|erst wenn
        zweite[sn]? angebot|angebot (?:von|fehlt|kommt)|keinen termin|kein datum|noch keinen?
        wer (?:übernimmt|fährt|zahlt|macht|bringt|kümmert|vertritt|sagt)
        braucht eine (?:abnahme|genehmigung|unterschrift|zusage)|nicht geklärt|meldet sich
        ruft (?:an|zurück)|sobald .{3,40} (?:da|zurück|frei|fertig|vorliegt)|wenn .. wieder da
        wartet auf|ist beantragt|beantragt|sagt .. bescheid|muss der|muss die|darüber muss|abstimmen
        muss noch|unterschrift fehlt|noch nicht unterschrieben|klärt \w+|noch nicht zugesagt
        noch nicht bestätigt
        (?:ist|sind|wurde|wurden) (?:noch )?nicht (?:ge|be|ver|zu|ab|an|ein)\w+(?:t|en)
    """,
    "question": r"""
        ^(?:ist|sind|hat|haben|kann|können|soll|sollen|wer|wann|wo|welche[rsn]?|darf|muss|wird
        werden|was|warum|wie viel~) [^?]{3,160}\?
    """,
    "due": r"""
        bis (?:zum |spätestens |ende |anfang |mitte |nächste[nr]? |kommende[nr]? )?(?:<day>|morgen
        woche|monat~|<month>|\d{1,2}(?!\d| uhr))~|fällig|frist~|spätestens|stichtag|läuft .. ab
        bis (?:zum |spätestens )?<day> muss
    """,
    "ahead": r"""
        morgen(?! (?:früh)? ?um)|nächste[nrs]? (?:woche|monat|<day>|schritt~)|kommende~|wollen wir
        wollen|planen|demnächst|bald|vielleicht|eventuell|ggf|sollten|müssen|kündigen
    """,
    "lasting": r"""
        kostet|kosten|preis~|geburtstag|geboren|geheiratet|liegt (?:in|an|am|im)|öffnungszeit~
        geöffnet|geschlossen|schließt|öffnet|ruhetag|lieferant~|händler~
        mindest(?:menge|bestell|abnahme|alter|lohn|umsatz)~|lieferzeit~|liefert|seriennummer
        kundennummer|kontonummer|vertragsnummer|nummer|versicherung(?:en|snummer)?|kennzeichen|wiegt
        misst|garantie|läuft (?:bis|ab|aus)|gültig bis|jahrestag|hochzeitstag|gehört|steht für
        besteht aus|ansprechpartner~|zahnarzt|arzt|ärztin|tierarzt|vermieter~|steuernummer|iban
        modell|telefon~|adresse|anschrift|straße|str\.|stock|postleitzahl|miete|gebühr|beträgt
        dauert|pro (?:kilo|stunde|monat|stück|person|nacht)|größe|haltbar~|gegründet|hausnummer
        durchwahl|bestellnummer|konto|nimmt \d+|sitzt in|braucht (?:diesel|benzin|super)|fasst
        blutgruppe|schuhgröße|parkplatz|fährt (?:um|ab|alle)|müllabfuhr|abholung|erbaut|gebaut \d{4}
        jahre alt|verlangt|berechnet|stundensatz|ist allergisch|entfernt|zu fuß
        hat (?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags) frei
        frei(?=[.,]|$)|baujahr|ist bis \d+ uhr|besetzt|endet auf|intervall|letzter (?:bus|zug)
        zimmer \d+|höchstens \d+|fahrgestellnummer|mindestabnahme|erreichbar (?:von|bis)
    """,
    "whose": r"""
        (?:unser|mein|der|ihr|sein)e?r? (?:\w+ )?(?:steuerberater|vermieter|nachbar|klempner
        elektriker|zahnarzt|notar|anwalt|putzfrau|katze|kater|hund|oma|opa|mutter|vater|tante|onkel
        schwester|bruder|schule|heizung|auto|transporter|haus|wohnung|garage|garten|ofen|brennofen
        kindergarten|kita|mieter|hausmeister|lieferant|tierarzt|hausarzt)~ (?:ist|hat|heißt|sitzt
        wohnt|nimmt|kostet|öffnet|schließt|braucht|läuft|wurde|liegt)
    """,
    "document": r"""
        sop|standardarbeitsanweisung|arbeitsanweisung|verfahrensanweisung|playbook|~handbuch
        leitfaden|richtlinien?|ratgeber
        (?:ausführlich|vollständig|komplett|gesamt|umfassend|detailliert|sämtlich
        ganz)(?:e[nrsm]?)? (?:\w+ )?\w*(?:anleitung|text|bericht|regelwerk|protokoll|studie|analyse
        übersicht|liste|dokumentation|interview|vortrag|ablauf|leitfaden|verfahren|prozess|konzept
        satzung|mitschrift|unterlagen|handbuch|vergleich|testberichte|sammlung|geschichte)~
        recherche(?! ?agent)(?:n|ergebnis~)?(?= (?:zu|über|der)| ?:)|marktanalyse|marktforschung
        analyse~ (?:der|des|von|zu)|bericht~ (?:über|zu)|~testberichte
        vergleich (?:von|der|aller|zwischen)|whitepaper|fallstudie~|übersicht (?:über|aller)|glossar
        textbausteine|katalog (?:aller|der|mit|von)|kompendium|quellenverzeichnis
        protokoll im wortlaut|wortlaut|transkript|mitschrift|abschrift|ablaufplan
        ablauf (?:der|des) .. (?:von|bis)|prozessbeschreibung|nachschlagewerk|rahmenkonzept
        regelwerk|alles,? was wir|vortragsfolien|skript (?:zum|zur|der|des)|dossier|fachartikel
        lehrbuch|protokolle der|abhandlung|chronik der|kommentar zum|methoden im vergleich|abgetippt
        marktübersicht|umfangreich~|testbericht~|gesetzestext|vertragstext|kleingedruckte~
        forschungsstand|fachliteratur|preisvergleich|reparaturanleitung|schaltpl(?:an|äne)
        teilekatalog|schulordnung|curriculum|prüfungsordnung|bedienungsanleitung
        alle (?:lieder|briefe|rezepte|artikel|protokolle|mails|interviews|texte)|briefwechsel
        abgeschrieben|verfahren (?:für|zur|zum)|von a bis z|formularen?|vertragswerk
        interviewprotokoll~|abschriften|mitschrift(?:en)?|unterlagen (?:zu|zur|zum|über)
        alle \w+ module|api-dokumentation|(?!\w*(?:ver|an)sammlung)\w{3,}sammlung
        alles (?:über|zum|zur|zu) \w+(?: ?:|,)|merkblätter|gesetzestexte?
    """,
    "whole": r"""
        komplette~|vollständige~|gesamte~|sämtliche~|ganze[nrs]? (?!tag|woche|zeit)|wort für wort
        von (?:anfang|a|der ersten) .. (?:bis|zur|zum) \w+|von .. bis (?:zum ende|z|ende|zur)
        im wortlaut|ungekürzt|in voller länge|im detail|ausführlich~|von a bis z|seit \d{4},
        gesamter|bis heute
    """,
    "extent": r"""
        \d+ ?-?(?:seiten|seitig~|kapitel|folien|wörter|schritte|abschnitte|punkte)
        (?:rund|etwa|knapp|gut|über) \d+ (?:seiten|wörter)
        (?:zehn|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert) (?:seiten|folien|kapitel)
        ~stündige[nr]?|\d+ (?:anbieter|modelle|produkte|rezepte|interviews|quellen)
        \d+ (?:lieder|lektionen|briefe|artikel|fotos|gedichte|tabellen)
    """,
    "with": r"""
        samt|inklusive|einschließlich
        mit (?:allen|beispielen|vorlagen|quellen|tabellen|bildern|folien|mustern?|screenshots
        checklisten|elternbriefen|musterbriefen|preisen)|quellen|vorlagen|muster(?:briefe|schreiben)
        tabelle mit|tabellen|checklisten|fußnoten|diagramme|kommentaren|paragraphen|abbildungen
        fotos|laborwerte|komplett|in einer datei|übungen
    """,
    "inside": r"""
        (?:im|in|für|fürs|des) (?!jede|alle|kein|beliebig|ander)(?:(?:dem|diesem|das|dieses|unserem
        der) )?(?:[\w-]+[ -])?\w*(?:repo|projekts?|codebasis|-app|app|shop|webseite|website|portal
        vereinsseite|newsletter|plugin|backend|frontend|dashboard)(?! ist| sind)|codebasis
        repo(?:sitory)?|branch(?:es)?|schema|endpunkt~|frontend|backend|architektur|datenbankschema
        komponenten?|unit-?tests?
        (?:tests?|übersetzungen|vorlagen|stile|konfiguration~|migrationen|quellen|bilder|texte
        einstellungen|dateien|templates|styles) (?:liegen|liegt|stehen|heißen|gehören|laufen|müssen
        werden)|staging|tech-?stack|monorepo|commit-?nachrichten|namenskonvention~|ist mit ~ gebaut
        build|deploy~|schnittstelle|nutzt ~ (?:als|für)|aufgebaut
        ~portal (?:hat|nutzt|speichert|läuft)
        ~(?:shop|app|seite|portal) (?:hat|nutzt|speichert|rechnet|liest|holt|zieht|schreibt)|~-app
        ~vorlage|~archiv (?:beginnt|hat|liegt|nutzt)|im ~archiv|rendert|serverseitig|clientseitig
        startseite|firmware|auf der ~seite
        (?:der|die|das) \w+(?:plan|portal|tool|skript|system|export|formular|katalog) (?:zieht|holt
        liest|schreibt|speichert|nutzt|hat)|schriftgrad|schriftart|im ~heft
        im ~(?:-tool|tool|programm|planer|rechner|generator)|~(?:-tool|planer|generator) ?:
    """,
    "work": r"""
        (?:im|in dem|in diesem|für den|des|in der|unser) (?:\w+ )?(?:roman|krimi|buch|kochbuch
        manuskript|comic|spiel|drehbuch|album|reihe|trilogie|brettspiel|hörspiel|serie|novelle)~
        kapitel \d+ (?:und|spielt|ist|muss|bezieht)|hauptfigur|erzähl(?:er|erin|zeit|perspektive)
        ich-perspektive|kommissar(?:in)?|protagonist~|rezepttitel|präteritum|nebenfigur
        jede (?:folge|szene|strophe)|figuren?|jahrbuch
        alle (?:touren|maße|namen|kapitel|rezepte) (?:beginnen|sind|in|enden)|~buch ?:|bildband
    """,
    "technical": r"""
        gespeichert (?:in|als)|speichert
        (?:wird|werden) (?:gerendert|berechnet|erzeugt|generiert|signiert|gecacht|verschlüsselt
        sortiert|gerundet|abgelegt|durchnummeriert)|präfix|suffix|primärschlüssel
        feld(?:er)?(?=[ ,.])|enums?|login|widget|ids?|cache|migration~|worker|template|konfiguration
        zähler|zeitstempel|bestellnummern|dateinamen?|variablen?|klassenname~|parser|encoding
        datenbank|tabellen?|spalte~|import(?:er|e)?|export|synchron~|umrechn~|rechnet .. um|währung
        ganzzahl~|beginnt mit|heißen|javascript|css|html|pixel|bitmaske|signatur mit|slug|kodiert
        großgeschrieben|kleingeschrieben|zeichenkette~|boolesch|header|abfrage|soft-?delete
        ohne zeitzone|gerundet|nachkommastelle~|kursiv|schrägstrich|bildunterschrift~|großbuchstaben
        kleinbuchstaben|bindestrich|fettdruck|ränder|anschnitt|auflösung|farbpalette|thumbnails?
        vorschaubild~|zur laufzeit|inventarnummer~|schreibweise|abgekürzt|abkürzung~|halbgeviert~
        module?n?|iso-zeichenketten|offset|klein geschrieben|groß geschrieben|feature-flags?
        schrift(?:en)?(?=[ ,.])|farbcode
    """,
    "project": r"(?:[a-zäöü]+-)?projekte?n?s?",
    "across": r"""
        (?:in|bei|für|über|an) (?:jede[mnrs]?|allen?|alle|beliebige[nm]?|künftigen?|anderen?|keinem
        bisher allen|mehreren) (?:\w+ )?(?:projekt|repo|codebase|kund|auftrag|aufträge|thema|themen
        sprache)~|projektübergreifend|projektunabhängig|unabhängig vom (?:projekt|repo|thema|kunden)
        egal (?:in|bei|um|für)? ?(?:welche~|wen|wem|was|wo)|nächsten? (?:projekt|auftrag|kunden)
        gilt überall|überall so|bisher überall|überall|quer durch alle
        bisher (?:bei|in) (?:jede[mr]|allen?)|immer dasselbe|bei allen .. (?:gleich|so)
        auch (?:beim|im) nächsten|in jedem (?:projekt|repo)|war bisher|jedes mal so|in jedem repo
        bei welchem kunden|egal bei welche~|dasselbe(?=[.,]|$)|jeder kunde|bei jedem auftrag
        immer wieder|gilt für (?:blog|alle|jede)~
    """,
    "agents": r"""
        <kind>-?(?:sub-?)?(?:agent|bot|modell)(?:en|in|innen|s|e)?
        (?:agenten|modelle|sprachmodelle|bots) (?:die|neigen|vergessen|erfinden|sollten|müssen
        übersehen|halluzinieren|lassen|runden|lügen|schreiben)
        beim (?:programmieren|recherchieren|übersetzen|codieren|testen|reviewen|schreiben
        zusammenfassen|texten)|dem agenten|(?:den|der|die) <kind>~agenten
        für (?:alle|coding|schreib|recherche|reviewer)~?-?agenten
        (?:die|der|den) agent(?:en)? (?:fehlende|oft|gern|immer|zu|über)
        ~agenten (?:über|ver|er|neig|bau|duz|lass)~|beim code-review|agenten, die
    """,
    "doer": r"""
        ^wer (?:code|texte?|bilder|tests?|recherch\w+|übersetz\w+|schreib\w+|zusammenfass\w+)
        wer .. (?:schreibt|übersetzt|recherchiert|testet|programmiert|erzeugt|zusammenfasst
        korrigiert|lektoriert|zeichnet)
        (?:testschreiber|rechercheure?|übersetzer|texter|reviewer|korrektoren|lektoren|programmierer
        coder|zusammenfasser|schreiber|prüfer|gutachter)(?:n|innen)? (?:\w+ )?(?:lassen|mocken
        vergessen|sollen|sollten|müssen|neigen|übersehen|brauchen|verlieren|liefern|geben|immer|gern
        erst)
    """,
    "habit": r"""
        neig(?:t|en) (?:dazu|zu)|halluzinier~|erfinde[nt]|vergess?en (?:oft|gern)|vergisst
        lektion(?:en)?|lehre|typische fehler|häufige~ fehler|stolperstein~|übersieht|übersehen
        erfahrung(?:en)? ?:|lässt? .. weg|lassen .. weg|weglassen|mogel~|schummel~|behaupte(?:t|n)
        schönt|faul|muss man (?:ihm|ihnen|ausdrücklich)|nicht durchgehen lassen|ungefragt
        verschluck~|beschönig~|drücken sich
    """,
    "goal": r"""
        ^(?:ziel|langzeitziel|gesamtziel|vorhaben|plan)(?: ist)? ?[:]|^(?:das|unser|mein) ziel
        das ziel|meilenstein~|langzeit(?:aufgabe|projekt|vorhaben)|langfristig~|fahrplan|roadmap
        mehrmonatig~|mehrwöchig~|dauerthema|zwischenziel~|etappenziel~|großprojekt|endziel
        hinarbeiten|aufmachen|eröffnen|sanierung|katalogisier~|ziel ist|akkreditierung
        zertifizierung
    """,
    "stage": r"""
        (?:phase|etappe|stufe|schritt|kapitel|teil|modul|abschnitt|runde|woche|lektion
        bauabschnitt) \w+ (?:von|/) \w+|\d+ ?(?:von|/) ?\d+ (?:fertig|geschafft|kapitel|modul)~
        etappen?(?= )|zur hälfte|halbzeit|probelauf|\d+ ?(?:%|prozent) (?:fertig|geschafft|erledigt)
        bauabschnitt
        (?:zwei|drei|vier|fünf|\d+) von (?:vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|\d+)
        generalprobe|erste fassung|pilotphase
        (?:erste|zweite|dritte|vierte|nächste)[rn]? (?:sprint|phase|etappe|abschnitt|runde)
        sprint \d|(?:zwei|drei|vier|fünf|sechs) (?:schritte|etappen|phasen|abschnitte)|geschafft
    """,
    "span": r"""
        (?:über|für|in den nächsten|innerhalb von|binnen|in|dauert|noch|rund
        etwa) (?:~ )?(?:mehrere[nr]?|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf|\d+|einige[nr]?
        ein paar) <span>(?! her)|(?:acht|zehn|zwölf|sechs|\d+) wochen|(?:einem|ein )?halbe[ns]? jahr
        über den (?:sommer|winter|herbst)|den ganzen (?:sommer|winter)
        (?:dieses|nächstes|das ganze) jahr|(?:pro|im|je) monat (?:ein|zwei|drei|\d+)
        bis (?:zum|zur |in den |ins )?(?:nächsten |kommenden )?<season>|bis ende des jahres
        übers jahr|jahrelang|bis <month> (?:zieht|soll|muss|sind|ist|wollen|will|haben)
        (?:jede|pro) woche (?:ein|zwei|drei|\d+)|gut \w+ (?:monate|wochen)|zeitraum|dreijährig~
        mehrjährig~|im nächsten jahr|über (?:drei|zwei) jahre|in \w+ jahren
        bis (?:ende|mitte|anfang) (?:nächsten|des|dieses) jahres|bis ins (?:frühjahr|nächste jahr)
        nächsten jahres|(?:im|ab) (?:frühjahr|herbst|sommer|winter)|abschnitt für abschnitt
        abteilung für abteilung|raum für raum|dauert (?:bis|noch|gut|etwa) \w+|anderthalb jahre?n?
        schuljahr~|zwei winter|mehrere jahre
        bis zur (?:geburt|hochzeit|rente|prüfung|eröffnung|messe|taufe)
        vor der (?:geburt|hochzeit|eröffnung)
        (?:gut|etwa|rund|ungefähr|fast|knapp) (?:ein|zwei|drei|ein halbes) (?:jahr|monat)~
    """,
    "duration": r"""
        (?:zwei|drei|vier|fünf|sechs|acht|neun|zehn|zwölf|\d+) (?:wochen|monate[n]?|jahre[n]?)
    """,
    "months": r"""
        <month>\b.{1,80}\b(?:<month>|<season>|ferien)
        (?:im|bis) <season>.{1,60}(?:im|bis) (?:<month>|<season>)
    """,
    "sequence": r"""
        zuerst .., dann|zuerst,|zuletzt|zum schluss|schritt für schritt|nach und nach
        stück für stück|erst .., dann .., (?:dann|zuletzt|danach)|am ende|danach|, dann die
        im anschluss
    """,
    "undertaking": r"""
        umstellung|umstieg|migration|neufassung|vorbereitung~|training|marathon|halbmarathon
        doktorarbeit|dissertation|masterarbeit|bachelorarbeit|renovierung|sanierung|relaunch|umbau
        kurs|lernen|abschließen|umzug|zieht .. um|digitalisier~|gescannt|scannen|zertifizierung
        aufbau|prüfung im|(?:angel|führer|segel|jagd)schein|ausbildung|eröffn~|gründung|jubiläum
        ahnenforschung|chronik|buch schreiben|umstellen|erfassen|katalogisieren|restaurier~
        zulassung|übersetzen|abtippen|umziehen|aufnehmen|digitalisieren|archivieren aller|reform
        ~reform
    """,
    "how-to": r"""
        ^so (?:geht|macht|setzt|funktioniert|kann|lässt|stellt|bekommt|wird|richtet|löst|installiert
        entfernt|kriegt)~|^wie man|^um (?:\w+[ ,]){1,8}?(?:zu \w+en|\w+zu\w+en)|um .. zu \w+en,
        der (?:trick|fix|weg|kniff)|die lösung
        ^(?:lösung|trick|rezept|schritte|anleitung|gelernt|tipp|vorgehen) ?:|abhilfe|behoben durch
        gelöst durch|lässt sich .. (?:lösen|beheben|umgehen|entfernen|machen|öffnen)
        stellt~ sich heraus|funktioniert (?:so|nur|am besten)|indem (?:man|du)
        man (?:muss|kann|nimmt|drückt|öffnet|braucht)|geht so
        ^\w+ (?:entfernen|reinigen|einrichten|zurücksetzen|umwandeln|übertragen|verkleinern
        verbinden|einfrieren|in \w+) ?\w* ?\w*:|herausgefunden|rausgefunden
        ^[a-zäöüß-]+(?: \w+){0,4} (?:verkleinern|entfernen|entkalken|reparieren|wiederherstellen
        umstellen|löschen|retten|zurückholen|exportieren|zusammenführen|entzerren|lösen|säubern
        abdichten|glätten|konvertieren|aufwecken|freigeben)(?: \w+){0,3} ?:
    """,
    "trouble": r"""
        (?:wenn|falls) .. (?:nicht|klemmt|hängt|streikt|spinnt|abstürzt|fehlschlägt|verweigert|leckt
        riecht|klebt|verstopft|einfriert|meckert|flackert|quietscht|rostet|schimmelt|ausfällt
        feststeckt|blockiert|zu (?:fest|trocken|nass|langsam|groß))
        ^(?:hängt|klemmt|streikt|spinnt|startet|lässt sich|reagiert|findet|zeigt|meldet
        bricht) .. ,?|fehler(?:meldung)?|flecken?|~flecken|verstopf~
        zu (?:flach|fest|trocken|nass|salzig|zäh|hart|weich)\?
        wenn die? ~ .. (?:wirft|macht|läuft|kocht|spritzt|klumpt|gerinnt)|rost|schimmel|verkalk~
        quietsch~|zu (?:dünn|bitter|sauer|laut)|klumpen|verstimmt|klemmt|tropft|verliert
        verschwindet|angebrannt~|klebt|reißt|bröckelt|kippt|wackelt|überhitzt|gerinnt|zusammenfällt
        einfällt|brennt an|damit ~ .. (?:exportiert|druckt|startet|lädt|hält|klappt)|eingerostet~
        verzogen|vergilbt|zugesetzt|festsitz~|verschwinden|kratzer|falten|flimmer~|hängt bei
        ~ hängt bei
        ^wenn (?:der|die|das) (?!kund|nutzer|gast|user|chef|mieter|lieferant|anruf|agent
        benutzer)\w+
    """,
    "remedy": r"""
        hilft (?:es|nur|gegen|,|meist|oft|\w+)|hilft|reicht (?:es|ein|schon|aus)
        geh(?:t|en) .. (?:weg|raus|ab)|einwirken|danach (?:läuft|geht|klappt)
        dann (?:geht|klappt|läuft)|klappt (?:es|wieder|mit)|löst sich|wieder (?:da|normal|gängig)
        (?:minuten|stunden|sekunden) (?:warten|einwirken|ziehen|stehen|drücken|halten)
        mit (?:essig|salz|natron|zitrone|backpulver|lauwarmem|kaltem|heißem)|über nacht|geht .. ab
        tiefer|höher|später aufhören|vorher (?:einweichen|erwärmen|abkühlen)|ruckartig|loslassen
        (?:minuten|stunden) im (?:kühlschrank|ofen|wasser)|löst man|neu laden|vorsichtig|hin und her
        wenn man
        man (?:legt|nimmt|gibt|setzt|löst|drückt|zieht|stellt|hält|erwärmt|wärmt|reibt|wischt)
        mit (?:dem föhn|einem tropfen|wenig|etwas)|langsam|föhn|ein tropfen|wird man .. los
        los(?=[.]|$)|entlüften|in die cloud|link in|zugeben|weiterrühren|einen schuss|unterrühren
    """,
    "household": r"""
        teig|sauerteig|flecken?|essig|ofen|pfanne|fett|rotwein|natron|wolle|hefe|abfluss
        wasserkocher|kalk(?:flecken|rand)?|rost|tinte|kleber|farbe|schimmel|brot|soße|eier|butter
        kuchen|reis|zwiebeln?|pflanzen?|reißverschluss|scharnier|schraube|reifen|kette|batterie
        filter|sicherung|wasserhahn|rollo|fenster|milch|fugen?|lack|schraube~|beamer|motor|kupplung
        fahrrad|säge|bohrer
    """,
    "steps": r"""
        anschließend|zum schluss|<verb>, ?|(?:und|,) <verb>|dann <verb>|schritt \d|erneut
        neu (?:starten|anmelden|laden|auszuwählen|zu starten)|zu (?:leeren|löschen|starten|drücken)
        dann
    """,
    "paper": r"""
        vorschriften|lehrplan|~konzept|literatur~|sammlung|hintergrund~|skizzen|aufsatz|studien?
        verordnung|satzung|gutachten|dokumentation|anhang
    """,
}
