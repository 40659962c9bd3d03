/** The thread that verifies pieces of evidence, one at a time. */
import { scriptBeside, Worker } from "../host/Worker.ts"
import type { Answered, Asked } from "./Work.ts"

export class Thread extends Worker<Asked, Answered> {
  constructor(script: URL = scriptBeside(import.meta.url, "VerifyingThread")) {
    // Pieces take milliseconds, so that the clock of a busy machine says little of what one took.
    super({ script, what: "that verifies evidence", memoryMb: 128, busyFactor: 40 })
  }
}
