import { Effect } from "effect"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"
import type { Config } from "./Config.ts"
import { configuration, endInTime, runOn, serving, stopAsked, storeName } from "./Running.ts"
import { print } from "./Terminal.ts"

/** Who drafts, and what becomes of drafts whose cost nobody tells where that may happen. */
const counselName = ({ model }: Config): string => {
  if (model === null || model.counsel === null) return "none"
  const { usual, counsel, unpriced } = model
  const priced = !counsel.any && [usual, ...counsel.others].every(({ price }) => price !== null)
  const without =
    unpriced === "free" ? "are free (COURT_MODEL_UNPRICED=free)" : "are not delivered (COURT_MODEL_UNPRICED)"
  return priced ? usual.model : `${usual.model}; drafts whose cost nobody tells ${without}`
}

const program = (config: Config) =>
  Effect.gen(function* () {
    const port = yield* serving(config)
    print(`The court is open at http://${config.host}:${port} (store: ${storeName(config)}).`)
    print(
      `Counsel: ${counselName(config)}. Scheduler: ${config.scheduler}. Judge: ${config.judge}.${config.sandbox ? " Sandbox: its clock is moved by hand." : ""}`,
    )
    yield* stopAsked
    print("Stopping: what is under way is finished first.")
    yield* endInTime
  })

const withFlags = (given: Given): Config => {
  const config = configuration()
  const scheduler = given.text("scheduler") ?? config.scheduler
  if (scheduler !== "embedded" && scheduler !== "off") throw new UsageError("--scheduler is embedded or off")
  return { ...config, scheduler }
}

const run = async (given: Given): Promise<number> => {
  const config = withFlags(given)
  const meant = { newStore: given.on("new"), newKeys: given.on("new-keys") }
  await runOn(config, program(config), meant)
  return exitCodes.done
}

/** The environment of a court, as the help of `serve` and `schedule` lists it. */
export const environment: ReadonlyArray<string> = [
  "Configuration is read from the environment:",
  [
    "  HOST                  address to listen on (127.0.0.1)",
    "  PORT                  port to listen on; 0 is any free one (8080)",
    "  COURT_BASE_URL        the address under which the public reaches the court",
    "  COURT_CONTACT         whom people write to: mailto:…, https://… or tel:… (the court's disclosure page)",
    "  COURT_DATA            folder of the keys and the default store (./court-data)",
    "  COURT_STORE           sqlite:<file>, postgres://<host>[,<host>…]/<database> or memory: (sqlite:$COURT_DATA/court.db)",
    "  COURT_SCHEDULER       embedded or off (embedded)",
    "  COURT_JUDGE           papers, bench or model (papers); model drafts for the bench",
    "  COURT_MODEL_URL       base address of a chat-completions endpoint, for counsel, opinions and the model judge",
    "  COURT_MODEL_KEY       the bearer key that it wants, if any",
    "  COURT_MODEL           the model to ask for there",
    "  COURT_MODEL_PRICE     US dollars for a million tokens in and out, like 3/15, where it does not say what it costs",
    "  COURT_MODEL_UNPRICED  a draft whose cost nobody tells: refuse, or free; to be said where a model has no price",
    "  COURT_MODEL_TIMEOUT   seconds for one answer (120)",
    "  COURT_COUNSEL         off; or models that clients may name besides, like name=3/15,other; or any",
    "  COURT_EVM_RPC_<id>    JSON-RPC endpoint of a chain: 8453 (Base), 1 (Ethereum), 84532 (Base Sepolia, in a sandbox)",
    "  COURT_ESPLORA         base address of an Esplora API, for bitcoin",
    "  COURT_KOIOS           base address of a Koios API, for Cardano",
    "  COURT_PRICES          addresses of prices: …/api/v1/prices as mempool.space, …/simple/price as CoinGecko",
    "  COURT_XPUB_EVM        extended public key (xpub) of the account that is paid on EVM chains; never a private key",
    "  COURT_XPUB_BTC        the zpub or xpub of the account that is paid in bitcoin",
    "  COURT_XPUB_ADA        the acct_xvk of the account that is paid in ADA",
    "  COURT_READ_EVERY      seconds between two looks at the chains (12)",
    "  COURT_SANDBOX         1: the clock of the court is moved by hand (0)",
    "  COURT_RATE_LIMIT      off, or like 20/s;burst=60",
    "  COURT_TRUSTED_PROXIES proxies that say whom a request comes from, like 10.0.0.0/8,2001:db8::7 (none)",
    "  COURT_SMTP_URL        smtp://… or smtps://…; without it no e-mail is sent",
    "  COURT_SMTP_FROM       the address that the court's e-mail comes from",
    "  COURT_LOCAL_SERVICES  1: in a sandbox, service URLs may be on this machine (0)",
  ].join("\n"),
]

export const command: CliCommand = {
  usage: "[--scheduler off] [--new] [--new-keys]",
  takes: [0, 0],
  flags: {
    scheduler: {
      value: "embedded|off",
      help: "whether the scheduler runs inside; overrides COURT_SCHEDULER",
    },
    new: {
      help: "the store is meant to be new, or an older copy: the court of these keys begins or goes on there",
    },
    "new-keys": { help: "the keys of the court in the store are lost: it goes on with new ones" },
  },
  help: [
    "Serves the court's interface until SIGTERM or SIGINT; then finishes what is under way, within ten seconds.",
    "The first start makes the court's keys. The Registrar's credential is in $COURT_DATA/keys/registrar.key.",
    "A court has an id, kept with its keys (keys/court) and in its store. Keys without their store, a store without its keys, and keys and a store of two courts are refused; --new and --new-keys say, for one start, that it is meant. The keys remember each citation that they sealed (keys/citations), so that no court begun anew gives one twice. A store in memory is always new and takes any keys.",
    ...environment,
  ],
  run,
}
