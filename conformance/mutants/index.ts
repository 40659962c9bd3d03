import { leakMutants, nameMutants, receiptMutants, versionMutants } from "./Commits.ts"
import { countMutants } from "./Counts.ts"
import { journalMutants } from "./Journals.ts"
import { leaseMutants } from "./Leases.ts"
import type { Mutant } from "./Mutant.ts"
import { placeMutants } from "./Places.ts"
import { readMutants } from "./Reads.ts"
import { searchMutants } from "./Searches.ts"
import { limitMutants, textMutants } from "./Texts.ts"

export type { Mutant } from "./Mutant.ts"

/** A broken store that is a module of its own, since several processes open it. */
export interface MutantModule {
  readonly breaks: string
  readonly caughtBy: string
  /** The module's name beside this file. */
  readonly module: string
  /** Cases of the same promise within one process, which it keeps. */
  readonly keeps: ReadonlyArray<string>
}

/** Stores that break a promise only between processes. */
export const processMutants: ReadonlyArray<MutantModule> = [
  {
    module: "processes/leases",
    breaks: "leases one task to two processes",
    caughtBy: "shared.processes.leases",
    keeps: ["lease.race", "lease.held", "shared.leases"],
  },
  {
    module: "processes/leaseRace",
    breaks: "leases one task to two processes that ask at once",
    caughtBy: "shared.processes.leases",
    keeps: ["lease.race", "lease.held", "lease.token", "shared.leases"],
  },
  {
    module: "processes/numbers",
    breaks: "gives one serial number to two processes",
    caughtBy: "shared.processes.numbers",
    keeps: ["commit.numbers.race", "shared.races"],
  },
  {
    module: "processes/claims",
    breaks: "gives one name to two processes",
    caughtBy: "shared.processes.claims",
    keeps: ["holder.race", "shared.races"],
  },
  {
    module: "processes/versions",
    breaks: "lets two processes put one version",
    caughtBy: "shared.processes.versions",
    keeps: ["commit.version.race", "shared.races"],
  },
  {
    module: "processes/receipts",
    breaks: "records one command for two processes",
    caughtBy: "shared.processes.receipts",
    keeps: ["receipt.race", "receipt.first"],
  },
]

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
