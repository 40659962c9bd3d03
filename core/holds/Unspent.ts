/**
 * The words about an instruction that ended unreported (PD2 §6IA): that it was not spent (`POST /holds/{id}/unspent`), the objection of
 * the other party (`POST /holds/{id}/unspent/object`), and the decision of the Registrar (`POST /registrar/holds/{id}/unspent`).
 */

import { Effect, Either, Schema } from "effect"
import { Notice, Reasons } from "../agents/index.ts"
import { TransactionHash } from "../chains/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type Command, type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById, GivenName } from "../kernel/Id.ts"
import { member } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { days, format, hours, type Instant } from "../kernel/Time.ts"
import { type Hold, type Side, subjectOf } from "./Hold.ts"
import { type Part, partsOf } from "./Moves.ts"
import * as Payout from "./Payout.ts"
import { type HoldJson, holdView } from "./Queries.ts"
import { holds } from "./Record.ts"
import { doubtOf, giverOf, maySayUnspent, receiverOf } from "./Unreported.ts"

/** The body by which a party says that an instruction was not obeyed, so that another one may be given. */
export const UnspentWord = Schema.Struct({
  payoutId: member(GivenName, "The id of the instruction."),
}).annotations({ identifier: "UnspentWord" })

/** The body by which a payee shows that an escrow has paid what the other side calls unspent. */
export const UnspentObjection = Schema.Struct({
  txid: member(TransactionHash, "The transaction in which the escrow paid."),
}).annotations({ identifier: "UnspentObjection" })

/** The body of `POST /registrar/holds/{id}/unspent`. */
export const UnspentDecision = Schema.Struct({
  unspent: member(Schema.Boolean, "Whether the instruction was not spent."),
  reasons: Reasons,
}).annotations({ identifier: "UnspentDecision" })

const instructionOf = ({ citation }: Payout.Payout, { id }: Hold): string =>
  `the instruction to pay hold ${id} by judgment ${citation}`

const worded = Notice.declareWords("hold", {
  unspent_said: (hold: Hold, payout: Payout.Payout, until: Instant) =>
    `${hold[receiverOf(payout)].handle} says that ${instructionOf(payout, hold)} was not spent. If the escrow paid, object before ${format(until)} and name the transaction; otherwise the hold may be instructed again (PD2 §6IA).`,
  unspent_admitted: (hold: Hold, payout: Payout.Payout) =>
    `${hold[giverOf(payout)].handle} says that ${instructionOf(payout, hold)} was not spent, so that it counts as unspent (PD2 §6IA).`,
  unspent_objected: (hold: Hold, payout: Payout.Payout, until: Instant) =>
    `${hold[giverOf(payout)].handle} objects that the escrow paid by ${instructionOf(payout, hold)}. The Registrar decides before ${format(until)}; otherwise it counts as paid (PD2 §6IA).`,
  unspent_decided: (hold: Hold, payout: Payout.Payout, unspent: boolean) =>
    `The Registrar decides that ${instructionOf(payout, hold)} was ${unspent ? "not " : ""}spent (PD2 §6IA).`,
})

type Texts = Named<typeof worded>

/** The words of what is said of an instruction that ended unreported. */
export const unspentTexts: Texts = worded

interface Facts {
  readonly hold: Hold
  readonly payout: Payout.Payout
  readonly part: Part
  readonly court: Payout.SignerService
}

/** The changes of an act on a doubt: what is said of the instruction, until when the hold is kept for it, and who is told what. */
interface Said {
  readonly unspent: Payout.Unspent
  /** The end of the time that runs for somebody's word. */
  readonly until: Instant
  readonly words: Pick<Notice.Serving, "type" | "text">
  readonly tells: ReadonlyArray<Side | "registrar">
}

/** Who may say something of a hold's instruction, and how anybody else is refused. */
interface Who {
  readonly who: ReadonlyArray<Part>
  readonly stranger: "not_a_party" | "registrar_only"
}

const bySides: Who = { who: ["payer", "payee"], stranger: "not_a_party" }
const byRegistrar: Who = { who: ["registrar"], stranger: "registrar_only" }

/** Reads the hold, for whoever may say something of it, with its last instruction. */
const gatherFor = ({ who, stranger }: Who) =>
  Effect.fnUntraced(function* ({ id }: Payout.On, { actor }: CommandContext, reader: Reader) {
    const hold = yield* holds.need(reader, id)
    const part = partsOf(hold, actor).find((one) => who.includes(one))
    if (part === undefined) return yield* refusal(stranger, {})
    const payout = yield* Payout.findLast(reader, hold)
    if (payout === null) return yield* refusal("unknown_payout", {})
    const facts: Facts = { hold, payout, part, court: yield* Payout.Signer }
    return facts
  })

const refuseClosed = (why: string): Refusal => refusal("unspent_closed", { why })
const why = {
  null: "The instruction can still be spent, or it was reported.",
  unsaid: "Nobody has said that the instruction was not spent.",
  said: "It is said already; the other party may still object.",
  objected: "The other party has objected; the Registrar decides.",
  unspent: "The instruction counts as unspent.",
  paid: "The instruction counts as paid for good, unless the other party itself says that it was not spent.",
} as const

/** The changes of an act on a doubt, with the passings of the hold that are due. */
const recordWord = (
  { hold, payout, part }: Facts,
  { unspent, until, words, tells }: Said,
  context: CommandContext,
): { readonly changes: ReadonlyArray<Change>; readonly hold: Hold; readonly payout: Payout.Payout } => {
  const { now, fresh, terms } = context
  const passed = holds.passed(hold, now)
  const last = passed.at(-1)
  const after = last?.after ?? hold
  const keptUntil = Math.max(after.keptUntil ?? 0, until + hours(terms.unspentHours))
  const kept: Hold = { ...after, keptUntil }
  const said: Payout.Payout = { ...payout, unspent }
  const subject = subjectOf(hold.id)
  const about = { subject, at: now, ...words, data: { hold: hold.id, payout: payout.id } }
  return {
    hold: kept,
    payout: said,
    changes: [
      Changed.put(Payout.Payouts, said),
      ...(last === undefined
        ? holds.changed(hold, kept, null)
        : holds.record([[...passed.slice(0, -1), { ...last, after: kept }]], null, context)),
      Changed.event(words.type, subject, ["PD2 §6I"], {
        hold: hold.id,
        payout: payout.id,
        by: part,
        until: format(until),
        ...(unspent.decision === null
          ? {}
          : { unspent: unspent.decision.unspent, reasons: unspent.decision.reasons }),
      }),
      ...tells.flatMap((to, k) => {
        const id = fresh("word", k)
        return to === "registrar"
          ? [Notice.tellRegistrar({ ...about, id })]
          : Notice.serve({ ...about, id, agentId: kept[to].id })
      }),
    ],
  }
}

/** A command that says something of an instruction that ended unreported. */
const saying = <I extends typeof ById.Type, E>(of: {
  readonly name: string
  readonly by: Who
  readonly input: Schema.Schema<I, E>
  readonly decide: (facts: Facts, input: I, context: CommandContext) => Either.Either<Said, Refusal>
}): Command<I, Facts, { readonly hold: HoldJson }, Payout.Signer> =>
  command({
    name: of.name,
    sections: ["PD2 §6IA"],
    input: of.input,
    gather: gatherFor(of.by),
    decide: (facts: Facts, input, context) =>
      Either.map(of.decide(facts, input, context), (said) => {
        const { changes, hold, payout } = recordWord(facts, said, context)
        return { changes, reply: { hold: holdView(hold, payout, context, facts.court) } }
      }),
  })

/** The word of a side that an instruction was not spent: its receiver, once, or the other side against itself, at any time. */
const wordOf = rule(
  ["PD2 §6IA"],
  (
    { hold, payout, part }: Facts,
    { now, terms }: Pick<CommandContext, "now" | "terms">,
  ): Either.Either<Said, Refusal> => {
    const doubt = doubtOf(hold, payout, now)
    const [receiver, giver] = [receiverOf(payout), giverOf(payout)]
    const receives = part === receiver
    if (!maySayUnspent(payout, part, doubt)) return Either.left(refuseClosed(why[`${doubt}`]))
    const until = receives ? now + hours(terms.unspentHours) : now
    return Either.right({
      unspent: { saidAt: now, by: receives ? receiver : giver, until, objection: null, decision: null },
      until,
      words: receives
        ? unspentTexts.unspent_said(hold, payout, until)
        : unspentTexts.unspent_admitted(hold, payout),
      tells: [receives ? giver : receiver],
    })
  },
)

/** A side says that the hold's last instruction was not spent. */
export const sayUnspent = saying({
  name: "say-unspent",
  by: bySides,
  input: Schema.Struct({ ...ById.fields, ...UnspentWord.fields }),
  decide: (facts, { payoutId }, context) =>
    Either.flatMap(firstOf([when(payoutId !== facts.payout.id, "unknown_payout", {})]), () =>
      wordOf(facts, context),
    ),
})

/** The other side objects: the escrow paid in this transaction. */
export const objectUnspent = saying({
  name: "object-unspent",
  by: bySides,
  input: Schema.Struct({ ...ById.fields, ...UnspentObjection.fields }),
  decide: ({ hold, payout, part }, { txid }, { now, terms }) => {
    const doubt = doubtOf(hold, payout, now)
    const refused = firstOf([
      when(part !== giverOf(payout), "not_objecting", {}),
      doubt === "said" ? null : refuseClosed(why[`${doubt}`]),
    ])
    return Either.map(refused, (): Said => {
      const until = now + days(terms.unspentDecisionDays)
      const said = needPresent(payout.unspent, "the word to which a party objects")
      return {
        unspent: { ...said, objection: { at: now, txid, until } },
        until,
        words: unspentTexts.unspent_objected(hold, payout, until),
        tells: [receiverOf(payout), "registrar"],
      }
    })
  },
})

/** The Registrar decides the objection to a word that a hold is unspent (PD2 §6IA). */
export const decideUnspent = saying({
  name: "decide-unspent",
  by: byRegistrar,
  input: Schema.Struct({ ...ById.fields, ...UnspentDecision.fields }),
  decide: ({ hold, payout }, { unspent, reasons }, { now }) => {
    const doubt = doubtOf(hold, payout, now)
    return Either.map(firstOf([doubt === "objected" ? null : refuseClosed(why[`${doubt}`])]), (): Said => {
      const said = needPresent(payout.unspent, "the word to which a party objected")
      return {
        unspent: { ...said, decision: { at: now, unspent, reasons } },
        until: now,
        words: unspentTexts.unspent_decided(hold, payout, unspent),
        tells: ["payer", "payee"],
      }
    })
  },
})
