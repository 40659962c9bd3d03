/** What a run tells, as tests read it. */
import { hours } from "../../../../core/Time.ts"
import { type EntryRow, rowAt, type Summary } from "../Result.ts"
import { explain } from "../Run.ts"
import type { Scenario } from "../Scenario.ts"

/** The entries of a run. */
export const rowsOf = ({ entries, names }: Summary): ReadonlyArray<EntryRow> =>
  Array.from({ length: entries?.length ?? 0 }, (_, i) => {
    const row = entries === null ? undefined : rowAt(entries, names, i)
    if (row === undefined) throw new Error(`no row ${i}`)
    return row
  })

/** The life of the one entry: who did what, when (hours since delivery), to what. */
export const life = (of: Scenario): ReadonlyArray<string> => {
  const all = explain(of, 0)
  const delivered = all.find(({ act }) => act === "open")?.at ?? 0
  return all
    .filter(({ act }) => act !== "file" && act !== "open")
    .map(({ act, by, at, to, delta, refused }) =>
      [`${(at - delivered) / hours(1)} h:`, by, act, refused ?? to, ...(delta === 0 ? [] : [delta])].join(
        " ",
      ),
    )
}
