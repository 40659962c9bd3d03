import { conformance } from "./vitest.ts"

conformance("the PostgreSQL store under Deno", new URL("./stores/postgres.ts", import.meta.url), {
  modelRuns: 5,
})
