/** The terminal: how a program of the court speaks to a person, and what it says of its own package. */
import { createRequire } from "node:module"
import { styleText } from "node:util"
import { installing, missingIn } from "../../adapters/store/Optional.ts"

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: true }>>
}

const manifest: Manifest = createRequire(import.meta.url)("agent-court/package.json")

export const version: string = manifest.version

/** Why this version of Node can't be used, in one line; null if it can. An older version would crash in the SQLite library. */
export const whyUnsupported = (node: string): string | null => {
  const least = manifest.engines.node.replace(/^>=/, "")
  const [asked = 0, given = 0] = [least, node].map((text) => {
    const [major = 0, minor = 0] = text.split(".").map(Number)
    return major * 1000 + minor
  })
  return given >= asked ? null : `agent-court needs Node ${least} or newer, and this is Node ${node}`
}

/** An error for the person at the terminal. Its message is all that they see. */
export class Failure extends Error {
  override readonly name = "Failure"
}

/** A check that could not be made, so that nothing is known to be wrong. */
export class Unasked extends Failure {}

const drawing = ["@fontsource/inter", "@resvg/resvg-wasm", "vega", "vega-lite"]

/** Whether an error says that one of these packages can't be found. */
const isMissing = (error: unknown, names: ReadonlyArray<string>): boolean =>
  error instanceof Error && names.some((name) => error.message.includes(name))

/**
 * Loads a module that draws. If a library for drawing is not installed, it fails with a line that says how to install it; `otherwise` says
 * what works without it.
 */
export const explainMissingCharts = <A>(loading: Promise<A>, otherwise = ""): Promise<A> => {
  return loading.catch((error: unknown) => {
    if (!isMissing(error, drawing)) throw error
    throw new Failure(
      `charts are drawn by libraries that are not installed; run: npm install ${drawing.join(" ")}${otherwise}`,
    )
  })
}

/** The words of an error for a person: its message, or the way to install the optional package that it misses. */
export const explainError = (error: unknown): string => {
  const missing = missingIn(error)
  if (missing !== null && Object.hasOwn(manifest.peerDependenciesMeta, missing)) return installing(missing)
  return error instanceof Error ? error.message : String(error)
}

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan"

const usesColour = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb"

/** A text in a style, if the terminal shows styles; elsewhere the plain text. */
export const style = (kind: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  usesColour(stream) ? styleText(kind, text, { validateStream: false }) : text

export const print = (text = ""): void => void process.stdout.write(`${text}\n`)

/** Keeps the process running if what it prints can't be written: the disk is full, or the reader of a pipe has gone (`| head`). */
export const outliveTerminal = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
}

const width = 30
/** Shows the progress of long work on standard error; it shows nothing if that isn't a terminal. */
export const progress = (label: string, done: number, total: number): void => {
  if (process.stderr.isTTY !== true) return
  const part = total === 0 ? 1 : done / total
  const bar = "█".repeat(Math.round(part * width)).padEnd(width, "·")
  process.stderr.write(`\r${label} ${bar} ${done}/${total}${done >= total ? "\n" : ""}`)
}

/** Does work that the first Ctrl-C or SIGTERM asks to stop, by its signal. A second one ends the process as usual. */
export const runInterruptibly = async <A>(act: (signal: AbortSignal) => Promise<A>): Promise<A> => {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  try {
    return await act(controller.signal)
  } finally {
    process.removeListener("SIGINT", stop)
    process.removeListener("SIGTERM", stop)
  }
}

export const awaitStop = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }))

/** Breaks a text between words into lines of at most so many characters. A longer word stands alone; a currency stays with its sum. */
export const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/(?<!\bUSD)\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
