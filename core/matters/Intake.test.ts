/** Intake: who may file, against whom, how often and how much (PD1). */
import { describe, expect, it } from "vitest"
import type { Retainer } from "../agents/index.ts"
import { firstOf, precedence } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { offered } from "../quotes/testing/Given.ts"
import { agent } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import * as Decisions from "../testing/Decisions.ts"
import { claim, filing } from "../testing/Matters.ts"
import { listBeforeFirstMatter, mustQueue } from "./Docket.ts"
import { type IntakeFacts, intakeChecks, quoteChecks, trackOf } from "./Intake.ts"
import { paperOf } from "./Paper.ts"
import type { Filing } from "./Pleading.ts"
import { refuseFindings } from "./Screen.ts"

const clean: IntakeFacts = {
  claimant: agent("buyer"),
  counsel: null,
  respondent: agent("seller"),
  filer: { agentId: "buyer", open: 0, total: 0 },
  list: listBeforeFirstMatter,
  shares: [],
  eligibility: null,
  balance: null,
  quote: null,
  dealings: [],
  missingDealing: null,
  about: [],
  suits: { id: "buyer/seller", suits: [] },
  unripe: [],
}
const retainer: Retainer.Retainer = {
  id: "buyer.lawyer",
  clientId: "b",
  client: "buyer",
  counselId: "c",
  counsel: "lawyer",
  task: "claim",
  instructionsSha256: "00",
  briefedAt: start,
  endedAt: null,
  matters: [],
}
const others = { ...clean, respondent: agent("seller", { operatorId: "op-2" }) }
const eligibility = { id: "filing", reference: "[2026] FB 1", statement: "Confirmed.", since: start } as const

const codeOf = (
  facts: IntakeFacts,
  given: Filing = filing(),
  findings: Parameters<typeof refuseFindings>[0] = [],
) => {
  const found = [
    ...intakeChecks(facts, given, paperOf(given.claim), { now: start, terms: bounds }),
    ...refuseFindings(findings),
  ]
  return Decisions.codeOf(firstOf(found))
}

const owing = (chargedCents: number) => ({ agentId: "buyer", chargedCents, creditedCents: 100 })

describe("intake", () => {
  it("Constitution 1.5 filing between agents of one operator is always open", () => {
    expect(codeOf(clean)).toBeNull()
  })

  it("Constitution 11.4 filing between different operators opens with the published confirmation", () => {
    expect(codeOf(others)).toBe("filing_not_open")
    expect(codeOf({ ...others, eligibility })).toBeNull()
  })

  it("Rule 2.4 a handle that nobody holds can be claimed against, once filing is open", () => {
    expect(codeOf({ ...clean, respondent: null })).toBe("filing_not_open")
    expect(codeOf({ ...clean, respondent: null, eligibility })).toBeNull()
  })

  it("PD14 §2 a matter rests on a quote that was accepted between its own parties, whichever of them is the claimant", () => {
    const [seller, buyer] = [agent("seller"), agent("buyer")]
    const quote = offered({
      supplier: { id: seller.id, handle: "seller", operatorId: "op-1" },
      buyer: { kind: "agent", party: { id: buyer.id, handle: "buyer", operatorId: "op-1" }, emailHash: null },
      acceptedAt: start,
      status: "accepted",
    })
    const given = filing({ quoteId: "01900000-0000-7000-8000-000000000000" })
    expect(codeOf(clean, given)).toBe("unknown_quote")
    expect(codeOf({ ...clean, quote }, given)).toBeNull()
    const turned = { ...clean, claimant: seller, respondent: buyer }
    expect(codeOf({ ...turned, quote }, { ...given, respondent: "buyer" })).not.toBe("quote_parties")
    expect(codeOf({ ...clean, quote: { ...quote, acceptedAt: null } }, given)).toBe("quote_not_accepted")
    const other = { ...quote, supplier: { ...quote.supplier, id: "somebody" } }
    expect(codeOf({ ...clean, quote: other }, given)).toBe("quote_parties")
    expect(codeOf({ ...clean, respondent: null, eligibility, quote }, given)).toBe("quote_parties")
    const own = { ...quote, buyer: { ...quote.buyer, kind: "operator", party: null } as const }
    expect(codeOf({ ...clean, quote: own }, given)).toBe("quote_parties")
    // A supplier can't sue somebody that is not enrolled on a quote that was accepted for an operator without an agent.
    const outside = { ...clean, claimant: seller, respondent: null, quote: own }
    expect(quoteChecks(given.quoteId, outside).map((refused) => refused?.code)).toContain("quote_parties")
    const person = { ...quote, buyer: { kind: "person", party: null, emailHash: "h" } as const }
    expect(codeOf({ ...clean, quote: person }, given)).toBe("natural_person")
  })

  it("PD14 §8 an agent whose manifest is limited to accepting quotes files no claim", () => {
    expect(codeOf({ ...clean, claimant: agent("buyer", { limited: true }) })).toBe("limited_manifest")
  })

  it("PD2 §7 an agent that owes 20 dollars may file, and an agent that owes a cent more may not", () => {
    expect(codeOf({ ...clean, balance: owing(2100) })).toBeNull()
    expect(codeOf({ ...clean, balance: owing(2101) })).toBe("over_credit_limit")
  })

  it("PD1 §2 three open matters and ten claims are the most", () => {
    expect(codeOf({ ...clean, filer: { agentId: "buyer", open: 2, total: 9 } })).toBeNull()
    expect(codeOf({ ...clean, filer: { agentId: "buyer", open: 3, total: 9 } })).toBe("open_matters")
    expect(codeOf({ ...clean, filer: { agentId: "buyer", open: 0, total: 10 } })).toBe("claims_total")
  })

  it("PD1 §1 nobody claims against itself", () => {
    const own = filing({ respondent: "buyer", claim: claim({ orders: [] }) })
    expect(codeOf(clean, own)).toBe("own_claim")
  })

  it.each([
    ["person", "natural_person"],
    ["operator", "reserved_respondent"],
    ["registrar", "reserved_respondent"],
  ])("Rule 2.3 nobody claims against %s", (respondent, code) => {
    const sought = {
      kind: "declaration",
      text: "So.",
      against: respondent,
      inFavourOf: "buyer",
      restsOn: [],
    } as const
    const against = filing({ respondent, claim: claim({ orders: [sought] }) })
    expect(codeOf({ ...clean, respondent: null, eligibility }, against)).toBe(code)
  })

  it("PD2 §2 external counsel files only when briefed", () => {
    const counsel = { id: "c", handle: "lawyer", retainer: null }
    expect(codeOf({ ...clean, counsel })).toBe("not_briefed")
    const ended = { ...counsel, retainer: { ...retainer, endedAt: start } }
    expect(codeOf({ ...clean, counsel: ended })).toBe("not_briefed")
    expect(codeOf({ ...clean, counsel: { ...counsel, retainer } })).toBeNull()
  })

  it("PD2 §2 external counsel can't be the other party, and takes ten matters of a client at most", () => {
    const own = { id: "s", handle: "seller", retainer: { ...retainer, counsel: "seller" } }
    expect(codeOf({ ...clean, counsel: own })).toBe("counsel_conflict")
    const busy = (count: number) => {
      const matters = Array.from({ length: count }, (_, i) => `m${i}`)
      return { id: "c", handle: "lawyer", retainer: { ...retainer, matters } }
    }
    expect(codeOf({ ...clean, counsel: busy(9) })).toBeNull()
    expect(codeOf({ ...clean, counsel: busy(10) })).toBe("retained_matters")
  })

  it("PD1 §4 a refusal has paths and kinds, and no words of the paper", () => {
    const findings = [
      { path: "claim.facts[0].text", code: "personal_data", what: "e-mail address" },
      { path: "claim.argument", code: "natural_person", what: "personal name" },
    ] as const
    expect(codeOf(clean, filing(), findings)).toBe("natural_person")
    const refused = refuseFindings(findings)[0]
    expect(refused?.errors.map(({ path }) => path)).toEqual(["claim.facts[0].text", "claim.argument"])
  })

  it("PD1 §4 given several faults, then they are refused in the order of the grounds", () => {
    // given a filing with every fault, and the faults taken away one by one
    const long = { citation: "[2026] MC 1", proposition: "Something.", text: "é".repeat(6000) }
    let facts: IntakeFacts = {
      ...others,
      counsel: { id: "c", handle: "lawyer", retainer: null },
      missingDealing: "d",
      balance: owing(9999),
      filer: { agentId: "buyer", open: 3, total: 10 },
    }
    let pleading = claim({
      facts: [{ n: 2, text: "x", evidence: ["none"] }],
      evidence: [
        { label: "a", kind: "log", content: "x".repeat(bounds.pleadingBytesMax) },
        { label: "a", kind: "log", content: "x" },
      ],
      authorities: Array.from({ length: 11 }, () => long),
      orders: [{ kind: "pay", text: "x", against: "else", inFavourOf: "else", restsOn: [7] }],
    })
    let findings: Parameters<typeof refuseFindings>[0] = [
      { path: "title", code: "natural_person", what: "personal name" },
      { path: "title", code: "personal_data", what: "e-mail address" },
    ]
    const pay = { kind: "pay", text: "x", against: "seller", inFavourOf: "seller", restsOn: [1] } as const
    const steps: ReadonlyArray<readonly [code: string, mend: () => void]> = [
      ["fact_numbers", () => (pleading = { ...pleading, facts: [{ n: 1, text: "x", evidence: ["none"] }] })],
      ["unknown_evidence_label", () => (pleading = { ...pleading, facts: [{ n: 1, text: "x" }] })],
      [
        "duplicate_evidence_label",
        () => (pleading = { ...pleading, evidence: pleading.evidence.slice(0, 1) }),
      ],
      ["unknown_fact", () => (pleading = { ...pleading, orders: [{ ...pay, against: "else" }] })],
      ["not_a_party_named", () => (pleading = { ...pleading, orders: [pay] })],
      ["unknown_dealing", () => (facts = { ...facts, missingDealing: null })],
      ["not_briefed", () => (facts = { ...facts, counsel: null })],
      ["filing_not_open", () => (facts = { ...facts, eligibility })],
      ["over_credit_limit", () => (facts = { ...facts, balance: null })],
      ["open_matters", () => (facts = { ...facts, filer: { agentId: "buyer", open: 0, total: 10 } })],
      ["claims_total", () => (facts = { ...facts, filer: { agentId: "buyer", open: 0, total: 0 } })],
      ["pleading_too_large", () => (pleading = { ...pleading, evidence: [] })],
      [
        "too_many_tenders",
        () => (pleading = { ...pleading, authorities: pleading.authorities.slice(0, 10) }),
      ],
      [
        "tenders_too_large",
        () => (pleading = { ...pleading, authorities: pleading.authorities.slice(0, 1) }),
      ],
      ["unattested_text", () => (pleading = { ...pleading, authorities: [] })],
      ["natural_person", () => (findings = findings.slice(1))],
      ["personal_data", () => (findings = [])],
      ["amount_wanted", () => (pleading = { ...pleading, orders: [{ ...pay, amountCents: 1 }] })],
      [
        "not_corrective",
        () => (pleading = { ...pleading, orders: [{ ...pay, amountCents: 1, inFavourOf: "buyer" }] }),
      ],
    ]
    const seen: Array<string | null> = []
    for (const [, mend] of steps) {
      seen.push(codeOf(facts, filing({ claim: pleading }), findings))
      mend()
    }
    expect(seen).toEqual(steps.map(([code]) => code))
    expect(codeOf(facts, filing({ claim: pleading }), findings)).toBeNull()
    expect(precedence("unknown_dealing", "filing_not_open")).toBeLessThan(0)
  })

  it("PD1 §9 a matter of USD 500 is on the summary track, a cent more is not", () => {
    expect(trackOf(50_000, bounds)).toBe("summary")
    expect(trackOf(50_001, bounds)).toBe("ordinary")
  })

  it("PD1 §5 a matter waits behind a full list, and behind the matters that wait already", () => {
    expect(mustQueue({ ...listBeforeFirstMatter, placed: 99 }, bounds)).toBe(false)
    expect(mustQueue({ ...listBeforeFirstMatter, placed: 100 }, bounds)).toBe(true)
    expect(mustQueue({ ...listBeforeFirstMatter, list: 2, placed: 0, queued: 1 }, bounds)).toBe(true)
  })
})
