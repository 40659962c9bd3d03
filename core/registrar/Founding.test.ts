/** Opening a store for one court, on the memory store. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { LaterFormat } from "../kernel/Defect.ts"
import { empty } from "../store/ChangeSet.ts"
import * as MemoryStore from "../store/MemoryStore.ts"
import { start } from "../testing/Context.ts"
import * as Founding from "./Founding.ts"

const founding: Founding.Founding = {
  courtId: "court-1",
  notary: "ab".repeat(32),
  sandbox: false,
  openedAt: start,
}
const counter = (last: number, series: "MC" | "UC" = "MC") => ({ series, year: 2026, last })

describe("the court of a store", () => {
  it("Rule 5.5 given a new store, then it belongs to no court until it is opened for one", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    const before = await Effect.runPromise(Founding.read(driver, []))
    expect(before).toEqual({ founding: null, version: 0, given: [] })
    await Effect.runPromise(driver.commit(Founding.openFor(founding, before, [], "event-1")))
    expect(await Effect.runPromise(Founding.read(driver, []))).toEqual({ founding, version: 1, given: [] })
  })

  it("Rule 5.5 given a store that lacks the last sealed judgments, then each series continues after their numbers, and never goes back", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    const opened = async (...counters: ReadonlyArray<ReturnType<typeof counter>>) => {
      const found = await Effect.runPromise(Founding.read(driver, counters))
      const set = Founding.openFor(founding, found, counters, "event")
      expect(await Effect.runPromise(driver.commit(set))).toMatchObject({ _tag: "Committed" })
      return set.events[0]?.data
    }
    expect(await opened(counter(7))).toMatchObject({ after: [counter(7)] })
    expect(await opened(counter(5), counter(2, "UC"))).toMatchObject({ after: [counter(2, "UC")] })
    const { given } = await Effect.runPromise(Founding.read(driver, [counter(0), counter(0, "UC")]))
    expect(given.map(({ last }) => last)).toEqual([7, 2])
  })

  it("Rule 5.5 given a store of a later format, then nothing of it is read but the version that wrote it, and the refusal names this version", async () => {
    const later = {
      written: { by: "9.1.0", format: Founding.storeFormat + 1 },
      court: { named: "otherwise" },
    }
    const ref = { kind: "founding", id: "court" }
    const read = async (body: typeof later | Founding.Founding) => {
      const driver = Effect.runSync(MemoryStore.make)
      await Effect.runPromise(
        driver.commit({ ...empty(start), puts: [{ ref, expected: 0, body, index: [] }] }),
      )
      return Effect.runPromise(Effect.either(Effect.catchAllDefect(Founding.read(driver, []), Effect.fail)))
    }
    expect(await read(later)).toMatchObject({ left: expect.any(LaterFormat) })
    expect(await read(later)).toMatchObject({
      left: { message: expect.stringContaining("agent-court 9.1.0 can read it") },
    })
    const written = { by: "0.1.0", format: Founding.storeFormat }
    expect(await read({ ...founding, written })).toMatchObject({ right: { founding: { written } } })
  })

  it("Rule 5.5 given a store of an earlier format, when this version starts on it, then it is marked, once, and only upwards", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    const read = () => Effect.runPromise(Founding.read(driver, []))
    const written = { by: "9.1.0", format: Founding.storeFormat + 1 }
    expect(Founding.markFormat(await read(), written, start)).toBeNull()
    await Effect.runPromise(driver.commit(Founding.openFor(founding, await read(), [], "event-1")))
    expect(Founding.markFormat(await read(), { by: "0.1.0", format: 1 }, start)).toBeNull()
    const marked = Founding.markFormat(await read(), written, start)
    expect(marked).toMatchObject({ events: [], puts: [{ expected: 1, body: { ...founding, written } }] })
    expect(Founding.markFormat({ founding: { ...founding, written }, version: 2 }, written, start)).toBeNull()
    const earlier = { ...written, format: Founding.storeFormat }
    expect(Founding.markFormat({ founding: { ...founding, written }, version: 2 }, earlier, start)).toBeNull()
  })
})
