/** Naming a hold on a quote or on a matter: `POST /quotes/{id}/holds`, `POST /matters/{id}/holds`. */
import { Effect, Either, Option } from "effect"
import type { Party } from "../Actor.ts"
import { Agents, type Bound } from "../agents/Agent.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command, type Decision } from "../Command.ts"
import { present } from "../Defect.ts"
import { finalityAt, Judgments } from "../judgments/Judgment.ts"
import { passMatter } from "../matters/Law.ts"
import { Matters } from "../matters/Matter.ts"
import { current } from "../quotes/Moves.ts"
import { Quotes } from "../quotes/Quote.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import type { Terms } from "../Schedule.ts"
import { holdWith } from "./Acts.ts"
import { type EscrowReading, Escrows, type Unread } from "./Escrow.ts"
import {
  escrowClaim,
  type Hold,
  HoldCounts,
  type HoldRequest,
  keyOf,
  type MatterHoldRequest,
  type Side,
} from "./Hold.ts"
import { mayName, mayStand, type Particulars, particularsOf, withinBounds } from "./Law.ts"
import { acts, type Moved, passed } from "./Moves.ts"
import { PayoutSigner } from "./Payout.ts"
import { type HoldJson, holdView } from "./Queries.ts"
import { keepsEscrow, recordMoves } from "./Record.ts"

/** The quote or the matter on which a hold is named: who would pay whom, and whether a hold may be named on it now. */
interface Footing {
  readonly quoteId: string | null
  readonly matterId: string | null
  readonly payer: Party | null
  readonly payee: Party | null
  readonly inTime: boolean
  /** When such a hold may be named, in words. */
  readonly when: string
  readonly purpose: Hold["purpose"]
  readonly secures: Hold["secures"]
  readonly refused: Refusal | null
}

export interface Facts {
  readonly footing: Footing
  readonly named: number
  /** The hold that has the name of this payment of the escrow; null where none has. */
  readonly earlier: Hold | null
  readonly limited: boolean
  readonly reading: EscrowReading | Unread
  readonly ours: ReadonlyArray<string>
}

type On = { readonly id: string }

const onQuote = ({ id }: On, { now }: CommandContext, reader: Reader) =>
  Effect.map(
    reader.need(Quotes, id, () => refusal("unknown_quote", { id })),
    (stored): Footing => {
      const quote = current(stored, now)
      return {
        quoteId: id,
        matterId: null,
        payer: quote.buyer.party,
        payee: quote.supplier,
        inTime: ["accepted", "closed_by_supplier", "disputed"].includes(quote.status),
        when: "on a quote that is accepted and not settled",
        purpose: null,
        secures: null,
        refused: null,
      }
    },
  )

const beforeCall = ["served", "undefended", "defended", "closed"]

/** The order that a hold pending appeal secures: an order to pay of a judgment in this matter; null where there is none. */
const secured = (reader: Reader, body: MatterHoldRequest, matterId: string) =>
  Effect.map(
    reader.find(Judgments, present(body.securesCitation, "the citation of what is secured")),
    (found) => {
      const judgment = Option.getOrNull(found)
      const order = judgment?.orders.find(({ n }) => n === body.securesOrderN)
      return judgment?.matterId !== matterId || order?.kind !== "pay" ? null : { judgment, order }
    },
  )

const onMatter = ({ id, ...body }: On & MatterHoldRequest, context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const stored = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
    const { matter } = passMatter(stored, context.now, context.schedule.at(stored.filedAt))
    const on = { quoteId: null, matterId: id, purpose: body.purpose }
    if (body.purpose === "payment_in") {
      return {
        ...on,
        payer: matter.respondent,
        payee: matter.claimant,
        inTime: beforeCall.includes(matter.status),
        when: "from service until the call for judgment",
        secures: null,
        refused: null,
      } satisfies Footing
    }
    const found = yield* secured(reader, body, id)
    // Without the order the payer is unknown. The sides of the matter stand in, so that a party is refused as `hold_secures` and a
    // stranger as `not_a_party`.
    const sides = found?.order ?? { against: matter.respondent, inFavourOf: matter.claimant }
    return {
      ...on,
      payer: sides.against,
      payee: sides.inFavourOf,
      inTime: found === null || finalityAt(found.judgment.finality, context.now) === "under appeal",
      when: "while an appeal from the judgment is pending",
      secures: found === null ? null : { citation: found.judgment.citation, n: found.order.n },
      refused: when(found === null, "hold_secures", {}),
    } satisfies Footing
  })

const enrolled = (party: Party | null): typeof Bound.Type | null =>
  party === null || party.id === null ? null : { ...party, id: party.id }

const ownSide = ({ payer, payee }: Footing, { actor }: CommandContext): Side | null => {
  if (actor.role !== "agent") return null
  if (payer?.id === actor.id) return "payer"
  return payee?.id === actor.id ? "payee" : null
}

const addressesOf = (side: Side | null, { address }: Particulars) => ({
  payer: side === "payer" ? address : null,
  payee: side === "payee" ? address : null,
})

const newHold = (
  body: HoldRequest,
  { footing, reading }: Facts,
  particulars: Particulars,
  side: Side,
  parties: { readonly payer: typeof Bound.Type; readonly payee: typeof Bound.Type },
  { now, fresh }: CommandContext,
): Hold => {
  const given = addressesOf(side, particulars)
  return {
    id: fresh("hold"),
    escrowKind: body.escrowKind,
    chain: particulars.chain,
    chainId: body.chainId,
    escrowAddress: particulars.escrowAddress,
    holdRef: body.holdRef,
    quoteId: footing.quoteId,
    matterId: footing.matterId,
    namedBy: side,
    payer: { ...parties.payer, address: given.payer },
    payee: { ...parties.payee, address: given.payee },
    amountCents: body.amountCents,
    currency: body.currency ?? "USD",
    asset: particulars.asset.id,
    assetDecimals: particulars.asset.decimals,
    amountUnits: particulars.amountUnits,
    inspectionHours: body.inspectionHours ?? null,
    longStopAt: body.longStopAt,
    purpose: footing.purpose,
    secures: footing.secures,
    status: "named",
    read: typeof reading === "string" ? null : { at: reading.at, state: reading.state },
    createdAt: now,
    confirmedAt: null,
    escrowEndsAt: typeof reading === "string" ? null : reading.expiresAt,
    instruction: null,
    paidOut: null,
    since: now,
  }
}

const escrowChecks = (
  body: HoldRequest,
  facts: Facts,
  particulars: Particulars | null,
  side: Side | null,
  terms: Terms,
): ReadonlyArray<Refusal | null> =>
  particulars === null
    ? []
    : mayStand(
        { ...particulars, asset: particulars.asset.id, longStopAt: body.longStopAt },
        addressesOf(side, particulars),
        facts.reading,
        facts.ours,
        terms,
      )

const decide = (
  facts: Facts,
  body: HoldRequest,
  context: CommandContext,
): Either.Either<Decision<{ readonly hold: HoldJson }>, Refusal> =>
  Either.gen(function* () {
    const { footing, earlier } = facts
    const { terms, actor, now } = context
    const { particulars, refused } = particularsOf(body)
    const side = ownSide(footing, context)
    const [payer, payee] = [enrolled(footing.payer), enrolled(footing.payee)]
    const taken = earlier !== null && keepsEscrow(earlier, now)
    yield* firstOf([
      when(actor.role !== "agent", "agents_only", {}),
      when(side === null, "not_a_party", {}),
      when(facts.limited, "limited_manifest", {}),
      when(payer === null || payee === null, "hold_no_party", {}),
      when(payer !== null && payer.id === payee?.id, "hold_self_dealing", {}),
      footing.refused,
      ...refused,
      ...withinBounds(body, now, terms),
      ...mayName({ ...footing, named: facts.named, taken }, terms),
      ...escrowChecks(body, facts, particulars, side, terms),
    ])
    const parties = { payer: present(payer, "the payer"), payee: present(payee, "the payee") }
    const own = present(side, "the side of a party")
    const hold = newHold(body, facts, present(particulars, "the particulars"), own, parties, context)
    // If an earlier hold on the same payment has lapsed and nobody has recorded that, it is recorded first.
    const lapsed = earlier === null ? [] : passed(earlier, now)
    const moved: Moved = { act: "name", move: acts.name.moves[0], before: hold, after: hold, at: now }
    return {
      changes: [
        Changed.put(HoldCounts, { on: keyOf(hold), named: facts.named + 1 }),
        Changed.claim(escrowClaim(hold), hold.id),
        ...recordMoves([lapsed, [moved]], context),
      ],
      reply: { hold: holdView(hold, null, now) },
    }
  })

const none = Effect.succeed(null)

const gather = <I extends On & HoldRequest, E>(
  footingOf: (input: I, context: CommandContext, reader: Reader) => Effect.Effect<Footing, E>,
) =>
  Effect.fnUntraced(function* (input: I, context: CommandContext, reader: Reader) {
    const footing = yield* footingOf(input, context, reader)
    const { particulars } = particularsOf(input)
    const ref = particulars === null ? null : { ...input, escrowAddress: particulars.escrowAddress }
    const { actor } = context
    const agent = actor.role === "agent" ? yield* reader.find(Agents, actor.id) : Option.none()
    const count = yield* reader.find(HoldCounts, keyOf(footing))
    const escrows = yield* Escrows
    const asked = ref !== null && ownSide(footing, context) !== null
    const facts: Facts = {
      footing,
      named: Option.match(count, { onNone: () => 0, onSome: ({ named }) => named }),
      earlier: yield* ref === null ? none : holdWith(reader, escrowClaim(ref)),
      limited: Option.exists(agent, ({ limited }) => limited),
      // Only a party can make the court query a chain.
      reading: asked ? yield* escrows.read(ref) : "unread",
      ours: (yield* PayoutSigner).addresses,
    }
    return facts
  })

/** A party names a hold on its quote. */
export const nameOnQuote = command({
  name: "name-hold-on-quote",
  sections: ["PD2 §6B", "PD2 §6C"],
  gather: gather<On & HoldRequest, Effect.Effect.Error<ReturnType<typeof onQuote>>>(onQuote),
  decide,
})

/** A party names a hold on its matter. */
export const nameOnMatter = command({
  name: "name-hold-on-matter",
  sections: ["PD2 §6B", "PD2 §6C"],
  gather: gather<On & MatterHoldRequest, Effect.Effect.Error<ReturnType<typeof onMatter>>>(onMatter),
  decide,
})
