/** Vacating a judgment, with or without a rehearing (Rule 7.4). */

import { Effect, Either, Schema } from "effect"
import { registrarOnly, Standing } from "../agents/index.ts"
import { Conduct } from "../bench/index.ts"
import { moveEntries } from "../compliance/index.ts"
import { Judges, Judgment, markData } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { Citation } from "../kernel/Citation.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { firstOf, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import {
  advance,
  docketData,
  Matter,
  acts as matterActs,
  matters,
  Parties,
  Suits,
  serveNotes,
  toBoth,
} from "../matters/index.ts"
import { reviewOf } from "./Appeal.ts"
import { mayVacate } from "./Law.ts"
import { isPending } from "./Moves.ts"
import { vacatedTexts } from "./Notices.ts"
import { appeals, type OnAppeal, onAppeal, recordAppeal } from "./Record.ts"

/** The body of `POST /registrar/judgments/{citation}/vacate`. */
export const Vacation = Schema.Struct({
  ground: Schema.Literal("fraud", "collusion", "outside_rules"),
  reasons: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
  rehear: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "Vacation" })

export type Vacation = typeof Vacation.Type

const Input = Schema.Struct({ citation: Citation, ...Vacation.fields })

export interface Facts extends OnAppeal {
  readonly named: Judgment.Judgment
  readonly standings: ReadonlyArray<Standing.Standing>
}

const vacated = { status: "vacated", until: null } as const

const [rehearing] = matterActs.rehear.moves

/** The matter with no judgment in force. Where it is to be reheard, it is not decided any more. */
const matterAfter = ({ matter, terms }: OnAppeal, rehear: boolean, now: Instant): Matter.Matter => {
  const { inForce, appealId, reheard } = reviewOf(matter)
  const review = {
    inForce: [],
    openUntil: null,
    appealed: [],
    appealId,
    reheard: rehear ? [...reheard, ...inForce] : reheard,
  }
  return rehear
    ? { ...advance(matter, rehearing, now, terms), citation: null, review }
    : { ...matter, review }
}

/** Ends a pending appeal, whose judgment below is vacated. If time alone has ended it, that is recorded without notices of its own. */
const abateAppeal = (facts: OnAppeal, context: CommandContext): ReadonlyArray<Change> => {
  const { stored, appeal } = facts
  if (stored === null || appeal === null || !isPending(stored)) return []
  if (!isPending(appeal)) return appeals.written([appeals.passed(stored, context.now)], facts.matter, context)
  const moves = appeals.perform(stored, { act: "abate", who: ["registrar"] }, context.now)
  return recordAppeal(facts, Either.getOrThrow(moves), {}, context)
}

const changesOf = (
  facts: Facts,
  { citation, ground, reasons, rehear = false }: typeof Input.Type,
  context: CommandContext,
) => {
  const after = matterAfter(facts, rehear, context.now)
  const { entries } = facts.entries
  const moved = moveEntries("supersede", vacated, { entries, standings: facts.standings }, context, "nobody")
  const reversed = Conduct.reverseConduct(facts.judgments, moved.standings, context.now)
  const judgments = reversed.judgments.map(
    (judgment): Judgment.Judgment => ({
      ...judgment,
      finality: vacated,
      marks: { ...judgment.marks, vacated: true },
    }),
  )
  const words = vacatedTexts.vacated(facts.judgments, after, { ground, reasons, rehear })
  return [
    ...abateAppeal(facts, context),
    ...judgments.flatMap((judgment) => [
      Changed.put(Judgment.Judgments, judgment),
      ...Judges.countFor(judgment.judge, "vacated"),
      Changed.event("judgment.vacated", Judgment.subjectOf(judgment.citation), ["Rule 7.4"], {
        ...markData(judgment),
        named: citation,
        ground,
        reasons,
        rehear,
      }),
    ]),
    ...matters.changed(facts.on.stored, after, { filer: rehear ? facts.on.filer : null, suits: null }),
    ...(rehear
      ? Suits.decidedSuit(facts.on.suits, after, "undecided", [], context.now)
      : Suits.freedSuit(facts.on.suits, after, context.now)),
    ...(rehear
      ? [Changed.event("matter.rehearing", Matter.subjectOf(after.id), ["Rule 7.4"], docketData(after))]
      : []),
    ...moved.changes,
    ...reversed.changes,
    ...serveNotes(after, toBoth(words), context),
  ]
}

/** A matter is not reheard on a dealing that a later claim decides. */
const checksOf = (
  { matter, named, on }: Facts,
  { rehear = false }: typeof Input.Type,
  { now }: CommandContext,
) => [mayVacate(matter, named, now), rehear ? Suits.laterClaim(on.suits, matter, "undecided") : null]

/**
 * The Registrar vacates a judgment that was obtained by fraud or collusion or was made outside the Rules (Rule 7.4). Its entries
 * are superseded, and what they and its findings of conduct gave is reversed; an appeal from it ends. Refused `not_in_force` if the
 * judgment is not in force any more, and `later_claim` if it is to be reheard though another claim decides the same.
 */
export const vacateJudgment = command({
  name: "vacate-judgment",
  sections: ["Rule 7.4", "PD11 §8", "Constitution 2.1"],
  input: Input,
  gather: ({ citation }, context, reader) =>
    Effect.gen(function* () {
      const named = yield* reader.need(Judgment.Judgments, citation, () =>
        refusal("unknown_judgment", { citation }),
      )
      const refused = registrarOnly(context.actor)
      if (refused !== null) return yield* refused
      const on = yield* onAppeal(reader, named.matterId, context, true)
      const standings = yield* Standing.readAll(reader, Parties.enrolledOf(on.matter))
      return { ...on, named, standings } satisfies Facts
    }),
  decide: (facts: Facts, input, context) =>
    Either.map(firstOf(checksOf(facts, input, context)), () => ({
      changes: changesOf(facts, input, context),
      reply: {
        citation: input.citation,
        vacated: facts.judgments.map(({ citation }) => citation),
        matterId: facts.matter.id,
        rehearing: input.rehear ?? false,
      },
    })),
})
