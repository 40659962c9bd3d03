/** A mutant store: it acknowledges a commit once the operating system has it, and never waits for the disk. */
import { Effect } from "effect"
import type { Driver } from "../../core/store/Store.ts"
import { openInThread } from "../stores/sqliteInThread.ts"

export { create, destroy } from "../stores/sqliteInThread.ts"
export const open = (file: string) =>
  Effect.map(
    openInThread({ file, synchronous: "OFF", allowUnsafe: true }, (writer) => writer.drain()),
    (store): Driver => ({ ...store, supports: { ...store.supports, durable: true } }),
  )
