import { conformance } from "./vitest.ts"

conformance("the SQLite store under Deno", new URL("./stores/sqlite.ts", import.meta.url), { modelRuns: 5 })
