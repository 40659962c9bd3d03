/** The end of a hold by time. Only here is everything known that a confirmed hold secures (PD2 §6D). */
import { Effect, Either, Option, Schema } from "effect"
import { records as appealRecords } from "../appeals/index.ts"
import { Entries, statusAt } from "../compliance/index.ts"
import {
  deadlineKind,
  deadlineOf,
  type Hold,
  holds,
  keptUntil,
  type Moved,
  type Secured,
} from "../holds/index.ts"
import { finalityAt, type Judgment, judgmentsOf } from "../judgments/index.ts"
import { bindTask, type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { GivenName } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import { format } from "../kernel/Time.ts"
import {
  hasEnded,
  type Matter,
  Matters,
  matters,
  onQuote,
  pastOn,
  quoteKey,
  suitsBetween,
} from "../matters/index.ts"

/** The matters that a hold secures, and when the last of those ended that decided nothing. */
const mattersOf = Effect.fnUntraced(function* (reader: Reader, hold: Hold) {
  if (hold.quoteId === null)
    return { ids: [needPresent(hold.matterId, "the matter of a hold without a quote")], past: [] }
  const between = yield* suitsBetween(reader, hold.payer.handle, hold.payee.handle)
  return {
    ids: onQuote(between, hold.quoteId),
    past: pastOn(between, [quoteKey(hold.quoteId)]).map(({ to }) => to),
  }
})

/** Whether an order of a judgment between the sides of a hold still runs, or is disputed. */
const runs = Effect.fnUntraced(function* (
  reader: Reader,
  { payer, payee }: Hold,
  { entries }: Judgment,
  { now }: CommandContext,
) {
  const sides = new Set<string | null>([payer.id, payee.id])
  const found = (yield* reader.findAll(Entries, entries)).flatMap(Option.toArray)
  return found.some(
    (entry) =>
      sides.has(entry.bound.id) &&
      sides.has(entry.favoured.id) &&
      ["open", "attested", "notified", "disputed"].includes(statusAt(entry, now)),
  )
})

/** When the last appeal in a matter ended; null if there was none, or it is pending. */
const appealEnded = ({ review }: Matter, reader: Reader) =>
  Effect.map(
    reader.findAll(appealRecords.Appeals, review?.appealId ? [review.appealId] : []),
    (found) => found.flatMap(Option.toArray)[0]?.endedAt ?? null,
  )

/** Reads what a hold secures. */
const gatherSecured = Effect.fnUntraced(function* (reader: Reader, hold: Hold, context: CommandContext) {
  const { now, schedule } = context
  const { ids, past } = yield* mattersOf(reader, hold)
  const about = (yield* reader.findAll(Matters, ids))
    .flatMap(Option.toArray)
    .map((one) => matters.current(one, now, schedule.at(one.filedAt)))
  const inForce = yield* judgmentsOf(
    reader,
    about.flatMap(({ review }) => review?.inForce ?? []),
  )
  const running = yield* Effect.forEach(inForce, (one) => runs(reader, hold, one, context))
  const ends = yield* Effect.forEach(about, (one) => appealEnded(one, reader))
  const ended = [...past, ...about.map(({ endedAt }) => endedAt), ...ends].filter((at) => at !== null)
  const secured: Secured = {
    undecided:
      about.some(({ status }) => !hasEnded(status)) ||
      inForce.some(({ finality }) => finalityAt(finality, now) !== "final") ||
      running.includes(true),
    endedAt: ended.length === 0 ? null : Math.max(...ended),
  }
  return secured
})

interface Facts {
  readonly hold: Hold
  readonly secured: Secured
}

/** What time makes of a hold: what is due by itself, and of a confirmed hold past its deadline that it is kept, or lapses. */
const passings = rule(
  ["PD2 §6D", "PD2 §6E"],
  ({ hold, secured }: Facts, { now, terms }: CommandContext): ReadonlyArray<Moved> => {
    const passed = holds.passed(hold, now)
    const after = passed.length === 0 ? hold : afterOf(passed)
    if (after.status !== "confirmed") return passed
    if (now < needPresent(deadlineOf(after), "the deadline of a confirmed hold")) return passed
    const until = keptUntil(secured, now, terms)
    const act =
      until === null
        ? { act: "lapse" as const, who: ["clock"] as const }
        : { act: "keep" as const, who: ["clock"] as const, stated: { keptUntil: until } }
    return Either.getOrThrow(holds.perform(hold, act, now))
  },
)

/** Makes what is due when the deadline of a hold fires; changes nothing if nothing is due. */
export const passHold = bindTask(
  deadlineKind,
  command({
    name: "pass-hold",
    sections: ["PD2 §6D", "PD2 §6E"],
    input: Schema.Struct({ holdId: GivenName }),
    gather: ({ holdId }, context, reader) =>
      Effect.gen(function* () {
        const hold = yield* holds.need(reader, holdId)
        const facts: Facts = { hold, secured: yield* gatherSecured(reader, hold, context) }
        return facts
      }),
    decide: (facts: Facts, _input, context) => {
      const moves = passings(facts, context)
      const { keptUntil: until } = moves.length === 0 ? facts.hold : afterOf(moves)
      const data = until === undefined ? {} : { until: format(until) }
      return Either.right({ changes: holds.record([moves], null, context, data), reply: null })
    },
  }),
)
