"""Words around credentials that are neither labels nor values."""

# Words that make of what follows something else than the credential.
_SPEAKS_OF_OTHERS = (
    "hash hashed hashing algorithm encryption length id ids field fields column columns manager "
    "policy policies names name named file files path paths expires expired expiry header headers "
    "format regex count limit limits version minimum maximum prompt variable env entry rotation "
    "script function method class module endpoint route table schema parameter argument flag "
    "option called constant authentication uses via see cf siehe voir ver vedi zie см patrz bkz "
    "logs log longer shorter least most max min characters chars digits bytes bits years months "
    "days hours minutes seconds protected disabled enabled required optional generator store "
    "stored lives sits kept comes reads managed fehlt fehlen liegt steht kommt heißt"
)
SPEAKS_OF_OTHERS = frozenset(_SPEAKS_OF_OTHERS.split())
# A place, a person or a means follows these, not the credential.
_LEADS_ELSEWHERE = (
    "in at from by under inside within via through using for on of off user username login host "
    "server box machine account file path see und and or oder ou y e и или et the a an der die "
    "das von aus unter bei für fuer im am zum zur dans sous pour chez depuis sur en para por "
    "desde con per da dal nel di su voor uit bij op w z ze dla od do för från hos till için в из "
    "для под \u0443 \u0441 от по через з benutzer utilisateur usuario usuário utente пользователь "
    "пользователя gebruiker użytkownik kullan\u0131c\u0131 like as than version ticket issue pr "
    "commit branch build release model package library service repo table column field"
)
LEADS_ELSEWHERE = frozenset(_LEADS_ELSEWHERE.split())
# What says whose password it is.
_QUALIFIERS = (
    "sudo root admin administrator ssh wifi wi fi wlan vpn db ftp sftp smtp imap web nas user de "
    "del du da do der des of the login portal"
)
QUALIFIERS = frozenset(_QUALIFIERS.split())
# Accounts that systems come with; what follows one is rarely anything but a password.
_KNOWN_ACCOUNTS = (
    "root admin administrator guest gast invité invitado sysadmin superuser superadmin sa ubuntu "
    "debian pi postgres mysql oracle operator editor manager webmaster sysop supervisor owner "
    "demo kiosk nas vagrant ec2-user centos fedora ansible jenkins grafana deploy dev ops test "
    "tester user app backup readonly service support developer viewer reader writer"
)
KNOWN_ACCOUNTS = frozenset(_KNOWN_ACCOUNTS.split())
# The accounts that may do everything.
_ROOTS = "root admin administrator sysadmin superuser superadmin"
ROOTS = frozenset(_ROOTS.split())
# Labels of other things, where a name and a value stand side by side.
_NO_ACCOUNTS = (
    "account accounts article auth branch build channel city client code commit container content "
    "credentials creds data date description domain email event file hash host hostname http "
    "https image index info ip issue item key kind label lang level link location login logins "
    "mac model name no node note number order page passwd password path phone pin port project pw "
    "release ref role secret serial server session ssid ssh state status tag task tenant ticket "
    "time title token trace type uri url user username users uuid value version vlan zone the a "
    "an in on to for with at is of and or as from see konto benutzer passwort compte cuenta "
    "usuario conta clave senha логин пароль"
)
NO_ACCOUNTS = frozenset(_NO_ACCOUNTS.split())
# What a key belongs to when its value is a secret; cache keys, primary keys, public keys are not.
_OWNERS = (
    "access account admin anon api app application auth bot client consumer deploy device encrypt "
    "encryption iam licence license local master org private project role secret server service "
    "sessions? shared signing sl softlayer storage stream subscription team token unlock webhook "
    "zugriffs zugangs lizenz geheime[rn]? private[rn]? アクセス 秘密 접근 액세스 비밀 시크릿 "
    "секретный приватный закрытый licencyjny dostępu"
)
OWNERS = tuple(_OWNERS.split())
# Keys and tokens of another kind: for caches, tables, pages, shortcuts, and public ones.
OTHER_KEYS = frozenset(
    b"anti authenticity cache candidate change composite continuation copy creation csrf cursor"
    b" dedup design error foreign forgery host hot idempotency keyboard lock lookup mot mots"
    b" natural next nonce num page palabra palabras palavra palavras parola partition"
    b" prev previous primary"
    b" pub public publishable request resume routing row short shortcut site socket sort sorting"
    b" starting surrogate unique verification xsrf".split()
)
# The label of something else than the value: token_count, password_file.
ABOUT_A_CREDENTIAL = frozenset(
    b"algorithm arn based budget bytes change column columns count counts dialog dir directory"
    b" endpoint entry env exchange expires expiry field fields file files flow folder form format"
    b" generator hasher hashing header help hint host id ids iat index input issuer length less"
    b" level limit limits link location manager map max min mode model name names page pages param"
    b" parameter parser path paths per placeholder policies policy prefix press prompt protected"
    b" provider ref refs regex region rotation rotate rule rules rows server size space spec status"
    b" store strategy table total ttl type types uri url usage used user username validation"
    b" validator variable vault version versions".split()
)
# The name itself says that its value is none.
NOT_REAL = frozenset(b"non not no fake dummy mock bogus invalid example sample placeholder".split())
DIGEST_WORDS = frozenset(
    b"checksum commit digest fingerprint hash hashed integrity revision sha".split()
)
