/** Strategies of one's own: every choice is asked, equal to the figures if it does the same, and refused if it answers nonsense. */
import { describe, expect, it } from "vitest"
import { days } from "../../../core/kernel/Time.ts"
import { mistakeOf, type OnAsk } from "./Mind.ts"
import type { RunOptions, Summary } from "./Result.ts"
import { explain, run } from "./Run.ts"
import type { Scenario } from "./Scenario.ts"
import { choices, defineStrategies, type News, type Strategies, type Strategy } from "./Strategy.ts"
import { all, busy, withOffices } from "./testing/Busy.ts"
import { asStrategies } from "./testing/ByFigures.ts"
import { scenarioOf, varied } from "./testing/Scenarios.ts"

const of = (strategy: Strategy): RunOptions => ({ strategies: { mine: strategy } })
const without = ({ names, entries, ...rest }: Summary) => ({ ...rest, entries, memory: null, names: null })

describe("strategies of one's own", () => {
  it("give the same bytes as the figures of the scenario if they choose the same", () => {
    // given a scenario that uses every feature, and the same one with every choice made by a strategy
    const scenario = scenarioOf({ ...varied, horizon: { days: 30 }, interventions: [] })
    const [asked, strategies] = asStrategies(scenario)
    // then both runs are equal, entry by entry
    const found = run(asked, { strategies })
    expect(found.entries?.length).toBeGreaterThan(100)
    expect(without(found)).toEqual(without(run(scenario)))
  })

  it("are asked for every choice, and give the same run each time", () => {
    const counts = new Map<string, number>()
    const onAsk: OnAsk = (choice, _, agent) => {
      if (agent !== null) counts.set(choice, (counts.get(choice) ?? 0) + 1)
    }
    const scenario = all(withOffices)
    const found = run(scenario, { ...of(busy), onAsk })
    expect([...counts.keys()].sort()).toEqual([...choices].sort())
    expect(found).toEqual(run(scenario, of(busy)))
    expect(found.memory?.some((value) => value > 0)).toBe(true)
  })

  it("make only the choices that they have; the figures make the others", () => {
    const { dealings, shunned, matters, dismissed } = run(all({}, { breaches: 0 }), of({})).totals
    expect(dealings).toBeGreaterThan(100)
    expect({ shunned, matters, dismissed }).toEqual({ shunned: 0, matters: 0, dismissed: 0 })
  })

  it("choose their partners, and a partner may refuse", () => {
    const scenario = all({ agents: 4 })
    const news: Array<News["what"]> = []
    const pairs: Strategy = {
      partner: ({ agent, peers, agents }) => peers.find((peer) => peer === (agent ^ 1)) ?? agents - 1,
      deal: ({ role, other, agent }) => role === "initiator" || other.agent < agent,
      learn: ({ what, other, agent }) => {
        expect(other).toMatchObject({ agent: agent ^ 1, isPeer: true })
        news.push(what)
      },
    }
    const { totals } = run(scenario, of(pairs))
    expect(totals.dealings).toBeGreaterThan(10)
    expect(totals.shunned).toBe(news.filter((what) => what === "refused").length)
    expect(totals.dealings * 2).toBe(news.filter((what) => what === "dealt").length)
  })

  it.each([
    ["only the initiator broke", true, false, [0, 1]],
    ["both broke", true, true, [1, 0]],
  ])("Rule 5.3 a claim of the partner succeeds if %s", (_, initiates, partners, [dismissed, opened]) => {
    const scenario = all(
      {
        dealings: { arrivals: { kind: "listed", items: [{ atHours: 0, claimant: 0, respondent: 1 }] } },
        judge: { errorRate: 0 },
      },
      { defends: 0 },
    )
    const both: Strategy = {
      break: ({ role }) => (role === "initiator" ? initiates : partners),
      sue: ({ role }) => role === "partner",
    }
    const { totals } = run(scenario, of(both))
    expect([totals.matters, totals.dismissed, totals.entriesOpened]).toEqual([1, dismissed, opened])
  })

  it("Rule 5.3 a partner without that choice sues by the figures of its population", () => {
    const scenario = all({}, { asCreditor: { sues: 1 } })
    const { totals } = run(scenario, of({ break: ({ role }) => role === "initiator" }))
    expect(totals.matters + totals.claimsRefused).toBe(totals.dealings)
  })

  it("Rule 4.8 a claim is settled for what the respondent offers if the claimant takes as little", () => {
    const settles = (least: number): Strategy => ({
      break: ({ role }) => role === "partner",
      settle: ({ role, founded }) => (role === "claimant" ? least : founded ? 700 : null),
    })
    const listed = {
      arrivals: { kind: "listed" as const, items: [{ atHours: 0, claimant: 0, respondent: 1 }] },
    }
    const scenario = all({ dealings: listed, judge: { errorRate: 0 } })
    const acts = (least: number) => explain(scenario, 0, of(settles(least))).map(({ act }) => act)
    expect(acts(700)).toEqual(["file", "settle"])
    expect(acts(701)).toContain("open")
    const paid: Array<number> = []
    run(
      scenario,
      of({ ...settles(0), learn: ({ what, cents }) => void (what === "settled" && paid.push(cents)) }),
    )
    expect(paid).toEqual([-700, 700])
  })

  it("see what they have lived through", () => {
    let last = ""
    const scenario = all({ horizon: { days: 60 } })
    run(
      scenario,
      of({
        ...busy,
        learn: ({ history, now, look, agent }) => {
          if (now > scenario.start + days(40)) last = JSON.stringify([history, look(agent).agent === agent])
        },
      }),
    )
    const [history, itself] = JSON.parse(last)
    expect(itself).toBe(true)
    expect(history.dealings).toBeGreaterThanOrEqual(history.broken + history.suffered)
    expect(history.claims + history.claimsAgainst + history.ordersAgainst).toBeGreaterThan(0)
  })

  it("may make orders of a kind and a sum, up to the stake", () => {
    const kinds = (ruling: ReturnType<NonNullable<Strategy["judge"]>>) => {
      const { entries } = run(all(withOffices), of({ ...busy, judge: () => ruling }))
      return [new Set(entries?.kind), new Set(entries?.amountCents)]
    }
    expect(kinds({ kind: "perform" })).toEqual([new Set([1]), new Set([0])])
    expect(kinds({ amountCents: 99_999 })).toEqual([new Set([0]), new Set([10_000])])
  })
})

describe("defineStrategies", () => {
  it("gives what it is given, and TypeScript refuses a member that no choice or answer has", () => {
    const strategies = defineStrategies({
      mine: {
        judge: ({ amountCents }) => ({ kind: "pay", amountCents }),
        comply: ({ now }) => ({ act: "honour", at: now }),
      },
    })
    expect(Object.keys(strategies.mine)).toEqual(["judge", "comply"])
    // @ts-expect-error orderCents is not a member of a ruling
    defineStrategies({ mine: { judge: ({ amountCents }) => ({ kind: "pay", orderCents: amountCents }) } })
    // @ts-expect-error parts is not a member of a plan
    defineStrategies({ mine: { comply: ({ now }) => ({ act: "part", at: now, parts: 0.5 }) } })
    // @ts-expect-error jugde is not a choice
    defineStrategies({ mine: { jugde: () => true } })
  })
})

/** A strategy that answers this to one choice, whatever its type. */
const answering = (choice: keyof Strategy, answer: unknown): Strategies => ({
  mine: { ...busy, [choice]: () => answer },
})
const failing = (strategies: Strategies, scenario: Scenario = all(withOffices)) => {
  try {
    run(scenario, { strategies })
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
  return "no failure"
}

describe("a strategy that answers nonsense", () => {
  it.each<readonly [keyof Strategy, unknown, string]>([
    ["partner", 20, "20 to partner; it must answer the number of another agent"],
    ["deal", "yes", "yes to deal; it must answer true or false"],
    ["break", undefined, "undefined to break; it must answer true or false"],
    ["sue", -1, "-1 to sue; it must answer true, false or the cents that it claims"],
    ["defend", 1, "1 to defend; it must answer true or false"],
    ["settle", 0.5, "0.5 to settle; it must answer cents or null"],
    ["comply", { act: "flee", at: 0 }, '{"act":"flee","at":0} to comply; it must answer null, "keep", or'],
    ["comply", { act: "part", at: 0, part: 2 }, '{"act":"part","at":0,"part":2} to comply'],
    ["answer", { act: "confirm", afterHours: -1 }, '{"act":"confirm","afterHours":-1} to answer; it must'],
    ["answer", { act: "confirm".repeat(20), afterHours: 1 }, "…"],
    ["comply", { act: "part", at: 0, parts: 0.5 }, "to comply, which has parts; did you mean part?"],
    ["answer", { act: "confirm", afterHours: 1, why: "paid" }, "which has why; it may have act, afterHours"],
  ])("of %s is refused in one line that names population, choice and agent: %j", (choice, answer, line) => {
    const message = failing(answering(choice, answer))
    expect(message).toMatch(/^the strategy mine of population everyone \(agent \d+\) answered /)
    expect(message).toContain(line)
    expect(message).not.toContain("\n")
  })

  const says = "the judge answered"
  it.each<readonly [keyof Strategy, unknown, string]>([
    ["judge", { kind: "jail" }, `${says} {"kind":"jail"} to judge; it must answer true, false or { kind`],
    ["judge", { amountCents: 0.5 }, `${says} {"amountCents":0.5} to judge`],
    ["judge", { orderCents: 100 }, "to judge, which has orderCents; it may have kind, amountCents"],
    ["judge", { kind: "pay", amountCent: 1 }, "which has amountCent; did you mean amountCents?"],
    ["review", null, "the court on appeal answered null to review; it must answer true or false"],
    [
      "find",
      "guilty",
      "the Registrar answered guilty to find; it must answer satisfied, unsatisfied, pending",
    ],
  ])("of the office %s is refused: %j", (choice, answer, line) => {
    const message = failing(answering(choice, answer))
    expect(message).toMatch(/^the strategy mine of the (judge|court on appeal|Registrar) answered /)
    expect(message).toContain(line)
  })

  it("or decides `pending` twice is refused", () => {
    expect(failing(answering("find", "pending"))).toContain(
      "pending to find; it must answer satisfied, unsatisfied",
    )
  })

  it("or fails is refused with its error", () => {
    const throws = (error: unknown): Strategies => ({
      mine: {
        break: () => {
          throw error
        },
      },
    })
    expect(failing(throws(new Error("no idea\nat all")))).toMatch(
      /^the strategy mine of population everyone \(agent \d+\) failed at break: no idea$/,
    )
    expect(failing(throws("text"))).toMatch(/failed at break: text$/)
    expect(failing(JSON.parse('{ "mine": { "brake": 1 } }'))).toContain("brake, which is no choice")
    const looks: Strategies = { mine: { deal: ({ look }) => look(20).isPeer } }
    expect(failing(looks)).toMatch(/failed at deal: there is no agent 20$/)
  })

  it.each<readonly [string, unknown, string]>([
    ["text", "mine", "strategies must be an object of strategies by name"],
    ["no object", { mine: 1 }, "the strategy mine must be an object with a function for each of its choices"],
    [
      "another choice",
      { mine: { brake: () => true } },
      "mine has brake, which is no choice; did you mean break?",
    ],
    ["nothing like a choice", { mine: { xyzxyz: 1 } }, "no choice; the choices are partner, deal, break"],
    ["no function", { mine: { break: true } }, "break of the strategy mine must be a function"],
  ])("or is %s is refused before the run", (_, strategies, line) => {
    expect(mistakeOf(strategies)).toContain(line)
  })

  it("or was not given is refused before the run", () => {
    expect(failing({ other: {} })).toBe("no strategy named mine was given")
  })
})
