import { describe, expect, it } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { hours } from "../../../core/kernel/Time.ts"
import { explain, run } from "./Run.ts"
import type { Scenario } from "./Scenario.ts"
import { life, rowsOf, scenarioOf, single, varied } from "./testing/Scenarios.ts"

describe("the strategies", () => {
  it.each<readonly [string, Scenario, string]>([
    [
      "honours promptly",
      single({ strategy: "honours-promptly", afterHours: 10 }),
      "10 h: bound perform open; 10 h: bound attest attested; 82 h: clock pass satisfied 1",
    ],
    [
      "honours late, under notice",
      single({ strategy: "honours-late", lateHours: 3 }),
      "72 h: clock pass notified; 75 h: bound perform notified; 75 h: bound attest attested; 147 h: clock pass satisfied",
    ],
    [
      "attests falsely, and is found out",
      single({ strategy: "attests-falsely", afterHours: 10 }),
      "10 h: bound attest attested; 15 h: favoured dispute disputed; 25 h: registrar decide unsatisfied -3",
    ],
    [
      "pays in part",
      single({ strategy: "pays-in-part", part: 0.5, afterHours: 10 }),
      "10 h: bound perform open; 10 h: bound attest attested; 15 h: favoured dispute disputed; 25 h: registrar decide unsatisfied -3",
    ],
    [
      "ignores",
      single({ strategy: "ignores" }),
      "72 h: clock pass notified; 144 h: clock pass unsatisfied -3",
    ],
    [
      "weighs, and a default is cheaper",
      single({ strategy: "weighs", reputationCents: 1000 }),
      "72 h: clock pass notified; 144 h: clock pass unsatisfied -3",
    ],
    [
      "weighs, and a default is dearer under a harder tariff",
      single(
        { strategy: "weighs", reputationCents: 1000, afterHours: 4 },
        { schedule: { unsatisfiedReputation: -5 } },
      ),
      "4 h: bound perform open; 4 h: bound attest attested; 76 h: clock pass satisfied 1",
    ],
    [
      "contests, then honours what the Registrar found",
      single({
        strategy: "contests",
        afterHours: 4,
        afterwards: { strategy: "ignores" },
      }),
      "4 h: bound dispute disputed; 14 h: registrar decide unsatisfied -3",
    ],
    [
      "appeals in vain, then honours in the fresh time",
      single({
        strategy: "appeals",
        afterHours: 4,
        afterwards: { strategy: "honours-promptly", afterHours: 20 },
      }),
      "4 h: court suspend open; 104 h: court resume open; 124 h: bound perform open; 124 h: bound attest attested; 196 h: clock pass satisfied 1",
    ],
  ])("%s", (_, of, wanted) => {
    expect(life(of).join("; ")).toBe(wanted)
  })

  const onChain = { chain: { share: 1, confirmationHours: 20 } }
  it.each<readonly [string, Scenario, RegExp]>([
    [
      "in time, and proved",
      single({ strategy: "honours-promptly", afterHours: 10 }, onChain),
      /^10 h: bound perform open; 30 h: court prove satisfied 1$/,
    ],
    [
      "in time, and proved under the notice",
      single({ strategy: "honours-promptly", afterHours: 60 }, onChain),
      /^60 h: bound perform open; 72 h: clock pass notified; 7[2-8]\.\d+ h: bound attest attested; 80 h: court prove satisfied 1$/,
    ],
    [
      "under notice, and attested",
      single({ strategy: "honours-late", lateHours: 3 }, onChain),
      /^72 h: clock pass notified; 75 h: bound perform notified; 75 h: bound attest attested; 147 h: clock pass satisfied$/,
    ],
    [
      "after default, and found by the Registrar",
      single({ strategy: "honours-late", lateHours: 100 }, onChain),
      /^72 h: clock pass notified; 144 h: clock pass unsatisfied -3; 172 h: bound perform unsatisfied; 172 h: bound attest entry_state; 17[2-8]\.\d+ h: bound dispute disputed; 18[2-8]\.\d+ h: registrar decide satisfied 3$/,
    ],
  ])("PD11 §11 pays on chain %s", (_, of, wanted) => {
    expect(life(of).join("; ")).toMatch(wanted)
  })

  it("PD11 §11 no agent that has paid stays in default, whether it paid on chain or not", () => {
    const items = Array.from({ length: 200 }, (_, i) => ({
      atHours: i,
      claimant: i % 20,
      respondent: (i % 20) + 20,
      broken: true,
    }))
    for (const share of [0, 0.5, 1]) {
      // given late payers, some of them later than the notice allows
      const late = single(
        { strategy: "honours-late", lateHours: { exponential: 80 } },
        {
          agents: 40,
          chain: { share },
          dealings: { arrivals: { kind: "listed", of: "disputes", items } },
          schedule: { openMattersMax: 1000, claimsMax: 1000 },
        },
      )
      // when enough time has passed for all to have paid and attested
      const { totals } = run(late)
      // then no order is left unsatisfied
      expect([totals.entriesOpened, totals.entriesSatisfied, totals.agentsInDefault]).toEqual([200, 200, 0])
    }
  })

  it("weighing: a point has the same value to an agent for every order", () => {
    // given agents that weigh, each with many orders of various sums against it
    const weighing = scenarioOf({
      ...varied,
      agents: 40,
      populations: [
        {
          name: "weighing",
          share: 1,
          breaches: 1,
          stakeCents: 1_000_000,
          behaviours: [{ strategy: "weighs", reputationCents: { lognormal: { median: 2500, sigma: 1 } } }],
        },
      ],
      chain: {},
      interventions: [],
    })
    const sums = new Map<number, { paid: number; unpaid: number }>()
    for (const { bound, kind, status, amountCents, recoveredCents } of rowsOf(run(weighing))) {
      if (kind !== "pay" || (recoveredCents === 0 && status !== "unsatisfied")) continue
      const { paid, unpaid } = sums.get(bound) ?? { paid: 0, unpaid: Number.POSITIVE_INFINITY }
      sums.set(
        bound,
        recoveredCents > 0
          ? { paid: Math.max(paid, amountCents), unpaid }
          : { paid, unpaid: Math.min(unpaid, amountCents) },
      )
    }
    // then each pays all orders below some sum and no order above it, and the sums differ
    const divided = [...sums.values()].filter(
      ({ paid, unpaid }) => paid > 0 && unpaid < Number.POSITIVE_INFINITY,
    )
    expect(divided.length).toBeGreaterThan(20)
    for (const { paid, unpaid } of divided) expect(paid).toBeLessThan(unpaid)
    expect(new Set(divided.map(({ paid }) => paid)).size).toBeGreaterThan(20)
  })

  it("an entry that a false attestation made satisfied is no longer satisfied after a successful dispute", () => {
    // given a creditor who disputes after the window of 72 hours
    const of = single(
      { strategy: "attests-falsely", afterHours: 10 },
      {
        populations: [
          {
            name: "everyone",
            share: 1,
            defends: 0,
            behaviours: [{ strategy: "attests-falsely", afterHours: 10 }],
            asCreditor: { disputes: 1, disputeHours: 90 },
          },
        ],
        measures: { everyHours: 24 },
      },
    )
    expect(life(of)).toEqual([
      "10 h: bound attest attested",
      "82 h: clock pass satisfied 1",
      "100 h: favoured dispute disputed",
      "110 h: registrar decide unsatisfied -4",
    ])
    // then it was satisfied for a while, and is neither satisfied nor performed in the end
    const summary = run(of)
    const [row] = rowsOf(summary)
    expect([row?.satisfiedHours, row?.doneHours]).toEqual([null, null])
    const counts = summary.samples.map(({ values }) => values.entriesSatisfied ?? 0)
    expect([Math.max(...counts), counts.at(-1)]).toEqual([1, 0])
  })

  it("an appeal that comes too late is refused", () => {
    const [first, refused, ...rest] = life(
      single({
        strategy: "appeals",
        afterHours: 80,
        afterwards: { strategy: "honours-promptly", afterHours: 2 },
      }),
    )
    expect([first, refused]).toEqual(["72 h: clock pass notified", "80 h: bound appeal final"])
    expect(rest.at(-1)).toBe("154 h: clock pass satisfied")
  })

  it("a judge that errs makes orders against parties that kept their dealings, and appeals supersede them", () => {
    const of = single(
      { strategy: "appeals", afterHours: 4 },
      {
        judge: { errorRate: 1, decisionHours: 2 },
        dealings: {
          arrivals: {
            kind: "listed",
            items: [{ atHours: 0, claimant: 0, respondent: 1, valueCents: 5000, broken: false }],
            of: "disputes",
          },
        },
      },
    )
    expect(life(of)).toEqual(["4 h: court suspend open", "104 h: court supersede superseded"])
  })

  it("a custom strategy is asked at each turn, with its parameters", () => {
    const of = single({ strategy: "custom", name: "mine", parameters: { delay: 7 } })
    const turns: Array<string> = []
    const all = explain(of, 0, {
      strategies: {
        mine: {
          comply: ({ why, deliveredAt, parameters, amountCents }) => {
            turns.push(`${why} ${amountCents}`)
            const delay = needPresent(parameters.delay, "the delay")
            return why === "opened" ? { act: "honour", at: deliveredAt + hours(delay) } : null
          },
        },
      },
    })
    expect(turns).toEqual(["opened 5000"])
    expect(all.at(-1)?.to).toBe("satisfied")
  })

  it("a custom strategy that was not given is an error", () => {
    expect(() => run(single({ strategy: "custom", name: "mine" }))).toThrow(
      "no strategy named mine was given",
    )
  })

  it("a strategy whose acts are always refused does not stop the time", () => {
    const of = single({ strategy: "custom", name: "stubborn" })
    const all = explain(of, 0, {
      strategies: { stubborn: { comply: ({ now }) => ({ act: "appeal", at: now + hours(80) }) } },
    })
    expect(all.filter(({ refused }) => refused !== null).length).toBeLessThanOrEqual(8)
    expect(all.at(-1)?.to).toBe("unsatisfied")
  })
})
