/** Whether a quote was delivered, when, and what is off its price for that. */
import { millionthsDown, whole } from "../kernel/Money.ts"
import { enforced, hours as hoursText, rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import type { Close, Criteria, QuoteDeal } from "./Deal.ts"
import { type FoundLine, findingOn, withRecords } from "./Findings.ts"
import { dueOf, priceOf } from "./Measure.ts"
import { type Facts, isCountersigned } from "./Received.ts"
import { hashOf, type Signed, signedWordOf } from "./Signed.ts"
import type { Finding, RecordRef, Wanted } from "./View.ts"

/** PD15 §5: when the delivery counts as made, and at which time. */
export const delivery = enforced(
  "PD15 §5",
  "Delivery",
  (t) =>
    `The supplier bears the delivery. A close by a hash is found if the buyer countersigns, or if bytes that have this hash are disclosed by the call; else it is not found. A close in words, or of a delivery elsewhere, is found if the buyer countersigns. A delivery elsewhere is also found if every attested check is answered, by its attester or by its time. Otherwise such a close is found if the inspection passed without a dispute. If the inspection was shorter than ${hoursText(t.wholeInspectionHours)} and the buyer denies the delivery in the matter, it is undetermined; after a longer one a denial is too late. A close that was disputed in time is undetermined if both plead, and the side that does not plead loses it. Without a close nothing was delivered: the absence of a record is a record.`,
)

/** PD15 §6: how many millionths of the price come off for defects and for each hour of delay. */
export const conformity = enforced(
  "PD15 §6",
  "Conformity",
  (t) =>
    `If the quote has criteria, their evaluation of the bytes says how many millionths of the price are off. Without criteria nothing is off, but conformity of disclosed bytes is undetermined if the buyer pleads and either disputed in time or denies the delivery in the matter after an inspection of less than ${hoursText(t.wholeInspectionHours)}. Each reduction is rounded down to the cent, conformity before delay, and takes at most what is left. If delivery or conformity is undetermined, the share of the price is owed that the quote states for this case, rounded down.`,
)

export const delay = enforced(
  "PD15 §6A",
  "Delay",
  (t) =>
    `For every whole hour past the due time the millionths that the quote states are off, up to its maximum. The time of delivery is the instant of the close, or the later of the two times that both closes state if it is earlier, but never before the acceptance. If receipt is denied and the bytes are first disclosed more than ${hoursText(t.denialHours)} after the denial was served, it is the instant of that disclosure.`,
)

/** The finding of a line, before its name and its burden are added. */
export interface Found {
  readonly finding: Finding
  readonly by: ReadonlyArray<RecordRef>
  readonly wanted: Wanted | null
}

/** The hash whose bytes are to be disclosed; null for a delivery in words or elsewhere, and for units that a meter counts. */
export const toDisclose = (quote: QuoteDeal): string | null =>
  quote.elsewhere || quote.meter !== undefined || quote.closes.supplier === null
    ? null
    : hashOf(quote.closes.supplier)

/** The first disclosure of the bytes that the close names. */
const firstDisclosure = (quote: QuoteDeal) => {
  const hash = toDisclose(quote)
  return quote.disclosures
    .filter(({ sha256 }) => sha256 === hash)
    .reduce<QuoteDeal["disclosures"][number] | null>(
      (first, one) => (first === null || one.at < first.at ? one : first),
      null,
    )
}

/** When the buyer first denied receipt, in its close or in the matter; null if it did not. */
export const denialTimeOf = ({ closes, matter }: QuoteDeal): Instant | null => {
  const inClose = closes.buyer?.received === false ? closes.buyer.at : null
  const inMatter = matter?.deniedAt ?? null
  if (inClose === null || inMatter === null) return inClose ?? inMatter
  return Math.min(inClose, inMatter)
}

/** Whether the buyer disputed the close within the inspection. */
const isDisputedInTime = (quote: QuoteDeal): boolean => {
  const { supplier, buyer } = quote.closes
  return (
    supplier !== null &&
    buyer !== null &&
    !isCountersigned(quote) &&
    buyer.at < supplier.at + quote.inspection
  )
}

/** Whether the buyer denies in the matter what a shorter inspection let pass. */
const isDeniedLate = ({ deal: quote, terms }: Facts<QuoteDeal>): boolean =>
  quote.matter !== null &&
  quote.matter.deniedAt !== null &&
  quote.inspection < hours(terms.wholeInspectionHours)

const byClose = (quote: QuoteDeal): ReadonlyArray<RecordRef> =>
  [quote.closes.supplier, quote.closes.buyer].flatMap((close) =>
    close === null ? [] : [{ record: "close" as const, id: close.id }],
  )
const bySigned = ({ by }: Signed): ReadonlyArray<RecordRef> =>
  by.map(({ id }) => ({ record: "artifact" as const, id }))
const findingBy = (by: ReadonlyArray<RecordRef>): Found => ({ finding: "found", by, wanted: null })
/** A line that no record determines is undetermined, unless a judge has found it (PD15 §11B). */
const open = (facts: Facts, line: FoundLine, by: ReadonlyArray<RecordRef>): Found => {
  const judged = findingOn(facts, line)
  if (judged === null) return { finding: "undetermined", by, wanted: null }
  const records = withRecords(by, judged)
  return judged.held ? findingBy(records) : lacking(records, null)
}
const lacking = (by: ReadonlyArray<RecordRef>, wanted: Wanted | null): Found => ({
  finding: "not_found",
  by,
  wanted,
})

const disclosing = ({ deal: quote, terms }: Facts<QuoteDeal>): Found => {
  const first = firstDisclosure(quote)
  if (first !== null) return findingBy([...byClose(quote), { record: "disclosure", id: first.id }])
  const denied = denialTimeOf(quote)
  const dueBy = denied === null ? null : denied + hours(terms.denialHours)
  return lacking(byClose(quote), { who: "supplier", act: "disclose the bytes that the close names", dueBy })
}

/** The attestations of a delivery elsewhere if every attested check is answered, by its attester or by its time; else null. */
const answers = ({ deal: quote, asOf }: Facts<QuoteDeal>): ReadonlyArray<RecordRef> | null => {
  const checks = quote.criteria?.attested ?? []
  const all =
    quote.elsewhere &&
    checks.length > 0 &&
    checks.every(({ answered, dueAt }) => answered !== null || (dueAt !== null && dueAt <= asOf))
  if (!all) return null
  return checks.flatMap(({ answered }) =>
    answered === null ? [] : [{ record: "attestation" as const, id: answered.id }],
  )
}

/** A disputed close in words. The side that doesn't plead loses; without a matter nobody had to plead. */
const decideDisputed = (facts: Facts<QuoteDeal>): Found => {
  const quote = facts.deal
  const { matter } = quote
  const records = byClose(quote)
  if (matter !== null && matter.pleads.supplier === null) return lacking(records, null)
  return matter !== null && matter.pleads.buyer === null
    ? findingBy(records)
    : open(facts, "delivered", records)
}

const inWords = (facts: Facts<QuoteDeal>, close: Close): Found => {
  const quote = facts.deal
  const attested = answers(facts)
  if (attested !== null) return findingBy([...byClose(quote), ...attested])
  if (isDisputedInTime(quote)) return decideDisputed(facts)
  const dueBy = close.at + quote.inspection
  if (facts.asOf < dueBy)
    return lacking(byClose(quote), { who: "buyer", act: "countersign or dispute the close", dueBy })
  return isDeniedLate(facts) ? open(facts, "delivered", byClose(quote)) : findingBy(byClose(quote))
}

export const decideDelivered = rule(["PD15 §5", "PD15 §5A"], (facts: Facts<QuoteDeal>): Found => {
  const quote = facts.deal
  const close = quote.closes.supplier
  const signed = isCountersigned(quote) ? null : signedWordOf(quote)
  if (signed?.says === "accepted") return findingBy([...byClose(quote), ...bySigned(signed)])
  if (signed?.says === "undelivered" && signed.millionths === whole)
    return lacking([...byClose(quote), ...bySigned(signed)], null)
  if (close === null) {
    const wanted =
      quote.matter === null
        ? { who: "supplier" as const, act: "deliver and close the quote", dueBy: dueOf(quote) }
        : null
    return lacking([{ record: "quote", id: quote.id }], wanted)
  }
  if (isCountersigned(quote)) return findingBy(byClose(quote))
  return toDisclose(quote) === null ? inWords(facts, close) : disclosing(facts)
})

/** The time of delivery; null if nothing was closed. */
export const deliveryTimeOf = rule(
  ["PD15 §6A"],
  ({ deal: quote, terms }: Facts<QuoteDeal>): Instant | null => {
    const { supplier, buyer } = quote.closes
    if (supplier === null) return null
    const both =
      supplier.deliveredAt === null || buyer === null || buyer.deliveredAt === null
        ? supplier.at
        : Math.max(supplier.deliveredAt, buyer.deliveredAt)
    const stated = Math.max(Math.min(both, supplier.at), quote.acceptedAt)
    const denied = denialTimeOf(quote)
    const first = firstDisclosure(quote)
    return denied !== null && first !== null && first.at > denied + hours(terms.denialHours)
      ? first.at
      : stated
  },
)

export interface Reduction extends Found {
  readonly millionths: number
}

const nothingOff: Reduction = { finding: "found", by: [], wanted: null, millionths: 0 }

/** The attestation that is still wanted, by the first of the times that run; null if no time runs. */
const wantedAttestation = ({ attested }: Criteria, asOf: Instant): Wanted | null => {
  const times = attested.flatMap(({ answered, dueAt }) =>
    answered === null && dueAt !== null && dueAt > asOf ? [dueAt] : [],
  )
  return times.length === 0 ? null : { who: "attester", act: "attest its check", dueBy: Math.min(...times) }
}

const conformingByRecords = (facts: Facts<QuoteDeal>): Reduction => {
  const quote = facts.deal
  const first = firstDisclosure(quote)
  if (quote.closes.supplier === null || (first === null && !quote.elsewhere)) return nothingOff
  const by: ReadonlyArray<RecordRef> = first === null ? [] : [{ record: "disclosure", id: first.id }]
  if (quote.criteria !== null)
    return {
      finding: "found",
      by,
      wanted: wantedAttestation(quote.criteria, facts.asOf),
      millionths: quote.criteria.evaluation?.reductionMillionths ?? 0,
    }
  const pleads = quote.matter === null || quote.matter.pleads.buyer !== null
  const contested = first !== null && ((pleads && isDisputedInTime(quote)) || isDeniedLate(facts))
  if (!contested) return { ...nothingOff, by }
  const judged = open(facts, "conforming", by)
  return { ...judged, millionths: judged.finding === "not_found" ? whole : 0 }
}

/** How many millionths of the price are off because the delivery is not what was agreed. */
export const conformingOf = rule(["PD15 §5A", "PD15 §6"], (facts: Facts<QuoteDeal>): Reduction => {
  const quote = facts.deal
  if (isCountersigned(quote)) return { ...nothingOff, by: byClose(quote) }
  const signed = signedWordOf(quote)
  if (signed?.says === "accepted") return { ...nothingOff, by: bySigned(signed) }
  const found = conformingByRecords(facts)
  if (signed?.says !== "undelivered" || signed.millionths <= found.millionths) return found
  return { ...found, by: [...found.by, ...bySigned(signed)], millionths: signed.millionths }
})

/** How many millionths of the price are off because the delivery was late. */
export const lateOf = rule(["PD15 §6A"], (facts: Facts<QuoteDeal>): number => {
  const quote = facts.deal
  const when = deliveryTimeOf(facts)
  const { lateMillionthsPerHour: rate, lateMillionthsMax: max } = quote.remedies
  if (when === null || rate === null || isCountersigned(quote)) return 0
  if (signedWordOf(quote)?.says === "accepted") return 0
  const past = Math.max(0, Math.floor((when - dueOf(quote)) / hours(1)))
  return Math.min(past * rate, max ?? whole, whole)
})

/** The sums that come off the price, in cents: for conformity first, then for delay, each at most what is left. */
export const reductionsOf = rule(["PD15 §6"], (facts: Facts<QuoteDeal>) => {
  const price = priceOf(facts.deal)
  const conforming = Math.min(price, millionthsDown(price, conformingOf(facts).millionths))
  const late = Math.min(price - conforming, millionthsDown(price, lateOf(facts)))
  return { conforming, late }
})
