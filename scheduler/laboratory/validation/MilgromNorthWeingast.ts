/** The law merchant: a court without force, whose record of unpaid judgments makes honest trade pay. */
import { hours } from "../../../core/kernel/Time.ts"
import type { Strategy } from "../engine/Strategy.ts"
import { type Finding, findCrossing, type Published, play, rounds } from "./Published.ts"

/** The worth of a game to a trader: an honest trade 1, cheating an honest trader alpha, being cheated −beta. The values are ours. */
const alpha = 1.75
const beta = 1
/** The cost of an appeal, and what a payer loses for each unit that he pays: f(J) = 1.25 J. */
const appealCost = 0.5
const f = (paid: number): number => 1.25 * paid

interface Play {
  readonly queryCost: number
  readonly judgment: number
  /** The conduct of trader 0 in the second round: it trades honestly, or cheats and then pays the judgment or not. */
  readonly does: "trades honestly" | "cheats and pays" | "cheats and pays nothing"
  readonly appeals: boolean
}

const agents = 10
const count = 60
const cheatsIn = 1
/** A round is long enough for a judgment, its notice and its default (PD11 §4). */
const roundHours = 24 * 20
const start = Date.UTC(2027, 0, 1)
const unit = 100

/** Plays the rounds, and gives what trader 0 and its victim gained in each. */
const gains = ({ queryCost, judgment, does, appeals }: Play) => {
  const books = Array.from({ length: agents }, () => new Float64Array(count))
  const victims: Array<number> = []
  const roundOf = (now: number): number => Math.floor((now - start) / hours(roundHours))
  const book = (agent: number, now: number, gain: number): void => {
    const mine = books[agent]
    const round = roundOf(now)
    if (mine !== undefined && round < count) mine[round] = (mine[round] ?? 0) + gain
  }
  const trader: Strategy = {
    // Asks the law merchant for the record of the other, and deals with nobody who owes a judgment. A debtor asks nothing.
    deal: ({ agent, now, label, other }) => {
      if (label === "in default") return true
      book(agent, now, -queryCost)
      return other.label !== "in default"
    },
    break: ({ agent, now, label }) =>
      label === "in default" || (agent === 0 && does !== "trades honestly" && roundOf(now) === cheatsIn),
    sue: ({ agent, now, suffered, broke }) => {
      if (!suffered || broke) return false
      victims.push(agent)
      if (!appeals) return false
      book(agent, now, -appealCost)
      return judgment * unit
    },
    defend: () => false,
    comply: ({ agent, why, now }) =>
      why !== "opened" || (agent === 0 && does === "cheats and pays nothing")
        ? null
        : { act: "honour", at: now },
    learn: ({ what, agent, now, cents, broke, suffered }) => {
      if (what === "dealt") book(agent, now, broke ? (suffered ? 0 : alpha) : suffered ? -beta : 1)
      if (what === "paid") book(agent, now, cents > 0 ? cents / unit : -f(-cents / unit))
    },
  }
  play(
    {
      name: "law-merchant",
      horizon: { days: (count * roundHours) / 24 },
      start: new Date(start).toISOString(),
      agents,
      populations: [
        {
          name: "traders",
          share: 1,
          stakeCents: 1_000_000,
          strategy: "trader",
          behaviours: [{ strategy: "custom", name: "trader" }],
          asCreditor: { confirms: 1, disputes: 1 },
        },
      ],
      dealings: { arrivals: { kind: "listed", items: rounds(agents, count, roundHours) } },
      judge: { errorRate: 0 },
      registrar: { errorRate: 0 },
    },
    { trader },
  )
  return { trader: books[0] ?? [], victim: books[victims[0] ?? 1] ?? [] }
}

const discountGains = (gained: ArrayLike<number>, delta: number): number =>
  Array.from(gained).reduce((sum, gain, round) => sum + gain * delta ** round, 0)

const honest = (queryCost: number, judgment: number) =>
  gains({ queryCost, judgment, does: "trades honestly", appeals: true }).trader
const cheat = (queryCost: number, judgment: number, pays: boolean, appeals = true) =>
  gains({ queryCost, judgment, does: pays ? "cheats and pays" : "cheats and pays nothing", appeals })

const judgment = 0.8
const queryCosts = [0.05, 0.25, 0.45, 0.65]
const deltas = Array.from({ length: 17 }, (_, i) => (i + 1) / 20 + 0.01)

/** The discount at which paying a judgment and owing it for ever are worth the same: between two points of the grid. */
const thresholdOf = (pays: ArrayLike<number>, owes: ArrayLike<number>): number => {
  const differences = deltas.map(
    (delta) => [delta, discountGains(pays, delta) - discountGains(owes, delta)] as const,
  )
  const above = differences.findIndex(([, difference]) => difference >= 0)
  return findCrossing(differences.slice(Math.max(0, above - 1), above + 1))
}

const reproduce = (): ReadonlyArray<Finding> => {
  const byCost = queryCosts.map((queryCost) => ({
    queryCost,
    honest: honest(queryCost, judgment),
    pays: cheat(queryCost, judgment, true),
    owes: cheat(queryCost, judgment, false).trader,
    silent: cheat(queryCost, judgment, true, false).victim,
  }))
  const thresholds = byCost.map(({ queryCost, pays, owes }) => ({
    what: `the least δ at which a judgment is paid, for Q = ${queryCost}`,
    formula: f(judgment) / (f(judgment) + 1 - queryCost),
    found: thresholdOf(pays.trader, owes),
    within: 0.01,
  }))
  // Honest trade holds in a cell of the grid if nobody gains by another move at any of its nodes.
  const cells = byCost.flatMap((one) =>
    deltas.map((delta) => {
      const worth = (gained: ArrayLike<number>) => discountGains(gained, delta)
      const found =
        worth(one.pays.trader) >= worth(one.owes) &&
        worth(one.honest) >= worth(one.pays.trader) &&
        worth(one.pays.victim) >= worth(one.silent)
      const future = (delta * (1 - one.queryCost)) / (1 - delta)
      const predicted = future >= f(judgment) && f(judgment) >= Math.max(alpha - 1, f(appealCost))
      return found === predicted
    }),
  )
  const judgments = [0.3, 0.5, 0.7, 0.9]
  const [queryCost, delta] = [0.25, 0.8]
  const deterring = judgments.map((sum) => {
    const [keeps, cheats] = [honest(queryCost, sum), cheat(queryCost, sum, true).trader]
    return [sum, discountGains(keeps, delta) - discountGains(cheats, delta)] as const
  })
  const worthwhile = judgments.map((sum) => {
    const [sues, bears] = [cheat(queryCost, sum, true), cheat(queryCost, sum, true, false)]
    return [sum, discountGains(sues.victim, delta) - discountGains(bears.victim, delta)] as const
  })
  return [
    ...thresholds,
    {
      what: `cells of the grid of Q and δ (${cells.length}) in which the inequality says whether honest trade holds`,
      formula: 1,
      found: cells.filter((agrees) => agrees).length / cells.length,
      within: 0,
    },
    {
      what: "f(J) from which cheating does not pay: α − 1",
      formula: alpha - 1,
      found: f(findCrossing(deterring)),
      within: 0.01,
    },
    {
      what: "J from which an appeal pays: C",
      formula: appealCost,
      found: findCrossing(worthwhile),
      within: 0.01,
    },
  ]
}

export const milgromNorthWeingast: Published = {
  name: "law merchant",
  source:
    "Milgrom, North and Weingast, The role of institutions in the revival of trade, Economics and Politics 2 (1990), 1–23",
  formula: "honest trade holds where δ(1 − Q)/(1 − δ) ≥ f(J) ≥ max(α − 1, f(C))",
  model:
    "The court judges and keeps the record: who owes a judgment is in default by PD11 §4. α = 1.75, β = 1, C = 0.5, f(J) = 1.25 J and J = 0.8 are chosen here.",
  seconds: 1,
  reproduce,
}
