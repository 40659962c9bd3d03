/** What must hold after everything: no act is lost or done twice, and the journal is what its readers were told. */
import { psql } from "./Beats.ts"
import type { Seen } from "./Load.ts"

interface Event {
  readonly type: string
  readonly subject: string
  readonly data: { readonly sha256?: string }
}

const duplicates = (values: ReadonlyArray<string>): number => values.length - new Set(values).size

/** The papers of each caller stand in the journal in the order in which that caller was told of them. */
const outOfOrder = (seen: Seen, lodged: ReadonlyArray<string>): number => {
  const place = new Map(lodged.map((sha256, i) => [sha256, i]))
  const last = new Map<number, number>()
  let found = 0
  for (const { caller, sha256 } of seen.acknowledged) {
    const at = place.get(sha256) ?? -1
    if (at < (last.get(caller) ?? -1)) found++
    last.set(caller, at)
  }
  return found
}

/** The lines of a report, each with whether it holds. */
export const made = (
  seen: Seen,
  journal: ReadonlyArray<string>,
): ReadonlyArray<readonly [what: string, holds: boolean]> => {
  const events = journal.map((line) => JSON.parse(line) as Event)
  const lodged = events.flatMap(({ type, data }) =>
    type === "dealing.lodged" && data.sha256 ? [data.sha256] : [],
  )
  const kept = new Set(lodged)
  const lost = seen.acknowledged.filter(({ sha256 }) => !kept.has(sha256)).length
  const records = Number(psql("select count(*) from agent_court.records where kind = 'dealing'", "court"))
  const judgments = events.filter(({ type }) => type === "judgment.delivered")
  const moved = seen.followed.findIndex((line, i) => line !== journal[i])
  const disorder = outOfOrder(seen, lodged)
  return [
    [`${seen.acknowledged.length} acknowledged acts, ${lost} lost`, lost === 0],
    [`${lodged.length} acts recorded, ${duplicates(lodged)} of them twice`, duplicates(lodged) === 0],
    [`as many records as events: ${records}`, records === lodged.length],
    [
      `${seen.judged.size} matters judged by the schedulers, ${judgments.length} judgments`,
      duplicates(judgments.map(({ subject }) => subject)) === 0 && judgments.length >= seen.judged.size,
    ],
    [
      `${seen.followed.length} events followed, ${moved < 0 ? "each where it stays" : `moved from ${moved} on`}`,
      moved < 0,
    ],
    [`acts of a caller that stand in another order than they were answered: ${disorder}`, disorder === 0],
    ...[...seen.faults].map(([what, times]) => [`${times} times: ${what}`, false] as const),
  ]
}
