/** The kit on the code of SQLite's writer, in the caller's thread. */
import { conformance } from "./vitest.ts"

conformance(
  "the SQLite store that writes in the thread of its caller",
  new URL("./testing/sqliteInThread.ts", import.meta.url),
)
