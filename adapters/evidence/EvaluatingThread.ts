/** The script of a thread that evaluates deliveries by their criteria. It has no network, no files and no store. */
import { parentPort } from "node:worker_threads"
import { type Delivered, evaluateContent } from "../../core/quotes/index.ts"

const port = parentPort
if (port !== null) {
  port.on("message", (delivered: Delivered) => port.postMessage(evaluateContent(delivered)))
  port.postMessage("ready")
}
