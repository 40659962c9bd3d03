/** The script of a thread that verifies pieces of evidence. It has no network, no files and no store. */
import { parentPort } from "node:worker_threads"
import { answer } from "./Formats.ts"
import type { Asked } from "./Pool.ts"

const port = parentPort
if (port !== null) {
  port.on("message", (asked: Asked) => port.postMessage(answer(asked)))
  port.postMessage("ready")
}
