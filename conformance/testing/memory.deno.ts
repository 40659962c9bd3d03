/** The test file that the test of the Deno runner runs. */
import { conformance } from "../deno.ts"

conformance("memory", new URL("../stores/memory.ts", import.meta.url), { seed: 7, modelRuns: 2 })
