/** Plays two strategies against each other: the acts of a deal from its acceptance to the call for judgment, in a fixed order of hours. */
import { type Deal, Ripeness } from "../../../core/account/index.ts"
import { millionthsDown, whole } from "../../../core/kernel/Money.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { hours } from "../../../core/kernel/Time.ts"
import { type Act, all, first, sumOf } from "./Acts.ts"
import type { Buyer } from "./Buyers.ts"
import { type Condition, payments } from "./Conditions.ts"
import { accepted, dealOf } from "./Facts.ts"
import { figures, goods, hashOf } from "./Goods.ts"
import type { Seller } from "./Sellers.ts"

export interface Pair {
  readonly seller: Seller
  readonly buyer: Buyer
}

const { priceCents, dueHours, deliveryHours, lateMillionthsPerHour } = figures
/** Hours after the close at which each act comes. */
const after = { answers: 8, shows: 9, pays: 10, releases: 12, reviews: 20 }
/** Hours after the account first lies, or after the filing or a denial. */
const wait = { first: 24, wronged: 100, sued: 12, pleads: 24, calls: 84, denied: 24 }
const advanceHours = 2

/** When the goods are made and the quote is closed, if it is in time. */
export const makingHour = ({ lateHours }: Seller): number =>
  lateHours === 0 ? deliveryHours : dueHours + lateHours

/** The sum that the seller deserves for the goods that it handed over at an hour, in cents; 0 if it handed over nothing. */
export const desertOf = ({ seller }: Pair, acts: ReadonlyArray<Act>): number => {
  const handed = first(acts, "hand over")
  if (handed === null) return 0
  const late = Math.max(0, handed.hours - dueHours) * lateMillionthsPerHour
  return millionthsDown(priceCents, Math.max(0, goods[seller.makes].deserves - late))
}

/** Whether the seller begins: what costs it something, it makes only once it has what was to come in advance. */
const begins = ({ seller }: Pair, { payment }: Condition, acts: ReadonlyArray<Act>): boolean =>
  goods[seller.makes].costCents === 0 ||
  payments[payment].when === "afterwards" ||
  first(acts, "fund") !== null ||
  first(acts, "pay") !== null

const payingOf = (cents: number, at: number, { states }: Buyer, makes: boolean): ReadonlyArray<Act> => [
  ...(makes && cents > 0
    ? ([
        { act: "pay", by: "buyer", hours: at, cents },
        { act: "state", by: "buyer", hours: at, cents, form: "made" },
      ] as const)
    : []),
  ...(states === "nothing"
    ? []
    : [{ act: "state", by: "buyer", hours: at, cents: priceCents, form: states } as const]),
]

const inAdvance = ({ buyer }: Pair, { payment }: Condition): ReadonlyArray<Act> => {
  const { when, by } = payments[payment]
  if (by === "hold") return [{ act: "fund", by: "buyer", hours: advanceHours }]
  if (when === "afterwards") return []
  return payingOf(priceCents, advanceHours, buyer, buyer.funds)
}

/** The close of the seller, with the bytes and the goods if it hands them over then. */
const delivering = ({ seller }: Pair, { measure }: Condition, at: number): ReadonlyArray<Act> => {
  const { content } = goods[seller.makes]
  const { statesHours: deliveredHours, chargeCents: cents } = seller
  const delivered = measure === "words" ? "The goods, as agreed." : hashOf(content)
  const stated = { delivered, deliveredHours, cents, dispute: false, received: null }
  const close: Act = { act: "close", by: "supplier", hours: at, ...stated }
  return [close, ...(seller.hands === "close" ? handing(content, measure, at) : [])]
}

const handing = (content: string, measure: Condition["measure"], at: number): ReadonlyArray<Act> => [
  { act: "hand over", by: "supplier", hours: at },
  ...(measure === "words" ? [] : [{ act: "disclose", by: "supplier", hours: at, content } as const]),
]

type Answer = Pick<Extract<Act, { act: "close" }>, "cents" | "dispute" | "received">
const countersigns: Answer = { cents: priceCents, dispute: false, received: true }
const disputes: Answer = { ...countersigns, dispute: true }
const denies: Answer = { ...disputes, received: false }

/** The close of the buyer; null if it stays silent. Silence finds what is late, with what comes off for that. */
const answerOf = (pair: Pair, acts: ReadonlyArray<Act>): Answer | null => {
  const { buyer, seller } = pair
  const deserved = desertOf(pair, acts)
  const table: { readonly [A in Buyer["answers"]]: Answer | null } = {
    silent: null,
    disputes,
    denies,
    haggles: { ...countersigns, cents: priceCents / 2 },
    countersigns,
    truly:
      first(acts, "hand over") === null
        ? denies
        : deserved === priceCents
          ? countersigns
          : goods[seller.makes].deserves === whole
            ? null
            : disputes,
  }
  return table[buyer.answers]
}

const answering = (pair: Pair, acts: ReadonlyArray<Act>, at: number): ReadonlyArray<Act> => {
  const answer = answerOf(pair, acts)
  if (answer === null || pair.seller.inspectionHours <= after.answers) return []
  const stated = { delivered: "The goods.", deliveredHours: null, ...answer }
  return [{ act: "close", by: "buyer", hours: at, ...stated }]
}

const showing = ({ buyer }: Pair, { measure }: Condition, at: number): ReadonlyArray<Act> =>
  buyer.showsOther && measure !== "words"
    ? [{ act: "disclose", by: "buyer", hours: at, content: "garbage of its own" }]
    : []

/** The payments that the buyer makes, or states as made, once it has the goods. */
const afterwards = (pair: Pair, { payment }: Condition, acts: ReadonlyArray<Act>, at: number) => {
  const { buyer } = pair
  const { when, by } = payments[payment]
  if (when === "in advance") return by === "hold" ? payingOf(0, at, buyer, false) : []
  const due = { fairly: desertOf(pair, acts), half: priceCents / 2, sued: 0, never: 0 }[buyer.pays]
  const handed = first(acts, "hand over")?.hours ?? at
  return payingOf(due, Math.max(at, handed + 1), buyer, true)
}

const releasing = (pair: Pair, acts: ReadonlyArray<Act>, at: number): ReadonlyArray<Act> =>
  pair.buyer.releases && first(acts, "fund") !== null && desertOf(pair, acts) === priceCents
    ? [{ act: "release", by: "buyer", hours: at }]
    : []

const reviewing = ({ seller }: Pair, acts: ReadonlyArray<Act>, delay: number): ReadonlyArray<Act> =>
  all(acts, "state").flatMap(({ form, hours: at }): ReadonlyArray<Act> => {
    if (seller.reviews === "never") return []
    const outcome = seller.reviews === "truly" && form === "made" ? "confirmed" : "contested"
    return [{ act: "review", by: "supplier", hours: at + delay, form, outcome }]
  })

export const centsReceived = (acts: ReadonlyArray<Act>): number =>
  sumOf(all(acts, "pay")) + (first(acts, "release") === null ? 0 : priceCents)

const handOnDenial = ({ seller }: Pair, { measure }: Condition, acts: ReadonlyArray<Act>) => {
  const denied = all(acts, "close").find(({ received }) => received === false)
  if (seller.hands !== "denied" || denied === undefined) return []
  return handing(goods[seller.makes].content, measure, denied.hours + wait.denied)
}

interface Claim {
  readonly by: Deal.Side
  readonly wait: number
  readonly askedCents: number
}

/** The claims that each side wants to bring before the court; the earliest claim is filed. */
const claimsOf = (pair: Pair, acts: ReadonlyArray<Act>): ReadonlyArray<Claim> => {
  const { seller, buyer } = pair
  const deserved = desertOf(pair, acts)
  const received = centsReceived(acts)
  const standing = first(acts, "fund") !== null && first(acts, "release") === null
  const { chargeCents } = seller
  const lacks = {
    wronged: deserved - received,
    unpaid: chargeCents - received,
    again: chargeCents,
    first: chargeCents,
    never: 0,
  }[seller.sues]
  // A buyer that has only put money in a hold has nothing to be repaid: it asks for the account.
  const asks = { wronged: received - deserved, first: received, never: 0 }[buyer.sues]
  const wronged = asks > 0 || (standing && deserved < priceCents)
  const suesAsBuyer = buyer.sues === "first" || (buyer.sues === "wronged" && wronged)
  const waitOf = (sues: string) => (sues === "first" ? wait.first : wait.wronged)
  const claims: ReadonlyArray<Claim> = [
    ...(lacks > 0 ? [{ by: "supplier", wait: waitOf(seller.sues), askedCents: lacks } as const] : []),
    ...(suesAsBuyer
      ? [{ by: "buyer", wait: waitOf(buyer.sues), askedCents: Math.max(0, asks) } as const]
      : []),
  ]
  return claims.toSorted((a, b) => a.wait - b.wait)
}

/** Whether the buyer denies the delivery in the matter: an honest one has nothing that it could use. */
const deniesIn = (pair: Pair, acts: ReadonlyArray<Act>): boolean =>
  pair.buyer.denies ||
  (pair.buyer.answers === "truly" &&
    (first(acts, "hand over") === null || goods[pair.seller.makes].deserves === 0))

/**
 * The cents that the respondent admits: an honest buyer admits the sum that it owes and has not paid. A liar admits nothing, and an honest
 * seller never owes.
 */
const admissionIn = (pair: Pair, claimant: Deal.Side, acts: ReadonlyArray<Act>): number =>
  claimant === "supplier" && pair.buyer.pays === "fairly"
    ? Math.max(0, desertOf(pair, acts) - centsReceived(acts))
    : 0

const suing = (pair: Pair, condition: Condition, acts: ReadonlyArray<Act>, claim: Claim) => {
  const { seller, buyer } = pair
  const lies = Ripeness.opensAt(dealOf(acts, condition, seller.inspectionHours), bounds)
  const filed = (lies - accepted) / hours(1) + claim.wait
  const denied = deniesIn(pair, acts)
  const file: Act = {
    act: "file",
    by: claim.by,
    hours: filed,
    askedCents: claim.askedCents,
    denies: claim.by === "buyer" && denied,
  }
  const respondent = claim.by === "buyer" ? seller : buyer
  const isLate = claim.by === "supplier" && buyer.pays === "sued" && centsReceived(acts) === 0
  const paying = isLate ? payingOf(priceCents, filed + wait.sued, buyer, true) : []
  const pleads: Act = {
    act: "plead",
    by: claim.by === "buyer" ? "supplier" : "buyer",
    hours: filed + wait.pleads,
    denies: claim.by === "supplier" && denied,
    admitsCents: admissionIn(pair, claim.by, acts),
  }
  return [
    file,
    ...(claim.by === "buyer" && seller.closes === "sued"
      ? delivering(pair, condition, filed + wait.sued)
      : []),
    ...paying,
    ...(respondent.pleads ? [pleads] : []),
    ...reviewing(pair, paying, wait.sued),
    { act: "call", by: claim.by, hours: filed + wait.calls } as const,
  ]
}

export const play = (pair: Pair, condition: Condition): ReadonlyArray<Act> => {
  const { seller } = pair
  const begun: Array<Act> = [...inAdvance(pair, condition)]
  const closed = makingHour(seller)
  if (seller.closes === "in time" && begins(pair, condition, begun)) {
    begun.push(...delivering(pair, condition, closed))
    begun.push(...answering(pair, begun, closed + after.answers))
    begun.push(...showing(pair, condition, closed + after.shows))
    begun.push(...handOnDenial(pair, condition, begun))
    begun.push(...afterwards(pair, condition, begun, closed + after.pays))
    begun.push(...releasing(pair, begun, closed + after.releases))
  }
  begun.push(...reviewing(pair, begun, after.reviews))
  const [claim] = claimsOf(pair, begun)
  const acts = claim === undefined ? begun : [...begun, ...suing(pair, condition, begun, claim)]
  return acts.toSorted((a, b) => a.hours - b.hours)
}
