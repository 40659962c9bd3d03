/** The configuration of a court, read from its environment and checked at start. All faults are reported together, and then nothing runs. */
import { Data, Either } from "effect"
import { Stores } from "../../adapters/stores/index.ts"
import type { Policy } from "../../core/log/index.ts"
import { readWitnesses } from "../audit/witness/Policy.ts"
import { formats } from "../formats/index.ts"
import { parseRanges, type Range } from "../server/Incoming.ts"
import type { Limit } from "../server/RateLimit.ts"
import { type ChainConfig, noChains, readChains } from "./ChainConfig.ts"
import { type ModelConfig, readModel } from "./ModelConfig.ts"
import { type PanelMember, panelNames, readPanel, withoutNames } from "./PanelConfig.ts"
import { readTelemetry, silent, type TelemetryConfig } from "./TelemetryConfig.ts"
import { asksForSandbox, choice, dataFolder, type Environment, misspelt, type Read } from "./Variables.ts"

const judgeLists = [
  "papers",
  "papers,bench",
  "papers,model",
  "bench",
  "model",
  "panel",
  "papers,panel",
] as const
type JudgeList = (typeof judgeLists)[number]

/** The configuration of a court that serves, read and checked. Its base URL has no slash at the end. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  /** The URI at which people write to the court's people; null: the disclosure page. */
  readonly contact?: string | null
  readonly data: string
  readonly store: Stores.StoreAddress
  readonly scheduler: "embedded" | "off"
  /** The judges in their order: each is asked for what the one before it left without a decision. */
  readonly judge: JudgeList
  /** The members of a panel, in their order; absent without one. */
  readonly panel?: ReadonlyArray<PanelMember>
  /** The chat-completions endpoint that drafts for counsel and the bench; null if no endpoint is configured. */
  readonly model: ModelConfig | null
  /** The sources from which chains and prices are read, and the keys for the addresses at which the operator is paid. */
  readonly chains: ChainConfig
  readonly sandbox: boolean
  /** Whether a start opens filing between operators; only in a sandbox. */
  readonly opensFiling?: boolean
  readonly rateLimit: Limit | null
  /** Addresses and ranges of the proxies in front of the court; empty if no proxies are named. */
  readonly trustedProxies: ReadonlyArray<Range>
  /** The server that sends the court's e-mail, and the address it comes from; null: no e-mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | null
  /** Whether service URLs may be on this machine, with plain http too; only in a sandbox. */
  readonly localServices: boolean
  /** The names of the formats of other protocols that the court speaks; by default it speaks no such format. */
  readonly formats?: ReadonlyArray<string>
  /** The witnesses that sign the checkpoints of the log, and their quorum; null: checkpoints are published at once. */
  readonly witnesses?: Policy.Policy | null
  /** The settings of metrics, traces and the log, and where each goes; by default there is only a log on standard error. */
  readonly telemetry?: TelemetryConfig
}

/** The faults of an environment, a line for each variable. */
export class ConfigError extends Data.TaggedError("ConfigError")<{
  readonly problems: ReadonlyArray<string>
}> {
  override get message() {
    return `The configuration can't be used:\n${this.problems.map((line) => `  ${line}`).join("\n")}`
  }
}

const wrong = (name: string, value: string, wants: string): string => `${name}=${value}: ${wants}`

const readPort = (env: Environment): Read<number> => {
  const value = env.PORT ?? "8080"
  const port = Number(value)
  return /^\d{1,5}$/.test(value) && port <= 65_535
    ? Either.right(port)
    : Either.left(wrong("PORT", value, "a port number from 0 (any free one) to 65535"))
}

/** A host as a URL writes it: an IPv6 address in brackets. */
export const bracketHost = (host: string): string => (host.includes(":") ? `[${host}]` : host)

/** The host to listen on. Only listening shows whether this machine has the address. */
const readHost = (env: Environment): Read<string> => {
  const value = env.HOST ?? "127.0.0.1"
  return value !== "" && URL.canParse(`http://${bracketHost(value)}:1`)
    ? Either.right(value)
    : Either.left(
        wrong("HOST", value, "an address or name of this machine, such as 127.0.0.1, 0.0.0.0 or ::"),
      )
}

const readBaseUrl = (env: Environment, host: string, port: number): Read<string> => {
  const value = env.COURT_BASE_URL ?? `http://${bracketHost(host)}:${port}`
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === ""
    ? Either.right(value.replace(/\/+$/, ""))
    : Either.left(wrong("COURT_BASE_URL", value, "an http or https address, such as https://court.example"))
}

const readData = (env: Environment): Read<string> => {
  const value = dataFolder(env)
  return value === "" ? Either.left(wrong("COURT_DATA", value, "the path of a folder")) : Either.right(value)
}

const readContact = (env: Environment): Read<string | null> => {
  const value = env.COURT_CONTACT
  if (value === undefined) return Either.right(null)
  return /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(value)
    ? Either.right(value)
    : Either.left(wrong("COURT_CONTACT", value, "mailto:security@court.example, https://… or tel:…"))
}

const inMemory: Stores.StoreAddress = { kind: "memory", at: "" }

/** The store, with the replicas that `COURT_STORE_READ` names. */
const readStore = (env: Environment, data: string): Read<Stores.StoreAddress> => {
  const { COURT_STORE: named, COURT_STORE_READ: replicas } = env
  const store = Either.mapLeft(
    named === undefined ? Either.right(Stores.defaultIn(data)) : Stores.parse(named),
    (problem) => `COURT_STORE: ${problem}`,
  )
  if (replicas === undefined || Either.isLeft(store)) return store
  return Either.mapBoth(Stores.readReplicas(store.right, replicas), {
    onLeft: (problem) => `COURT_STORE_READ: ${problem}`,
    onRight: (read) => ({ ...store.right, read }),
  })
}

/** `off`, or `<requests>/s;burst=<requests>`. */
const readRateLimit = (env: Environment): Read<Limit | null> => {
  const value = env.COURT_RATE_LIMIT ?? "20/s;burst=60"
  if (value === "off") return Either.right(null)
  const [, perSecond, burst] = /^(\d{1,6})\/s;\s*burst=(\d{1,7})$/.exec(value) ?? []
  const limit = { perSecond: Number(perSecond), burst: Number(burst) }
  return perSecond !== undefined && limit.perSecond > 0 && limit.burst > 0
    ? Either.right(limit)
    : Either.left(wrong("COURT_RATE_LIMIT", value, "off, or like 20/s;burst=60"))
}

const readTrustedProxies = (env: Environment): Read<ReadonlyArray<Range>> => {
  const value = env.COURT_TRUSTED_PROXIES
  if (value === undefined || value === "") return Either.right([])
  return Either.mapLeft(parseRanges(value), (part) =>
    wrong("COURT_TRUSTED_PROXIES", part, "addresses or ranges, such as 10.0.0.0/8,2001:db8::7"),
  )
}

/** The mail server. No message repeats its address, since it may hold a password. */
const readMail = (env: Environment): Read<Config["mail"]> => {
  const { COURT_SMTP_URL: url, COURT_SMTP_FROM: from } = env
  if (url === undefined && from === undefined) return Either.right(null)
  const parsed = URL.parse(url ?? "")
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol))
    return Either.left("COURT_SMTP_URL: smtp://<server>:<port> or smtps://…, with COURT_SMTP_FROM")
  return from !== undefined && /^[^\s@<>]+@[^\s@<>]+$/.test(from)
    ? Either.right({ url: parsed.href, from })
    : Either.left("COURT_SMTP_FROM: the address that the court's e-mail comes from")
}

/** The values that `COURT_SANDBOX` may have: a real court, a sandbox, or a sandbox whose filing is open. */
const sandboxes = ["0", "1", "open"] as const

const readLocalServices = (env: Environment): Read<boolean> =>
  Either.flatMap(choice(env, "COURT_LOCAL_SERVICES", ["0", "1"], "0"), (value) =>
    value === "1" && !asksForSandbox(env)
      ? Either.left("COURT_LOCAL_SERVICES=1: only in a sandbox (COURT_SANDBOX=1)")
      : Either.right(value === "1"),
  )

/** The formats that `COURT_FORMATS` names: `off`, `all`, or names with commas between them. */
const readFormats = (env: Environment): Read<ReadonlyArray<string>> => {
  const value = env.COURT_FORMATS ?? "off"
  const known = formats.map(({ name }) => name)
  if (value === "off") return Either.right([])
  if (value === "all") return Either.right(known)
  const asked = value.split(",").map((name) => name.trim())
  const unknown = asked.filter((name) => !known.includes(name))
  return unknown.length === 0
    ? Either.right(asked)
    : Either.left(wrong("COURT_FORMATS", value, `off, all, or some of ${known.join(", ")}`))
}

/** Whether a host is this machine alone: `localhost`, `::1`, or an address that begins with `127.`. */
export const isLoopback = (host: string): boolean => /^(?:127\.|::1$|localhost$)/.test(host)

/** Whether an address means all addresses of the machine. */
const isAny = (host: string): boolean => host === "0.0.0.0" || host === "::"

const judgesWanted = "papers, papers,bench, papers,model, bench, model, or a panel: panel:name,name,name"

/** The judges of the environment, without the names of a panel, which stand in `panel`. */
const readJudge = (env: Environment): Read<JudgeList> => {
  const value = env.COURT_JUDGE ?? "papers"
  const named = withoutNames(value)
  const found = judgeLists.find((one) => one === named)
  const isPanel = panelNames(value) !== null
  return found === undefined || (found.endsWith("panel") && !isPanel)
    ? Either.left(wrong("COURT_JUDGE", value, `one of ${judgesWanted}`))
    : Either.right(found)
}

/** The configuration that an environment describes, or everything that is wrong with it. */
export const read = (env: Environment): Either.Either<Config, ConfigError> => {
  const problems: Array<string> = [...misspelt(env)]
  const take = <A>(found: Read<A>, otherwise: A): A => {
    if (Either.isRight(found)) return found.right
    problems.push(found.left)
    return otherwise
  }
  const model = readModel(env)
  if (Either.isLeft(model)) problems.push(...model.left)
  const panel = readPanel(env)
  if (Either.isLeft(panel)) problems.push(...panel.left)
  const chains = readChains(env)
  if (Either.isLeft(chains)) problems.push(...chains.left)
  const telemetry = readTelemetry(env)
  if (Either.isLeft(telemetry)) problems.push(...telemetry.left)
  const host = take(readHost(env), "127.0.0.1")
  const port = take(readPort(env), 0)
  const data = take(readData(env), ".")
  const asked = take(choice(env, "COURT_SANDBOX", sandboxes, "0"), "0")
  const config: Config = {
    host,
    port,
    baseUrl: take(readBaseUrl(env, host, port), ""),
    contact: take(readContact(env), null),
    data,
    store: take(readStore(env, data), inMemory),
    scheduler: take(choice(env, "COURT_SCHEDULER", ["embedded", "off"], "embedded"), "off"),
    judge: take(readJudge(env), "papers"),
    panel: Either.getOrElse(panel, () => []),
    model: Either.getOrElse(model, () => null),
    chains: Either.getOrElse(chains, () => noChains),
    sandbox: asked !== "0",
    opensFiling: asked === "open",
    rateLimit: take(readRateLimit(env), null),
    trustedProxies: take(readTrustedProxies(env), []),
    mail: take(readMail(env), null),
    localServices: take(readLocalServices(env), false),
    formats: take(readFormats(env), []),
    witnesses: take(readWitnesses(env.COURT_WITNESSES), null),
    telemetry: Either.getOrElse(telemetry, () => silent),
  }
  const { metrics } = config.telemetry ?? silent
  if (metrics?.port === port && port !== 0 && (metrics.host === host || isAny(host)))
    problems.push("COURT_METRICS: needs an address of its own, not the address that the public reaches")
  return problems.length > 0 ? Either.left(new ConfigError({ problems })) : Either.right(config)
}

/** The configuration of a sandbox court on this machine: the scheduler inside, the records in memory, the keys in a folder of `data`. */
export const sandbox = (data: string): Config => ({
  host: "127.0.0.1",
  port: 0,
  baseUrl: "http://127.0.0.1",
  data,
  store: inMemory,
  scheduler: "embedded",
  judge: "papers",
  model: null,
  chains: noChains,
  sandbox: true,
  rateLimit: null,
  trustedProxies: [],
  mail: null,
  localServices: false,
})
