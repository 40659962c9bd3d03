/** The cost of a public read that one agent can cause: the bytes of its answer, and its reads of the store. */
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent, Standing } from "../agents/index.ts"
import { delivered } from "../bench/testing/Cases.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import type { Query } from "../kernel/Query.ts"
import * as Reader from "../kernel/Reader.ts"
import type { Driver } from "../store/Store.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { put } from "../testing/Put.ts"
import { judge, stage } from "../testing/Stage.ts"
import { agentOrders, readAgent } from "./AgentRecord.ts"
import { Entries, type Entry } from "./Entry.ts"
import { checkCompliance } from "./Queries.ts"
import { bound, fresh, openedAs, threeDays } from "./testing/Given.ts"

const shams = 120
const ordersEach = 12
const now = start + 9 * threeDays

/** A judgment with as many and as long orders against the agent as one may have. */
const sham = (n: number, of: Judgment.Judgment): Judgment.Judgment => ({
  ...of,
  citation: `[2026] MC ${n}`,
  number: n,
  deliveredAt: start + n,
  entries: Array.from({ length: ordersEach }, (_, i) => `entry-${n}-${i + 1}`),
  orders: Array.from({ length: ordersEach }, (_, i) => ({
    n: i + 1,
    kind: "pay" as const,
    text: "p".repeat(2000),
    amountCents: 1,
    against: bound,
    inFavourOf: { id: "id-of-friend", handle: "friend", operatorId: null },
    hours: 72,
  })),
})

const entriesOf = ({ citation, number, entries }: Judgment.Judgment): ReadonlyArray<Entry> =>
  entries.map((id, i) => ({
    ...openedAs(id),
    citation: `${citation}`,
    n: i + 1,
    deliveredAt: start + number,
  }))

/** The store, and how many records and items it gave. */
const counting = (driver: Driver) => {
  const given = { calls: 0, records: 0 }
  const tell = (records: number) => {
    given.calls += 1
    given.records += records
  }
  const counted: Driver = {
    ...driver,
    read: (refs) => Effect.tap(driver.read(refs), (found) => Effect.sync(() => tell(found.length))),
    list: (query) => Effect.tap(driver.list(query), ({ items }) => Effect.sync(() => tell(items.length))),
    journal: (query) =>
      Effect.tap(driver.journal(query), ({ items }) => Effect.sync(() => tell(items.length))),
  }
  return { given, reader: Reader.make(counted).reader }
}

type Asked<View> = {
  readonly view: View
  readonly bytes: number
  readonly calls: number
  readonly records: number
}

/** A court with an agent against which a friend has these judgments, every order of them in a status and past its time. */
const given = async (status: Standing.EntryStatus) => {
  const court = stage()
  const kept = (...changes: ReadonlyArray<Changed.Change>) => court.act(put, changes, judge)
  await kept(
    Changed.put(Agent.Agents, agent(bound.handle, { id: bound.id })),
    Changed.claim(Agent.handleClaim(bound.handle), bound.id),
    Changed.put(Standing.Standings, { ...fresh, counts: { ...fresh.counts, [status]: shams * ordersEach } }),
  )
  for (let n = 1; n <= shams; n++) {
    const judgment = sham(n, delivered())
    const entries = entriesOf(judgment).map((entry) => Changed.put(Entries, { ...entry, status }))
    await kept(Changed.put(Judgment.Judgments, judgment), ...entries)
  }
  return <I, View>(query: Query<I, View>, input: I): Promise<Asked<View>> => {
    const { given, reader } = counting(court.driver)
    const asked = query.read(input, contextFor({ role: "public" }, now), reader)
    return Effect.runPromise(Effect.orDie(asked)).then((view) => ({
      view,
      bytes: JSON.stringify(view).length,
      ...given,
    }))
  }
}

describe("an agent with a hundred and twenty sham judgments of twelve orders each", () => {
  let ask: Awaited<ReturnType<typeof given>>
  beforeAll(async () => {
    ask = await given("open")
  })

  it("PD11 §9 its public record stays small, and so does what is read for it", async () => {
    const { view, bytes, calls, records } = await ask(readAgent, { handle: bound.handle })
    expect(view).toMatchObject({ label: "qualified", orders: { length: 20 } })
    expect(bytes).toBeLessThan(60_000)
    expect(calls).toBeLessThan(14)
    expect(records).toBeLessThan(140)
  })

  it("PD11 §9 its compliance record reads one page of entries, its label three more, and what is behind it the latest hundred", async () => {
    const page = { after: null, limit: 20 }
    const { view, bytes, calls, records } = await ask(checkCompliance, { handle: bound.handle, page })
    expect(view).toMatchObject({ counts: { open: 1440 }, entries: { length: 20 } })
    expect(bytes).toBeLessThan(40_000)
    expect(calls).toBeLessThan(10)
    expect(records).toBeLessThan(126)
  })

  it("PD11 §9 the largest page of its orders has a hundred, and reads few judgments more than it shows", async () => {
    const { view, bytes, records } = await ask(agentOrders, {
      handle: bound.handle,
      page: { after: null, limit: 100 },
    })
    expect(view.items).toHaveLength(100)
    expect(bytes).toBeLessThan(250_000)
    expect(records).toBeLessThan(130)
  })
})
