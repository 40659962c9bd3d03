/** What the core offers to a program that embeds it. */
import { describe, expect, it } from "vitest"
import * as Core from "./index.ts"

describe("the core as a library", () => {
  it("offers the loop, the ports and the areas, and nothing else", () => {
    expect(Object.keys(Core).sort()).toEqual([
      "Court",
      "Deadlines",
      "Host",
      "Notary",
      "Notices",
      "Refusal",
      "Schedule",
      "Time",
      "agents",
      "appeals",
      "bench",
      "compliance",
      "counsel",
      "dealings",
      "docket",
      "enrolment",
      "holds",
      "judgments",
      "law",
      "ledger",
      "matters",
      "payouts",
      "quotes",
      "registrar",
      "rulebook",
      "sandbox",
      "store",
    ])
  })

  it("lets a platform read the law without running a court", () => {
    const rules = Core.rulebook.Rulebook.instrument("rules")
    expect(rules && Core.Instrument.render(rules, Core.Schedule.bounds)).toContain("## Rule 2.2")
  })
})
