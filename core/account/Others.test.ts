/** The facts about others that a bundle shows: nobody's id, and everything that the account reckons with. */
import { describe, expect, it } from "vitest"
import type { Deal, Taken } from "./Deal.ts"
import { withoutOthers } from "./Others.ts"
import { accountOf, later, payment, quote, transaction, wallet } from "./testing/Given.ts"

const taken = (over: Partial<Extract<Taken, { how: "stated" }>> = {}): Taken => ({
  how: "stated",
  on: "a-deal",
  by: "B",
  at: later(2),
  cents: 4_000,
  ...over,
})
const dealt = (elsewhere: ReadonlyArray<Taken>, over: Partial<Parameters<typeof quote>[0]> = {}): Deal =>
  quote({ stated: [payment({ txid: "t1" })], transactions: [transaction({ elsewhere })], ...over })

describe("a deal without others", () => {
  it.each<readonly [string, Deal]>([
    ["another deal that comes before by its id", dealt([taken({ on: "a-deal" })])],
    ["another deal that comes after by its id", dealt([taken({ on: "z-deal" })])],
    ["a deal whose id begins with that of this deal", dealt([taken({ on: "q10" }), taken({ on: "q11" })])],
    ["a statement of a stranger", dealt([taken({ by: "stranger", at: later(1) })])],
    ["an entry that the transfer met", dealt([{ how: "entry", on: "entry", at: later(1), cents: 1_000 }])],
    ...["A-rival", "C-rival", "T-rival"].map(
      (agent) =>
        [
          `an address that ${agent} proved at the same instant`,
          dealt([], {
            proven: [
              { agent, address: wallet, provenAt: later(-10), endedAt: null },
              { agent: "B", address: wallet, provenAt: later(-10), endedAt: null },
            ],
          }),
        ] as const,
    ),
  ])("PD15 §8 given %s, then its account is the same, and it names nobody else", (_, deal) => {
    const shown = withoutOthers(deal)
    expect(accountOf(shown)).toEqual(accountOf(deal))
    expect(JSON.stringify(shown)).not.toMatch(/a-deal|z-deal|q10|q11|stranger|rival|"entry",?"on":"entry"/)
    expect(withoutOthers(shown)).toEqual(shown)
  })
})
