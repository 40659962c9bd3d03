/** The end of a hold by time. Only here is everything known that a confirmed hold secures (PD2 §6DA). */
import { Effect, Either, Schema } from "effect"
import { proceedingsIn } from "../appeals/index.ts"
import type { Entry } from "../compliance/index.ts"
import { Hold, holds, Lapse, type Moved } from "../holds/index.ts"
import { bindTask, type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { GivenName } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import { format } from "../kernel/Time.ts"
import { Suits } from "../matters/index.ts"

/** The matters that a hold secures, and when the last of those ended that decided nothing. */
const mattersOf = Effect.fnUntraced(function* (reader: Reader, hold: Hold.Hold) {
  if (hold.quoteId === null)
    return { ids: [needPresent(hold.matterId, "the matter of a hold without a quote")], past: [] }
  const between = yield* Suits.between(reader, hold.payer.handle, hold.payee.handle)
  return {
    ids: Suits.onQuote(between, hold.quoteId),
    past: Suits.pastOn(between, [Suits.quoteKey(hold.quoteId)]).map(({ to }) => to),
  }
})

/** The statuses of an order that still runs, or is disputed. */
const running: ReadonlyArray<Entry.Entry["status"]> = ["open", "attested", "notified", "disputed"]

const gatherSecured = Effect.fnUntraced(function* (reader: Reader, hold: Hold.Hold, context: CommandContext) {
  const { ids, past } = yield* mattersOf(reader, hold)
  const sides = new Set<string | null>([hold.payer.id, hold.payee.id])
  const { undecided, ended } = yield* proceedingsIn(
    reader,
    ids,
    ({ bound, favoured, now }) => sides.has(bound.id) && sides.has(favoured.id) && running.includes(now),
    context,
  )
  const ends = [...past, ...ended]
  const secured: Lapse.Secured = { undecided, endedAt: ends.length === 0 ? null : Math.max(...ends) }
  return secured
})

interface Facts {
  readonly hold: Hold.Hold
  readonly secured: Lapse.Secured
}

/**
 * The moves that time makes of a hold: the moves that are due by themselves, and the move by which a confirmed hold past its deadline is
 * kept, or lapses.
 */
const passings = rule(
  ["PD2 §6DA", "PD2 §6E"],
  ({ hold, secured }: Facts, { now, terms }: CommandContext): ReadonlyArray<Moved> => {
    const passed = holds.passed(hold, now)
    const after = passed.length === 0 ? hold : afterOf(passed)
    if (after.status !== "confirmed") return passed
    if (now < needPresent(Hold.deadlineOf(after), "the deadline of a confirmed hold")) return passed
    const until = Lapse.keptUntil(secured, now, terms)
    const act =
      until === null
        ? { act: "lapse" as const, who: ["clock"] as const }
        : { act: "keep" as const, who: ["clock"] as const, stated: { keptUntil: until } }
    return Either.getOrThrow(holds.perform(hold, act, now))
  },
)

/** Makes what is due when the deadline of a hold fires; changes nothing if nothing is due. */
export const passHold = bindTask(
  Hold.deadlineKind,
  command({
    name: "pass-hold",
    sections: ["PD2 §6DA", "PD2 §6E"],
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
