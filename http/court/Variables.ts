/** The environment of a court: each variable with its help, which `serve --help` shows, and the search for misspelt variables. */
import { Either } from "effect"
import { Bench } from "../../adapters/judge/index.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { distance } from "../../core/kernel/Near.ts"

/** The folder in which a court keeps its keys and its default store. */
export const dataFolder = (env: { readonly [name: string]: string | undefined }): string =>
  env.COURT_DATA ?? "./court-data"

/** The help of each variable, with the default in brackets. A name that ends with `<id>` stands for every name with that beginning. */
export const variables = {
  HOST: "address to listen on (127.0.0.1)",
  PORT: "port to listen on; 0 is any free one (8080)",
  COURT_BASE_URL: "the address under which the public reaches the court",
  COURT_CONTACT: "whom people write to: mailto:…, https://… or tel:… (the court's disclosure page)",
  COURT_DATA: "folder of the keys and the default store (./court-data)",
  COURT_STORE: `${Stores.usage} (${Stores.defaultUsage})`,
  COURT_STORE_READ: `replicas that answer public reads: ${Stores.replicasUsage}`,
  COURT_SCHEDULER: "embedded or off (embedded)",
  COURT_JUDGE: `papers, ${Bench.ofDocuments}; bench; model, which drafts for the bench; papers,bench or papers,model, where the second decides what papers leaves open; or panel:name,name,name or papers,panel:…, models that are asked apart (papers)`,
  COURT_MODEL_URL: "base address of a chat-completions endpoint, for counsel, opinions and the model judge",
  COURT_MODEL_KEY: "the bearer key of that endpoint, if it needs one",
  COURT_MODEL: "the model to ask for at that endpoint",
  COURT_MODEL_PRICE:
    "US dollars for a million tokens in and out, like 3/15, for an endpoint that does not say what a draft costs",
  COURT_MODEL_UNPRICED:
    "what to do with a draft of unknown cost: refuse, or free; needed if a model has no price",
  COURT_PANEL_URL:
    "base addresses of the endpoints of a panel, one for each member, in their order (COURT_MODEL_URL)",
  COURT_PANEL_KEY: "the bearer keys of these endpoints, in the same order",
  COURT_PANEL_PRICE: "US dollars for a million tokens of each member, like 3/15,3/15,1/5",
  COURT_MODEL_TIMEOUT: "seconds for one answer (120)",
  COURT_COUNSEL: "off; or further models that clients may name, like name=3/15,other; or any",
  "COURT_EVM_RPC_<id>":
    "JSON-RPC endpoint of a chain: 8453 (Base), 1 (Ethereum), 84532 (Base Sepolia, in a sandbox)",
  COURT_ESPLORA: "base address of an Esplora API, for bitcoin",
  COURT_KOIOS: "base address of a Koios API, for Cardano",
  COURT_PRICES: "addresses of prices: …/api/v1/prices as at mempool.space, …/simple/price as at CoinGecko",
  COURT_XPUB_EVM: "extended public key (xpub) of the account that is paid on EVM chains; never a private key",
  COURT_XPUB_BTC: "the zpub or xpub of the account that is paid in bitcoin",
  COURT_XPUB_ADA: "the acct_xvk of the account that is paid in ADA",
  COURT_READ_EVERY: "seconds between two reads of the chains (12)",
  COURT_SANDBOX:
    "1: a sandbox, whose clock is moved by hand; open: one whose filing between operators is open (0)",
  COURT_RATE_LIMIT: "off, or like 20/s;burst=60",
  COURT_TRUSTED_PROXIES: "proxies that may state the address of a caller, like 10.0.0.0/8,2001:db8::7 (none)",
  COURT_SMTP_URL: "smtp://… or smtps://…; without it no e-mail is sent",
  COURT_SMTP_FROM: "the sender address of the court's e-mail",
  COURT_LOCAL_SERVICES:
    "1: in a sandbox, service URLs, terms and documents of keys may be on this machine (0)",
  COURT_FORMATS:
    "off, all, or names with commas: experimental formats of other protocols that the court speaks; GET /api/v1/formats lists them (off)",
  COURT_WITNESSES:
    "policy file (C2SP tlog-policy) of the witnesses that sign the log's checkpoints, and their quorum (none)",
  COURT_METRICS: "address and port of /metrics, like 127.0.0.1:9464; never the public address (not served)",
  COURT_LOG: "human or json (human)",
  COURT_LOG_LEVEL: "debug, info, warn, error or off (info)",
  OTEL_EXPORTER_OTLP_ENDPOINT:
    "collector that spans and metrics are sent to, like http://127.0.0.1:4318; http/docs/telemetry.md has the other OTEL_ variables",
} as const
export type Variable = keyof typeof variables

export type Environment = { readonly [name: string]: string | undefined }
/** The value of a variable. Left: what is wrong with the variable, in a line. */
export type Read<A> = Either.Either<A, string>

/** One of a few words; `otherwise` if the variable is not set. */
export const choice = <const A extends string>(
  env: Environment,
  name: string,
  allowed: ReadonlyArray<A>,
  otherwise: A,
): Read<A> => {
  const value = env[name] ?? otherwise
  const found = allowed.find((one) => one === value)
  return found === undefined
    ? Either.left(`${name}=${value}: one of ${allowed.join(", ")}`)
    : Either.right(found)
}

const names = Object.keys(variables)
const prefixes = names.filter((name) => name.endsWith("<id>")).map((name) => name.slice(0, -"<id>".length))

const width = Math.max(...names.map((name) => name.length))

/** The environment as the help of `serve` and `schedule` lists it. */
export const environment: ReadonlyArray<string> = [
  "Configuration is read from the environment:",
  Object.entries(variables)
    .map(([name, help]) => `  ${name.padEnd(width)} ${help}`)
    .join("\n"),
]

/** A name that is further than this from every known name is not taken for a misspelling. */
const slipsMax = 3

/** The variable that was probably meant, or null. `COURT_PORT` and `COURT_HOST` are taken for `PORT` and `HOST`, since most names begin with `COURT_`. */
const nearest = (name: string): string | null => {
  const given = name.replace(/^COURT_(?=HOST$|PORT$)/, "").replace(/_\d+$/, "_<id>")
  const [best] = names
    .map((known) => ({ known, slips: distance(given, known) }))
    .sort((a, b) => a.slips - b.slips)
  return best !== undefined && best.slips <= slipsMax ? best.known : null
}

/** Whether this is a variable that Kubernetes gives every program if a service is called `court`. */
const isOfService = (name: string, value: string): boolean =>
  /^COURT_(?:SERVICE_(?:HOST|PORT)|PORT_\d)/.test(name) || (name === "COURT_PORT" && value.includes("://"))

/** A line for each variable that begins with `COURT_` and is not a variable of the court. No line repeats a value. */
export const misspelt = (env: Environment): ReadonlyArray<string> =>
  Object.entries(env).flatMap(([name, value = ""]) => {
    const isKnown = names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix))
    if (!name.startsWith("COURT_") || isKnown || isOfService(name, value)) return []
    const meant = nearest(name)
    return [
      meant === null
        ? `${name}: the court has no such variable; agent-court serve --help lists them`
        : `${name}: the court has no such variable; did you mean ${meant}?`,
    ]
  })

export const asksForSandbox = ({ COURT_SANDBOX }: Environment): boolean =>
  COURT_SANDBOX === "1" || COURT_SANDBOX === "open"
