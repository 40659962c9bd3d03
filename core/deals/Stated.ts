/** What the parties of a deal state of payments, and whose the addresses are from which transactions came. */
import { Effect } from "effect"
import type { Side, Stated, Transaction } from "../account/index.ts"
import type { Bound } from "../agents/index.ts"
import { type Dealing, statedPayments } from "../dealings/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import { addressesOf, ownersOf } from "./Transactions.ts"

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
 * The addresses that both parties have proven as keys, whoever else has proven an address from which a stated transaction came, and
 * the parties themselves where they have proven one to which it went. An address may be proven in a hold alone.
 */
export const provenFacts = Effect.fnUntraced(function* (
  reader: Reader,
  { supplier, buyer }: Parties,
  transactions: ReadonlyArray<Transaction>,
) {
  const proven = [...(yield* addressesOf(reader, supplier.id)), ...(yield* addressesOf(reader, buyer.id))]
  const transfers = transactions.flatMap(({ reading }) =>
    reading.status === "found" ? reading.transfers : [],
  )
  for (const address of new Set(transfers.map(({ from }) => from)))
    proven.push(...(yield* ownersOf(reader, address)))
  for (const address of new Set(transfers.map(({ to }) => to)))
    proven.push(
      ...(yield* ownersOf(reader, address)).filter(
        ({ agent }) => agent === supplier.id || agent === buyer.id,
      ),
    )
  const byProof = new Map(
    proven.map((one) => [`${one.agent}/${one.address}/${one.provenAt}/${one.endedAt}`, one]),
  )
  return [...byProof.values()]
})
