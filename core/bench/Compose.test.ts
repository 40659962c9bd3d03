/** A judgment as it is composed: its court, its reasons, and what it does not name yet. */
import { describe, expect, it } from "vitest"
import { Determination } from "../account/index.ts"
import { start } from "../testing/Context.ts"
import { compose } from "./Compose.ts"
import { draft, facts, onAppeal, pay, reserved } from "./testing/Cases.ts"
import { deal } from "./testing/Deals.ts"

const manner = { act: "judgment", basis: "contested", judgeLine: "L" } as const

describe("a judgment as it is composed", () => {
  const composed = (changes: Parameters<typeof draft>[0], as: Parameters<typeof compose>[1] = manner) =>
    compose(draft(changes), as, facts(), reserved(), start)

  it("Rule 6.3 a judgment on appeal has its own court, series, finality and note", () => {
    const made = composed({}, onAppeal("remitted"))
    expect(made.judgment).toMatchObject({
      citation: "[2026] UC 1",
      court: "Upper Court",
      appealId: "appeal-1",
      finality: { status: "final", until: null },
    })
    expect(made.payload).toContain(
      "1 November.\\n\\nOn appeal by seller and buyer from [2026] MC 1, the judgment below is set aside, and the matter remitted to the judge.\\n\\n## Authorities",
    )
    expect(composed({}).payload).toContain("1 November.\\n\\n## Authorities")
  })

  it.each([
    ["affirmed", "affirmed", "appeal"],
    ["varied", "varied", "claim"],
    ["set_aside", "set aside", "claim"],
  ] as const)(
    "Rule 6.3 given an appeal with the outcome %s, then the judgment below is %s, and a dismissal is one of the %s",
    (outcome, said, dismissed) => {
      const { judgment, payload } = composed(
        { orders: [{ kind: "dismiss", text: "No." }] },
        onAppeal(outcome),
      )
      expect(payload).toContain(`from [2026] MC 1, the judgment below is ${said}.`)
      expect(judgment.orders[0]?.text).toBe(`The ${dismissed} is dismissed.`)
    },
  )

  it("Rule 5.3 a judgment that goes beyond the claim states its reasons for that, unless it is by consent", () => {
    const beyond = { orders: [pay(20_000, { kind: "other", against: "seller" })], beyondPrayer: "Justice." }
    const claimless = { ...facts(), sought: [] }
    const text = (basis: "contested" | "consent") =>
      compose(draft(beyond), { ...manner, basis }, claimless, reserved(), start).payload
    expect(text("contested")).toContain("**Beyond what was sought (order 1):** Justice.")
    expect(text("consent")).not.toContain("Beyond what was sought")
  })

  it("PD15 §11 a judgment has the sums of the accounts that its draft determined, and says nothing of accounts if it determined nothing", () => {
    const { account } = deal(500)
    expect(composed({ determinations: [Determination.take(account)] }).judgment.determined).toMatchObject([
      { deal: account.deal, balance: 500 },
    ])
    expect(composed({}).judgment).not.toHaveProperty("determined")
  })

  it("PD11 §2 a composed judgment names no entries before they are opened", () => {
    expect(composed({}).judgment.entries).toEqual([])
  })
})
