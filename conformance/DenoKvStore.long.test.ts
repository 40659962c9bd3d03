import { conformance } from "./vitest.ts"

conformance("the Deno KV store", new URL("./stores/denokv.ts", import.meta.url), { modelRuns: 5 })
