/** The chains of the environment: where they are read, and the extended public keys of the operator. No message repeats a value. */
import { Either } from "effect"
import { type AccountKeys, noKeys } from "../../adapters/chains/addresses/Derivation.ts"
import { readBip32, readCardano } from "../../adapters/chains/addresses/ExtendedKey.ts"
import { shapeOf } from "../../adapters/chains/prices/Prices.ts"
import { noSources, type Sources } from "../../adapters/chains/Readers.ts"
import { Networks } from "../../core/chains/index.ts"
import { asksForSandbox, type Environment } from "./Variables.ts"

export interface ChainConfig {
  readonly sources: Sources
  readonly keys: AccountKeys
  readonly everyMs: number
}

const everySeconds = 12
/** Test networks, whose money is worth nothing; only a sandbox reads them. */
const testNetworks: ReadonlySet<number> = new Set([84532])
const rpcPrefix = "COURT_EVM_RPC_"
const chainIds: ReadonlyArray<number> = Networks.all.flatMap(({ id, kind }) =>
  kind === "evm" ? [Number(id.slice("eip155:".length))] : [],
)

export const noChains: ChainConfig = { sources: noSources, keys: noKeys, everyMs: everySeconds * 1000 }

const isEndpoint = (value: string): boolean => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.hash === ""
}

/** The chains that an environment names; or everything that is wrong with them, a line for each variable. */
export const readChains = (env: Environment): Either.Either<ChainConfig, ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const wrong = (name: string, wants: string): null => {
    problems.push(`${name}: ${wants}`)
    return null
  }
  const endpoint = (name: string): string | null => {
    const value = env[name]
    if (value === undefined || value === "") return null
    return isEndpoint(value)
      ? value.replace(/\/+$/, "")
      : wrong(
          name,
          "the http or https address of an endpoint (the value is not shown, since it may hold a key)",
        )
  }
  const key = <A>(name: string, read: (text: string) => Either.Either<A, string>): A | null => {
    const value = env[name]
    if (value === undefined || value === "") return null
    return Either.match(read(value), { onLeft: (why) => wrong(name, why), onRight: (found) => found })
  }
  const evm = Object.keys(env).flatMap((name) => {
    if (!name.startsWith(rpcPrefix)) return []
    const chainId = Number(name.slice(rpcPrefix.length))
    const url = endpoint(name)
    if (!chainIds.includes(chainId)) wrong(name, `the court reads only the chains ${chainIds.join(", ")}`)
    else if (testNetworks.has(chainId) && !asksForSandbox(env))
      wrong(name, "a test network, where money is worth nothing, is read only in a sandbox (COURT_SANDBOX=1)")
    else if (url !== null) return [{ chainId, url }]
    return []
  })
  const prices = (env.COURT_PRICES ?? "").split(",").flatMap((given) => {
    const url = given.trim()
    if (url === "") return []
    if (isEndpoint(url) && shapeOf(url) !== null) return [url]
    wrong(
      "COURT_PRICES",
      "addresses with commas between them, each ending in /prices (as mempool.space serves it) or /simple/price (as CoinGecko does)",
    )
    return []
  })
  const every = Number(env.COURT_READ_EVERY ?? everySeconds)
  if (!(every >= 1 && every <= 600))
    wrong("COURT_READ_EVERY", "seconds between two reads of the chains, 1 to 600")
  const config: ChainConfig = {
    sources: { evm, esplora: endpoint("COURT_ESPLORA"), koios: endpoint("COURT_KOIOS"), prices },
    keys: {
      evm: key("COURT_XPUB_EVM", (text) => readBip32(text, ["xpub"])),
      bitcoin: key("COURT_XPUB_BTC", (text) => readBip32(text, ["xpub", "zpub"])),
      cardano: key("COURT_XPUB_ADA", readCardano),
    },
    everyMs: every * 1000,
  }
  return problems.length > 0 ? Either.left(problems) : Either.right(config)
}
