/** The kit on the store in memory. */
import { conformance } from "./vitest.ts"

conformance("the store in memory", new URL("./stores/memory.ts", import.meta.url))
