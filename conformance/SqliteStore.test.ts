import { conformance } from "./vitest.ts"

conformance("the SQLite store", new URL("./stores/sqlite.ts", import.meta.url), {
  modelRuns: 5,
})
