/** Judgments computed again from what their judge read, and how a difference is told. */
import { describe, expect, it } from "vitest"
import { Determination } from "../account/index.ts"
import { drawFrom } from "../account/testing/RandomDeals.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type Deals, determine, isMade } from "./Determined.ts"
import type { AppealDraft, Draft } from "./Judge.ts"
import type { JudgedBundle } from "./Judged.ts"
import { papersFrom } from "./Parts.ts"
import { decodeParts, firstDifference, rejudge } from "./Rejudge.ts"
import { draft, pay } from "./testing/Cases.ts"
import { firstDiffering, playAppeal, playJudgment } from "./testing/Judgments.ts"

/** A judge that orders what the accounts carry, in few words. */
const draftOf = (bundle: JudgedBundle, deals: Deals): Draft => {
  const { orders } = determine(bundle, deals)
  const made = orders
    .filter(isMade)
    .map(({ cents, order }) => pay(cents ?? 0, { against: order.against, inFavourOf: order.inFavourOf }))
  const used = [...(deals.quote === null ? [] : [deals.quote]), ...new Set(deals.debts.values())]
  return draft({
    orders: [...made, { kind: "dismiss", text: "The rest." }],
    determinations: used.map(({ account }) => Determination.take(account)),
    costCents: 0,
  })
}

/** The same judge on appeal: it varies what was ordered below if it would have ordered something else. */
const ruleOn = (bundle: JudgedBundle, deals: Deals): Draft | AppealDraft => {
  const again = draftOf(bundle, deals)
  if (bundle.appeal === undefined) return again
  const [{ orders }] = bundle.appeal.below
  const stands = orders.every(({ amountCents }, i) => (again.orders[i]?.amountCents ?? null) === amountCents)
  return stands
    ? { ...again, outcome: "affirmed", orders: [{ kind: "dismiss", text: "The appeal." }] }
    : { ...again, outcome: "varied" }
}

describe("a judgment that is computed again", () => {
  it("Rule 5.2 given what the judge read, as it is kept, then no byte of the judgment differs", () => {
    expect(firstDiffering(200, 7, ruleOn)).toBe(null)
  })

  it("Rule 6.3 given an appeal whose kept outcome was changed, then the outcome is decided again, and the text differs", () => {
    const vary = (bundle: JudgedBundle, deals: Deals): AppealDraft => ({
      ...draftOf(bundle, deals),
      outcome: "varied",
    })
    const { texts, payload } = playAppeal(drawFrom(3), vary)
    expect(payload).toContain("the judgment below is varied.")
    const delivery = texts.delivery.replace('"outcome":"varied"', '"outcome":"set_aside"')
    const sealed = payload.replace("is varied.", "is set aside.")
    const computed = needPresent(rejudge(decodeParts({ ...texts, delivery }), vary), "a text")
    expect(computed).toBe(payload)
    expect(firstDifference(computed, sealed)).toMatch(/^line \d+ of the reasons: .*varied/)
  })

  it("Rule 6.3 given a judge that rules on no appeals, then its text keeps the outcome that was stated", () => {
    const { texts, payload } = playAppeal(drawFrom(3), draftOf)
    expect(payload).toContain("remitted to the judge")
    expect(rejudge(decodeParts(texts), draftOf)).toBe(payload)
  })

  it("Rule 5.2 given a judge that states an outcome where nobody appealed, then no outcome is sealed, and no byte differs", () => {
    const ruling = (bundle: JudgedBundle, deals: Deals): AppealDraft => ({
      ...draftOf(bundle, deals),
      outcome: "varied",
    })
    const { texts, payload } = playJudgment(drawFrom(1), ruling)
    expect(payload).not.toContain("the judgment below")
    expect(rejudge(decodeParts(texts), ruling)).toBe(payload)
  })

  it("PD3 §1 given the parts of an appeal, then the judgment below stands in them by its hash, its text is not read again, and no operator is named", () => {
    const { texts } = playAppeal(drawFrom(3), ruleOn)
    const { appeal } = decodeParts(texts).papers
    expect(appeal?.below).toMatchObject([{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(appeal?.below[0]).not.toHaveProperty("payload")
    expect(papersFrom(decodeParts(texts).papers).appeal?.below).toMatchObject([{ payload: "" }])
    expect(Object.values(texts).join()).not.toContain("operator-1")
  })

  it("Rule 5.2 given a matter that was filed before PD15 was in force, then nothing is computed", () => {
    const { texts } = playJudgment(drawFrom(1), draftOf)
    expect(rejudge(decodeParts({ ...texts, deals: "null" }), draftOf)).toBe(null)
  })
})

const sealed = {
  orders: [{ kind: "pay", amountCents: 5 }],
  determinations: [
    {
      balance: 5,
      lines: [
        { line: "price", cents: 10 },
        { line: "late", finding: "found", cents: 5 },
      ],
    },
  ],
  reasons: "# Title\nOne line.\nAnother.",
}
const told = (changed: object) =>
  firstDifference(JSON.stringify({ ...sealed, ...changed }), JSON.stringify(sealed))

describe("how a difference is told", () => {
  it("PD15 §11 given a line of the table that differs, then it is named before the order and the reasons that follow from it", () => {
    const [first] = sealed.determinations
    const { lines } = needPresent(first, "a determination")
    const determinations = [
      { balance: 6, lines: [lines[0], { line: "late", finding: "not_found", cents: 4 }] },
    ]
    expect(told({ determinations, orders: [], reasons: "Other." })).toBe(
      'the line "late" of the table (determinations.0.lines.1.finding): computed "not_found", sealed "found"',
    )
    expect(told({ determinations: [{ balance: 5, lines: [lines[0]] }] })).toBe(
      'the line "late" of the table (determinations.0.lines.1): computed nothing, sealed {"cents":5,"finding":"found","line":"late"}',
    )
    expect(told({ determinations: [{ balance: 5, lines: [lines[0], null] }] })).toBe(
      'the line "late" of the table (determinations.0.lines.1): computed null, sealed {"cents":5,"finding":"found","line":"late"}',
    )
    expect(told({ determinations: [{ balance: 5, lines: [...lines, { line: "lost" }] }] })).toBe(
      'the line "lost" of the table (determinations.0.lines.2): computed {"line":"lost"}, sealed nothing',
    )
  })

  it("PD15 §11 given more than ten accounts and lines, then a line after the tenth is named as well", () => {
    const tables = Array.from({ length: 12 }, (_, n) => ({
      lines: Array.from({ length: 12 }, () => ({ n })),
    }))
    const changed = structuredClone(tables)
    changed[10]?.lines.splice(11, 1, { n: 0 })
    const determinations = (made: typeof tables) => JSON.stringify({ determinations: made })
    expect(firstDifference(determinations(changed), determinations(tables))).toBe(
      "the line nothing of the table (determinations.10.lines.11.n): computed 0, sealed 10",
    )
  })

  it.each([
    ["orders", { orders: 1, x: { determinations: [{ lines: [1] }] } }],
    ["orders", { orders: 1, x: { determinations: 1 } }],
    ["reasons", { reasons: 1, x: { orders: 1 } }],
    ["a", { a: 1, x: { reasons: 1 } }],
    ["a", { a: 1, reasonsInShort: 1 }],
  ])(
    "Rule 5.2 given a member %s and another that is only named like a part of a judgment, then the first is told",
    (first, computed) => {
      const other = JSON.stringify(computed).replaceAll("1", "2")
      expect(firstDifference(JSON.stringify(computed), other)).toBe(`${first}: computed 1, sealed 2`)
    },
  )

  it("Rule 5.2 given an order, a line of the reasons or another member that differs, then its place is named", () => {
    expect(told({ orders: [{ kind: "pay", amountCents: 4 }], reasons: "Other." })).toBe(
      "orders.0.amountCents: computed 4, sealed 5",
    )
    expect(told({ reasons: "# Title\nNo line.\nAnother." })).toBe(
      'line 2 of the reasons: computed "No line.", sealed "One line."',
    )
    expect(told({ reasons: "# Title\nOne line." })).toBe(
      'line 3 of the reasons: computed nothing, sealed "Another."',
    )
    expect(told({ reasons: 5 })).toBe(`reasons: computed 5, sealed ${JSON.stringify(sealed.reasons)}`)
    expect(firstDifference('{"reasons":"Other."}', '{"reasons":5}')).toBe(
      'reasons: computed "Other.", sealed 5',
    )
    expect(told({ title: "T" })).toBe('title: computed "T", sealed nothing')
    expect(told({})).toBe(null)
    expect(firstDifference('{"a":1,"b":2}', '{"b":2,"a":1}')).toBe("the members stand in another order")
  })
})
