import { conformance } from "./vitest.ts"

conformance("the store in memory under Deno", new URL("./stores/memory.ts", import.meta.url))
