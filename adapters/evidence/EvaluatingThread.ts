/** The script of a thread that evaluates deliveries by their criteria. It has no network, no files and no store. */
import { parentPort } from "node:worker_threads"
import { Evaluator } from "../../core/quotes/index.ts"

const port = parentPort
if (port !== null) {
  port.on("message", (delivered: Evaluator.Delivered) => port.postMessage(Evaluator.evaluate(delivered)))
  port.postMessage("ready")
}
