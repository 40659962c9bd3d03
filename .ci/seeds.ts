/** Begins every property with the same seed, so that a count of branches is the same each time. Effect brings a fast-check of its own. */
import { FastCheck } from "effect"
import fc from "fast-check"

const seed = 20_261_122
fc.configureGlobal({ seed })
FastCheck.configureGlobal({ seed })
