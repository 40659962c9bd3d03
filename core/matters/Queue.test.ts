/** Turns of the queue when the Registrar gives the list more places (PD1 §5). */

import { Effect, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { make } from "../kernel/Schedule.ts"
import { minutes } from "../kernel/Time.ts"
import { filing } from "../testing/Matters.ts"
import { clock, registrar, stage } from "../testing/Stage.ts"
import { passMatterDeadline } from "./Acts.ts"
import { DocketLists, listBeforeFirstMatter } from "./Docket.ts"
import { fileMatter } from "./FileMatter.ts"
import { openList, QueueTurn, queueKind, serveQueued } from "./Lists.ts"
import { Matters, subjectOf } from "./Matter.ts"

const places = (value: number) =>
  make([
    { name: "listCapacityMatters", from: 0, value },
    { name: "openMattersMax", from: 0, value: 90 },
    { name: "claimsMax", from: 0, value: 90 },
    { name: "listOperatorPlacesMax", from: 0, value: 90 },
    { name: "listStatedPercent", from: 0, value: 3_000 },
  ])

/** A court whose list of three places is full and behind which `count` matters wait; and the same court with more places. */
const waiting = async (count: number, more: number) => {
  const court = stage(places(3))
  const buyer = await court.enrolled("buyer")
  await court.enrolled("seller")
  const ids: Array<string> = []
  for (let i = 0; i < 3 + count; i++) ids.push((await court.act(fileMatter, filing(), buyer)).matter.id)
  const wider = stage(places(more), { driver: court.driver, now: court.now() })
  const turns = async (now: number) => {
    const query = { kinds: [queueKind], worker: "w", now, until: now + 1, limit: 9 }
    const leased = await Effect.runPromise(court.driver.lease(query))
    return leased.map(({ body, dueAt }) => ({ ...Schema.decodeUnknownSync(QueueTurn)(body), dueAt }))
  }
  return { ...wider, narrow: court, ids, turns }
}

describe("a list that is given more places", () => {
  it("PD1 §5 given matters that wait, when the Registrar opens the list, then the same list serves each once, in the order of filing and a few in each turn", async () => {
    const court = await waiting(20, 40)
    const { list } = await court.act(openList, { reasons: "More places." }, registrar)
    expect(list).toMatchObject({ number: 1, capacity: 40, open: 3, queued: 20 })
    expect((await court.events()).at(-1)).toMatchObject({ type: "registrar.list_served" })
    const first = await court.act(serveQueued, {}, clock)
    expect(first.served).toBeGreaterThan(0)
    expect(first.queued).toBeGreaterThan(0)
    await court.fire()
    expect(await court.act(serveQueued, {}, clock)).toEqual({ served: 0, queued: 0 })
    const served = (await court.events()).filter(({ type }) => type === "matter.served")
    expect(served.map(({ subject }) => subject)).toEqual(court.ids.map(subjectOf))
    const kept = Option.getOrThrow(
      await court.read((reader) => reader.find(DocketLists, listBeforeFirstMatter.id)),
    )
    expect(kept).toMatchObject({ list: 1, placed: 23, queued: 0 })
  })

  it("PD1 §5 given a full list and no matter that waits, when the Registrar opens the next list, then no turn is set", async () => {
    const court = await waiting(0, 3)
    const { list } = await court.act(openList, {}, registrar)
    expect(list).toMatchObject({ number: 2, open: 0, queued: 0 })
    expect(await court.turns(court.now())).toEqual([])
  })

  it("PD1 §5 given a full list, then a turn serves no matter", async () => {
    const court = await waiting(2, 40)
    expect(await court.narrow.act(serveQueued, {}, clock)).toEqual({ served: 0, queued: 2 })
  })

  it.each([
    ["at that instant", 0],
    ["an hour later, because it was committed late", 60],
  ])(
    "PD1 §5 given a capacity in force from an instant, and a first turn %s, then each turn sets the next one, until the last one ten minutes after the first",
    async (_, late) => {
      const court = await waiting(0, 40)
      const capacityFrom = court.now()
      court.advance(minutes(late))
      const first = court.now()
      const lastAt = first + minutes(10)
      await court.act(serveQueued, { capacityFrom }, clock)
      const again = first + minutes(5)
      expect(await court.turns(again)).toEqual([{ capacityFrom, lastAt, dueAt: again }])
      court.advance(minutes(8))
      await court.act(serveQueued, { capacityFrom, lastAt }, clock)
      expect(await court.turns(lastAt)).toEqual([{ capacityFrom, lastAt, dueAt: lastAt }])
      court.advance(minutes(2))
      await court.act(serveQueued, { capacityFrom, lastAt }, clock)
      // No turn is set after the last one.
      expect(await court.turns(first + minutes(60))).toEqual([{ capacityFrom, lastAt, dueAt: lastAt }])
    },
  )
})

describe("the deadline of a matter", () => {
  it("Rule 4.9 given a deadline that fires before its time, then nothing is recorded", async () => {
    const court = await waiting(0, 3)
    const matterId = needPresent(court.ids[0], "a matter")
    const recorded = async () => ({
      matter: await court.read((reader) => reader.find(Matters, matterId)),
      events: await court.events(),
    })
    const before = await recorded()
    expect(await court.act(passMatterDeadline, { matterId }, clock)).toMatchObject({ status: "served" })
    expect(await recorded()).toEqual(before)
  })
})
