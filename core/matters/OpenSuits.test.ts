/** A judgment that leaves something without a decision bars no later claim on its dealing. */
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import { type Between, decidedSuit, laterClaim, onceChecks, pastOn, Suits, takenElsewhere } from "./Suits.ts"

const matter = { id: "matter-1", filedAt: start }
const suit = {
  matterId: matter.id,
  number: 1,
  claimant: "buyer",
  about: ["quote/q"],
  decided: false,
  ordered: [],
}
const between: Between = { id: "buyer/seller", suits: [suit, { ...suit, matterId: "matter-2", about: [] }] }
const ordered = [{ agentId: "agent-seller", cents: 5 }]

/** The suits once judgments leave the matter so, at an instant after its filing. */
const left = (how: Parameters<typeof decidedSuit>[2], from = between, of = matter): Between =>
  needPresent(putsOf(Suits, decidedSuit(from, of, how, ordered, start + 9))[0], "the suits")
const codes = (of: Between) => onceChecks(of, "buyer", ["quote/q"]).map(({ code }) => code)

describe("the suit of a matter after judgments", () => {
  it("PD15 §11A given a decision, then another claim on the dealing is refused; given no decision, it is not, and the order still counts", () => {
    expect(codes(left("decided"))).toEqual(["already_decided"])
    expect(codes(left("undecided"))).toEqual(["already_before_court"])
    const open = left({ bars: [] })
    expect(codes(open)).toEqual([])
    expect(open.suits[0]).toMatchObject({ decided: true, bars: [], ordered })
    expect(codes(left("decided", open))).toEqual(["already_decided"])
  })

  it("PD15 §11A given a part without a decision beside a quote that was decided, then the quote is not claimed again", () => {
    const part = left({ bars: ["quote/q"] })
    expect(codes(part)).toEqual(["already_decided"])
    expect(onceChecks(part, "seller", ["quote/q"]).map(({ code }) => code)).toEqual(["already_decided"])
    expect(onceChecks(part, "buyer", ["quote/other"])).toEqual([])
  })

  it("PD15 §2 given no decision, then the time that the matter was before the Court is kept once", () => {
    const open = left({ bars: [] })
    const past = [
      { about: ["quote/q"], claimant: "buyer", from: start, to: start + 9, discontinuedUndefended: false },
    ]
    expect(pastOn(open, ["quote/q"])).toEqual(past)
    expect(pastOn(left({ bars: [] }, open), ["quote/q"])).toEqual(past)
    expect(pastOn(left("decided"), ["quote/q"])).toEqual([])
    expect(left({ bars: [] }, between, { ...matter, id: "matter-2" }).past).toEqual([])
  })

  it("PD15 §11A given a claim that was filed on what a judgment left without a decision, then no judgment in the earlier matter decides it", () => {
    const open = left({ bars: [] })
    const later = (changes: object): Between => ({
      ...open,
      suits: [...open.suits, { ...suit, matterId: "matter-3", number: 3, ...changes }],
    })
    const code = (of: Between | null, after: Parameters<typeof laterClaim>[2]) =>
      laterClaim(of, matter, after)?.code ?? null
    for (const changes of [{}, { decided: true }, { claimant: "seller" }])
      for (const after of ["undecided", "decided", { bars: ["quote/q"] }] as const)
        expect(code(later(changes), after)).toBe("later_claim")
    expect(laterClaim(later({}), matter, "undecided")?.detail).toContain("Matter 3")
    // It may be left as it is, and so may a matter beside which nobody claims, or nothing is decided either.
    expect(code(later({}), { bars: [] })).toBeNull()
    expect(code(open, "undecided")).toBeNull()
    expect(code(later({ decided: true, bars: [] }), "undecided")).toBeNull()
    expect(code(later({ about: ["quote/other"] }), "decided")).toBeNull()
    expect(code(null, "undecided")).toBeNull()
    expect(laterClaim(open, { id: "another" }, "undecided")).toBeNull()
  })

  it("Rule 5.3A given parties that have no suits, then nothing is taken from the stake", () => {
    expect(takenElsewhere(null, matter.id, "agent-seller")).toBe(0)
  })

  it("Rule 4.1A given a matter of which the suits know nothing, then nothing changes", () => {
    expect(decidedSuit(between, { ...matter, id: "another" }, "decided", [], start)).toEqual([])
    expect(decidedSuit(null, matter, "decided", [], start)).toEqual([])
  })
})
