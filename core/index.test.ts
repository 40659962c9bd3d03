/** The names that the core offers to a program that embeds it. */
import { Predicate } from "effect"
import { describe, expect, it } from "vitest"
import * as Core from "./index.ts"

describe("the core as a library", () => {
  it("offers the loop, the ports and the areas, and nothing else", () => {
    expect(Object.keys(Core).sort()).toEqual([
      "Court",
      "Deadlines",
      "Host",
      "Instrument",
      "Notary",
      "Notices",
      "Refusal",
      "Schedule",
      "Section",
      "Time",
      "account",
      "agents",
      "appeals",
      "bench",
      "chains",
      "compliance",
      "counsel",
      "dealings",
      "deals",
      "deliveries",
      "docket",
      "enrolment",
      "evidence",
      "holds",
      "judgments",
      "law",
      "ledger",
      "log",
      "matters",
      "payouts",
      "proofs",
      "quotes",
      "registrar",
      "rulebook",
      "sandbox",
      "store",
    ])
  })

  it("names every command once, by words that hyphens join", () => {
    const named = Object.values(Core)
      .flatMap((area): ReadonlyArray<unknown> => Object.values(area))
      .flatMap((one) =>
        Predicate.hasProperty(one, "decide") && Predicate.hasProperty(one, "name") ? [String(one.name)] : [],
      )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((name) => !/^[a-z]+(?:-[a-z]+)*$/.test(name))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  it("lets a platform read the law without running a court", () => {
    const rules = Core.rulebook.Rulebook.instrument("rules")
    expect(rules && Core.Instrument.render(rules, Core.Schedule.bounds)).toContain("## Rule 2.2")
    const section = Core.rulebook.Rulebook.section("PD11 §3")
    expect(section?.text(Core.Schedule.bounds)).toContain("attest")
  })
})
