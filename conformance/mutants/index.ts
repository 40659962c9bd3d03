import { countMutants } from "./Counts.ts"
import { journalMutants } from "./Journals.ts"
import { leakMutants } from "./Leaks.ts"
import { leaseMutants } from "./Leases.ts"
import type { Mutant } from "./Mutant.ts"
import { nameMutants } from "./Names.ts"
import { placeMutants } from "./Places.ts"
import { readMutants } from "./Reads.ts"
import { receiptMutants } from "./Receipts.ts"
import { searchMutants } from "./Searches.ts"
import { limitMutants, textMutants } from "./Texts.ts"
import { versionMutants } from "./Versions.ts"

export type { Mutant } from "./Mutant.ts"

/** Every broken store over a sound one in memory. */
export const mutants: ReadonlyArray<Mutant> = [
  ...versionMutants,
  ...nameMutants,
  ...leakMutants,
  ...receiptMutants,
  ...countMutants,
  ...readMutants,
  ...placeMutants,
  ...searchMutants,
  ...journalMutants,
  ...leaseMutants,
  ...textMutants,
  ...limitMutants,
]
