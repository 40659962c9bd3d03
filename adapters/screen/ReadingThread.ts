/** The script of the thread that reads papers. Only this thread loads the language library, which takes much memory. */
import { parentPort } from "node:worker_threads"
import type { Screen } from "../../core/matters/index.ts"
import { readTexts } from "./Reading.ts"

const port = parentPort
if (port !== null) {
  port.on("message", (texts: ReadonlyArray<Screen.Passage>) => port.postMessage(readTexts(texts)))
  port.postMessage("ready")
}
