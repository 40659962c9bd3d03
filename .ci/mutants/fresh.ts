/**
 * Loads the modules anew where they would keep what an earlier mutant made: for a mutant of what is made when a module loads (a
 * table, a schema), after one, and for every file of the first run, which finds out which mutants are of that sort.
 */
import { configureGlobal } from "fast-check"
import { inject, vi } from "vitest"

// One counterexample kills, and few tries find most: a smaller one, and the rare one, are for the tests themselves.
configureGlobal({ endOnFailure: true, numRuns: 25 })

const given = inject as (key: string) => unknown
const kept = globalThis as { loadedFor?: unknown }
const loading = given("mutantActivation") === "static" ? given("activeMutant") : "none"
if (given("mode") === "dry-run" || loading !== kept.loadedFor) vi.resetModules()
kept.loadedFor = loading
