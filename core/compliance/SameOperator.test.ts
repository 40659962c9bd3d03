/** Orders between agents of one operator: they are on the Register, and nothing is given or taken. */
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import type { Entry } from "./Entry.ts"
import { openEntries } from "./Judged.ts"
import { entryView } from "./Queries.ts"
import { replay } from "./Replay.ts"
import {
  attest,
  bound,
  confirm,
  creditor,
  decide,
  dispute,
  favoured,
  having,
  inForce,
  open,
  passedAt,
  threeDays,
} from "./testing/Given.ts"
import { asOpened, course } from "./testing/Journal.ts"

/** The entry of an order between two parties with these operators. */
const between = (one: string | null, other: string | null): Entry => {
  const { citation, matterId, filedAt, deliveredAt, currency, finality, n, hours } = open
  const order = { n, hours, kind: "pay" as const, text: "Pay.", amountCents: 5000 }
  const against = { ...bound, operatorId: one }
  const inFavourOf = { ...favoured, operatorId: other }
  const facts = { citation, matterId, filedAt, deliveredAt, currency, finality }
  const given = { ...facts, orders: [{ ...order, against, inFavourOf }] }
  return needPresent(openEntries(given, published, () => "entry-1", []).entries[0], "the entry")
}

describe("an order between agents of one operator", () => {
  it.each([
    ["op-1", "op-1", true],
    ["op-1", "op-2", false],
    ["op-1", null, false],
    [null, "op-1", false],
    [null, null, false],
  ])("PD11 §10 between the operators %s and %s the entry says so: %s", (one, other, same) => {
    const entry = between(one, other)
    expect(entry.sameOperator).toBe(same)
    expect(entryView(entry, { role: "public" }, start, published).sameOperator).toBe(same)
  })

  it("PD11 §10 performance in time gives nothing, a missed order takes nothing, and no decision changes that", () => {
    const ours = between("op-1", "op-1")
    const theirs = between("op-1", "op-2")
    const ends = (entry: Entry) => [
      having(entry, [confirm, start + 1]),
      passedAt(having(entry, [attest(start), start + 1]), start + 1 + threeDays),
      passedAt(passedAt(entry, start + threeDays), start + 2 * threeDays),
      having(entry, [dispute(), start + 1], [decide("unsatisfied"), start + 2]),
      having(entry, [decide("satisfied", start + 1), start + 2]),
    ]
    expect(ends(ours).map(({ status }) => status)).toEqual(ends(theirs).map(({ status }) => status))
    expect(ends(ours).flatMap(inForce)).toEqual([])
    expect(ends(theirs).flatMap(inForce)).toEqual([1, 1, -3, -3, 1])
  })

  it("PD17 §1 the journal says it, so that the Register computed again gives nothing either", () => {
    const { items } = course([confirm, creditor, start + hours(1)])
    const [first] = asOpened().filter(({ type }) => type === "compliance.opened")
    const told = JSON.parse(JSON.stringify(items).replaceAll('"sameOperator":false', '"sameOperator":true'))
    expect(first?.data).toMatchObject({ entries: [{ sameOperator: false }] })
    expect(replay(items).reputation.get("debtor")).toBe(1)
    expect(replay(told).reputation.get("debtor")).toBe(0)
    expect(replay(told).faults.join()).toContain("delta is 0 by the rules and 1 in the journal")
  })
})
