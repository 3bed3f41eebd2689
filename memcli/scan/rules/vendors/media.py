"""Keys of services for pictures, music, video, news and books."""

from memcli.scan.model import Rule
from memcli.scan.rules.named import UUID, Shape, hexadecimal, lower, marked, mixed, named

RULES: tuple[Rule, ...] = (
    named(
        "Spotify",
        hexadecimal(32),
        "https://developer.spotify.com/documentation/web-api/concepts/apps",
        what="client secret",
        revoke="rotate the client secret in the Spotify developer dashboard",
    ),
    named(
        "SoundCloud",
        mixed(32),
        "https://developers.soundcloud.com/docs/api/guide#authentication",
        names=("sound cloud",),
        what="client secret",
    ),
    named(
        "Vimeo",
        hexadecimal(32),
        "https://developer.vimeo.com/api/authentication",
        what="access token",
    ),
    named(
        "Flickr", lower(32), "https://www.flickr.com/services/api/auth.oauth.html", what="API key"
    ),
    named(
        "Flickr",
        hexadecimal(16),
        "https://www.flickr.com/services/api/auth.oauth.html",
        id="flickr-secret",
        what="secret",
    ),
    named("Pexels", mixed(56), "https://www.pexels.com/api/documentation/#authorization"),
    named(
        "Unsplash",
        mixed(43, None, b"_-"),
        "https://unsplash.com/documentation#authorization",
        what="access key",
    ),
    named(
        "Pixabay",
        Shape(rb"[0-9]{7,9}-[0-9a-f]{25}", ("73091284-", *hexadecimal(25).parts)),
        "https://pixabay.com/api/docs/",
    ),
    named("Giphy", mixed(32), "https://developers.giphy.com/docs/api/"),
    named(
        "Shutterstock",
        mixed(32, 600, b"/=._-"),
        "https://api-reference.shutterstock.com/#authentication",
        what="token",
    ),
    named(
        "Getty Images",
        mixed(24, 64),
        "https://developers.gettyimages.com/getting-started/",
        names=("getty images", "gettyimages"),
    ),
    named(
        "Last.fm",
        hexadecimal(32),
        "https://www.last.fm/api/authentication",
        names=("last fm", "lastfm"),
    ),
    named(
        "Discogs", mixed(40), "https://www.discogs.com/developers#page:authentication", what="token"
    ),
    named(
        "Genius",
        mixed(64, None, b"_-"),
        "https://docs.genius.com/#/authentication-h1",
        names=("genius",),
        what="access token",
    ),
    named("Musixmatch", hexadecimal(32), "https://developer.musixmatch.com/documentation"),
    named("AudD", hexadecimal(32), "https://docs.audd.io/", names=("audd",), what="API token"),
    named(
        "AudD", lower(32), "https://docs.audd.io/", names=("audd",), id="audd-token", what="token"
    ),
    named(
        "TMDB",
        hexadecimal(32),
        "https://developer.themoviedb.org/docs/authentication-application",
        names=("tmdb", "themoviedb", "the movie db"),
    ),
    named(
        "Trakt",
        hexadecimal(64),
        "https://trakt.docs.apiary.io/#reference/authentication-oauth",
        names=("trakt",),
        what="client secret",
    ),
    named(
        "Plex",
        mixed(20, None, b"_-"),
        "https://support.plex.tv/articles/204059436-finding-an-authentication-token-x-plex-token/",
        names=("plex", "x plex"),
        what="token",
    ),
    named("Jellyfin", hexadecimal(32), "https://api.jellyfin.org/", names=("jellyfin", "emby")),
    named(
        "Servarr",
        hexadecimal(32),
        "https://wiki.servarr.com/",
        names=(
            "sonarr",
            "radarr",
            "lidarr",
            "prowlarr",
            "readarr",
            "bazarr",
            "sabnzbd",
            "overseerr",
            "tautulli",
        ),
        id="servarr-api-key",
    ),
    named(
        "Nexus Mods",
        mixed(60, 100, b"+/=-"),
        "https://help.nexusmods.com/article/105-i-have-reached-a-daily-or-hourly-limit-api-requests-have-been-consumed-rate-limit-exceeded-what-does-this-mean",
        names=("nexus mods", "nexusmods"),
    ),
    named(
        "Steam",
        Shape(rb"[0-9A-F]{32}", ("4F7A19C0B2E8D653", "9C1FA07E5D3B8264")),
        "https://steamcommunity.com/dev",
        names=("steam",),
        what="web API key",
    ),
    marked("Riot Games", ("RGAPI-",), UUID, "https://developer.riotgames.com/docs/portal"),
    named(
        "PandaScore",
        mixed(50, 52, b"_-"),
        "https://developers.pandascore.co/docs/authentication",
        what="token",
    ),
    named(
        "Mux",
        mixed(75, None, b"+/"),
        "https://www.mux.com/docs/core/make-api-requests",
        names=("mux",),
        what="token secret",
    ),
    named(
        "Cloudinary",
        mixed(27, None, b"_-"),
        "https://cloudinary.com/documentation/developer_onboarding_faq_find_credentials",
        what="API secret",
    ),
    named("Imgur", hexadecimal(40), "https://apidocs.imgur.com/", what="client secret"),
    named("ImgBB", hexadecimal(32), "https://api.imgbb.com/"),
    named(
        "TinyPNG",
        mixed(32),
        "https://tinypng.com/developers/reference",
        names=("tinypng", "tinify"),
    ),
    named(
        "NYTimes",
        lower(32, None, b"_=-"),
        "https://developer.nytimes.com/get-started",
        names=("nytimes", "nyt", "new york times"),
    ),
    named(
        "The Guardian", UUID, "https://open-platform.theguardian.com/access/", names=("guardian",)
    ),
    named(
        "NewsAPI",
        hexadecimal(32),
        "https://newsapi.org/docs/authentication",
        names=("newsapi", "news api"),
    ),
    named(
        "Currents",
        mixed(48, None, b"_+=-"),
        "https://currentsapi.services/en/docs/",
        names=("currentsapi", "currents api"),
    ),
    named("mediastack", lower(32), "https://mediastack.com/documentation", names=("mediastack",)),
    named(
        "mediastack",
        mixed(33),
        "https://mediastack.com/documentation",
        names=("mediastack",),
        id="mediastack-long-key",
        what="long API key",
    ),
    named(
        "FetchRSS", mixed(40), "https://fetchrss.com/developers", names=("fetchrss", "fetch rss")
    ),
    named(
        "Strava",
        hexadecimal(40),
        "https://developers.strava.com/docs/authentication/",
        what="access token",
    ),
    named(
        "Fitbit",
        hexadecimal(32),
        "https://dev.fitbit.com/build/reference/web-api/developer-guide/authorization/",
        what="client secret",
    ),
    named(
        "Oura",
        Shape(rb"[A-Z2-7]{32}", ("Q7LMWX2TBZR5KVNC", "6PDYF3JSGA4QEH5U")),
        "https://cloud.ouraring.com/docs/authentication",
        names=("oura",),
        what="access token",
    ),
    named(
        "Calorie Ninjas",
        mixed(40),
        "https://www.calorieninjas.com/api",
        names=("calorie ninja", "calorie ninjas", "api ninjas", "api ninja"),
    ),
    named("Edamam", hexadecimal(32), "https://developer.edamam.com/edamam-docs-recipe-api"),
    named("Spoonacular", hexadecimal(32), "https://spoonacular.com/food-api/docs#Authentication"),
    named(
        "Wolfram Alpha",
        Shape(rb"[A-Z0-9]{6}-[A-Z0-9]{10}", ("Q7LMWX-", "9TBZR5KVNC")),
        "https://products.wolframalpha.com/api/documentation",
        names=("wolfram alpha", "wolfram"),
        what="app id",
    ),
    named("NASA", mixed(40), "https://api.nasa.gov/", names=("nasa",)),
)
