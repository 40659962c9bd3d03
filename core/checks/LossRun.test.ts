/** The statement of losses: what it counts, and what an agent that wants a better one tries. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Agent, Standing } from "../agents/index.ts"
import { reserved } from "../bench/testing/Cases.ts"
import { Entry } from "../compliance/index.ts"
import {
  attest,
  confirm,
  dispute,
  having,
  meet,
  openedAs,
  passedAt,
  supersede,
  threeDays,
} from "../compliance/testing/Given.ts"
import * as Changed from "../kernel/Change.ts"
import { bounds, published } from "../kernel/Schedule.ts"
import { days, format } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"
import { agent } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { ordersBy, readLossRun } from "./LossRun.ts"

const day = days(1)
const enrolledAt = start - 100 * day
const debtor = agent("debtor", { id: "id-of-debtor", enrolledAt, stakeCents: 10_000 })
const twin = agent("twin", { id: "id-of-twin", enrolledAt: start - day, operatorId: debtor.operatorId })
const enrolled = [debtor, twin].flatMap((one) => [
  Changed.put(Agent.Agents, one),
  Changed.claim(Agent.handleClaim(one.handle), one.id),
])
const context = (now: number) => ({
  actor: { role: "public" } as const,
  now,
  terms: published.at(now),
  schedule: published,
})
const put = (...entries: ReadonlyArray<Entry.Entry>) => {
  const standing = Standing.make(debtor.id, "debtor")
  const counts = { ...standing.counts }
  for (const { status } of entries) counts[status] += 1
  return [
    ...entries.map((entry) => Changed.put(Entry.Entries, entry)),
    Changed.put(Standing.Standings, { ...standing, counts }),
  ]
}
const party = (handle: string) => ({ id: `id-of-${handle}`, handle, operatorId: `op-of-${handle}` })
const claimed = (number: number, filedAt: number, changes: Partial<Matter.Matter> = {}) =>
  Changed.put(
    Matter.Matters,
    reserved({
      id: `matter-${number}`,
      number,
      filedAt,
      claimant: party("creditor"),
      respondent: party("debtor"),
      ...changes,
    }),
  )
interface Asked {
  readonly handle?: string
  readonly from?: number
  readonly to?: number
}
const asked = (now: number, given: Asked, ...changes: ReadonlyArray<Changed.Change>) =>
  factsOf(...enrolled, ...changes).ask(readLossRun, { handle: "debtor", ...given }, context(now))
const told = (now: number, given: Asked, ...changes: ReadonlyArray<Changed.Change>) =>
  Either.getOrThrow(asked(now, given, ...changes))
const codeOf = (now: number, given: Asked, ...changes: ReadonlyArray<Changed.Change>) =>
  Either.match(asked(now, given, ...changes), { onLeft: ({ code }) => code, onRight: () => null })

const later = start + 2 * threeDays
const honoured = (id: string) => having(openedAs(id), [attest(start + 1), start + 1], [confirm, start + 2])
const defaulted = (id: string) => passedAt(passedAt(openedAs(id), start + threeDays), later)

describe("the statement of losses", () => {
  it("PD11 §14C given orders with every end, then each is counted once by what became of it, and its sum with it", () => {
    const orders = ordersBy(
      [
        honoured("in-time"),
        passedAt(having(openedAs("by-words"), [attest(start + 1), start + 1]), later),
        having(openedAs("late"), [confirm, start + threeDays + 1]),
        having(openedAs("held"), [meet, start + 1]),
        openedAs("running"),
        having(openedAs("disputed"), [dispute(), start + 1]),
        passedAt(openedAs("notified"), start + threeDays),
        defaulted("default"),
        having(openedAs("gone"), [supersede, start + 1]),
        { ...honoured("friend"), sameOperator: true },
        { ...honoured("work"), type: "perform", amountCents: null },
      ],
      start + 3,
    )
    const one = { n: 1, sumCents: 5_000 }
    expect(orders).toEqual({
      made: { n: 9, sumCents: 40_000 },
      honouredInTime: { n: 2, sumCents: 5_000 },
      statedInTime: one,
      honouredOtherwise: { n: 2, sumCents: 10_000 },
      running: one,
      contested: one,
      overdue: one,
      unsatisfied: one,
      sameOperator: one,
    })
  })

  it("PD11 §14C given a time that passed and is not recorded yet, then the order counts as what it is now", () => {
    expect(told(start + threeDays, {}, ...put(openedAs("a"))).orders).toMatchObject({
      running: { n: 0 },
      overdue: { n: 1 },
    })
    expect(told(later, {}, ...put(passedAt(openedAs("a"), start + threeDays))).orders).toMatchObject({
      unsatisfied: { n: 1, sumCents: 5_000 },
    })
  })

  it("PD11 §14C given an agent without claims and orders, then its statement has its enrolment, noughts and no score", () => {
    const { orders, ...rest } = told(start, {})
    expect(rest).toEqual({
      handle: "debtor",
      operatorIdentity: debtor.identity.status,
      enrolledAt: format(enrolledAt),
      from: format(enrolledAt),
      to: null,
      dealings: { lodged: 0, reviewed: 0 },
      claims: {
        against: { filed: 0, undecided: 0, decided: 0, ended: 0 },
        brought: { filed: 0, undecided: 0, decided: 0, ended: 0 },
      },
      standing: {
        label: "no record",
        reputation: 0,
        counts: Standing.make("", "").counts,
        behind: { parties: 0, proven: 0, sumCents: 0 },
        overdueCents: 0,
      },
      asOf: format(start),
    })
    expect(Object.values(orders).every(({ n }) => n === 0)).toBe(true)
  })

  it("PD11 §14C given claims of both sides, then each is counted on its side by whether it was decided or ended, and no value is told", () => {
    const statement = told(
      start,
      {},
      claimed(1, start - 3 * day),
      claimed(2, start - 2 * day, { status: "decided", endedAt: start - day, citation: "[2026] MC 1" }),
      claimed(3, start - 2 * day, { status: "discontinued", endedAt: start - day }),
      claimed(4, start - day, { claimant: party("debtor"), respondent: party("creditor") }),
    )
    expect(statement.claims).toEqual({
      against: { filed: 3, undecided: 1, decided: 1, ended: 1 },
      brought: { filed: 1, undecided: 1, decided: 0, ended: 0 },
    })
    expect(JSON.stringify(statement)).not.toContain("40000")
    expect(JSON.stringify(statement)).not.toContain("creditor")
  })

  it("PD11 §14C given a party that asks for a range without its default, then the default shows in its standing all the same", () => {
    const bad = put(defaulted("bad"))
    const { orders, standing } = told(later + 2, { from: start + 1, to: later + 1 }, ...bad)
    expect(orders.made.n).toBe(0)
    expect(standing).toMatchObject({ label: "in default", counts: { unsatisfied: 1 }, overdueCents: 5_000 })
  })

  it("PD11 §14C a range has its first instant and not its end", () => {
    const [made, filed] = [put(honoured("a")), claimed(1, start)]
    const counted = (from: number, to: number) => {
      const { orders, claims } = told(later, { from, to }, ...made, filed)
      return [orders.made.n, claims.against.filed]
    }
    expect(counted(start, start + 1)).toEqual([1, 1])
    expect(counted(start - 1, start)).toEqual([0, 0])
    expect(counted(start + 1, start + 2)).toEqual([0, 0])
  })

  it("PD11 §14C given an operator that splits its agent into two, then the new one has no record, and says since when", () => {
    const fresh = told(later, { handle: "twin", from: enrolledAt }, ...put(defaulted("bad")))
    expect(fresh).toMatchObject({
      handle: "twin",
      enrolledAt: format(start - day),
      from: format(start - day),
      orders: { made: { n: 0 } },
      standing: { label: "no record" },
    })
    expect(codeOf(later, { handle: "twin", from: enrolledAt, to: start - day })).toBe("range_empty")
  })

  it("PD11 §14C given two agents of one operator that order payments from each other, then these stand apart", () => {
    const sham = Array.from({ length: 3 }, (_, i) => ({ ...honoured(`e${i}`), sameOperator: true }))
    expect(told(later, {}, ...put(...sham)).orders).toMatchObject({
      made: { n: 0, sumCents: 0 },
      honouredInTime: { n: 0 },
      sameOperator: { n: 3, sumCents: 15_000 },
    })
  })

  it("PD11 §14C given an end after now, then the statement goes on until now and never into what is to come", () => {
    expect(told(start, { from: start - day, to: start + 9 * day })).toMatchObject({
      from: format(start - day),
      to: null,
    })
    expect(told(start, { from: start })).toMatchObject({ from: format(start), to: null })
    expect(told(start, { to: start })).toMatchObject({ to: format(start) })
  })

  it.each<[string, Asked, string]>([
    ["that begins after now", { from: start + 1 }, "range_empty"],
    ["that ends as it begins", { from: start - day, to: start - day }, "range_empty"],
    ["that ends before it begins", { from: start, to: start - 1 }, "range_empty"],
    ["that ends before enrolment", { to: enrolledAt }, "range_empty"],
    ["of nobody", { handle: "nobody" }, "unknown_agent"],
  ])("PD11 §14C given a range %s, then it is refused", (_, range, code) => {
    expect(codeOf(start, range)).toBe(code)
  })

  it("PD11 §14C given a range longer than the longest, then it is refused, and the longest is not", () => {
    const longest = days(bounds.lossRunDaysMax)
    const now = start + 2 * longest
    expect(codeOf(now, { from: start, to: start + longest })).toBeNull()
    expect(codeOf(now, { from: start, to: start + longest + 2 })).toBe("range_too_long")
    expect(codeOf(now, {})).toBe("range_too_long")
  })

  it("PD11 §14C given more claims than are counted, then a shorter range is counted, however many there are before and after it", () => {
    const most = bounds.lossRunRecordsMax
    const many = Array.from({ length: 3 * most }, (_, i) =>
      claimed(2 * i + 1, start + (i - 3 * most) * 1_000, { status: "lapsed", endedAt: start }),
    )
    const at = (i: number) => start + (i - 3 * most) * 1_000
    expect(codeOf(start, {}, ...many)).toBe("range_too_full")
    for (const first of [0, 1, most, most + 1, 2 * most - 1, 2 * most])
      expect(told(start, { from: at(first), to: at(first + most) }, ...many).claims.against.filed).toBe(most)
    expect(told(start, { from: at(3 * most - 1) }, ...many).claims.against.filed).toBe(1)
    expect(told(start, { from: start }, ...many).claims.against.filed).toBe(0)
    expect(codeOf(start, { from: at(most), to: at(2 * most + 1) }, ...many)).toBe("range_too_full")
  })

  it("PD11 §14C given more orders than are counted, then a shorter range is counted", () => {
    const most = bounds.lossRunRecordsMax
    const many = put(
      ...Array.from({ length: most + 2 }, (_, i) => ({ ...honoured(`e${i}`), deliveredAt: start + i })),
    )
    expect(codeOf(later, {}, ...many)).toBe("range_too_full")
    expect(told(later, { from: start + 1, to: start + 1 + most }, ...many).orders.made.n).toBe(most)
    expect(told(later, { to: start + 1 }, ...many).orders.made.n).toBe(1)
  })
})
