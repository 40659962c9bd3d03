/** A mutant store: it acknowledges a commit once the operating system has it, and never waits for the disk. */
import { openInThread } from "../stores/sqliteInThread.ts"

export { create, destroy } from "../stores/sqliteInThread.ts"
export const open = (file: string) =>
  openInThread({ file, synchronous: "OFF", allowUnsafe: true }, (writer) => writer.drain())
