import { describe, expect, it } from "vitest"
import type { Judge } from "../bench/index.ts"
import { bundle, claim, sought, tender } from "../bench/testing/Bundles.ts"
import { draft, pay } from "../bench/testing/Cases.ts"
import type { Tender } from "../law/index.ts"
import { type Known, readAnswer } from "./Answer.ts"

const known: Known = {
  sides: { supplier: "seller", buyer: "buyer" },
  stakeCents: 50_000,
  provisions: new Set(["Rule 5.3"]),
}
const reason = { beyondPrayer: "Justice demands it." }
const plain = { authorities: [] }
const read = (changes: Partial<Judge.Draft>, given = bundle()) =>
  readAnswer(draft({ ...plain, ...changes }), given, known, 0.7)
const back = { against: "buyer", inFavourOf: "seller" }

describe("the answer of a draft", () => {
  it("Rule 5.2 is what the sides pay on balance: below 0 the supplier, above 0 the buyer", () => {
    expect(read({})).toMatchObject({ cents: -20_000, open: false, confidence: 0.7 })
    expect(read({ orders: [pay(5_000, back)], ...reason })).toMatchObject({ cents: 5_000 })
    expect(read({ orders: [pay(9_000), pay(2_000, back)], ...reason })).toMatchObject({ cents: -7_000 })
    const declared = { kind: "declaration" as const, text: "So it is.", amountCents: 20_000 }
    expect(read({ orders: [declared] })).toMatchObject({ cents: 0 })
  })

  it("PD15 §11 is open if something is dismissed without a decision", () => {
    const dismissed = { kind: "dismiss" as const, text: "The rest." }
    expect(read({ orders: [dismissed] })).toMatchObject({ cents: 0, open: false })
    expect(read({ orders: [{ ...dismissed, decided: false }] })).toMatchObject({ cents: 0, open: true })
  })

  it.each<[string, Partial<Judge.Draft>]>([
    ["has no ratio", { ratio: " " }],
    ["binds a stranger", { orders: [pay(1, { against: "stranger" })] }],
    ["goes beyond the prayer without a reason", { orders: [pay(20_001)] }],
  ])("Rule 5.3 a draft that %s gives null, since the Court refuses it", (_what, changes) => {
    expect(read(changes)).toBeNull()
  })

  it("Rule 5.3 an order beyond what was sought is beyond the prayer, whatever reason it has; a balance against the claimant is within", () => {
    expect(read({ orders: [pay(20_001)], ...reason })).toMatchObject({ withinPrayer: false })
    expect(read({ orders: [pay(20_000)] })).toMatchObject({ withinPrayer: true })
    expect(read({ orders: [pay(30_000, back)], ...reason })).toMatchObject({ withinPrayer: true })
  })

  it("Rule 5.3 payments against one side together are within its stake or beyond it", () => {
    const given = bundle({ claim: claim({ orders: [sought({ amountCents: 90_000 })] }) })
    expect(read({ orders: [pay(25_000), pay(25_000)] }, given)).toMatchObject({ withinStake: true })
    expect(read({ orders: [pay(25_000), pay(25_001)] }, given)).toMatchObject({ withinStake: false })
  })

  it("Rule 5.3 a claim that seeks nothing prays for nothing", () => {
    const { orders: _, ...bare } = claim()
    const given = bundle({ claim: bare })
    expect(read({ orders: [{ kind: "dismiss", text: "No." }] }, given)).toMatchObject({ withinPrayer: true })
    expect(read({}, given)).toBeNull()
  })

  const { citation } = tender()
  const cite = (treatment: Judge.Draft["authorities"][number]["treatment"], grade: Tender.Grade) =>
    read({ authorities: [{ citation, treatment }] }, bundle({ on: { tenders: [tender({ grade })] } }))

  it("Rule 4.10 a citation is sound if it is a provision, or a tender that is not relied on, or whose passage was found", () => {
    const provision = { citation: "Rule 5.3", treatment: "applied" as const }
    const invented = { citation: "Nobody v Nothing", treatment: "mentioned" as const }
    expect(read({ authorities: [provision, invented] })).toMatchObject({ cited: 2, sound: 1 })
    expect(cite("considered", 0)).toMatchObject({ cited: 1, sound: 1 })
    expect(cite("applied", 2)).toMatchObject({ cited: 1, sound: 0 })
    expect(cite("followed", 3)).toMatchObject({ cited: 1, sound: 1 })
  })
})
