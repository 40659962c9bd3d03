/** The checks after a run: no act is lost or done twice, and the journal equals what its reader received. */
import { psql } from "./Beats.ts"
import type { Seen } from "./Load.ts"

interface Event {
  readonly type: string
  readonly subject: string
  readonly data: { readonly sha256?: string }
}

const duplicates = (values: ReadonlyArray<string>): number => values.length - new Set(values).size

/** Counts the papers that stand in the journal in another order than their caller received the acknowledgements. */
const outOfOrder = (seen: Seen, lodged: ReadonlyArray<string>): number => {
  const places = new Map(lodged.map((sha256, i) => [sha256, i]))
  const lastPlaces = new Map<number, number>()
  let found = 0
  for (const { caller, sha256 } of seen.acknowledged) {
    const place = places.get(sha256)
    // A lost paper has no place. It is counted as lost.
    if (place === undefined) continue
    if (place < (lastPlaces.get(caller) ?? 0)) found++
    lastPlaces.set(caller, place)
  }
  return found
}

/** The lines of the report, each with whether it holds. */
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
  const firstMoved = seen.followed.findIndex((line, i) => line !== journal[i])
  const disorder = outOfOrder(seen, lodged)
  return [
    [`${seen.acknowledged.length} acknowledged acts, ${lost} lost`, lost === 0],
    [`${lodged.length} acts recorded, ${duplicates(lodged)} of them twice`, duplicates(lodged) === 0],
    [`there are as many records as recorded acts: ${records}`, records === lodged.length],
    [
      `${seen.judged.size} matters judged by the schedulers, ${judgments.length} judgments`,
      duplicates(judgments.map(({ subject }) => subject)) === 0 && judgments.length >= seen.judged.size,
    ],
    [
      `${seen.followed.length} events followed, ${firstMoved < 0 ? "each in its final place" : `the first that moved is at ${firstMoved}`}`,
      firstMoved < 0,
    ],
    [`acts recorded in another order than their caller was answered: ${disorder}`, disorder === 0],
    ...[...seen.faults].map(([what, times]) => [`${times} times: ${what}`, false] as const),
  ]
}
