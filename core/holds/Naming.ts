/** Naming a hold on a quote or on a matter: `POST /quotes/{id}/holds`, `POST /matters/{id}/holds`. */

import { Effect, Either, Option, Schema } from "effect"
import { Agent } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, when } from "../kernel/Refusal.ts"
import * as Escrow from "./Escrow.ts"
import { asEnrolled, type Footing, onMatter, onQuote, ownSide } from "./Footing.ts"
import * as Hold from "./Hold.ts"
import { mayName, mayStand, type Particulars, particularsOf, withinBounds } from "./Law.ts"
import * as Payout from "./Payout.ts"
import { type HoldJson, holdView } from "./Queries.ts"
import { holds } from "./Record.ts"
import { type Checked, type ForCourt, keepChecked, mayRest, statementOf, verdictOn } from "./Statement.ts"

interface Known {
  readonly footing: Footing
  readonly named: number
  /** Whether another hold has this payment of the escrow. */
  readonly taken: boolean
  readonly limited: boolean
  readonly ours: ReadonlyArray<string>
  readonly court: ForCourt
}

export interface Facts extends Known {
  /** The result of the check of the signature; null if no signature was sent. */
  readonly verdict: Checked | null
  readonly reading: Escrow.Reading | Escrow.Unread
}

const addressesOf = (side: Hold.Side | null, { address }: Particulars) => ({
  payer: side === "payer" ? address : null,
  payee: side === "payee" ? address : null,
})

const newHold = (
  body: Hold.Request,
  { footing, reading, verdict }: Facts,
  particulars: Particulars,
  side: Hold.Side,
  parties: { readonly payer: typeof Agent.Bound.Type; readonly payee: typeof Agent.Bound.Type },
  { now, fresh }: CommandContext,
): Hold.Hold => {
  const given = addressesOf(side, particulars)
  const provingTime = (address: string | null) => (address === null || verdict === null ? null : now)
  const withAddress = (party: typeof Agent.Bound.Type, address: string | null): Hold.Party => ({
    ...party,
    address,
    provenAt: provingTime(address),
    ...(address === null ? {} : keepChecked(verdict)),
  })
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
    payer: withAddress(parties.payer, given.payer),
    payee: withAddress(parties.payee, given.payee),
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
  body: Hold.Request,
  { ours }: Known,
  reading: Escrow.Reading | Escrow.Unread,
  side: Hold.Side | null,
  { terms }: CommandContext,
): ReadonlyArray<Refusal | null> => {
  const { particulars } = particularsOf(body)
  if (particulars === null) return []
  const hold = { ...particulars, asset: particulars.asset.id, longStopAt: body.longStopAt }
  return mayStand(hold, addressesOf(side, particulars), reading, ours, terms)
}

const cheapChecks = (
  known: Known,
  body: Hold.Request,
  context: CommandContext,
): ReadonlyArray<Refusal | null> => {
  const { footing } = known
  const { terms, actor, now } = context
  const side = ownSide(footing, context)
  const [payer, payee] = [asEnrolled(footing.payer), asEnrolled(footing.payee)]
  return [
    when(actor.role !== "agent", "agents_only", {}),
    when(side === null, "not_a_party", {}),
    when(known.limited, "limited_manifest", {}),
    when(payer === null || payee === null, "hold_no_party", {}),
    when(payer !== null && payer.id === payee?.id, "hold_self_dealing", {}),
    footing.refused,
    ...particularsOf(body).refused,
    ...withinBounds(body, now, terms),
    ...mayName({ ...footing, named: known.named, taken: known.taken }, terms),
    ...escrowChecks(body, known, "unread", side, context),
  ]
}

const decide = (
  facts: Facts,
  body: Hold.Request,
  context: CommandContext,
): Either.Either<Decision<{ readonly hold: HoldJson }>, Refusal> =>
  Either.gen(function* () {
    const { footing } = facts
    const side = ownSide(footing, context)
    yield* firstOf([
      ...cheapChecks(facts, body, context),
      mayRest(facts.verdict),
      ...escrowChecks(body, facts, facts.reading, side, context),
    ])
    const parties = {
      payer: needPresent(asEnrolled(footing.payer), "the payer"),
      payee: needPresent(asEnrolled(footing.payee), "the payee"),
    }
    const particulars = needPresent(particularsOf(body).particulars, "the particulars")
    const hold = newHold(body, facts, particulars, needPresent(side, "the side of a party"), parties, context)
    return {
      changes: [
        Changed.put(Hold.HoldCounts, { on: Hold.keyOf(hold), named: facts.named + 1 }),
        ...holds.record([[holds.opened(hold, "name", [hold.namedBy], context.now)]], null, context),
      ],
      reply: { hold: holdView(hold, null, context, facts.court) },
    }
  })

/** Reads what naming rests on before a chain is asked. */
const gatherKnown = Effect.fnUntraced(function* (
  footing: Footing,
  body: Hold.Request,
  { actor }: CommandContext,
  reader: Reader,
) {
  const { particulars } = particularsOf(body)
  const agent = actor.role === "agent" ? yield* reader.find(Agent.Agents, actor.id) : Option.none()
  const count = yield* reader.find(Hold.HoldCounts, Hold.keyOf(footing))
  const signer = yield* Payout.Signer
  const known: Known = {
    footing,
    named: Option.match(count, { onNone: () => 0, onSome: ({ named }) => named }),
    taken:
      particulars !== null && (yield* reader.holder(Hold.escrowClaim({ ...body, ...particulars }))) !== null,
    limited: Option.exists(agent, ({ limited }) => limited),
    ours: signer.addresses,
    court: signer,
  }
  return known
})

/** Asks the chain about the signature and then about the escrow, each only if nothing before it refuses. */
const askChain = Effect.fnUntraced(function* (known: Known, body: Hold.Request, context: CommandContext) {
  const nothing = { verdict: null, reading: "unread" } as const
  const { particulars } = particularsOf(body)
  const cheap = firstOf(cheapChecks(known, body, context))
  if (Either.isLeft(cheap) || particulars === null || context.actor.role !== "agent") return nothing
  yield* Escrow.takeAsk(context)
  const stated = { ...body, ...particulars }
  const statement = statementOf(known.court, stated, context.actor.handle, particulars.address)
  const verdict = body.signature === undefined ? null : yield* verdictOn(statement, body.signature)
  if (mayRest(verdict) !== null) return { ...nothing, verdict }
  return { verdict, reading: yield* (yield* Escrow.Escrows).read(stated) }
})

const gather = <I extends Payout.On & Hold.Request, E>(
  footingOf: (input: I, context: CommandContext, reader: Reader) => Effect.Effect<Footing, E>,
) =>
  Effect.fnUntraced(function* (input: I, context: CommandContext, reader: Reader) {
    const known = yield* gatherKnown(yield* footingOf(input, context, reader), input, context, reader)
    const facts: Facts = { ...known, ...(yield* askChain(known, input, context)) }
    return facts
  })

const quoteHoldInputSchema = Schema.Struct({ ...ById.fields, ...Hold.QuoteRequest.fields })
export interface QuoteHoldInput extends Schema.Schema.Type<typeof quoteHoldInputSchema> {}
const QuoteHoldInput: Schema.Schema<QuoteHoldInput, typeof quoteHoldInputSchema.Encoded> =
  quoteHoldInputSchema

/** A party names a hold on its quote: `POST /quotes/{id}/holds` (PD2 §6B). */
export const nameHoldOnQuote = command({
  name: "name-hold-on-quote",
  sections: ["PD2 §6B", "PD2 §6C"],
  input: QuoteHoldInput,
  gather: gather<Payout.On & Hold.Request, Effect.Effect.Error<ReturnType<typeof onQuote>>>(onQuote),
  decide,
})

/** A party names a hold on its matter: `POST /matters/{id}/holds` (PD2 §6B). */
export const nameHoldOnMatter = command({
  name: "name-hold-on-matter",
  sections: ["PD2 §6B", "PD2 §6C"],
  input: Schema.extend(ById, Hold.MatterRequest),
  gather: gather<Payout.On & Hold.MatterRequest, Effect.Effect.Error<ReturnType<typeof onMatter>>>(onMatter),
  decide,
})
