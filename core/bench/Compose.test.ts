/** A judgment as it is composed: its court, its reasons, and what it does not name yet. */
import { describe, expect, it } from "vitest"
import { start } from "../testing/Context.ts"
import { compose } from "./Compose.ts"
import { draft, facts, pay, reserved } from "./testing/Cases.ts"

const manner = { act: "judgment", basis: "contested", judgeLine: "L" } as const

describe("a judgment as it is composed", () => {
  const composed = (changes: Parameters<typeof draft>[0], as: Parameters<typeof compose>[1] = manner) =>
    compose(draft(changes), as, facts(), reserved(), start)

  it("Rule 6.3 a judgment on appeal has its own court, series, finality and note", () => {
    const finality = { status: "final", until: null } as const
    const appeal = {
      id: "appeal-1",
      series: "UC",
      finality,
      below: "[2026] MC 1",
      by: ["seller", "buyer"],
      outcome: "remitted",
      feeCents: 0,
    } as const
    const made = composed({}, { ...manner, appeal })
    expect(made.judgment).toMatchObject({
      citation: "[2026] UC 1",
      court: "Upper Court",
      appealId: "appeal-1",
      finality,
    })
    expect(made.payload).toContain(
      "1 November.\\n\\nOn appeal by seller and buyer from [2026] MC 1, the judgment below is set aside, and the matter remitted to the judge.\\n\\n## Authorities",
    )
    expect(composed({}).payload).toContain("1 November.\\n\\n## Authorities")
  })

  it("Rule 5.3 a judgment that goes beyond the claim states its reasons for that, unless it is by consent", () => {
    const beyond = { orders: [pay(20_000, { kind: "other", against: "seller" })], beyondPrayer: "Justice." }
    const claimless = { ...facts(), sought: [] }
    const text = (basis: "contested" | "consent") =>
      compose(draft(beyond), { ...manner, basis }, claimless, reserved(), start).payload
    expect(text("contested")).toContain("**Beyond what was sought (order 1):** Justice.")
    expect(text("consent")).not.toContain("Beyond what was sought")
  })

  it("PD11 §2 a composed judgment names no entries before they are opened", () => {
    expect(composed({}).judgment.entries).toEqual([])
  })
})
