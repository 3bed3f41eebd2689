"""Tell letters drawn at random from those of words, by the pairs that languages use."""

from memcli.scan.model import compiled

_JUDGED = 64
_UNUSUAL_SHARE = 0.2
_MIN_UNUSUAL = 2

# After the letter before the colon, these follow in words: the pairs that make up 97 % of the
# words in documentation, counted over distinct words.
_FOLLOWERS = (
    b"a:abcdfghijklmnprstuvwxyz b:abceilnorsuy c:acehiklmorstuyz d:abcdefilmnorstuvy "
    b"e:abcdefghijklmnopqrstuvwxyz f:aefilorstuy g:aeghilnorstuy h:aeilorstuy "
    b"i:abcdefghjklmnoprstuvxz j:aeiosu k:aeiklnorstu l:abcdefgijklmnopstuvy m:abdeilmnopsuy "
    b"n:acdefghijklmnoprstuvwy o:abcdefghijklmnoprstuvwyz p:acdefhilmoprstuy q:u "
    b"r:abcdefgiklmnoprstuvwyz s:acefhiklmnopstuwyz t:abcefhiklmnoprstuvwyz "
    b"u:abcdefgijklmnoprst v:aeinors w:aehinorsy x:aceiptx y:abcdeiklmnopst z:aeinouy"
)
_PAIRS = frozenset(bytes((row[0], follower)) for row in _FOLLOWERS.split() for follower in row[2:])
_RUNS = rb"[A-Za-z]{2,}"


def has_unusual_letters(value: bytes) -> bool:
    """Tell whether many neighbouring letters of ``value`` do not follow each other in words."""
    pairs = [
        run[place : place + 2].lower()
        for run in compiled(_RUNS).findall(value[:_JUDGED])
        for place in range(len(run) - 1)
    ]
    unusual = sum(pair not in _PAIRS for pair in pairs)
    return unusual >= _MIN_UNUSUAL and unusual >= _UNUSUAL_SHARE * len(pairs)
