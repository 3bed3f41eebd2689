"""Keys of exchanges and blockchain services."""

from memcli.scan.model import Rule
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued_mixed,
    lower,
    marked,
    mixed,
    named,
    upper,
)

_COINBASE_URL = "https://docs.cdp.coinbase.com/get-started/authentication/overview"

RULES: tuple[Rule, ...] = (
    named("Coinbase", lower(64, None, b"_-"), _COINBASE_URL, what="access token"),
    named("Coinbase", mixed(32), _COINBASE_URL, id="coinbase-api-secret", what="API secret"),
    named(
        "Coinbase",
        Shape(rb"[A-Za-z0-9+/]{86}==", (*mixed(64).parts, "q7LmWx9TbZr5KvNc", "8PdYf3", "==")),
        _COINBASE_URL,
        id="coinbase-exchange-secret",
        what="exchange secret",
    ),
    named(
        "Kraken",
        Shape(rb"[A-Za-z0-9+/=_-]{80,90}", (*mixed(64).parts, "q7+Lm/Wx9TbZr5Kv", "Nc8P")),
        "https://docs.kraken.com/api/docs/guides/spot-rest-auth",
        what="API secret",
    ),
    named(
        "Kraken",
        Shape(rb"[A-Za-z0-9+/]{56}", mixed(56).parts),
        "https://docs.kraken.com/api/docs/guides/spot-rest-auth",
    ),
    named(
        "Binance",
        mixed(64),
        "https://developers.binance.com/docs/binance-spot-api-docs/rest-api/request-security",
        revoke="delete the key in Binance under API management",
    ),
    named("Bitfinex", mixed(43, None, b"_-"), "https://docs.bitfinex.com/docs/rest-auth"),
    named("Bittrex", lower(32), "https://bittrex.github.io/api/v3", what="API key"),
    named("KuCoin", hexadecimal(24), "https://www.kucoin.com/docs-new/authentication"),
    named(
        "KuCoin",
        UUID,
        "https://www.kucoin.com/docs-new/authentication",
        id="kucoin-api-secret",
        what="API secret",
    ),
    named("Bybit", mixed(36), "https://bybit-exchange.github.io/docs/v5/guide", what="API secret"),
    named("Bybit", mixed(18), "https://bybit-exchange.github.io/docs/v5/guide"),
    named(
        "OKX",
        upper(32),
        "https://www.okx.com/docs-v5/en/#overview-rest-authentication",
        names=("okx", "okex"),
        what="secret key",
    ),
    named(
        "Gate.io",
        hexadecimal(64),
        "https://www.gate.com/docs/developers/apiv4/en/#authentication",
        names=("gate io", "gateio"),
        what="API secret",
    ),
    named(
        "Gemini",
        Shape(rb"(?:account|master)-[A-Za-z0-9]{20}", ("account-", *mixed(20).parts)),
        "https://docs.gemini.com/authentication/api-key",
        names=("gemini",),
        id="gemini-exchange-api-key",
    ),
    named("Bitstamp", mixed(32), "https://www.bitstamp.net/api/#section/Authentication"),
    named(
        "BitMEX",
        mixed(48, None, b"_-"),
        "https://www.bitmex.com/app/apiKeysUsage",
        what="API secret",
    ),
    named(
        "Deribit",
        mixed(43, None, b"_-"),
        "https://docs.deribit.com/articles/authentication",
        what="client secret",
    ),
    named(
        "CoinMarketCap",
        UUID,
        "https://coinmarketcap.com/api/documentation/v1/#section/Authentication",
        names=("coinmarketcap", "coin market cap", "cmc pro"),
    ),
    marked(
        "CoinGecko",
        ("CG-",),
        mixed(24),
        "https://docs.coingecko.com/docs/setting-up-your-api-key",
        accepts=looks_issued_mixed,
    ),
    named(
        "CoinAPI",
        Shape(rb"[A-Za-z0-9]{8}-(?:[A-Za-z0-9]{4}-){3}[A-Za-z0-9]{12}", UUID.parts),
        "https://docs.coinapi.io/market-data/authentication",
        names=("coinapi",),
    ),
    named("Coinlib", mixed(16), "https://coinlib.io/apidocs"),
    named("Coinlayer", lower(32), "https://coinlayer.com/documentation"),
    named(
        "CryptoCompare",
        mixed(64),
        "https://developers.coindesk.com/documentation/data-api/introduction",
        names=("crypto compare",),
    ),
    named(
        "BitcoinAverage", mixed(43), "https://apiv2.bitcoinaverage.com/", names=("bitcoin average",)
    ),
    named("Blocknative", UUID, "https://docs.blocknative.com/"),
    named("NFTPort", UUID, "https://docs.nftport.xyz/reference/authentication", names=("nftport",)),
    named(
        "Etherscan",
        upper(34),
        "https://docs.etherscan.io/getting-started",
        names=("etherscan", "bscscan", "polygonscan", "arbiscan", "basescan", "snowtrace"),
    ),
    named(
        "Infura",
        hexadecimal(32),
        "https://docs.metamask.io/services/reference/ethereum/json-rpc-methods",
        names=("infura", "infura io"),
    ),
    named(
        "Alchemy",
        mixed(32, None, b"_-"),
        "https://www.alchemy.com/docs/create-an-api-key",
        names=("alchemy",),
    ),
    named("Moralis", mixed(64), "https://docs.moralis.com/web3-data-api/evm/get-your-api-key"),
    named(
        "QuickNode",
        hexadecimal(40),
        "https://www.quicknode.com/docs/welcome",
        names=("quick node", "quiknode"),
        what="endpoint token",
    ),
    named(
        "Blockfrost",
        Shape(
            rb"(?:mainnet|preprod|preview|testnet|ipfs)[A-Za-z0-9]{32}",
            ("mainnet", *mixed(32).parts),
        ),
        "https://docs.blockfrost.io/",
        what="project id",
    ),
    named("Helius", UUID, "https://www.helius.dev/docs/api-reference/authentication"),
    named(
        "Pinata",
        hexadecimal(64),
        "https://docs.pinata.cloud/account-management/api-keys",
        what="API secret",
    ),
    named(
        "dfuse",
        hexadecimal(32),
        "https://docs.dfuse.eosnation.io/platform/dfuse-cloud/authentication/",
        names=("dfuse",),
    ),
    named(
        "Settlemint",
        Shape(rb"sm_(?:aat|pat|sat)_[A-Za-z0-9]{16}", ("sm_", "aat_", "q7LmWx9TbZr5KvNc")),
        "https://console.settlemint.com/documentation/platform-components/security-and-authentication/personal-access-tokens",
    ),
)
