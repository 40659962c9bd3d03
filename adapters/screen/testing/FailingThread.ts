/** A thread that hangs or dies over papers whose text says so, and finds nothing in any other. */
import { parentPort } from "node:worker_threads"
import type { Screen } from "../../../core/matters/index.ts"

const hang = (): never => {
  for (;;);
}
/** Matches a pattern that backtracks practically for ever on this text. */
const backtrack = (): boolean => /^(?:a+)+$/u.test(`${"a".repeat(60)}!`)

const port = parentPort
if (port !== null) {
  port.on("message", ([first]: ReadonlyArray<Screen.Passage>) => {
    if (first?.text === "hang") hang()
    if (first?.text === "backtrack") backtrack()
    if (first?.text === "die") process.exit(1)
    port.postMessage([])
  })
  port.postMessage("ready")
}
