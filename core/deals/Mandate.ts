/** The facts of payments beyond a mandate, as the records and the papers of their matter have them (PD15 §16). */
import { Effect } from "effect"
import type { Deal, MandateFacts } from "../account/index.ts"
import { Networks } from "../chains/index.ts"
import { type Dealing, Payment } from "../dealings/index.ts"
import { type SignedTerms, Verified } from "../evidence/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { debtFacts, papersBefore, payerAndPaid, type Reading, repaidOn } from "./Facts.ts"
import type { Paper } from "./Papers.ts"
import type { Parties } from "./Stated.ts"
import { dollarsOf, tokensOf } from "./Transactions.ts"

type Context = Pick<QueryContext, "now" | "terms">

const units = /^(?:0|[1-9]\d{0,17})$/

/** A listed asset that counts as dollars, by its CAIP-19 id or by its symbol, whose tokens have the same decimals on all chains. */
const dollarAsset = (currency: string) =>
  Networks.assets.find(
    ({ id, symbol, contract }) => contract !== null && (id === currency || symbol === currency),
  )

/** The cents that the smallest units of a currency come to, rounded down or up; null if the court does not count it as dollars. */
const centsOf = (currency: string, amount: string | null, rounding: "down" | "up"): number | null => {
  if (amount === null || !units.test(amount)) return null
  if (currency === defaultCurrency) return Number(amount) <= Number.MAX_SAFE_INTEGER ? Number(amount) : null
  const asset = dollarAsset(currency)
  if (asset === undefined) return null
  const down = needPresent(dollarsOf(asset.id, amount), "the worth of an asset that counts as dollars")
  if (rounding === "down") return down
  const less = BigInt(amount) === 0n ? amount : String(BigInt(amount) - 1n)
  return down === dollarsOf(asset.id, less) && BigInt(amount) > 0n ? down + 1 : down
}

/** A mandate that the agent that paid signed, as the other's receipt names it; null if a limit is in no currency that is reckoned. */
const readNamed = (
  {
    by: _,
    grantedBy: __,
    mandate: ___,
    kind: ____,
    currency,
    limit,
    taken,
    takenAt: _____,
    ...terms
  }: SignedTerms.Mandate,
  paper: Pick<MandateFacts.Named, "id" | "by" | "at">,
): MandateFacts.Named | null => {
  const limitCents = centsOf(currency, limit, "up")
  if (limit !== null && limitCents === null && !terms.forbids) return null
  return { ...terms, ...paper, limitCents, takenCents: centsOf(currency, taken, "down") }
}

/** Whether an agent signed in a role of an artifact. */
const hasSigned = ({ signers }: Verified.Verified, role: string, handle: string): boolean =>
  signers.some((signer) => signer.role === role && signer.agent === handle)

/** The mandates that receipts of the payee name, and its responses, in some papers. */
const findSigned = (
  papers: ReadonlyArray<Paper>,
  { supplier, buyer }: Parties,
  mandate: string,
): Pick<MandateFacts.MandateFacts, "named" | "responses"> => {
  const named: Array<MandateFacts.Named> = []
  const responses: Array<MandateFacts.Response> = []
  for (const { by, at, evidence } of papers)
    for (const { content, verified } of evidence) {
      if (verified === null) continue
      const id = sha256Hex(content)
      for (const said of Verified.termsBy(verified, buyer.handle)) {
        if (said.kind === "response") {
          const { status, payment, transaction } = said
          responses.push({ id, at, status, payment, transaction })
        }
        if (said.kind !== "mandate" || said.mandate !== mandate) continue
        const read = hasSigned(verified, said.grantedBy, supplier.handle)
          ? readNamed(said, { id, by, at })
          : null
        if (read !== null) named.push(read)
      }
    }
  return { named, responses }
}

/** The payments that the agent that paid lodged on the entries of one mandate. */
const paymentsOn = Effect.fnUntraced(function* (
  reader: Reader,
  refs: ReadonlyArray<string>,
  { supplier, buyer }: Parties,
) {
  const found: Array<MandateFacts.Payment> = []
  for (const ref of refs)
    for (const one of yield* Payment.statedPayments(reader, ref, [supplier.handle])) {
      const { id, kind, counterpartyId, lodgedAt: at, sha256, txid = null, valueCents, review } = one
      if (kind !== "payment" || counterpartyId !== buyer.id) continue
      const confirmedAt = review?.outcome === "confirmed" ? review.at : null
      found.push({ id, at, sha256, txid, cents: valueCents ?? 0, confirmedAt })
    }
  return found
})

/** The entries of one mandate by one lodger that name one agent, the first first: they are one debt. */
const entriesOf = (reader: Reader, entry: Dealing.Dealing) =>
  Effect.map(Payment.sameEntries(reader, entry), (same) =>
    same
      .filter(({ counterpartyId }) => counterpartyId === entry.counterpartyId)
      .toSorted((a, b) => a.lodgedAt - b.lodgedAt),
  )

/**
 * The facts of the payments under the mandate that an entry lodged; null if the entry names no agent, or if no payment was stated on it
 * that the other confirmed or a chain has shown.
 */
export const readMandate = Effect.fnUntraced(function* (
  reader: Reader,
  entry: Dealing.Dealing,
  context: Context,
  reading: Reading,
) {
  const parties = yield* payerAndPaid(reader, entry)
  if (parties === null) return null
  const same = yield* entriesOf(reader, entry)
  const refs = same.map(({ id }) => id)
  const first = needPresent(same[0], "the first entry of a mandate")
  const payments = yield* paymentsOn(reader, refs, parties)
  const transfers = yield* tokensOf(
    reader,
    payments.flatMap(({ txid }) => txid ?? []),
  )
  const instants = [
    ...transfers.map(({ minedAt }) => minedAt),
    ...payments.flatMap(({ confirmedAt }) => confirmedAt ?? []),
  ]
  if (instants.length === 0) return null
  const madeAt = Math.min(...instants)
  const stated = yield* repaidOn(reader, refs, parties)
  const debt = { parties, refs, stated, beside: payments }
  const facts = yield* debtFacts(reader, debt, context.now, reading)
  const papers = yield* papersBefore(reader, facts.matter, parties, reading)
  const deal: Deal.DebtDeal = {
    ...facts,
    id: first.id,
    from: "mandate",
    cents: 0,
    lodgedAt: madeAt,
    madeAt,
    dealingAt: madeAt,
    mandate: { ...findSigned(papers, parties, first.sha256), payments, transfers },
  }
  return deal
})
