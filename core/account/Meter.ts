/** A price by a meter: which readings of the two sides count, and what is owed if they differ. */
import { chars, count, enforced, hours as hoursText, rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import type { Deal, MeterReading, QuoteDeal, Side } from "./Deal.ts"
import { otherSide } from "./Deal.ts"
import type { Found } from "./Delivery.ts"
import { findingOn, withRecords } from "./Findings.ts"
import { dueOf, priceOf } from "./Measure.ts"
import { type Facts, isCountersigned } from "./Received.ts"
import type { RecordRef } from "./View.ts"

export const theMeter = enforced(
  "PD15 §4A",
  "A metered price",
  (t) =>
    `A quote may state a meter: a unit, named in at most ${chars(t.meterUnitCharsMax)}, a sum for a number of units, a tolerance in millionths, and an agent that attests. Its price is then the most that is owed, and it states neither criteria nor remedies. A reading is an entry of kind meter in the Register of Dealings that names the quote and the other side, and states the units of the whole deal, at most ${count(t.meterUnitsMax, "unit")}. Each agent states at most ${t.readingsMax} on a quote. An entry that the other side confirms is a reading of both.`,
)

export const answeringAReading = enforced(
  "PD15 §4B",
  "Answering a reading",
  (t) =>
    `The lowest reading of the supplier counts, and the highest of the buyer. Each side answers by a reading of its own within ${hoursText(t.meterHours)} from the first reading of the other, or from the end of the deal if that is later; a later answer does not count. The deal ends when the supplier closes it, or when it is due. While the time to answer runs, the units are open above a reading of the buyer alone, and below a reading of the supplier alone. After it the reading binds both. To contest an entry is not an answer. Without any reading nothing is owed: the supplier bears the units.`,
)

export const metersThatDiffer = enforced(
  "PD15 §4C",
  "Meters that differ",
  (t) =>
    `If the supplier's reading is above the buyer's by no more than the tolerance, in millionths of the supplier's, the lower reading counts; so it does if the supplier's is the lower. Beyond the tolerance the first reading of the agent that attests counts, at least the lower of the two and at most the higher. The agent's operator is proven and is not that of a party. Until it reads, the units are undetermined between the two. The sum for the units is owed, rounded down to the cent and at most the price, whether or not the quote was closed. If the buyer countersigns, no meter is read. A matter is not called while a side may answer, nor within ${hoursText(t.meterHours)} after the later of the two first readings, or after the end of the deal, if the agent that attests is still to read.`,
)

export type MeteredDeal = QuoteDeal & { readonly meter: NonNullable<QuoteDeal["meter"]> }

/** Whether the meter decides what is owed: the quote states one, and no price was signed by both. */
export const isMetered = rule(
  ["PD15 §4A", "PD15 §4C"],
  (deal: Deal): deal is MeteredDeal =>
    deal.kind === "quote" && deal.meter !== undefined && !isCountersigned(deal),
)

type Read = Pick<MeterReading, "id" | "at" | "units">

/** The readings of a side: its own, and those of the other side that it confirmed. */
const readingsOf = ({ meter }: MeteredDeal, side: Side): ReadonlyArray<Read> =>
  meter.readings.flatMap(({ id, by, at, units, confirmedAt }): ReadonlyArray<Read> => {
    if (by === side) return [{ id, at, units }]
    return by === otherSide(side) && confirmedAt !== null ? [{ id, at: confirmedAt, units }] : []
  })

const firstAt = (readings: ReadonlyArray<Read>): Instant => Math.min(...readings.map(({ at }) => at))

/** The end of the deal, from which each side knows all of its units. */
const endOf = (deal: MeteredDeal): Instant => Math.min(deal.closes.supplier?.at ?? dueOf(deal), dueOf(deal))

/** Until when some readings of one side may be answered; without end if there is nothing to answer. */
const answersUntil = ({ deal, terms }: Facts<MeteredDeal>, readings: ReadonlyArray<Read>): Instant =>
  Math.max(firstAt(readings), endOf(deal)) + hours(terms.meterHours)

/** The reading of a side that counts: of its readings in time, the worst for it; null if it did not read in time. */
const countingOf = (facts: Facts<MeteredDeal>, side: Side): Read | null => {
  const until = answersUntil(facts, readingsOf(facts.deal, otherSide(side)))
  const inTime = readingsOf(facts.deal, side).filter(({ at }) => at <= until)
  const order = side === "supplier" ? 1 : -1
  return inTime.toSorted((a, b) => order * (a.units - b.units) || a.at - b.at)[0] ?? null
}

const isWithin = (lower: number, higher: number, millionths: number): boolean =>
  BigInt(higher - lower) * 1_000_000n <= BigInt(higher) * BigInt(millionths)

/** The sum for so many units, rounded down, at most the price. */
const centsFor = (deal: MeteredDeal, units: number): number => {
  const { cents, per } = deal.meter
  const sum = (BigInt(units) * BigInt(cents)) / BigInt(per)
  const price = priceOf(deal)
  return sum < BigInt(price) ? Number(sum) : price
}

/** The sum that a meter comes to, in cents; the ends differ if it is undetermined. */
export interface Metered extends Found {
  readonly min: number
  readonly max: number
}

const refs = (...readings: ReadonlyArray<Read>): ReadonlyArray<RecordRef> =>
  [...new Set(readings.map(({ id }) => id))].map((id) => ({ record: "dealing", id }))

const exactly = (cents: number, by: ReadonlyArray<RecordRef>): Metered => ({
  finding: "found",
  by,
  wanted: null,
  min: cents,
  max: cents,
})

/** A sum that no record determines, unless a judge has found whether it is the higher one (PD15 §11B). */
const between = (facts: Facts<MeteredDeal>, open: Omit<Metered, "finding">): Metered => {
  if (open.min === open.max) return exactly(open.max, open.by)
  const judged = findingOn(facts, "metered")
  if (judged === null) return { finding: "undetermined", ...open }
  return exactly(judged.held ? open.max : open.min, withRecords(open.by, judged))
}

/** One side alone has read: open while the other may answer, and binding afterwards. */
const readAlone = (facts: Facts<MeteredDeal>, side: Side, reading: Read): Metered => {
  const { deal, asOf } = facts
  const cents = centsFor(deal, reading.units)
  const until = answersUntil(facts, readingsOf(deal, side))
  const by = refs(reading)
  if (asOf >= until) return exactly(cents, by)
  const wanted = { who: otherSide(side), act: "state its own reading of the meter", dueBy: until } as const
  return side === "supplier"
    ? between(facts, { min: 0, max: cents, by, wanted })
    : between(facts, { min: cents, max: priceOf(deal), by, wanted })
}

/** The first reading of the agent that attests; null if it has not read. */
const attestedReading = ({ meter }: MeteredDeal): Read | null =>
  meter.readings.filter(({ by }) => by === "attester").toSorted((a, b) => a.at - b.at)[0] ?? null

/** Until when the agent that attests is awaited, once both sides have read. */
const attesterUntil = ({ deal, terms }: Facts<MeteredDeal>): Instant =>
  Math.max(firstAt(readingsOf(deal, "supplier")), firstAt(readingsOf(deal, "buyer")), endOf(deal)) +
  hours(terms.meterHours)

/** Both have read: the lower within the tolerance, else what the agent that attests has read. */
const readByBoth = (facts: Facts<MeteredDeal>, supplier: Read, buyer: Read): Metered => {
  const { deal, asOf } = facts
  const lower = Math.min(supplier.units, buyer.units)
  if (supplier.units <= buyer.units || isWithin(lower, supplier.units, deal.meter.toleranceMillionths))
    return exactly(centsFor(deal, lower), refs(supplier, buyer))
  const attested = attestedReading(deal)
  if (attested !== null) {
    const units = Math.max(lower, Math.min(supplier.units, attested.units))
    return exactly(centsFor(deal, units), refs(supplier, buyer, attested))
  }
  const until = attesterUntil(facts)
  return between(facts, {
    min: centsFor(deal, lower),
    max: centsFor(deal, supplier.units),
    by: refs(supplier, buyer),
    wanted:
      deal.meter.attester !== null && asOf < until
        ? { who: "attester", act: "state its reading of the meter", dueBy: until }
        : null,
  })
}

/** The sum that the meter of a quote comes to, by the readings that count. */
export const meteredOf = rule(["PD15 §4B", "PD15 §4C"], (facts: Facts<MeteredDeal>): Metered => {
  const supplier = countingOf(facts, "supplier")
  const buyer = countingOf(facts, "buyer")
  if (supplier !== null && buyer !== null) return readByBoth(facts, supplier, buyer)
  if (supplier !== null) return readAlone(facts, "supplier", supplier)
  if (buyer !== null) return readAlone(facts, "buyer", buyer)
  const wanted = { who: "supplier", act: "state its reading of the meter", dueBy: null } as const
  return { finding: "not_found", by: [], wanted, min: 0, max: 0 }
})

/** Until when a call waits for a reading that could still change what is owed; null if it waits for nothing. */
export const readingUntil = rule(["PD15 §4C"], (facts: Facts<MeteredDeal>): Instant | null => {
  const { wanted } = meteredOf({ ...facts, findings: [] })
  return wanted?.dueBy ?? null
})
