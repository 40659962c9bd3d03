/** The facts of a purchase by x402, as the records and the papers of its matter have them (PD15 §1B). */
import { Effect } from "effect"
import { type Deal, Purchase } from "../account/index.ts"
import { Networks } from "../chains/index.ts"
import { type Dealing, firstLodged, hasLodged } from "../dealings/index.ts"
import { type SignedTerms, Verified } from "../evidence/index.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Instant } from "../kernel/Time.ts"
import { debtFacts, papersBefore, payerAndPaid, type Reading, repaidOn } from "./Facts.ts"
import type { Paper } from "./Papers.ts"
import { findStated, type Parties } from "./Stated.ts"
import { dollarsOf, tokensOf } from "./Transactions.ts"

type Context = Pick<QueryContext, "now" | "terms">

const canonicalUrl = (url: string): string => URL.parse(url)?.href ?? url

const units = /^(?:0|[1-9]\d{0,17})$/

/** The terms of an offer in the court's forms; null if the court does not count its token as dollars. */
const termsOf = ({ network, asset, payTo, amount, resourceUrl }: SignedTerms.Offer) => {
  const address = Networks.readAddress({ network, asset, address: payTo })
  const cents = address === null || !units.test(amount) ? null : dollarsOf(address.asset, amount)
  return address === null || cents === null
    ? null
    : {
        resource: canonicalUrl(resourceUrl),
        network: address.network,
        asset: address.asset,
        payTo: address.address,
        units: amount,
        cents,
      }
}

/** Since when the court could see an artifact: its first lodgement or this filing. The filings of others are private to them. */
const findFirstSeen = (reader: Reader, sha256: string, filedAt: Instant) =>
  Effect.map(firstLodged(reader, sha256), (lodged) => Math.min(filedAt, lodged ?? filedAt))

/** The artifacts of some papers by which the agent that paid accepts what a transaction paid for; no member if there is no such artifact. */
const findTaken = (papers: ReadonlyArray<Paper>, { supplier }: Parties): Pick<Purchase.Purchase, "taken"> => {
  const taken = papers.flatMap(({ at, evidence }) =>
    evidence.flatMap(({ content, verified }) =>
      (verified === null ? [] : Verified.termsBy(verified, supplier.handle)).flatMap((said) =>
        said.kind === "delivery" && said.says === "accepted"
          ? [{ id: sha256Hex(content), at, transaction: said.deal.toLowerCase() }]
          : [],
      ),
    ),
  )
  return taken.length === 0 ? {} : { taken }
}

/** The offers and the responses of the seller in some papers. */
const findSigned = Effect.fnUntraced(function* (
  reader: Reader,
  papers: ReadonlyArray<Paper>,
  parties: Parties,
  { terms }: Context,
) {
  const offers: Array<Purchase.Offer> = []
  const responses: Array<Purchase.Response> = []
  for (const { by, at, evidence } of papers)
    for (const { content, verified } of evidence) {
      const id = sha256Hex(content)
      for (const said of verified === null ? [] : Verified.termsBy(verified, parties.buyer.handle)) {
        if (said.kind === "response") {
          const { url, status, payment, transaction } = said
          responses.push({ id, by, at, resource: canonicalUrl(url), status, payment, transaction })
          continue
        }
        const read = said.kind === "offer" ? termsOf(said) : null
        if (said.kind !== "offer" || read === null) continue
        const until = Purchase.offerUntil(said.validUntil, yield* findFirstSeen(reader, id, at), terms)
        const lodged = yield* hasLodged(reader, id, parties.supplier.handle)
        offers.push({ id, by, at, lodged, ...read, until })
      }
    }
  return { offers, responses }
})

const paymentsOf = (stated: ReadonlyArray<Deal.Stated>): Purchase.Purchase["payments"] =>
  stated.flatMap(({ id, kind, lodger, at, txid, cents }) =>
    kind === "payment" && lodger === "supplier" && txid !== null ? [{ id, at, txid, cents }] : [],
  )

/**
 * The facts of the purchase whose offer an entry lodged; null if the entry names no agent, or if no chain has shown a transaction of the
 * payments that its lodger stated on it.
 */
export const readPurchase = Effect.fnUntraced(function* (
  reader: Reader,
  entry: Dealing.Dealing,
  context: Context,
  reading: Reading,
) {
  const parties = yield* payerAndPaid(reader, entry)
  if (parties === null) return null
  const refs = [entry.id]
  const payments = paymentsOf(yield* findStated(reader, refs, parties))
  const transfers = yield* tokensOf(
    reader,
    payments.map(({ txid }) => txid),
  )
  if (transfers.length === 0) return null
  const madeAt = Math.min(...transfers.map(({ minedAt }) => minedAt))
  const stated = yield* repaidOn(reader, refs, parties)
  const debt = { parties, refs, stated, beside: payments }
  const facts = yield* debtFacts(reader, debt, context.now, reading)
  const papers = yield* papersBefore(reader, facts.matter, parties, reading)
  const deal: Deal.DebtDeal = {
    ...facts,
    id: entry.id,
    from: "purchase",
    cents: 0,
    lodgedAt: madeAt,
    madeAt,
    dealingAt: madeAt,
    purchase: {
      ...(yield* findSigned(reader, papers, parties, context)),
      payments,
      transfers,
      ...findTaken(papers, parties),
    },
  }
  return deal
})
