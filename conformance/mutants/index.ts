/** All mutants of the kit: stores that each break one promise. */

import { leakMutants, nameMutants, receiptMutants, versionMutants } from "./Commits.ts"
import { journalMutants } from "./Journals.ts"
import { leaseMutants } from "./Leases.ts"
import type { Mutant } from "./Mutant.ts"
import { placeMutants } from "./Places.ts"
import { readMutants } from "./Reads.ts"
import { countMutants, searchMutants } from "./Searches.ts"
import { bareMutants, limitMutants, textMutants } from "./Texts.ts"

export type { Mutant } from "./Mutant.ts"

/** A broken store in a module of its own, since several processes must open it. */
export interface MutantModule {
  /** The fault of the store, as the end of a sentence that begins with `a store that`. */
  readonly breaks: string
  readonly caughtBy: string
  /** The path of the module from this folder, without its ending. */
  readonly module: string
  /** Ids of cases for the same promise within one process: the store keeps these. */
  readonly keeps: ReadonlyArray<string>
}

/** Stores that break a promise only if several processes use them. */
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
  {
    module: "processes/journal",
    breaks: "shows a process the events of others only when it writes itself, and counts them as read",
    caughtBy: "shared.reader.order",
    keeps: ["journal.order", "journal.next", "journal.followed", "shared.journal"],
  },
  {
    module: "processes/journalEnd",
    breaks: "lets a cursor skip what another process writes between two looks at the journal",
    caughtBy: "shared.reader.keeps-up",
    keeps: ["journal.next", "journal.followed", "shared.journal", "shared.reader.order"],
  },
  {
    module: "processes/lateLock",
    breaks: "lets a process that was stopped past the age of its lock write over what others wrote meanwhile",
    caughtBy: "shared.processes.stopped",
    keeps: ["commit.version.race", "holder.race", "shared.seen"],
  },
]

/** Every mutant that is made from the store in memory. */
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
  ...bareMutants,
]
