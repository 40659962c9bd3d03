import { conformance } from "./vitest.ts"

conformance("the SQLite store", new URL("./stores/sqlite.ts", import.meta.url), {
  modelRuns: process.env.CI ? 20 : 5,
})
