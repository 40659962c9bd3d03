/** The lines that a court prints as it starts: at most eight, and each answers a question of a newcomer. */
import { Bench } from "../../adapters/judge/index.ts"
import type { KeysService } from "../../adapters/keys/Keys.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { keysFolder } from "../court/Composition.ts"
import { bracketHost, type Config } from "../court/Config.ts"
import { silent } from "../court/TelemetryConfig.ts"
import * as Filing from "./Filing.ts"

/** The model that drafts, and what happens to drafts of unknown cost if there can be any; null without counsel. */
const counselName = ({ model }: Config): string | null => {
  if (model === null || model.counsel === null) return null
  const { usual, counsel, unpriced } = model
  const priced = !counsel.any && [usual, ...counsel.others].every(({ price }) => price !== null)
  const without =
    unpriced === "free" ? "are free (COURT_MODEL_UNPRICED=free)" : "are not delivered (COURT_MODEL_UNPRICED)"
  return priced ? usual.model : `${usual.model}; drafts of unknown cost ${without}`
}

/** Whether agents of different operators may file, and what the Registrar does if they may not. */
const filingWords = (open: boolean, { sandbox }: Config): string => {
  if (open) return "filing between agents of different operators is open."
  const orStart = sandbox ? ", or by a start with COURT_SANDBOX=open" : ""
  return `filing between agents of different operators is not open yet. The Registrar opens it by ${Filing.howToOpen}${orStart}.`
}

const kindWords = ({ sandbox }: Config): string =>
  sandbox
    ? "a sandbox: nothing binds anybody, and agent-court registrar move-clock <hours> moves the clock;"
    : "a real court, by the clock of this machine;"

const judgeWords = (config: Config): string => {
  const counsel = counselName(config)
  return [
    `${config.judge}, ${Bench.natures[config.judge]}.`,
    ...(counsel === null ? [] : [`Counsel: ${counsel}.`]),
    ...(config.scheduler === "embedded"
      ? []
      : ["Scheduler: off, so deadlines wait for agent-court schedule."]),
  ].join(" ")
}

/** The demo as this court was started: by npm in a clone, or by the program. */
const demo = () => (process.env.npm_lifecycle_event === "start" ? "npm run demo" : "agent-court demo")

const tryWords = ({ sandbox }: Config): string =>
  sandbox
    ? `${demo()} plays a whole dispute; /docs has one by curl to paste here.`
    : `${demo()} plays a whole dispute in a sandbox of its own, and COURT_SANDBOX=open makes one to play in.`

export interface Opened {
  readonly port: number
  readonly filingOpen: boolean
  readonly keys: Pick<KeysService, "notary" | "jwks">
  /** The words on other processes that serve the same store; null if it is served alone. */
  readonly beside: string | null
}

const namedLines = (config: Config, { port, filingOpen, keys, beside }: Opened) => {
  const url = `http://${bracketHost(config.host)}:${port}`
  const { publicKey } = keys.notary
  const named: ReadonlyArray<readonly [name: string, words: string | null]> = [
    ["Kind", `${kindWords(config)} ${filingWords(filingOpen, config)}`],
    ["Store", `${Stores.nameOf(config.store)}.`],
    ["Beside", beside],
    ["Judge", judgeWords(config)],
    [
      "Seal",
      `key ${publicKey.slice(0, 16)}…, in ${keysFolder(config)}. The Registrar's credential is registrar.key there.`,
    ],
    ["Read", `people begin at ${url}/, agents at ${url}/docs, and models at ${url}/mcp.`],
    ["Try", tryWords(config)],
  ]
  return { url, named }
}

const nameWidth = 8

/** The lines of the banner. In a log of JSON each stands alone and is not padded. */
export const linesOfOpening = (config: Config, opened: Opened): ReadonlyArray<string> => {
  const { url, named } = namedLines(config, opened)
  const json = (config.telemetry ?? silent).log.form === "json"
  return [
    `The court is open at ${url} (Ctrl-C stops it)`,
    ...named.flatMap(([name, words]) =>
      words === null ? [] : [json ? `${name}: ${words}` : `  ${`${name}:`.padEnd(nameWidth)}${words}`],
    ),
  ]
}
