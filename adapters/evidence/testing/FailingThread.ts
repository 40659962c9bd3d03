/** A thread that hangs or dies over pieces whose text says so, and recognises nothing else. */
import { parentPort } from "node:worker_threads"
import { answer } from "../Formats.ts"
import type { Asked } from "../Pool.ts"

const port = parentPort
if (port !== null) {
  port.on("message", (asked: Asked) => {
    if (asked.text.includes("hang")) for (;;);
    if (asked.text.includes("die")) process.exit(1)
    port.postMessage(answer(asked))
  })
  port.postMessage("ready")
}
