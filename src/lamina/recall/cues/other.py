"""The few words the recall trigger knows in other languages: what is past, and what is no question."""
# ruff: noqa: E501

from __future__ import annotations

WORDS = {
    "small": r"""
        bonjour|bonsoir|salut|merci(?: beaucoup)?|d'accord|oui|non|parfait|au revoir|bonne (?:nuit|journée)|à demain
        ça va|hola|buenos días|buenas(?: tardes| noches)?|gracias|muchas gracias|vale|sí|no|perfecto|adiós
        hasta (?:mañana|luego)|qué tal|ciao|buongiorno|buonasera|grazie(?: mille)?|va bene|sì|perfetto|arrivederci
        buonanotte|come (?:va|stai)|olá|oi|bom dia|boa (?:tarde|noite)|obrigad[oa]|sim|não|perfeito|tchau
        até (?:amanhã|logo)|tudo bem|hoi|hallo|goedemorgen|goedenavond|dank je(?: wel)?|bedankt|ja|nee|prima
        tot (?:morgen|ziens)|hoe gaat het|cześć|dzień dobry|dobry wieczór|dziękuję|dzięki|tak|nie|świetnie
        do (?:widzenia|jutra)|dobranoc|jak się masz|привіт|добрий день|дякую|так|ні|добре|чудово|до побачення
        на добраніч|як справи|merhaba|günaydın|teşekkürler|evet|hayır|tamam|ok|okay|super|top|bravo|haha~
    """,
    "asks": r"""
        qu'est-ce|que|qui|quoi|quand|où|pourquoi|comment|combien|quel(?:le)?s?|est-ce|a-t-\w+|qué|quién|cuándo|dónde
        por qué|cómo|cuánt[oa]s?|cuál(?:es)?|che|chi|cosa|quando|dove|perché|come|quant[oaie]|qual[ei]?|o que|quem
        onde|por que|como|quanto|qual|wat|wie|wanneer|waar|waarom|hoe|hoeveel|welke?|co|kto|kiedy|gdzie|dlaczego|jak
        ile|który|która|jaki|jaka|czy|що|хто|коли|де|чому|як|скільки|який|яка|яке|чи|ne|kim|nerede|neden|nasıl|kaç
        hangi
    """,
    "memory": r"""
        rappelle-?moi|tu te souviens|vous souvenez|souviens-toi|je t'ai (?:dit|donné)|tu m'avais|tu as dit|(?:mes
        nos) notes|recuérdame|te acuerdas|recuerdas|te dije|me dijiste|(?:mis|nuestras) notas|ricordami|ti ricordi
        ti ho detto|mi hai detto|lembra-?me|você lembra|lembras|eu (?:te )?disse|você disse|(?:minhas|nossas) notas
        herinner me|weet je nog|je zei|ik zei|przypomnij|pamiętasz|mówił[ae]m ci|mówiłeś|нагадай|пам'ятаєш
        я тобі казал\w+|ти казав|hatırla\w*|söylemiştim
    """,
    "agreed": r"""
        (?:avons|avions|avait|ai|j'ai|a-t-on|on a|on avait) (?:\w+ )?(?:décidé|convenu|dit|discuté|choisi|parlé|prévu
        commandé|mis|noté)|(?:hemos|habíamos) \w+|decidimos|acordamos|hablamos|quedamos|dijimos|abbiamo \w+
        avevamo \w+|deciso|combinamos|falamos|(?:hebben|hadden) we|we .. (?:afgesproken|besloten|besproken)
        ustaliliśmy|rozmawialiśmy|zdecydowaliśmy|домовил\w+|вирішил\w+|kararlaştır\w*|konuştuk
    """,
    "earlier": r"""
        la dernière fois|dernière fois|l'autre jour|avant-hier|hier|(?:la semaine|le mois|l'année|l'an) (?:dernière?
        passée?)|il y a|auparavant|précédemment|à l'époque|la última vez|la vez pasada|el otro día|ayer|anteayer
        (?:semana|mes|año) pasad[ao]|hace .. (?:días|meses)|antes|anteriormente|l'ultima volta|la volta scorsa
        l'altro giorno|ieri|(?:settimana|mese|anno) scors[oa]|prima|tempo fa|da última vez|outro dia|ontem|anteontem
        (?:semana|mês|ano) passad[oa]|vorige keer|laatst|gisteren|eergisteren|(?:vorige|afgelopen) (?:week|maand|jaar)
        geleden|ostatnio|poprzednio|wczoraj|przedwczoraj|w zeszłym \w+|temu|минулого (?:разу|тижня|року)|учора|вчора
        раніше|тоді|тому|geçen (?:sefer|hafta|ay|yıl)|dün|daha önce|önceki
    """,
    "usual": r"""
        comme (?:d'habitude|toujours|convenu|prévu)|como (?:siempre|de costumbre|acordamos|sempre|de costume)
        come (?:sempre|al solito)|zoals (?:altijd|gewoonlijk|afgesproken)|jak (?:zwykle|zawsze|ostatnio)|як (?:завжди
        зазвичай)|her zamanki
    """,
    "resume": r"""
        où en (?:sommes|étions|est)|reprenons|continuons|dónde (?:estábamos|quedamos)|sigamos con|retomemos
        dove eravamo|riprendiamo|onde (?:estávamos|paramos)|vamos continuar|waar waren we|verder met
        na czym skończyliśmy|wróćmy do|де ми зупинилися|продовжимо|nerede kalmıştık
    """,
    "ours": r"notre|nos|nuestr[oa]s?|nostr[oaie]|noss[oa]s?|ons|onze|nasz\w*|наш\w*",
    "mine": r"mon|ma|mes|mi|mis|mi[oae]i?|minha|meu|meus|mijn|mój|moja|moje|mojego|мій|моя|моє|мої|benim",
    "private": r"""
        mot de passe|adresse|clés?|caution|loyer|rendez-vous|contraseña|dirección|llaves?|fianza|alquiler|cita
        password|indirizzo|chiavi|affitto|appuntamento|senha|endereço|chaves?|aluguel|consulta|wachtwoord|adres
        sleutels?|huur|afspraak|hasło|adres\w*|klucz\w*|czynsz\w*
    """,
    "kind": r"""
        python|git|github|docker|kubernetes|linux|windows|macos|android|ios|java|javascript|typescript|rust|excel
        powerpoint|google|youtube|instagram|facebook|whatsapp|telegram|twitter|wikipedia|amazon|netflix|vpn|html|css
        sql|api|ai|gpt|pdf|usb
    """,
    "create": r"""
        poème|blague|histoire drôle|poema|chiste|poesia|barzelletta|piada|gedicht|grap|wiersz|dowcip|żart|вірш|жарт
        şiir|şaka
    """,
    "task": r"""
        tradui\w+|corrig\w+|résum\w+|traduc\w+|corrige|resum\w+|traduci|correggi|riassumi|traduz\w*|vertaal|verbeter
        vat .. samen|przetłumacz|popraw|streść|переклад\w*|виправ\w*|çevir\w*|düzelt\w*
    """,
    "general": r"""
        qu'est-ce (?:que c'est|qu'un\w*)|différence entre|capitale d\w+|qui a (?:inventé|écrit|découvert)|qué es un\w*
        diferencia entre|capital de|quién (?:inventó|escribió|descubrió)|cos'è|differenza tra|chi ha (?:inventato
        scritto)|o que é|diferença entre|wat is een|verschil tussen|hoofdstad van|wie heeft .. uitgevonden|co to jest
        różnica między|stolica|kto (?:wynalazł|napisał)|що таке|різниця між|столиця|nedir|başkenti|arasındaki fark
    """,
}
