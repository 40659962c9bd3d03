import { conformance } from "./vitest.ts"

conformance("the Deno KV store under Deno", new URL("./stores/denokv.ts", import.meta.url), { modelRuns: 5 })
