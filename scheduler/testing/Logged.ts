/** The log of a test that makes something fail on purpose: its lines are kept for the test to look at. */
import { type Layer, Logger } from "effect"

export interface Logged {
  readonly lines: ReadonlyArray<string>
  readonly layer: Layer.Layer<never>
}

export const logged = (): Logged => {
  const lines: Array<string> = []
  const layer = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.logfmtLogger, (line) => void lines.push(line)),
  )
  return { lines, layer }
}
