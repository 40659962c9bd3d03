/**
 * The end of what a live instruction rests on (PD2 §6G): its judgment is vacated or set aside, or an order of it is satisfied by other
 * means. Whichever command does this, its own commit revokes the instruction. The Registrar may revoke an instruction too.
 */

import { Effect, Either, Option, Schema } from "effect"
import { Notice } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { consequence } from "../kernel/Consequence.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import type { Kind } from "../kernel/Kind.ts"
import { afterOf } from "../kernel/Machine.ts"
import { NotaryUnavailable } from "../kernel/Notary.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, refusedIn } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { type Hold, Holds, MetOrders, PartPayments, Revoking, subjectOf } from "./Hold.ts"
import { mayRevoke } from "./Law.ts"
import type { Moved } from "./Moves.ts"
import * as Payout from "./Payout.ts"
import { holdView } from "./Queries.ts"
import { holds, pays, perform, revokedData, texts } from "./Record.ts"

/**
 * Why an instruction has lost its ground. `fallen`: its judgment no longer stands. `satisfied`: an order of it was met otherwise.
 * `part`: another hold paid a part of an order.
 */
type Why = "fallen" | "satisfied" | "part"

const reasons = {
  fallen: "The judgment on which the instruction rested was vacated or set aside.",
  satisfied: "An order on which the instruction rested was satisfied by other means.",
  part: "Another hold paid a part of an order on which the instruction rested.",
} as const satisfies Record<Why, string>

/** An instruction that a command ends: the moves of its hold, and the instruction as revoked. */
interface Ended {
  readonly moves: ReadonlyArray<Moved>
  readonly revoked: Payout.Payout
}

/** An entry of a register of orders: the order is satisfied while the entry has that status. */
interface EntryOfOrder {
  readonly id: string
  readonly citation: string
  readonly status: string
  /** Whether it is satisfied only because nobody disputed the words of the party bound. */
  readonly silent?: boolean
}

/** Words that nobody disputed take no ground away: the party favoured may not have read them. */
const isMet = ({ status, silent }: EntryOfOrder): boolean => status === "satisfied" && silent !== true

const putsOf = <A>(changes: ReadonlyArray<Change>, kind: Kind<A>): ReadonlyArray<A> =>
  changes.flatMap((change) =>
    change._tag === "Put" && change.kind === kind.name ? [kind.decode(change.body)] : [],
  )

const hasFallen = ({ finality: { status } }: Pick<Judgment.Judgment, "finality">): boolean =>
  status === "superseded" || status === "vacated"

/** The judgments whose orders or standing changes may end an instruction, with the reason, each once. */
const candidates = <E extends EntryOfOrder>(
  entries: Kind<E>,
  changes: ReadonlyArray<Change>,
): ReadonlyMap<string, Why> =>
  new Map<string, Why>([
    ...putsOf(changes, PartPayments).map(({ citation }) => [citation, "part"] as const),
    ...putsOf(changes, MetOrders).map(({ citation }) => [citation, "satisfied"] as const),
    ...putsOf(changes, entries)
      .filter(isMet)
      .map(({ citation }) => [citation, "satisfied"] as const),
    ...putsOf(changes, Judgment.Judgments)
      .filter(hasFallen)
      .map(({ citation }) => [citation, "fallen"] as const),
  ])

/** Whether an order of a judgment was not satisfied before these changes and is after them, or the judgment stood before them. */
const isNews = Effect.fnUntraced(function* <E extends EntryOfOrder>(
  entries: Kind<E>,
  reader: Reader,
  changes: ReadonlyArray<Change>,
  citation: string,
  why: Why,
) {
  if (why !== "satisfied") return true
  const after = putsOf(changes, entries).filter((one) => one.citation === citation)
  const before = (yield* reader.findAll(
    entries,
    after.map(({ id }) => id),
  )).flatMap(Option.toArray)
  const met = new Set(before.filter(isMet).map(({ id }) => id))
  const newly = after.some((one) => isMet(one) && !met.has(one.id))
  return newly || putsOf(changes, MetOrders).some((one) => one.citation === citation)
})

/**
 * The instruction after its revocation by the court itself, signed. It may be asked for again if the judgment stands. A process
 * without a signer has signed no instruction; if another one has, the command waits for a process that can end it.
 */
const revoke = Effect.fnUntraced(function* (payout: Payout.Payout, why: Why, { now }: CommandContext) {
  const data = Payout.makeRevocation(payout, now)
  const signer = Option.getOrNull(yield* Effect.serviceOption(Payout.Signer))
  if (signer === null) return yield* new NotaryUnavailable({ cause: "this process signs no payouts" })
  const { signature } = yield* signer.sign(data)
  const stated = { reasons: reasons[why], reissue: why !== "fallen", revokedAt: now }
  const revoked: Payout.Payout = { ...payout, revoked: { ...stated, revocation: data.message, signature } }
  return revoked
})

/**
 * The live instruction on a judgment, as a command ends it; null if the judgment has no such instruction, or if the command itself records
 * it as spent.
 */
const endOn = Effect.fnUntraced(function* <E extends EntryOfOrder>(
  entries: Kind<E>,
  reader: Reader,
  changes: ReadonlyArray<Change>,
  citation: string,
  why: Why,
  context: CommandContext,
) {
  const hold = yield* Payout.findPayingHold(reader, citation)
  const own = putsOf(changes, Holds).map(({ id }) => id)
  if (hold === null || own.includes(hold.id) || !pays(hold, citation, context.now)) return null
  if (!(yield* isNews(entries, reader, changes, citation, why))) return null
  const payout = needPresent(yield* Payout.findLast(reader, hold), "the instruction of an instructed hold")
  const moves = Either.getOrThrow(holds.perform(hold, { act: "withdraw", who: ["court"] }, context.now))
  const ended: Ended = { moves, revoked: yield* revoke(payout, why, context) }
  return ended
})

/** The changes that record an ended instruction, and tell the Registrar. Its ids are apart from those of the command. */
const recordEnded = (
  { moves, revoked }: Ended,
  k: number,
  context: CommandContext,
): ReadonlyArray<Change> => {
  const fresh: CommandContext["fresh"] = (name, n) => context.fresh(`withdrawn ${k} ${name}`, n)
  const hold: Hold = needPresent(moves.at(-1), "the move of an ended instruction").after
  return [
    Changed.put(Payout.Payouts, revoked),
    ...holds.record([moves], null, { ...context, fresh }, revokedData(revoked)),
    Notice.tellRegistrar({
      id: fresh("registrar"),
      subject: subjectOf(hold.id),
      at: context.now,
      ...texts.revoked(hold),
      data: { hold: hold.id, citation: revoked.citation, reasons: reasonsOf(revoked) },
    }),
  ]
}

const reasonsOf = ({ revoked }: Payout.Payout): string => needPresent(revoked, "a revocation").reasons

/**
 * The end of the live instructions whose ground the changes of a command take away. `entries` is the register of orders, which holds don't
 * know.
 */
export const endPayouts = rule(["PD2 §6G"], <E extends EntryOfOrder>(entries: Kind<E>) =>
  consequence({
    on: [entries, Judgment.Judgments, MetOrders, PartPayments],
    gather: (changes, context, reader) =>
      Effect.gen(function* () {
        const ended: Array<Ended> = []
        for (const [citation, why] of candidates(entries, changes)) {
          const one = yield* endOn(entries, reader, changes, citation, why, context)
          if (one !== null) ended.push(one)
        }
        return ended
      }),
    changes: (ended, context) => ended.flatMap((one, k) => recordEnded(one, k, context)),
  }),
)

/** The signed revocation of an instruction; null if it can't be revoked. */
const signRevocation = Effect.fnUntraced(function* (
  payout: Payout.Payout | null,
  { actor, now, terms }: CommandContext,
) {
  if (payout === null || actor.role !== "registrar") return null
  if (mayRevoke(payout.effectiveAt, now, terms) !== null) return null
  const data = Payout.makeRevocation(payout, now)
  const { signature } = yield* (yield* Payout.Signer).sign(data)
  return { revocation: data.message, signature }
})

const gatherRevoking = Effect.fnUntraced(function* (
  { id }: Payout.On & Revoking,
  context: CommandContext,
  reader: Reader,
) {
  const hold = yield* holds.need(reader, id)
  const payout = yield* Payout.findLast(reader, hold)
  return { hold, payout, signed: yield* signRevocation(payout, context), court: yield* Payout.Signer }
})

const revokingInputSchema = Schema.Struct({ ...ById.fields, ...Revoking.fields })
/** A revocation, with the hold whose instruction it ends. */
export interface RevokingInput extends Schema.Schema.Type<typeof revokingInputSchema> {}
const RevokingInput: Schema.Schema<RevokingInput, typeof revokingInputSchema.Encoded> = revokingInputSchema

/** The Registrar revokes the instruction of a hold before it takes effect: `POST /registrar/holds/{id}/revoke`. */
export const revokePayout = command({
  name: "revoke-payout",
  sections: ["PD2 §6G"],
  input: RevokingInput,
  gather: gatherRevoking,
  decide: ({ hold, payout, signed, court }, { reasons, reissue = false }, context) =>
    Either.gen(function* () {
      const { now, terms } = context
      const moves = perform(hold, "revoke", {}, context)
      yield* firstOf([refusedIn(moves), payout === null ? null : mayRevoke(payout.effectiveAt, now, terms)])
      const done = yield* moves
      const revocation = needPresent(signed, "the signed revocation")
      const revoked: Payout.Payout = {
        ...needPresent(payout, "the instruction of an instructed hold"),
        revoked: { revokedAt: now, reasons, reissue, ...revocation },
      }
      return {
        changes: [
          Changed.put(Payout.Payouts, revoked),
          ...holds.record([done], null, context, revokedData(revoked)),
        ],
        reply: { hold: holdView(afterOf(done), revoked, context, court) },
      }
    }),
})
