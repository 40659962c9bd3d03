/** The environment of a court: each variable with its help, from which the help of `serve` is made, and what is misspelt. */

/** What each variable means, with its default in brackets. A name that ends with `<id>` stands for every name that begins so. */
export const variables = {
  HOST: "address to listen on (127.0.0.1)",
  PORT: "port to listen on; 0 is any free one (8080)",
  COURT_BASE_URL: "the address under which the public reaches the court",
  COURT_CONTACT: "whom people write to: mailto:…, https://… or tel:… (the court's disclosure page)",
  COURT_DATA: "folder of the keys and the default store (./court-data)",
  COURT_STORE:
    "sqlite:<file>, postgres://<host>[,<host>…]/<database>, denokv:<file or https://…> or memory: (sqlite:$COURT_DATA/court.db)",
  COURT_STORE_READ:
    "postgres://<host>[,<host>…]/<database>: replicas that answer public reads, beside a COURT_STORE on PostgreSQL",
  COURT_SCHEDULER: "embedded or off (embedded)",
  COURT_JUDGE: "papers, bench or model (papers); model drafts for the bench",
  COURT_MODEL_URL: "base address of a chat-completions endpoint, for counsel, opinions and the model judge",
  COURT_MODEL_KEY: "the bearer key that it wants, if any",
  COURT_MODEL: "the model to ask for there",
  COURT_MODEL_PRICE:
    "US dollars for a million tokens in and out, like 3/15, where it does not say what it costs",
  COURT_MODEL_UNPRICED:
    "a draft whose cost nobody tells: refuse, or free; to be said where a model has no price",
  COURT_MODEL_TIMEOUT: "seconds for one answer (120)",
  COURT_COUNSEL: "off; or models that clients may name besides, like name=3/15,other; or any",
  "COURT_EVM_RPC_<id>":
    "JSON-RPC endpoint of a chain: 8453 (Base), 1 (Ethereum), 84532 (Base Sepolia, in a sandbox)",
  COURT_ESPLORA: "base address of an Esplora API, for bitcoin",
  COURT_KOIOS: "base address of a Koios API, for Cardano",
  COURT_PRICES: "addresses of prices: …/api/v1/prices as mempool.space, …/simple/price as CoinGecko",
  COURT_XPUB_EVM: "extended public key (xpub) of the account that is paid on EVM chains; never a private key",
  COURT_XPUB_BTC: "the zpub or xpub of the account that is paid in bitcoin",
  COURT_XPUB_ADA: "the acct_xvk of the account that is paid in ADA",
  COURT_READ_EVERY: "seconds between two looks at the chains (12)",
  COURT_SANDBOX: "1: the clock of the court is moved by hand (0)",
  COURT_RATE_LIMIT: "off, or like 20/s;burst=60",
  COURT_TRUSTED_PROXIES: "proxies that say whom a request comes from, like 10.0.0.0/8,2001:db8::7 (none)",
  COURT_SMTP_URL: "smtp://… or smtps://…; without it no e-mail is sent",
  COURT_SMTP_FROM: "the address that the court's e-mail comes from",
  COURT_LOCAL_SERVICES: "1: in a sandbox, service URLs may be on this machine (0)",
  COURT_METRICS: "address and port of /metrics, like 127.0.0.1:9464; never the public ones (not served)",
  COURT_LOG: "human or json (human)",
  COURT_LOG_LEVEL: "debug, info, warn, error or off (info)",
  OTEL_EXPORTER_OTLP_ENDPOINT:
    "collector that spans and metrics are sent to, like http://127.0.0.1:4318; http/docs/telemetry.md has the other OTEL_ variables",
} as const
export type Variable = keyof typeof variables

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

/** How many letters have to be put in, left out or replaced to make one text of another (Levenshtein). */
const distance = (from: string, to: string): number => {
  let last = to.length
  let row = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (const [i, letter] of [...from].entries()) {
    let diagonal = i
    last = i + 1
    row = row.map((above, j) => {
      if (j === 0) return last
      last = Math.min(diagonal + (letter === to[j - 1] ? 0 : 1), above + 1, last + 1)
      diagonal = above
      return last
    })
  }
  return last
}

/** A name that is further from every known one is no slip of the hand. */
const slipsMax = 3

/** The variable that was probably meant, or null. `COURT_PORT` stands for `PORT`, as every other name begins so. */
const nearest = (name: string): string | null => {
  const given = name.replace(/^COURT_(?=HOST$|PORT$)/, "").replace(/_\d+$/, "_<id>")
  const [best] = names
    .map((known) => ({ known, slips: distance(given, known) }))
    .sort((a, b) => a.slips - b.slips)
  return best !== undefined && best.slips <= slipsMax ? best.known : null
}

/** Kubernetes gives every program the addresses of a service that is called `court`. */
const isOfService = (name: string, value: string): boolean =>
  /^COURT_(?:SERVICE_(?:HOST|PORT)|PORT_\d)/.test(name) || (name === "COURT_PORT" && value.includes("://"))

/** A line for each variable that begins as the court's own do and is none of them. Its value is not repeated. */
export const misspelt = (env: { readonly [name: string]: string | undefined }): ReadonlyArray<string> =>
  Object.entries(env).flatMap(([name, value = ""]) => {
    const isKnown = names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix))
    if (!name.startsWith("COURT_") || isKnown || isOfService(name, value)) return []
    const meant = nearest(name)
    return [
      meant === null
        ? `${name}: the court has no such variable; agent-court serve --help lists them`
        : `${name}: the court has no such variable; ${meant} is the nearest that it has`,
    ]
  })

/** Where a court keeps its keys and its default store, by the environment. In a file of its own: commands that need no more load no more. */
export const dataFolder = (env: { readonly [name: string]: string | undefined }): string =>
  env.COURT_DATA ?? "./court-data"
