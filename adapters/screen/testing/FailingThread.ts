/** A thread that hangs or dies over papers that say so, and reads nothing in any other. */
import { parentPort } from "node:worker_threads"
import type { Passage } from "../../../core/matters/Screen.ts"

const hang = (): never => {
  for (;;);
}
/** A pattern without an end, on a text that it takes for ever to refuse. */
const backtrack = (): boolean => /^(?:a+)+$/u.test(`${"a".repeat(60)}!`)

const port = parentPort
if (port !== null) {
  port.on("message", ([first]: ReadonlyArray<Passage>) => {
    if (first?.text === "hang") hang()
    if (first?.text === "backtrack") backtrack()
    if (first?.text === "die") process.exit(1)
    port.postMessage([])
  })
  port.postMessage("ready")
}
