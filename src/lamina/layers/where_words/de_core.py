"""The German words of the cues for core files."""

from __future__ import annotations

WORDS = {
    "_day": r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)",
    "recurring": r"""
        jede[nrsm]? (?:zweite[nr]? |dritte[nr]? |\d+\. )?(?:tag|nacht|morgen|abend|mittag|vormittag
        woche|wochenende|monat|quartal|jahr|stunde|halbe stunde|<day>|heartbeat)~
        alle (?:\d+|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf|paar) (?:tage|wochen|monate|stunden
        minuten|jahre)
        (?:all)?(?:täglich|wöchentlich|monatlich|stündlich|jährlich|nächtlich|quartalsweise)~
        viertel~lich|halbjährlich|regelmäßig|turnusmäßig|periodisch|in regelmäßigen abständen
        (?:ein|zwei|drei|vier|mehr)mal (?:am|pro|im|die|in der|je|jede~|täglich) \w+
        (?:<day>|werktag)s|(?:all)?(?:morgens|abends|nachts|mittags)|allabendlich
        bei jede[mr] heartbeat|zum? (?:monats|quartals)(?:ende|ersten|anfang|beginn)
        (?:am|zum) (?:ersten|letzten|fünfzehnten|\d{1,2}\.) (?:<day> )?(?:des|jedes|im
        eines) (?:monats?|quartals?)|(?:am|zum) (?:monats|wochen|quartals|jahres)(?:ende|anfang)
        an jedem \w+|mehr als .. tage her|an jedem (?:\w+ )?(?:tag|monatsersten)|nach feierabend
        nach ladenschluss|bei jedem (?:durchlauf|lauf|aufwachen|start|puls|takt)|in jedem durchgang
        wann immer du aufwachst|alle paar (?:stunden|tage|wochen|minuten)|routinemäßig|turnus
        jeden \w+(?:tag|abend|morgen)|immer (?:<day>s|am ersten|zum ersten|montags)|tagsüber alle
        (?:mitte|ende|anfang) (?:jedes|des) monats
        <day>(?:morgen|nachmittag|abend|mittag|vormittag) (?:die|den|das|alle|kurz|nach)
        (?:zur|in der) (?:frühschicht|mittagspause)|an schultagen|an werktagen|jeden \w+
        <day>(?:abends|morgens|nachmittags|mittags|vormittags)
    """,
    "check": r"""
        (?:über)?prüfe?n?|kontrollier~|nachsehen|nachschauen|durchsehen|durchgehen|durchschauen
        reinschauen|reinsehen|erinner~|aufräumen|sichern|melde~|zusammenfass~|zusammensuchen
        zusammenstellen|abgleichen|leeren|gucken|schauen|schau~ nach|archivier~|mahnen|einsammeln
        sortieren|auflisten|hinlegen|gießen|zählen|vergleichen|warnen|bescheid|ansehen|anschauen
        querlesen|überfliegen|aussortieren|notieren|schicken|abhaken|ausmisten
        ob .. (?:ist|sind|hat|steht|läuft|fehlt|gibt)|sichten|melden|ablaufen|nachzählen|abfragen
        durchgucken|erinnerung|liste der|übersicht schicken|wegräumen|anstehen|ausdrucken|hochzählen
        nachhalten|überblick|ob noch|vorbereiten|lagerbestand|auffüllen
    """,
    "habitual": r"""
        (?:macht|hat|ist|öffnet|schließt|hält|kommt|fährt|gibt|bringt|liefert|arbeitet|probt
        trainiert|spielt) .. (?:<day>s|täglich|wöchentlich|vormittags|nachmittags)
        kommt jede[nr]? \w+|sprechstunde
        (?:mo|di|mi|do|fr|sa|so) (?:und|bis|,) (?:mo|di|mi|do|fr|sa|so)[ ]
        wechselt (?:monatlich|jährlich|wöchentlich)|~ bis ~ uhr
    """,
    "trait": r"""
        warm(?:herzig~|e[rs]?)?(?! (?:wasser|milch|ofen))|herzlich~|freundlich~|ehrlich~|neugier~
        humor~|witz~|iron(?:ie|isch)~|sarkas~|zyn\w+|direkt(?! (?:in|an|auf|aus|über|vom|am|neben))
        charakter~|persönlichkeit|ton(?:fall)?|haltung|meinung~|ruhig(?! mal)~|gelassen~|bescheiden~
        mut|mutig|aufrichtig~|einfühl~|empath~|respekt~|loyal~|floskel~|schmeich~|trocken~
        verspielt~|locker~|höflich~|frech~|sanft~|seele|authentisch|unterwürfig|belehr~|poetisch
        nüchtern~|wahrheit|vertrauen|augenhöhe|gelaber|geschwafel|besserwiss~|fürsorg~|hilfsbereit~
        zuversicht~|schwatz~|lakonisch|wertschätz~|demut|scherz(?:e|en|haft)?|nett(?:e[rns]?|er)?
        unbequem|selbstironi~|pathos|kitsch|dich verstell~|heuchel~|schönred~|gutmütig~
        stur(?:e[rn]?|heit)?|eigensinn~|klug(?:e[rn]?)?|bodenständig~|unaufgeregt~|tapfer
        fair(?:ness)?|gerecht~|diskret~|verschwiegen|zurückhaltend~|lebhaft|heiter~|ernst(?:haft)?
        anstand|arrogan~|überheblich~|jammer~|mitgefühl|optimis(?:t|mus)~|pessimis~|rückgrat|eitel~
        sachlich~|kumpel~|ja-sager|großspurig|verlässlich~|wichtig(?= ?[.,]|$)|unerschütter~
        ausreden|stolz|leise|schüchtern|aufbraus~|wortkarg|großzügig~|prahl~|angeber|herz(?:en)?
        schalk|verschmitzt|gesellig|taktgefühl|feinfühlig|ohne umschweife|widersprichst|offen und
        mut zur|freude an|trost|großherzig|skeptisch|unbestechlich|zugewandt|wach(?:e[rn]?)?(?= )
        streng aber|milde|liebevoll|beharrlich|phrasen|~schleim~|~geduld~
    """,
    "voice": r"""
        stimme|klingst?|redest|sprichst|du sprichst wie|sprich wie|klingt? wie|kurze sätze
        wie (?:ein|eine) (?:alter?|gute[rn]?|weise[rn]?|trockene[rn]?|freundliche[rn]?) \w+
        dein (?:humor|ton|wesen|stil)|deine (?:art|stimme|haltung)
        ohne (?:floskeln|umschweife|pathos|fachchinesisch)
    """,
    "rather": r"""
        lieber .. als|wichtiger (?:als|ist)|mehr .. als
        statt (?:zu )?(?:gefallen|schmeicheln|nicken)|geht (?:dir )?vor|ist dir wichtig~|kommt vor
        auch wenn es (?:weh|unbequem|schwer)|bedeutet dir|glaubst (?:an|daran)|im herzen|liegen dir
        liegt dir|dir .. fremd|dir .. egal|nicht .., sondern
    """,
    "be": r"""
        ich bin(?! .{2,20}(?:assistent|rentner|lehrer|arzt|student|mutter|vater))
        ich (?:sage|spreche|glaube|liebe|denke|lache|schätze)
        du (?:bist|hast|magst|lachst|darfst|gibst dich|hältst) (?!zuständig|verantwortlich)
        sei (?!t )\w+|der typ|die sorte|gehört zu dir|darf .. sein
    """,
    "you": r"du|dich|dir|dein~|\w{3,}st du",
    "act": r"""
        (?:\w{3,}st) du
        du (?:\w+ )?(?:\w+ )?(?!bist|hast|magst|liebst|lachst|klingst|nimmst dich
        kannst)\w{3,}st(?= |[.,]|$)
        (?:meldest|verweist|korrigierst|änderst|entscheidest|schreibst|sendest|lehnst|prüfst|leitest
        hebst|notierst|speicherst|fragst|wartest|legst|sagst)
    """,
    "if-you": r"""
        (?:wenn|falls|sobald|bevor|ehe|nachdem) du|^\w+st du .{3,60},|wenn .{2,30} du
        bist du (?:unsicher|nicht sicher)
    """,
    "command": r"""
        nie(?:mals)?|immer|muss|müssen|musst|darf|dürfen|sollst|sollen|soll|auf keinen fall|verboten
        untersagt|pflicht|verpflichtend|grundsätzlich|ausnahmslos|keinesfalls|unbedingt|regeln?
        stets|nicht (?:ohne|eigenmächtig|weiter|heraus)|ist zu|sind zu|niemandem|niemand|tabu
        bleib(?:t|en) (?:unter|intern|vertraulich|liegen)|ab \d+ euro|gehen (?:nie|nicht)
        weder .. noch|sondern|gehen zuerst|nichts (?:versprechen|zusagen|löschen|weitergeben)
        keine? .. (?:ohne|an|außerhalb|nennen|versenden|veröffentlichen)|belegen
        ^nur (?:der|die|das)|(?:bekommt|sieht|darf|kriegt) nur|alle anderen nur|nicht selbst
        statt zu raten|darfst (?:nicht|nur|nie|kein~)
    """,
    "confirm": r"""
        ohne (?:rückfrage|erlaubnis|zustimmung|freigabe|nachfrage|zu fragen|bestätigung|ausdrück~
        absprache|vorherige~|auftrag|mein~)|erlaubnis|freigabe|freigegeben|zustimmung|bestätig~
        rückfrag~|nachfrag~|frag~ (?:erst|vorher|nach|zuerst|immer|den|die|lieber|mich)|um erlaubnis
        im zweifel|bei (?:zweifel|unsicher|unklar)~|gegenlesen|vorlegen|unsicher|mein (?:okay|ok|ja)
        zur ansicht|abnicken|entwurf|erst fragen|absegnen|gefragt wirst|drüberschauen|drübersehen
        drüberlesen|gegenzeichn~
    """,
    "condition": r"""
        ^wenn|^bei|^vor|^nach|wenn (?:der|die|das|du|ein|eine|jemand|zwei|etwas|man)|falls|sobald
        bevor|ehe|vor (?:jede[mnr]|dem|der|allen?)|nach jede[mr]|nur (?:nach|mit|wenn|auf)|zuerst
        erst .., dann|statt|sofort|jedes mal|vorher|zu beginn|außer
        ^(?:kommt|geht|hängt|fehlt|will|fragt|meldet|bittet|klemmt|lässt|schlägt|läuft|steht|gibt es
        wird|bleibt|zeigt|startet|reagiert|streikt|spinnt|findest|bekommst|schreibt|ruft|weißt
        taucht|liegt) [^?]{3,80},
    """,
    "event": r"""
        (?:wenn|falls|sobald|bevor|vor|bei|nach|kommt|meldet sich|fragt|schreibt|ruft|will) (?:ein
        eine|einen|einem|einer|der|die|das|dem|den|jeder?|jedem|neue[nr]?
        mal )*(?: ?\w+e[nr]? )?(?: )?(?:kund|anfrage|beschwerde|rechnung|mail|nachricht|bestellung
        reklamation|lieferant|interessent|anruf|gast|mieter|bewerb|auftrag|termin|zahlung
        überweisung|buchung|ticket|presse|fremde|kolleg|patient)~
        jemand .. (?:fragt|will|bittet|schreibt|anruft|verlangt)|rausgeh(?:t|en)|rein(?:kommt|,)
        zwei quellen|widersprech~|storniert|absagt|kündigt|gäste?|newslettern?|stornierung~|absage~
        nachfragt|sich beschwert|zweimal gebucht
    """,
    "role": r"""
        zuständig für(?! die)|zuständig~|verantwortlich~|deine? (?:aufgabe|rolle|job|bereich)
        aufgabe ist|kümmer~ .. um|kümmerst|übergib~|übergeben|weitergeben|weiterleiten|weiterreich~
        eskalier~|delegier~|sub-?agent~|orchestrator|der agent (?:darf|muss|soll|schreibt|ist)
        nicht dein~|machst nur|entscheidet (?:immer )?(?:der|die|\w+ selbst)|verwaltest|betreust
        gehört nicht zu|überlass~|geht an \w+$|weiterleitest|nimmst an|gibst .. weiter
        den rest (?:macht|bekommt|erledigt)|geht an (?:die|den) \w+
    """,
    "session": r"""
        (?:jede[rn]?|neue[rn]?|einer|zu beginn der) (?:sitzung|session|antwort|unterhaltung|aufgabe)
        sitzungs(?:beginn|start|ende)|bevor du antwortest|vor dem antworten|gruppenchat~
        gruppe (?:nur|schreibst)|quellen?(?: angeben| nennen| dazu)|rate nicht|nicht raten|erfinde~
        antworte~|antworten auf|notier~|schreib~ .. auf|deine antworten|protokollier~
        nach jeder aufgabe
    """,
    "order": r"""
        ^(?:bitte )?(?:frage?|prüfe|antworte|schreibe?|lies|nenne|zeige?|verwende|nutze|vermeide
        bestätige|lösche?|führe|halte|sende|schicke?|gib|melde|nimm|mache?|zitiere|speichere|suche?
        stelle?|erkläre|fasse|sprich|lass|bleibe?|öffne|starte|warte|trage?|lege?|behandle|achte
        beachte|teile|hol|leg|sag|setz)
        (?:legst|schickst|fragst|gibst|nimmst|schreibst|liest|prüfst|meldest|zeigst|machst|sagst
        löschst|buchst|bestellst|überweist|antwortest|trägst|suchst|holst|rufst|hältst|hebst
        verschickst|veröffentlichst|wartest) du
        du (?:legst|schickst|fragst|gibst|nimmst|schreibst|liest|prüfst|meldest|zeigst|machst
        löschst|buchst|bestellst|überweist|antwortest)
    """,
    "infinitive": r"""
        (?!\w*(?:ge|be|ver|er|ent|zer)\w{2,}en(?!\w)[.!]?$)(?!welchen|morgen|meinen|seinen|ihren
        unseren|dessen|deren|denen|einigen|wegen|zwischen|neben|gegen|oben|unten|außen
        innen)\w{2,}(?:en|ern|eln)(?=[.!;]?$)|\w+zu\w{2,}(?:en|ern|eln)(?=[.!,;]?$)
        (?:über|unter|wieder|aus|ab|an|auf|ein|nach|vor|zusammen|durch|weg|mit)\w{3,}en(?=[,.;]
        [ ]und )
    """,
    "to-me": r"""
        mir (?:die|das|den|eine?n?|vor|bescheid|zeigen|schicken|sagen|zur|melden|geben|hin|kurz)
        mich (?:anpingen|fragen|erinnern|warnen|anrufen|informieren)
        (?:sag|zeig|schick|gib|leg|melde|nenn|erinner)e? (?:mir|mich|es mir)|an mich|zu mir|mit mir
        mir eine (?:zeile|nachricht)|lässt? .. entscheiden|an \w+ weiter
    """,
    "user": r"""
        ^(?:der|die|unsere?|mein) (?:nutzer(?:in)?|user|anwender(?:in)?|mensch|besitzer(?:in)?
        chef(?:in)?)|^nutzer(?:in)?
        (?:der|die) nutzer(?:in)? (?:ist|hat|will|mag|bevorzugt|wohnt|arbeitet|liest)
        dein (?:mensch|chef|auftraggeber)|deine (?:chefin|auftraggeberin)
    """,
    "prefer": r"""
        bevorzugt?|vorlieben?|mag|mögen|hasst|liebt|möchte(?:n)?(?! wir)|wünscht|will (?!.. wissen)
        legt wert|am liebsten|lieber (?!.. als|einmal|zweimal|kurz)
        kann .. nicht (?:leiden|ausstehen|ab)|stört|nervt|lieblings~|gewohnt|schätzt|präferenz~
        ungern|besteht auf|findet .. (?:lästig|anstrengend|albern)|trinkt|isst|verträgt|reicht mir
        brauche|bitte (?:höchstens|nur|immer|kurz|ohne|keine)|höchstens
        gern (?:kurz|ausführlich|mit)|hält nichts von|allergisch gegen|erst ab \d+ uhr|nur per
        schriftlich|nicht anrufen|stören|vor worten|per (?:mail|telegram|whatsapp|telefon)
        freut sich über|sprachnachrichten|in großer schrift|mir sind .. lieber|mir ist .. lieber
        lieber als|keine (?:emojis|anrufe|langen|smileys)|liest .. (?:vor|sich)|druckt alles
        schaut nicht|nur (?:kurz|stichpunkte|morgens|abends)|nicht vor|komm zum punkt|per chat
        alles per \w+|keine überraschungen
    """,
    "wants": r"will(?! .. wissen)|verlangt|möchte",
    "person": r"""
        vegetarier~|vegetarisch|vegan~|allergi~|farbenblind|legasthen~|adhs|autis~|linkshänd~
        zeitzone|muttersprach~|spricht|arbeitszeit~|arbeitet (?:als|bei|in|von|halbtags|nachts|im)
        wohnt in|lebt in|verheiratet|ehe(?:frau|mann)|meine (?:frau|kinder|tochter|mutter)
        mein (?:mann|sohn)|rentner~|student~|anfänger~|geht .. (?:bett|schlafen)|frühaufsteher~
        schwerhörig|hört (?:schlecht|nur)|unverträglich~|laktose~|von beruf
        versteht (?:wenig|nichts|viel)|kennt sich|berufstätig|alleinerziehend|du(?:tzen|zen)|geduzt
        siezen|gesiezt|hobbys?|brille|sieht schlecht|morgenmuffel|schicht(?:dienst|arbeit)?|pendelt
        selbstständig|ausgebildete~|gelernte[r]? \w+|rechnet (?:in|alles)|denkt in|kommt aus
        stammt aus|in teilzeit|elternzeit|handy|heißt .. und (?:will|mag|rechnet|liest|arbeitet|hat)
        große schrift|tagsüber|stillt|ist \d\d(?:,| und)|im auto|unterwegs|außendienst|ungeduldig
        kann (?:kein|nicht) .. (?:lesen|sehen|hören)|schweizer(?:in)?|österreicher(?:in)?
        auftraggeber(?:in)?|kleinkind~|wechselschicht|legt sich|kopfschmerz~|vorleser
        bildschirmleser|rollstuhl|druckt|unterrichtet|pflegt
        hat (?:zwei|drei|vier) (?:kinder|hunde|katzen|töchter|söhne)|trinkt keinen|im homeoffice
        vollzeit|teilzeit
        ist (?:lehrer|arzt|ärztin|bäcker|töpfer|anwält|pilot|landwirt|fahrer|handwerker|musiker|koch
        köchin|hebamme|architekt|imker|pfleger|krankenschwester)~|einfache sätze|isst kein
        verträgt kein|nie erreichbar|freitags nicht|nüsse|gegen nüsse
        (?:versteht|schreibt|spricht|liest) (?:nur |kein |aber )?(?:deutsch|englisch|französisch
        russisch|chinesisch|spanisch|türkisch|polnisch)|nicht ansprechbar|ansprechbar|stottere
        stottert|am telefon|beruf ?:|wohnort ?:|sprachen? ?:|kleinkind(?:er)?|zwillinge|baby
        wiener(?:in)?|jänner
    """,
    "third": r"""
        ^(?:er|sie) (?:ist|hat|mag|will|kann|liest|braucht|arbeitet|wohnt|möchte|hört|isst|trinkt
        schläft|geht|kommt|spricht|fährt|nutzt|schreibt|hasst|findet|denkt)|^(?:sein|ihr)e?
        nenn~ (?:ihn|sie)|sprich (?:ihn|sie)|erreichst (?:ihn|sie)
    """,
    "self": r"""
        ^ich (?:hab|habe|kann|lese|arbeite|wohne|brauche|schlafe|esse|trinke|mag|hasse
        bin (?:morgens|abends|kein|nicht|viel|oft|meist|lehrer|arzt|\w+in)|will|nutze|schreibe|höre
        vergesse|denke|fahre|verstehe|sitze|komme)
        ^bin (?:morgens|abends|kein|nicht|viel|oft|meist|vor|nach|nur)
        ^hab(?:e)? (?:ein|eine|kein|zwei|drei|nur)|bei mir|für mich
        (?:schreib|gib|sag|schick|duz|siez|nenn) (?:mir|mich) (?:bitte|nur|immer|nie|vor|erst)
        schreib mir vor|mir ist .. lieber|mir reicht|ich kann mir|merken|schreib (?:sie|es|das) mir
        ^wohne in|^lebe in|^stehe .. auf|^arbeite (?:als|bei|in)
        ich (?:pendle|stille|faste|höre schlecht|sehe schlecht)|ich rechne|zeig mir
        ich (?:mag es|arbeite am liebsten|brauche|kann)|bin ich (?:nicht|nie|kaum|erst)|leg mir
        mir keine termine|vor zehn bin ich
    """,
    "mine": r"""
        ^meine? (?:deutsch|englisch|augen|gehör|rücken|gedächtnis|arbeitstag|kalender|vorname
        name wird|tage?|woche|kinder|hund|chef|chefin|frau|mann|konzentration)
        ^meine? (?!notizen|rechner|laptop|server|handy|mac)\w+
    """,
    "name": r"""
        ich heiße|ich heisse|du heißt|heißt du|mein name|dein name|^name ?:|rufname|spitzname
        unterschreib~|unterzeichn~|hört auf den namen|hörst auf|anzeigename|name ist
        nenn(?:st)? dich|als namen?|ab (?:jetzt|heute|sofort) (?:heißt|bist)|taufen|getauft
    """,
    "looks": r"""
        signatur|emoji(?!s)|avatar|pronomen|profilbild|wesen ?:|gestalt ?:|maskottchen
        (?:dein|als) (?:symbol|icon|logo)|berufsbezeichnung|kurzbeschreibung
        (?:dein|ins|im|das) profil|visitenkarte|bildchen|steckbrief|motto|erkennungszeichen|kürzel
        stimme de[sr] \w+|rolle ?:|grußformel|im chat (?:heißt|bist)
    """,
    "assistant": r"""
        assistent(?:in)?|begleiter(?:in)?|butler|gehilf~|helfer(?:in)?|rolle ?:|kollege|sekretär~
        persona|planer(?:in)?|buchhalter(?:in)?|lektor(?:in)?|hausmeister(?:in)?
        (?:bot|roboter|fuchs|eule|kater|katze|dachs|rabe|hund|drache|gnom|geist)(?=[ ,.:]|$)
        die \w+in der|der \w+er der familie|schreiber(?:in)?|fee(?=[ ,.]|$)|stimme des
        wächter(?:in)?|empfang(?:sdame)?|schriftführer
    """,
    "this-machine": r"""
        (?:auf|an|am) (?:diese[mnr]|dem|mein~|unser~|den|der) (?:\w+[- ])?(?:rechner|laptop|mac
        server|gerät|pc|computer|macbook|notebook|host|nas|box|mini|raspberry|kiste|telefon|tablet)~
        diese[rn]? (?:rechner|laptop|mac|server|pc|kiste)|hier auf dem
        (?:büro|heim|arbeits|staging|werkstatt)-?(?:rechner|server|laptop|pc|mac)|warteschlange
        läuft unter
        auf (?:dem|diesem|unserem|meinem) \w*(?:laptop|rechner|server|pc|mac|notebook|tablet|handy)
    """,
    "device": r"""
        druckers?|scanner|kamera|router|vpn|wlan|usb|treiber|grafikkarte|umgebungsvariable~
        installiert|konsole|terminal|kommandozeile|rechnername|alias|hostname|lautsprecher
        heimserver|nas|netzlaufwerk|raspberry|befehl|aufrufen|home assistant|dienst läuft|smart home
        backup-platte|festplatte|freigabe|mikrofon|beamer|bluetooth|firmware|thermostat
        steckdosenleiste|proxy|gateway|api-schlüssel|browserprofil|logdatei~|protokolldatei~|plugin
        erreichbar unter|etikettendrucker|kasse|kassen(?:system|tablet|drucker|rechner)~|tablet
        sensor~|modem|repeater|soundkarte|barcode~|landen auf|belegdrucker|zugang(?:sdaten)?
        anschluss|adapter|cronjobs?|gesperrt|plotter|bildschirm|netzwerk~|firewall
        virtuelle maschine|tastaturlayout|speicherplatz|lizenzserver|laufwerk|partition
        dateifreigabe|anschlussdose|firmenhandy|webcam|gemountet|laserdrucker|toner|hotspot|iphone
        compiler|kartusche|makros|schlüsselbund|verteiler
    """,
    "workaround": r"""
        workaround|umgehung|umgehen|stattdessen|nur (?:über|mit|per) |kann kein|ist kaputt|spinnt
        nicht im pfad|statt (?:des|der) (?:eingebauten|standard)~|geht nur (?:mit|über|per)
        braucht (?:sudo|root|einen neustart)|sonst (?:hängt|stürzt|druckt|startet)
    """,
    "now": r"""
        aktuell~|derzeit|zurzeit|zur zeit|momentan|im moment|aktiv ?:
        aktive~ (?:projekt|vorhaben|them)~|läuft (?:gerade|weiter|noch)|läuft(?=[,.:;]|$)|laufende~
        in arbeit|im gange?|schwerpunkt~|gerade (?:wird|werden|läuft|arbeit|dran|im)~|jetzt ?:|fokus
        arbeiten gerade|im fokus|im (?:testbetrieb|aufbau|bau|test|umbau|druck|lektorat)
        in der \w+phase|wird (?:gerade|vorbereitet|getestet|gebaut|aufgenommen)|steht gerade
    """,
    "now-list": r"""
        (?:läuft gerade|gerade dran|gerade|derzeit|aktuell|zurzeit|aktiv|in arbeit|laufend
        laufende projekte|aktive projekte|auf dem tisch|auf dem zettel|im fokus|dran|fokus|projekte
        offene baustellen|baustellen)(?: gerade| derzeit| aktuell)? ?: \S.{2,60},
        was (?:gerade|derzeit|aktuell|zurzeit|jetzt) (?:ansteht|läuft|dran ist|zu tun ist) ?:
        (?:gerade|derzeit|zurzeit) .{2,24}:
    """,
    "standing": r"""
        wir .. (?:nie|niemals)|nie(?:mals)?[.!]$|(?:wird|werden) (?:nie|niemals)
        unter keinen umständen|nie und nimmer|ausnahmslos
    """,
    "critical": r"""
        kritisch~|goldene regel|oberste[sr]? (?:regel|gebot)|höchste priorität|kernregel
        wichtigste~ regel|harte regel|dauerregel|gilt immer|merksatz|eiserne[s]? (?:regel|gesetz)
        regel nummer eins|unverhandelbar|rote linie|oberstes gebot
    """,
}
