/** Compares the registers that a court serves with the registers by its journal. */
import { Range } from "../../../core/log/index.ts"
import { progress } from "../../terminal/Terminal.ts"
import { fetchJournal, type Item } from "../Journal.ts"
import { readKey, readOn } from "../monitor/LogReader.ts"
import { type Check, courtTime } from "./Check.ts"
import { type Folded, fold } from "./Folded.ts"
import { agentChecks, dealingChecks, entryChecks, judgeCheck, judgmentChecks } from "./Registers.ts"

type Found = ReadonlyArray<{ readonly check: Check; readonly lines: ReadonlyArray<string> }>

/** Runs the comparisons, and gives each comparison that found a difference. */
const runChecks = async (base: string, folded: Folded, checks: ReadonlyArray<Check>): Promise<Found> => {
  const court = { base, now: await courtTime(base, folded.registers) }
  const found: Array<Found[number]> = []
  for (const [i, check] of checks.entries()) {
    const lines = await check.lines(folded, court)
    if (lines.length > 0) found.push({ check, lines })
    progress("compared", i + 1, checks.length)
  }
  return found
}

type ReadItems = (base: string, read: ReadonlyArray<Item>) => Promise<ReadonlyArray<Item>>

export const readJournal: ReadItems = (base, read) =>
  fetchJournal(base, read.at(-1)?.cursor ?? null, read.length)

/** Reads the events out of the log of the court, and holds them to its checkpoint. They have no cursor there. */
export const openLog = async (base: string): Promise<ReadItems> => {
  const log = { base, key: await readKey(base), policy: null }
  let range = Range.empty
  return async () => {
    const items: Array<Item> = []
    for await (const batch of readOn(log, range)) {
      items.push(...batch.items.map((item) => ({ cursor: "", ...item })))
      range = batch.range
    }
    return items
  }
}

const rounds = 3
/**
 * Compares a court with its journal. A court goes on while it is read, so what differs is compared again, after the rest of the journal
 * has been read. `lodgements` is how many lodgements are read back.
 */
export const compareCourt = async (base: string, lodgements: number, read: ReadItems = readJournal) => {
  const items = [...(await read(base, []))]
  let folded = fold(items)
  const checks = [
    ...agentChecks(folded),
    ...entryChecks(folded),
    ...judgmentChecks(folded),
    judgeCheck,
    ...dealingChecks(folded, lodgements),
  ]
  let found = await runChecks(base, folded, checks)
  for (let round = 1; round < rounds && found.length > 0; round++) {
    items.push(...(await read(base, items)))
    folded = fold(items)
    found = await runChecks(
      base,
      folded,
      found.map(({ check }) => check),
    )
  }
  return { items, folded, found: found.flatMap(({ lines }) => lines) }
}
