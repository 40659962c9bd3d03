import { Effect } from "effect"
import type { Config } from "../Config.ts"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"
import { configuration, endInTime, runOn, serving, stopAsked } from "./Running.ts"
import { print } from "./Terminal.ts"

const storeName = ({ store }: Config): string => {
  switch (store._tag) {
    case "Memory":
      return "memory; nothing is kept after the stop"
    case "Sqlite":
      return `SQLite, ${store.file}`
    case "Postgres":
      return `PostgreSQL, ${new URL(store.url).host}`
  }
}

const counselName = ({ model }: Config): string =>
  model === null || model.counsel === null ? "none" : model.usual.model

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
  await runOn(config, program(config))
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
    "  COURT_STORE           sqlite:<file>, postgres://… or memory: (sqlite:$COURT_DATA/court.db)",
    "  COURT_SCHEDULER       embedded or off (embedded)",
    "  COURT_JUDGE           papers, bench or model (papers); model drafts for the bench",
    "  COURT_MODEL_URL       base address of a chat-completions endpoint, for counsel, opinions and the model judge",
    "  COURT_MODEL_KEY       the bearer key that it wants, if any",
    "  COURT_MODEL           the model to ask for there",
    "  COURT_MODEL_PRICE     US dollars for a million tokens in and out, like 3/15, where it does not say what it costs",
    "  COURT_MODEL_TIMEOUT   seconds for one answer (120)",
    "  COURT_COUNSEL         off; or models that clients may name besides, like name=3/15,other; or any",
    "  COURT_SANDBOX         1: the clock of the court is moved by hand (0)",
    "  COURT_RATE_LIMIT      off, or like 20/s;burst=60",
    "  COURT_SMTP_URL        smtp://… or smtps://…; without it no e-mail is sent",
    "  COURT_SMTP_FROM       the address that the court's e-mail comes from",
    "  COURT_LOCAL_SERVICES  1: in a sandbox, service URLs may be on this machine (0)",
  ].join("\n"),
]

export const command: CliCommand = {
  usage: "[--scheduler off]",
  takes: [0, 0],
  flags: {
    scheduler: {
      value: "embedded|off",
      help: "whether the scheduler runs inside; overrides COURT_SCHEDULER",
    },
  },
  help: [
    "Serves the court's interface until SIGTERM or SIGINT; then finishes what is under way, within ten seconds.",
    "The first start makes the court's keys. The Registrar's credential is in $COURT_DATA/keys/registrar.key.",
    ...environment,
  ],
  run,
}
