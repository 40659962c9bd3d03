/** The facts of a purchase by x402, as the records and the papers of its matter have them (PD15 §1B). */
import { Effect, Option } from "effect"
import {
  type DebtDeal,
  offerUntil,
  type Purchase,
  type PurchaseOffer,
  type PurchaseResponse,
  type Side,
  type Stated,
} from "../account/index.ts"
import { agentByHandle } from "../agents/index.ts"
import { networks, readAddress } from "../chains/index.ts"
import { type Dealing, firstLodged, hasLodged } from "../dealings/index.ts"
import { type OfferTerms, termsBy } from "../evidence/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Suits } from "../matters/index.ts"
import { beforeCourt } from "./BeforeCourt.ts"
import { metOrders } from "./Met.ts"
import { type Filing, type Paper, papersOf } from "./Papers.ts"
import { type Parties, provenFacts, statedOn } from "./Stated.ts"
import { dollarsOf, isRead, tokensOf, transactionsOf } from "./Transactions.ts"

type Context = Pick<QueryContext, "now" | "terms">

/** For which matter a purchase is read, and what is about to be filed on it. */
export interface PurchaseReading {
  readonly judged: string | null
  readonly suits: Suits.Between | null
  /** The claim that is filed now by one of the two, if it is not on record yet. */
  readonly filing: Filing | null
}

/** The papers of a matter, or of the claim that is filed now if there is no matter yet. */
export const papersBefore = (
  reader: Reader,
  matter: DebtDeal["matter"],
  { supplier }: Parties,
  { filing }: PurchaseReading,
) => {
  if (matter !== null) return papersOf(reader, matter.id, matter.claimant)
  if (filing === null) return Effect.succeed([])
  const by: Side = filing.claimant === supplier.id ? "supplier" : "buyer"
  return Effect.succeed([{ by, ...filing.paper }])
}

/** The one form of the address of a resource. */
const resourceOf = (url: string): string => URL.parse(url)?.href ?? url

const units = /^(?:0|[1-9]\d{0,17})$/

/** The terms of an offer in the court's forms; null if the court does not count its token as dollars. */
const termsOf = ({ network, asset, payTo, amount, resourceUrl }: OfferTerms) => {
  const address = readAddress({ network, asset, address: payTo })
  const cents = address === null || !units.test(amount) ? null : dollarsOf(address.asset, amount)
  return address === null || cents === null
    ? null
    : {
        resource: resourceOf(resourceUrl),
        network: address.network,
        asset: address.asset,
        payTo: address.address,
        units: amount,
        cents,
      }
}

/** Since when the court could see an artifact: its first lodgement or this filing. The filings of others are private to them. */
const seenAt = (reader: Reader, sha256: string, filedAt: Instant) =>
  Effect.map(firstLodged(reader, sha256), (lodged) => Math.min(filedAt, lodged ?? filedAt))

/** The artifacts of some papers by which the agent that paid accepts what a transaction paid for; no member if there is no such artifact. */
const takenIn = (papers: ReadonlyArray<Paper>, { supplier }: Parties): Pick<Purchase, "taken"> => {
  const taken = papers.flatMap(({ at, evidence }) =>
    evidence.flatMap(({ content, verified }) =>
      (verified === null ? [] : termsBy(verified, supplier.handle)).flatMap((said) =>
        said.kind === "delivery" && said.says === "accepted"
          ? [{ id: sha256Hex(content), at, transaction: said.deal.toLowerCase() }]
          : [],
      ),
    ),
  )
  return taken.length === 0 ? {} : { taken }
}

/** The offers and the responses of the seller in some papers. */
const signedIn = Effect.fnUntraced(function* (
  reader: Reader,
  papers: ReadonlyArray<Paper>,
  parties: Parties,
  { terms }: Context,
) {
  const offers: Array<PurchaseOffer> = []
  const responses: Array<PurchaseResponse> = []
  for (const { by, at, evidence } of papers)
    for (const { content, verified } of evidence) {
      const id = sha256Hex(content)
      for (const said of verified === null ? [] : termsBy(verified, parties.buyer.handle)) {
        if (said.kind === "response") {
          const { url, status, payment, transaction } = said
          responses.push({ id, by, at, resource: resourceOf(url), status, payment, transaction })
          continue
        }
        const read = said.kind === "offer" ? termsOf(said) : null
        if (said.kind !== "offer" || read === null) continue
        const until = offerUntil(said.validUntil, yield* seenAt(reader, id, at), terms)
        const lodged = yield* hasLodged(reader, id, parties.supplier.handle)
        offers.push({ id, by, at, lodged, ...read, until })
      }
    }
  return { offers, responses }
})

/** In a debt the agent that owes pays: a refund of the purchase is a payment of the debt. */
export const asPayment = (one: Stated): Stated => ({ ...one, kind: "payment" })

const paymentsOf = (stated: ReadonlyArray<Stated>): Purchase["payments"] =>
  stated.flatMap(({ id, kind, lodger, at, txid, cents }) =>
    kind === "payment" && lodger === "supplier" && txid !== null ? [{ id, at, txid, cents }] : [],
  )

/**
 * The facts of the purchase whose offer an entry lodged; null if the entry names no agent, or if no chain has shown a transaction of the
 * payments that its lodger stated on it.
 */
export const readPurchase = Effect.fnUntraced(function* (
  reader: Reader,
  entry: Dealing,
  context: Context,
  reading: PurchaseReading,
) {
  if (entry.counterpartyId === null) return null
  const supplier = needPresent(
    Option.getOrNull(yield* agentByHandle(reader, entry.lodger)),
    "the agent that lodged an entry",
  )
  const buyer = {
    id: entry.counterpartyId,
    handle: needPresent(entry.counterparty, "the name of the agent that an entry names"),
  }
  const parties: Parties = { supplier, buyer }
  const all = yield* statedOn(reader, [entry.id], parties)
  const payments = paymentsOf(all)
  const transfers = yield* tokensOf(
    reader,
    payments.map(({ txid }) => txid),
  )
  if (transfers.length === 0) return null
  const madeAt = Math.min(...transfers.map(({ minedAt }) => minedAt))
  const stated = all.filter(({ kind }) => kind === "refund").map(asPayment)
  const read = yield* Effect.forEach(networks, ({ id: network }) =>
    Effect.map(isRead(reader, network), (isRead) => ({ network, read: isRead })),
  )
  const against = { refs: [entry.id], networks: read, agents: [supplier, buyer], now: context.now }
  const transactions = yield* transactionsOf(reader, [...payments, ...stated], against)
  const on = { parties, dealings: [`dealing/${entry.id}`] }
  const { judged, suits } = reading
  const { matter, earlier, pending } = yield* beforeCourt(reader, on, judged, suits)
  const papers = yield* papersBefore(reader, matter, parties, reading)
  const deal: DebtDeal = {
    kind: "debt",
    id: entry.id,
    from: "purchase",
    parties: { supplier: supplier.id, buyer: buyer.id },
    currency: defaultCurrency,
    cents: 0,
    lodgedAt: madeAt,
    madeAt,
    dealingAt: madeAt,
    stated,
    transactions,
    proven: yield* provenFacts(reader, parties, transactions),
    matter,
    ordered: metOrders(earlier, stated, []),
    pending,
    purchase: {
      ...(yield* signedIn(reader, papers, parties, context)),
      payments,
      transfers,
      ...takenIn(papers, parties),
    },
  }
  return deal
})
