/** The record of the last event, on the memory store. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { LastEvent } from "../../core/registrar/index.ts"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, StoreUnavailable } from "../../core/store/Store.ts"
import { keepLastEvent, staleMs } from "./LastEvent.ts"

const act = (at: number): ChangeSet => ({
  ...empty(at),
  events: [{ id: `event-${at}`, at, type: "tried", subject: "court", rules: [], data: null }],
})

/** A store with the number of its commits, and two processes of a court on it. */
const given = () => {
  const memory = Effect.runSync(MemoryStore.make)
  const seen = { commits: 0, notes: true }
  const counted: Driver = {
    ...memory,
    commit: (changes) =>
      Effect.suspend(() => {
        seen.commits += 1
        return seen.notes || changes.puts.length === 0
          ? memory.commit(changes)
          : Effect.fail(new StoreUnavailable({ operation: "commit", cause: "planted" }))
      }),
  }
  const [one, other] = [keepLastEvent(counted), keepLastEvent(counted)]
  const last = () => Effect.runPromise(Effect.map(LastEvent.read(memory), ({ at }) => at))
  return { seen, one, other, last }
}
const run = (driver: Driver, changes: ChangeSet) => Effect.runPromise(driver.commit(changes))

describe("the record of the last event", () => {
  it("is at most a second older than the last event, and is written with few acts", async () => {
    const { seen, one, last } = given()
    expect(await last()).toBe(null)
    const acts = 30
    for (let i = 0; i < acts; i++) {
      await run(one, act(1_000_000 + i * 100))
      expect(1_000_000 + i * 100 - ((await last()) ?? 0)).toBeLessThan(staleMs)
    }
    expect(seen.commits).toBe(acts + (acts * 100) / staleMs)
  })

  it("never goes back, whichever process acts and whatever its clock shows", async () => {
    const { one, other, last } = given()
    await run(one, act(2_000_000))
    await run(other, act(1_000_000))
    expect(await last()).toBe(2_000_000)
    await run(other, act(3_000_000))
    await run(one, act(2_500_000))
    expect(await last()).toBe(3_000_000)
  })

  it("is not written for a commit without an event", async () => {
    const { one, last } = given()
    await run(one, empty(1_000_000))
    expect(await last()).toBe(null)
  })

  it("takes no act with it if it can't be written, and the next act writes it", async () => {
    const { seen, one, last } = given()
    seen.notes = false
    expect(await run(one, act(1_000_000))).toMatchObject({ _tag: "Committed" })
    expect(await last()).toBe(null)
    seen.notes = true
    await run(one, act(1_000_001))
    expect(await last()).toBe(1_000_001)
  })
})
