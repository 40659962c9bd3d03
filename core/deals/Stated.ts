/** The statements of the parties of a deal about payments, and the owners of the addresses from which transactions came. */
import { Effect, Option } from "effect"
import type { Deal } from "../account/index.ts"
import { Agent, isProven } from "../agents/index.ts"
import { type Dealing, Payment } from "../dealings/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Quote } from "../quotes/index.ts"
import { ownersOf } from "./Transactions.ts"

/** The two agents of a deal. In a debt the supplier is owed, and the buyer owes. */
export type Parties = { readonly [S in Deal.Side]: Pick<Agent.Bound, "id" | "handle"> }

/** A payment goes from the buyer to the supplier and a refund the other way, whoever lodges it; an entry that names somebody else is neither. */
const statedFacts =
  ({ supplier, buyer }: Parties) =>
  ({
    id,
    kind,
    lodger,
    counterpartyId,
    lodgedAt,
    valueCents,
    txid,
    review,
  }: Dealing.Dealing): ReadonlyArray<Deal.Stated> => {
    const side = lodger === supplier.handle ? "supplier" : "buyer"
    const other = side === "supplier" ? buyer : supplier
    if ((kind !== "payment" && kind !== "refund") || counterpartyId !== other.id) return []
    const cents = valueCents ?? 0
    return [
      {
        id,
        kind,
        lodger: side,
        at: lodgedAt,
        cents,
        txid: txid ?? null,
        review: review && { outcome: review.outcome, at: review.at },
      },
    ]
  }

/** The payments and refunds that both sides stated on some quotes or entries, by the time of their lodgement. */
export const findStated = Effect.fnUntraced(function* (
  reader: Reader,
  refs: ReadonlyArray<string>,
  parties: Parties,
) {
  const handles = [parties.supplier.handle, parties.buyer.handle]
  const stated: Array<Deal.Stated> = []
  for (const ref of refs)
    stated.push(...(yield* Payment.statedPayments(reader, ref, handles)).flatMap(statedFacts(parties)))
  return stated.sort((a, b) => a.at - b.at)
})

/**
 * Who has proven the addresses at the ends of the stated transactions: whoever it is where one came from, and the parties alone where
 * one went.
 */
export const findProvenFacts = Effect.fnUntraced(function* (
  reader: Reader,
  { supplier, buyer }: Parties,
  transactions: ReadonlyArray<Deal.Transaction>,
) {
  const ends = transactions.flatMap(({ network, reading }) =>
    reading.status === "found" ? reading.transfers.map(({ from, to }) => ({ network, from, to })) : [],
  )
  const senders = new Set(ends.map(({ from }) => from))
  const proven: Array<Deal.ProvenAddress> = []
  for (const address of new Set([...senders, ...ends.map(({ to }) => to)])) {
    const at = ends.filter(({ from, to }) => from === address || to === address)
    const owners = yield* ownersOf(reader, address, new Set(at.map(({ network }) => network)))
    const isParty = ({ agent }: Deal.ProvenAddress) => agent === supplier.id || agent === buyer.id
    proven.push(...(senders.has(address) ? owners : owners.filter(isParty)))
  }
  return proven
})

/** Whether an agent may attest between two others: its operator is proven, and is not that of either. */
const isIndependent = Effect.fnUntraced(function* (
  reader: Reader,
  handle: string,
  operators: ReadonlyArray<string | null>,
) {
  const agent = Option.getOrNull(yield* Agent.findByHandle(reader, handle))
  return agent !== null && isProven(agent) && !operators.includes(agent.operatorId)
})

/**
 * The readings of the meter of a quote. A party's reading names the other side, so that it was told; the reading of the agent that attests
 * counts while its operator is proven and is not that of a party.
 */
export const readingsOn = Effect.fnUntraced(function* (
  reader: Reader,
  { id, supplier, buyer: { party } }: Quote.Quote,
  attester: string | null,
) {
  const buyer = needPresent(party, "the buyer of a quote that was accepted")
  const operators = [supplier.operatorId, buyer.operatorId]
  const third = attester !== null && (yield* isIndependent(reader, attester, operators)) ? [attester] : []
  const stated = yield* Payment.statedReadings(reader, id, [supplier.handle, buyer.handle, ...third])
  return stated.flatMap((entry): ReadonlyArray<Deal.MeterReading> => {
    const units = needPresent(entry.units, "the units of a reading")
    const reading = { id: entry.id, at: entry.lodgedAt, units }
    if (third.includes(entry.lodger)) return [{ ...reading, by: "attester", confirmedAt: null }]
    const by: Deal.Side = entry.lodger === supplier.handle ? "supplier" : "buyer"
    const other = by === "supplier" ? buyer : supplier
    if (entry.counterpartyId !== other.id) return []
    const { review } = entry
    return [{ ...reading, by, confirmedAt: review?.outcome === "confirmed" ? review.at : null }]
  })
})
