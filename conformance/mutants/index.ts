import { commitMutants } from "./Commits.ts"
import { leaseMutants } from "./Leases.ts"
import type { Mutant } from "./Mutant.ts"
import { readMutants } from "./Reads.ts"

export type { Mutant } from "./Mutant.ts"

/** Every broken store over a sound one in memory. */
export const mutants: ReadonlyArray<Mutant> = [...commitMutants, ...readMutants, ...leaseMutants]
