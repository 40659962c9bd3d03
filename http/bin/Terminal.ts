/** Words for a person: coloured where a terminal shows colours, plain elsewhere. */
import { styleText } from "node:util"

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan"

const coloured = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb"

export const style = (kind: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  coloured(stream) ? styleText(kind, text, { validateStream: false }) : text

export const print = (text = ""): void => void process.stdout.write(`${text}\n`)

const width = 30
/** Progress of long work on standard error, in place; silent where nobody watches. */
export const progress = (label: string, done: number, total: number): void => {
  if (process.stderr.isTTY !== true) return
  const part = total === 0 ? 1 : done / total
  const bar = "█".repeat(Math.round(part * width)).padEnd(width, "·")
  process.stderr.write(`\r${label} ${bar} ${done}/${total}${done >= total ? "\n" : ""}`)
}
