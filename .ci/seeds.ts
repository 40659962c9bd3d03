/** Begins every property with one seed, so that each run counts the same branches. Effect has a copy of fast-check of its own. */
import { FastCheck } from "effect"
import fc from "fast-check"

const seed = 20_261_122
fc.configureGlobal({ seed })
FastCheck.configureGlobal({ seed })
