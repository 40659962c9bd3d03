/** The statements of the parties of a deal about payments, and the owners of the addresses from which transactions came. */
import { Effect } from "effect"
import type { ProvenAddress, Side, Stated, Transaction } from "../account/index.ts"
import type { Bound } from "../agents/index.ts"
import { type Dealing, statedPayments } from "../dealings/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import { ownersOf } from "./Transactions.ts"

/** The two agents of a deal. In a debt the supplier is owed, and the buyer owes. */
export type Parties = { readonly [S in Side]: Pick<Bound, "id" | "handle"> }

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
  }: Dealing): ReadonlyArray<Stated> => {
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
export const statedOn = Effect.fnUntraced(function* (
  reader: Reader,
  refs: ReadonlyArray<string>,
  parties: Parties,
) {
  const handles = [parties.supplier.handle, parties.buyer.handle]
  const stated: Array<Stated> = []
  for (const ref of refs)
    stated.push(...(yield* statedPayments(reader, ref, handles)).flatMap(statedFacts(parties)))
  return stated.sort((a, b) => a.at - b.at)
})

/**
 * Who has proven the addresses at the ends of the stated transactions: whoever it is where one came from, and the parties alone where
 * one went.
 */
export const provenFacts = Effect.fnUntraced(function* (
  reader: Reader,
  { supplier, buyer }: Parties,
  transactions: ReadonlyArray<Transaction>,
) {
  const ends = transactions.flatMap(({ network, reading }) =>
    reading.status === "found" ? reading.transfers.map(({ from, to }) => ({ network, from, to })) : [],
  )
  const senders = new Set(ends.map(({ from }) => from))
  const proven: Array<ProvenAddress> = []
  for (const address of new Set([...senders, ...ends.map(({ to }) => to)])) {
    const at = ends.filter(({ from, to }) => from === address || to === address)
    const owners = yield* ownersOf(reader, address, new Set(at.map(({ network }) => network)))
    const isParty = ({ agent }: ProvenAddress) => agent === supplier.id || agent === buyer.id
    proven.push(...(senders.has(address) ? owners : owners.filter(isParty)))
  }
  return proven
})
