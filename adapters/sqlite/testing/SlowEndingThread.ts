/** A script of a thread that answers each job at once, and its own end only a moment after that, as one does that has to write its log. */
import { setTimeout } from "node:timers"
import { parentPort } from "node:worker_threads"
import type { Job } from "../Work.ts"

const endsAfterMs = 200

parentPort?.on("message", (text: string) => {
  const message: ReadonlyArray<Job> | "close" = JSON.parse(text)
  if (message === "close") setTimeout(() => parentPort?.postMessage(null), endsAfterMs)
  else parentPort?.postMessage(message.flatMap(({ place }) => [place, "null"]))
})
