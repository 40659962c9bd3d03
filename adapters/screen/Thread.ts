/** The thread that reads papers, one at a time. */
import type { Passage, ScreenFinding } from "../../core/matters/index.ts"
import { scriptBeside, Worker } from "../host/Worker.ts"

export class Thread extends Worker<ReadonlyArray<Passage>, ReadonlyArray<ScreenFinding>> {
  constructor(script: URL = scriptBeside(import.meta.url, "ReadingThread")) {
    // Far more memory than any paper needs. A party waits for its paper to be read, so the limit is that of the clock.
    super({ script, what: "that reads papers", memoryMb: 256, busyFactor: 1 })
  }
}
