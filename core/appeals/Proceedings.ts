/**
 * The proceedings that are still undecided in some matters, and when the others ended. They determine how long a hold and the bytes of a
 * delivery are kept.
 */
import { Effect, Option } from "effect"
import { Entry, Reputation } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { CommandContext } from "../kernel/Command.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Instant } from "../kernel/Time.ts"
import { hasEnded, Matter, matters } from "../matters/index.ts"
import { Appeals } from "./Appeal.ts"

type Standing = Pick<Entry.Entry, "bound" | "favoured"> & { readonly now: Entry.Entry["status"] }

export interface Proceedings {
  /** Whether a matter is undecided, a judgment that stands is not final, or an order of it is awaited. */
  readonly undecided: boolean
  /** When the matters that ended did, and the appeals in them. */
  readonly ended: ReadonlyArray<Instant>
  readonly openUntil: ReadonlyArray<Instant>
}

const present = (instants: ReadonlyArray<Instant | null | undefined>): ReadonlyArray<Instant> =>
  instants.filter((at) => at != null)

const isAwaited = (
  reader: Reader,
  { entries }: Judgment.Judgment,
  awaits: (entry: Standing) => boolean,
  now: Instant,
) =>
  Effect.map(reader.findAll(Entry.Entries, entries), (found) =>
    found.flatMap(Option.toArray).some((entry) => awaits({ ...entry, now: Reputation.statusAt(entry, now) })),
  )

/** Reads how some matters stand. `awaits` says for which orders of their judgments the reader waits. */
export const proceedingsIn = Effect.fnUntraced(function* (
  reader: Reader,
  ids: ReadonlyArray<string>,
  awaits: (entry: Standing) => boolean,
  { now, schedule }: CommandContext,
) {
  const about = (yield* reader.findAll(Matter.Matters, ids))
    .flatMap(Option.toArray)
    .map((one) => matters.current(one, now, schedule.at(one.filedAt)))
  const reviews = about.flatMap(({ review }) => (review === undefined ? [] : [review]))
  const inForce = yield* Judgment.needAll(
    reader,
    reviews.flatMap((review) => review.inForce),
  )
  const running = yield* Effect.forEach(inForce, (one) => isAwaited(reader, one, awaits, now))
  const appealed = reviews.flatMap(({ appealId }) => (appealId === null ? [] : [appealId]))
  const appeals = (yield* reader.findAll(Appeals, appealed)).flatMap(Option.toArray)
  const proceedings: Proceedings = {
    undecided:
      about.some(({ status }) => !hasEnded(status)) ||
      inForce.some(({ finality }) => Judgment.finalityAt(finality, now) !== "final") ||
      running.includes(true),
    ended: present([...about, ...appeals].map(({ endedAt }) => endedAt)),
    openUntil: present(reviews.map(({ openUntil }) => openUntil)),
  }
  return proceedings
})
