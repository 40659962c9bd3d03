/**
 * Makes Vitest load the modules again if they could keep a value of another mutant, made as a module loaded (a table, a schema). They are
 * loaded again before and after such a mutant, and before every file of the first run, which finds out which mutants are of that sort.
 */
import { configureGlobal } from "fast-check"
import { inject, vi } from "vitest"

// One counterexample kills a mutant, and few tries find most of them, so properties neither shrink one nor try often.
configureGlobal({ endOnFailure: true, numRuns: 25 })

// Stryker provides these values. The types of Vitest don't list them.
const given = inject as (key: string) => unknown
// A global variable, because the modules that would keep it are loaded again.
const kept = globalThis as { loadedFor?: unknown }
const loading = given("mutantActivation") === "static" ? given("activeMutant") : "none"
if (given("mode") === "dry-run" || loading !== kept.loadedFor) vi.resetModules()
kept.loadedFor = loading
