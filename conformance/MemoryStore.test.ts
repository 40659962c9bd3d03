import { conformance } from "./vitest.ts"

conformance("the store in memory", new URL("./stores/memory.ts", import.meta.url))
