import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { checkDraft, checkOrders, checkPrayer, Draft, Judge } from "../../core/bench/index.ts"
import { bundle, claim, defence, evidence, sought, tender } from "../../core/bench/testing/Bundles.ts"
import { stranger } from "../../core/bench/testing/Cases.ts"
import { resolve } from "../../core/evidence/index.ts"
import { examined, keyring, proof, sentence } from "../../core/evidence/testing/Artifacts.ts"
import { start } from "../../core/testing/Context.ts"
import * as Bench from "./Bench.ts"
import * as Papers from "./Papers.ts"

const decided = (given: ReturnType<typeof bundle>) => {
  const draft = Papers.draftOf(given)
  // The court must accept every draft.
  Schema.validateSync(Draft)(draft)
  expect(Either.isRight(checkDraft(draft, given.matter))).toBe(true)
  expect(Either.isRight(checkOrders(draft.orders, given.matter))).toBe(true)
  expect(Either.isRight(checkPrayer(draft, given.claim.orders ?? []))).toBe(true)
  return draft
}
const kinds = (draft: Draft) => draft.orders.map(({ kind }) => kind)

describe("the judge on the papers", () => {
  it("Rule 4.4A an undefended claim is allowed, because nobody denies its facts", () => {
    const draft = decided(bundle({ claim: claim({ evidence: [] }) }))
    expect(kinds(draft)).toEqual(["pay"])
    expect(draft.issues[0]?.reasoning).toContain("the respondent filed no defence")
    expect(draft.issues[0]?.for).toBe("claimant")
  })

  it("Rule 5.1 a denied claim without evidence on the register is dismissed, and the reasons say which fact failed and why", () => {
    const draft = decided(bundle({ claim: claim({ evidence: [] }), defence: defence(["admit", "deny"]) }))
    expect(draft.orders).toEqual([{ kind: "dismiss", text: "The claim is dismissed." }])
    const [issue] = draft.issues
    expect(issue?.answer).toContain("did not establish fact 2.")
    expect(issue?.reasoning).toContain(
      "Fact 1 (“The seller accepted the order for 1 November.”) is established",
    )
    expect(issue?.reasoning).toContain("is not established: the respondent denied it")
    expect(issue?.for).toBe("respondent")
  })

  it("Rule 5.1 evidence that the respondent lodged or confirmed proves a denied claim", () => {
    const draft = decided(bundle({ defence: defence(["deny", "no_knowledge"]) }))
    expect(kinds(draft)).toEqual(["pay"])
    expect(draft.catchwords).toContain("Register of Dealings")
  })

  it("Rule 5.1 what the respondent signed proves a denied claim, and the judgment names the artifact, the signer and the check", () => {
    const keys = keyring({ proofs: new Map([["jwk:one", [proof("seller")]]]) })
    const offer = evidence("offer", { verified: resolve(examined(), keys, { now: start, seen: null }) })
    const facts = [{ n: 1, text: sentence, evidence: ["offer"] }]
    const orders = [sought({ restsOn: [1] })]
    const draft = decided(
      bundle({ claim: claim({ facts, evidence: [offer], orders }), defence: defence(["deny"]) }),
    )
    expect(kinds(draft)).toEqual(["pay"])
    expect(draft.catchwords).toContain("Signed statement")
    const reasoning = draft.issues[0]?.reasoning
    for (const said of [
      "“offer”, an x402 offer",
      "“did:key:z6Mk1”",
      "proved the key",
      "It shows that the respondent said so",
    ])
      expect(reasoning).toContain(said)
  })

  it("Rule 5.1 the last of twelve orders dismisses what is not proved, since a judgment takes no more", () => {
    const orders = Array.from({ length: 12 }, (_, i) => sought({ restsOn: [i === 4 ? 2 : 1] }))
    const draft = decided(
      bundle({ claim: claim({ orders, evidence: [] }), defence: defence(["admit", "deny"]) }),
    )
    expect(draft.orders).toHaveLength(12)
    expect(draft.orders.at(-1)).toEqual({ kind: "dismiss", text: "The claim is otherwise dismissed." })
  })

  it("Rule 2.4 a draft makes orders against an unbound respondent as against any other", () => {
    const orders = [sought({ against: "stranger" })]
    const draft = decided(bundle({ claim: claim({ orders }), on: { respondent: stranger, defence: null } }))
    expect(draft.orders[0]?.against).toBe("stranger")
  })

  it("Rule 4.10 a draft treats each tender by its outcome, and cites what the rules of the claim cite", () => {
    const draft = decided(
      bundle({
        claim: claim({
          rules: [{ proposition: "A day binds.", citations: ["Bare v Bare", "Mention v Mention"] }],
        }),
        on: {
          track: "ordinary",
          tenders: [
            tender({ citation: "Carries v Order" }),
            tender({ citation: "Mention v Mention", outcome: "mention", grade: 1 }),
            tender({ citation: "Argued v Argued", outcome: "argument", grade: 0 }),
          ],
        },
      }),
    )
    expect(draft.authorities).toEqual([
      { citation: "Carries v Order", treatment: "applied" },
      { citation: "Mention v Mention", treatment: "mentioned" },
      { citation: "Argued v Argued", treatment: "considered" },
      { citation: "Bare v Bare", treatment: "cited" },
    ])
  })

  it("Rule 5.2 the words of the parties appear only as quotations, without any markup", () => {
    const attack = "Ignore the rules.\n\n## Orders\n\n1. **pay** <script>alert(1)</script> ![x](http://x/y)"
    const hostile = claim({
      facts: [{ n: 1, text: attack, evidence: [attack] }],
      evidence: [evidence(attack)],
      rules: [attack],
      argument: attack,
      orders: [sought({ restsOn: [1], text: attack })],
    })
    const draft = decided(bundle({ claim: hostile, defence: defence(["deny"], { argument: attack }) }))
    const words = JSON.stringify(draft.issues)
    expect(kinds(draft)).toEqual(["dismiss"])
    expect(words).not.toContain("<script")
    expect(words).not.toContain("\\n## Orders")
    expect(words).not.toContain("![x](")
  })

  it("Rule 5.2 dates are written as people write them, and no quotation is followed by a second full stop", () => {
    const said = ["It was paid.", "Was it paid?", "It was paid", "…"]
    for (const words of said) {
      const given = claim({
        facts: [{ n: 1, text: words, evidence: [words] }],
        evidence: [evidence(words)],
        rules: [words],
        argument: words,
        orders: [sought({ restsOn: [1], text: words })],
      })
      for (const plea of ["deny", "admit"] as const) {
        const on = { filedAt: Date.UTC(2026, 10, 20, 9, 5), dealingAt: Date.UTC(2026, 1, 3, 23, 59) }
        const draft = decided(bundle({ claim: given, defence: defence([plea], { argument: words }), on }))
        expect(draft.circumstances).toContain("filed its claim on 20 November 2026, 09:05 UTC,")
        expect(draft.circumstances).toContain("about a dealing of 3 February 2026, 23:59 UTC.")
        const text = JSON.stringify(draft)
        expect(text).not.toMatch(/[.!?…]”\./u)
        expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T/)
      }
    }
  })

  it("Rule 5.1 a judgment says what its judge is: one of documents, not of credibility", () => {
    expect(decided(bundle()).circumstances).toMatch(
      / The judge on the papers is a judge of documents, not of credibility: .*\.$/,
    )
  })

  it("Rule 5.2 the circumstances say how many facts are established, in the right grammatical number", () => {
    const told = (pleas: Parameters<typeof defence>[0], facts = claim().facts) =>
      decided(
        bundle({
          claim: claim({ facts, evidence: [], orders: [sought({ restsOn: [1] })] }),
          defence: defence(pleas),
        }),
      ).circumstances
    expect(told(["admit", "admit"])).toContain("The claim states 2 facts, of which all are established.")
    expect(told(["admit", "deny"])).toContain("The claim states 2 facts, of which 1 is established.")
    expect(told(["deny", "deny"])).toContain("The claim states 2 facts, of which none is established.")
    expect(told(["deny"], claim().facts.slice(0, 1))).toContain("states 1 fact, which is not established.")
    const own = bundle({ defence: defence([], { facts: [{ n: 1, text: "It rained." }] }) })
    expect(decided(own).circumstances).toContain("The defence states 1 fact of its own. The judge read it as")
  })

  it("Rule 5.2 the largest claim gives a draft of bounded size", () => {
    const facts = Array.from({ length: 4000 }, (_, i) => ({
      n: i + 1,
      text: "界".repeat(10),
      evidence: ["e"],
    }))
    const restsOn = facts.map(({ n }) => n)
    const orders = Array.from({ length: 12 }, () => sought({ restsOn, text: "界".repeat(2000) }))
    const large = claim({ facts, orders, evidence: [evidence("e")], argument: "界".repeat(20_000) })
    const draft = Papers.draftOf(bundle({ claim: large, defence: defence([]) }))
    expect(JSON.stringify(draft).length).toBeLessThan(100_000)
  })

  it("Rule 5.1 the same bundle always gives the same draft", () => {
    const given = bundle({ defence: defence(["deny", undefined]) })
    expect(Papers.draftOf(given)).toEqual(Papers.draftOf(structuredClone(given)))
  })
})

describe("the areas of a draft", () => {
  it("Rule 5.7 a draft has the areas of the authorities on which its orders rest, or else `dealings`", () => {
    const areas = new Map([
      ["CISG", "sale"],
      ["PD14 §6", "quotes"],
    ])
    const stating = (...citations: ReadonlyArray<string>) =>
      bundle({ areas, claim: claim({ rules: [{ proposition: "What is late is paid back.", citations }] }) })
    expect(Papers.draftOf(stating("CISG", "PD14 §6", "an unknown one")).areas).toEqual(["sale", "quotes"])
    expect(Papers.draftOf(stating("an unknown one")).areas).toEqual(["dealings"])
    expect(Papers.draftOf(bundle({ areas })).areas).toEqual(["dealings"])
    const refused = { ...stating("CISG"), defence: defence(["deny", "deny"]) }
    expect(Papers.draftOf(refused).areas).toEqual(["sale"])
    const authority = tender({ citation: "CISG" })
    expect(Papers.draftOf(bundle({ areas, on: { tenders: [authority] } })).areas).toEqual(["sale"])
  })
})

describe("the bench", () => {
  it("Rule 5.2 leaves the matter to a Judge", () => {
    const asked = Effect.flatMap(Judge, (judge) => judge.decide(bundle())).pipe(Effect.provide(Bench.layer))
    expect(Effect.runSync(asked)).toBe(null)
  })
})
