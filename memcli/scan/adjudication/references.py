"""Values that name a secret or something else: variables, paths, calls, identifiers, formats."""

from memcli.scan.adjudication.names import is_name
from memcli.scan.model import compiled

# No identifier below is longer; the bound keeps their patterns from a long value.
_IDENTIFIER_MAX = 128

_REFERENCE = rb"""(?xs)
      \$[A-Za-z_]\w*\Z                                   # shell variable
    | [A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z                    # name of an environment variable
    | (?:process|import|os|sys|window|globalThis|ENV|env|secrets|vars|config|settings|self|this
        |req|request|res|response|ctx|context|props|params|args|opts|options|data)[.\[(]
    | (?:arn|data|urn|env|vault|op|ssm|file|keychain|keyring|secret|ref|var|aws|gcp|azure|infisical
        |doppler|sops|awssm):
    | (?i:sha[0-9]{1,3}|md5|blake[23]\w?)[:-]
    | (?:~|\.{1,2})/ | [A-Za-z]:[\\/]                    # path
    | xox[a-z]-[0-9]                                     # chat tokens, found by their shape
    | pk_(?:live|test)_ | AAAA[BCE][23][0-9A-Za-z]       # publishable or public key
    | (?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[a-z0-9-]+(?:@[a-z.]+)?\Z
    | .*\]\(                                             # Markdown link
    | %[A-Z][A-Z0-9_]{2,60}% | [a-z0-9]+:\$[A-Za-z_{(] | \$env:
    | .*(?:env::var|os\.environ|process\.env|getenv\()
    | .*aws[0-9]_request\b                               # scope of a signature
    | [A-Za-z_]\w*\[ | .*\($                             # index, call
    # Arguments by name.
    | [a-z]+(?:_[a-z0-9]+)+=[A-Za-z_] | [A-Za-z_]\w*=(?i:true|false|none|null)\Z
    """
_FILE_NAME = rb"""(?xis)
    .*\.(?:md|txt|jsonl?|ya?ml|toml|ini|cfg|conf|env|py|ts|js|jsx|tsx|sh|go|rs|rb|php|java|kt|c|h
        |cpp|cs|sql|html?|css|csv|log|lock|pem|key|crt|cer|p12|pfx|kdbx?|gpg|asc|pdf|png|jpe?g|svg|gif
        |gz|zip|7z|tgz|db|sqlite|tpl|j2|exe|dll|so|service|local|plist|xml|vue|swift|ipynb)
    (?:[#:?].*)?\Z
    """
_DOTTED = rb"[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$-]*)+\Z"
_CALL = rb"[A-Za-z_$][\w$.:]*\(|[A-Za-z_$][\w$.]*\[[\"'A-Za-z0-9_]*\]|.*\.[A-Za-z_]\w*\("
_URL = rb"(?:[A-Za-z][\w+.-]*:){1,3}//"
_URL_WITH_USERINFO = rb"(?:[A-Za-z][\w+.-]*:){1,3}//[^/?#@\s:]*:[^/?#@\s]+@"
_UUID = rb"\{?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?"
_RANDOM_UUID = rb"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-.*"
_IDENTIFIER = rb"""(?xs)
      (?:19|20)[0-9]{2}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?:[T_].*)?   # date, with or without a time
    | [0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?:[T_].*)?
    | [0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}
    | (?:[0-9]{4}-)?[0-9]{2}-[0-9]{2}[-_][A-Za-z][\w-]*
    | [vV~^]?[0-9]+(?:\.[0-9]+){1,}(?:[-+.][\w.+-]*)?              # version
    | [0-9]+[.,:/_%+-][0-9.,:/_%+-]*                               # number, ratio, time of day
    | (?:[0-9a-fA-F]{2}:){3,}[0-9a-fA-F]{2}                        # hardware address, fingerprint
    | [0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:[:/][0-9]+)?                 # address
    | \#[0-9a-fA-F]{3,8};?                                         # colour, number of an issue
    | [A-Z]{2,10}-[0-9]{1,6}                                       # number of a ticket
    | [~<>=]{1,2}[0-9].*
    | [+][0-9][0-9() -]*                                           # telephone number
    | [\w.+-]+@(?:(?:[\w-]+\.)+[A-Za-z]{2,10}|[0-9.]{7,15})          # address of mail or of a host
    """
# Where a password is asked for, these may be one.
_IDENTIFIER_UNLESS_PASSWORD = rb"""(?x)
      [0-9]+
    | [0-9][0-9_,.]*[A-Za-z]{1,8}(?:/[A-Za-z]+)?     # amount with a unit
    | 0x[0-9a-fA-F]{40}                              # address of an account or a contract
    | [0-7][0-9A-HJKMNP-TV-Z]{25}                    # ULID
    | [A-Za-z_-]+(?::[A-Za-z_-]+)*:(?:[0-9]+|[A-Za-z_-]+)  # parts of an address, joined by colons
    | [a-z]+[0-9]*:[A-Za-z]+                         # name in a namespace
    # Tokens of bots and keys of mailings, which are found by their shape.
    | [0-9]{5,}:[A-Za-z0-9_-]+ | [0-9a-f]{32}-us[0-9]{1,2}
    """
_AMOUNT = (
    rb"[0-9][0-9_,.]*(?:[kKMG]i?[bB]?|ms|min|sec|px|pt|em|rem|days?|hours?|chars?|bits?|bytes?)"
)
# Algorithms, formats, programs and types that end in numbers.
_JOINED = rb"(?:[a-z]+[-_/+.])*"
_TECHNICAL_WORDS = (
    b"sha md hs rs es ps hmac aes rsa dsa ecdsa ed x base utf iso rfc cve cwe http https tls ssl"
    b" tlsv ssh oauth openid ipv argon"
    b" bcrypt pbkdf scrypt chacha curve secp prime p ecc des pkcs crc k"
    b" win windows python py node java jdk php ruby go office exchange ubuntu debian macos int uint"
    b" float varchar nvarchar char string bytes? bits? u i f gpt claude llama gemini gemma qwen"
    b" mistral mixtral deepseek opus sonnet haiku auth log web vite react vue ecma cp latin ntlmv"
    b" smb nfsv snmpv wpa wep wifi h mp s ec app level step phase tier issue pr gh jira port"
    b" line row"
    b" page chapter section version ver rev build release sprint week day q fy v file file_ test"
    b" case item entry slot task job id"
)
_TECHNICAL = rb"""
    (?: %b )
    [-_ .]? [0-9]{1,5} (?:[a-z]{0,3}|k?m?b)
    (?-i: [-_/+.:] (?: [a-z]{1,12} | [A-Z]{1,12} | [0-9]{1,5} ) ){0,4} \Z
    """ % b"|".join(_TECHNICAL_WORDS.split())
_HEX = rb"[0-9a-f]+|[0-9A-F]+"
_ABBREVIATED_SHA = range(7, 13)
_DIGEST_LENGTHS = frozenset({40, 56, 64, 96, 128})


def is_reference(value: bytes, after: bytes) -> bool:
    """Tell whether ``value`` says where a secret is: variable, path, URL, call, file, link."""
    if compiled(_URL).match(value) is not None:
        return compiled(_URL_WITH_USERINFO).match(value) is None
    if (
        compiled(_REFERENCE).match(value) is not None
        or compiled(_FILE_NAME).match(value) is not None
    ):
        return True
    if compiled(_CALL).match(value) is not None and (
        b")" in value or b"]" in value or after[:1] in {b")", b",", b'"', b"'"}
    ):
        return True
    is_path_like = compiled(_DOTTED).match(value) is not None or b"/" in value
    return is_path_like and is_name(value)


def is_identifier(value: bytes) -> bool:
    """Tell whether ``value`` is a date, version, number, address or ticket, whatever is asked."""
    return len(value) <= _IDENTIFIER_MAX and compiled(_IDENTIFIER).fullmatch(value) is not None


def is_identifier_unless_password(value: bytes) -> bool:
    """Tell whether ``value`` is an identifier that only a password could look like."""
    if len(value) > _IDENTIFIER_MAX:
        return False
    return compiled(_IDENTIFIER_UNLESS_PASSWORD).fullmatch(value) is not None


def is_amount(value: bytes) -> bool:
    """Tell whether ``value`` is a number with a unit."""
    return compiled(_AMOUNT).fullmatch(value) is not None


def is_uuid(value: bytes) -> bool:
    """Tell whether ``value`` is a UUID of any version."""
    return compiled(_UUID).fullmatch(value) is not None


def is_random_uuid(value: bytes) -> bool:
    """Tell whether the UUID ``value`` is drawn at random; those made of times are no secrets."""
    return compiled(_RANDOM_UUID).match(value) is not None


def is_technical(value: bytes, *, joined: bool = True) -> bool:
    """Tell whether ``value`` names an algorithm, a format, a product or a place by a number.

    Other words may be ``joined`` before the name.
    """
    pattern = _JOINED + _TECHNICAL if joined else _TECHNICAL
    return len(value) <= _IDENTIFIER_MAX and compiled(b"(?xi)" + pattern).match(value) is not None


def is_abbreviated_hash(value: bytes) -> bool:
    """Tell whether ``value`` can be a commit's short name."""
    return len(value) in _ABBREVIATED_SHA and compiled(_HEX).fullmatch(value) is not None


def is_digest(value: bytes) -> bool:
    """Tell whether ``value`` has the length and the alphabet of a digest."""
    return len(value) in _DIGEST_LENGTHS and compiled(_HEX).fullmatch(value) is not None


def is_hexadecimal(value: bytes) -> bool:
    """Tell whether ``value`` is hexadecimal digits of one case."""
    return compiled(_HEX).fullmatch(value) is not None
