/** The facts of a debt of the Register of Dealings, as the records have them. */
import { Effect, Option } from "effect"
import { type DebtDeal, debtOf, type Entry, firstOfThem } from "../account/index.ts"
import { agentByHandle } from "../agents/index.ts"
import { networks } from "../chains/index.ts"
import { type Dealing, Dealings, sameEntries } from "../dealings/index.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type BeforeCourt, notBeforeCourt } from "./Quoted.ts"
import { provenFacts, statedOn } from "./Stated.ts"
import { isRead, transactionsOf } from "./Transactions.ts"

/** An entry as the law of debts reads it. `lodgerId` is the agent of its lodger. */
const entryFacts =
  (lodgerId: string) =>
  ({ id, kind, sha256, counterpartyId, lodgedAt, valueCents, ref, txid, review }: Dealing): Entry => ({
    id,
    kind: kind ?? "other",
    sha256,
    lodger: lodgerId,
    counterparty: counterpartyId,
    lodgedAt,
    valueCents,
    ref,
    txid: txid ?? null,
    confirmedAt: review?.outcome === "confirmed" ? review.at : null,
  })

/**
 * The facts of the debt that an entry makes; null if it makes none. Entries of one hash, lodger and kind are one debt, and payments that
 * name any of them count on it. Nobody learns from it of an invoice that belongs to a quote: whoever claims shows the quote.
 */
export const dealOfDebt = Effect.fnUntraced(function* (
  reader: Reader,
  id: string,
  { now }: Pick<QueryContext, "now">,
  before: BeforeCourt = notBeforeCourt,
) {
  const dealing = Option.getOrNull(yield* reader.find(Dealings, id))
  if (dealing === null || dealing.counterparty === null) return null
  const lodger = Option.getOrNull(yield* agentByHandle(reader, dealing.lodger))
  if (lodger === null) return null
  const same = (yield* sameEntries(reader, dealing)).filter(({ kind }) => kind === dealing.kind)
  const first = firstOfThem(same.map(entryFacts(lodger.id)))
  const debt = first === null ? null : debtOf(first)
  const entry = same.find((one) => one.id === debt?.id)
  if (debt === null || entry === undefined || entry.counterparty === null) return null
  const named = { id: debt.owes === lodger.id ? debt.owedTo : debt.owes, handle: entry.counterparty }
  const parties = {
    supplier: debt.owedTo === lodger.id ? lodger : named,
    buyer: debt.owes === lodger.id ? lodger : named,
  }
  const stated = yield* statedOn(
    reader,
    same.map((one) => one.id),
    parties,
  )
  const read: Array<{ readonly network: string; readonly read: boolean }> = []
  for (const { id: network } of networks)
    if (yield* isRead(reader, network)) read.push({ network, read: true })
  const agents = [parties.supplier, parties.buyer]
  const transactions = yield* transactionsOf(reader, stated, { dealId: debt.id, networks: read, agents, now })
  const deal: DebtDeal = {
    kind: "debt",
    id: debt.id,
    parties: { supplier: debt.owedTo, buyer: debt.owes },
    currency: defaultCurrency,
    from: debt.from,
    cents: debt.cents,
    lodgedAt: entry.lodgedAt,
    madeAt: debt.madeAt,
    dealingAt: entry.dealingAt ?? entry.lodgedAt,
    stated,
    transactions,
    proven: yield* provenFacts(reader, parties, transactions),
    ...before,
  }
  return deal
})
