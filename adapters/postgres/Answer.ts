/** What the commit function answers, as the result of each change set. */
import type { CommitResult, Receipt } from "../../core/store/Store.ts"
import { givenJson } from "../store/Text.ts"
import { type Prepared, recordLock } from "./Rows.ts"

/** What it found and drew, each with the place of the set it belongs to. */
interface Answer {
  readonly answered: ReadonlyArray<Receipt & { readonly s: number; readonly same: boolean }> | null
  readonly stale: ReadonlyArray<readonly [s: number, kind: string, id: string]> | null
  readonly taken: ReadonlyArray<readonly [s: number, name: string]> | null
  readonly lost: ReadonlyArray<readonly [s: number, id: string]> | null
  /** By set, in the order of its own. */
  readonly drawn: { readonly [s: number]: ReadonlyArray<number> } | null
}

const distinct = <A>(items: ReadonlyArray<A>, nameOf: (item: A) => string): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [nameOf(item), item])).values(),
]

const resultOf = ({ set }: Prepared, s: number, answer: Answer): CommitResult => {
  const earlier = answer.answered?.find((row) => row.s === s)
  if (earlier !== undefined) {
    const { fingerprint, reply, numbers, expiresAt } = earlier
    return earlier.same
      ? { _tag: "Replayed", receipt: { fingerprint, reply, numbers, expiresAt } }
      : { _tag: "Mismatch" }
  }
  const stale = new Set(
    answer.stale?.filter((row) => row[0] === s).map(([, kind, id]) => recordLock({ kind, id })),
  )
  const taken = new Set(answer.taken?.filter((row) => row[0] === s).map(([, name]) => name))
  const lost = new Set(answer.lost?.filter((row) => row[0] === s).map(([, id]) => id))
  if (stale.size + taken.size + lost.size > 0) {
    const refs = [...set.checks, ...set.puts].map(({ ref: { kind, id } }) => ({ kind, id }))
    return {
      _tag: "Conflict",
      stale: distinct(
        refs.filter((ref) => stale.has(recordLock(ref))),
        recordLock,
      ),
      taken: [...taken],
      lost: [...lost],
    }
  }
  return { _tag: "Committed", numbers: answer.drawn?.[s] ?? [] }
}

/** The results of a batch, in its order. */
export const resultsOf = (batch: ReadonlyArray<Prepared>, text: string): ReadonlyArray<CommitResult> => {
  const answer = givenJson(text) as Answer // the commit function of this module's version builds it
  return batch.map((prepared, s) => resultOf(prepared, s, answer))
}
