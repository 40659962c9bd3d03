/** The kit on the code of SQLite's two threads, in the caller's thread. */
import { conformance } from "./vitest.ts"

conformance(
  "the SQLite store that works in the thread of its caller",
  new URL("./stores/sqliteInThread.ts", import.meta.url),
)
