import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../../core/kernel/Actor.ts"
import * as Court from "../../core/kernel/Court.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { Host } from "../../core/kernel/Host.ts"
import { bounds, published, type Schedule } from "../../core/kernel/Schedule.ts"
import { hours, minutes } from "../../core/kernel/Time.ts"
import { varyParameters } from "../../core/registrar/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store, StoreUnavailable } from "../../core/store/Store.ts"
import { start } from "../../core/testing/Context.ts"
import { nothingSealed } from "../../core/testing/NothingSealed.ts"
import { Health } from "../store/index.ts"
import * as Hosts from "./Hosts.ts"

const registrar: Actor = { role: "registrar" }

/** One process of a court. Its clock may be ahead or behind, and its reads of the store are counted. */
const processOf = (driver: Driver, clock: { now: number }, skew = 0) => {
  let reads = 0
  let down = false
  const counted: Driver = {
    ...driver,
    list: (query) =>
      down
        ? Effect.fail(new StoreUnavailable({ operation: "list", cause: null }))
        : Effect.suspend(() => {
            reads += 1
            return driver.list(query)
          }),
  }
  const schedule = Hosts.keptSchedule(
    counted,
    Effect.sync(() => clock.now + skew),
  )
  return {
    reads: () => reads,
    setDown: (now: boolean) => {
      down = now
    },
    schedule: (): Promise<Schedule> => Effect.runPromise(schedule),
    threshold: async () => (await Effect.runPromise(schedule)).at(clock.now + skew).summaryThresholdCents,
  }
}

const vary = (driver: Driver, now: number, value: number, schedule = published) =>
  Effect.runPromise(
    Court.execute(
      varyParameters,
      { summaryThresholdCents: value, reasons: "A test." },
      { actor: registrar, now, seed: "0123456789abcdef0123", schedule },
    ).pipe(Effect.provideService(Store, driver), Effect.provide(nothingSealed)),
  )

const opened = () => {
  const driver = Effect.runSync(MemoryStore.make)
  const clock = { now: start }
  return { driver, clock }
}

describe("the hash of a host", () => {
  it.each(["", "0123456789abcdef0123/0/event/1", "Gericht für Ämter ⚖️", "\ud800 alone", "a".repeat(1_000)])(
    "Rule 2.1 given %j, then its hash is that of the core, so that ids are the same whoever hashes",
    (text) => {
      expect(Hosts.sha256(text)).toBe(sha256Hex(text))
    },
  )
})

describe("real time that is kept", () => {
  it.each([
    ["a little behind", minutes(4), (now: number, last: number) => now === last],
    ["far behind, where no act is taken,", minutes(6), (now: number, last: number) => now < last],
    ["ahead of", -minutes(1), (now: number, last: number) => now > last],
  ])(
    "Rule 2.6 given a clock that is %s the last event, then its instant is as expected",
    async (_, ahead, holds) => {
      const lastEventAt = Date.now() + ahead
      const health = Layer.succeed(Health.Health, {
        state: Effect.succeed({ lastCommitAt: null, trouble: null }),
        lastEventAt: Effect.succeed(lastEventAt),
      })
      const store = Layer.succeed(Store, opened().driver)
      const now = Effect.flatMap(Host, (host) => host.now)
      const read = await Effect.runPromise(
        Effect.provide(now, Layer.provide(Hosts.kept, Layer.merge(health, store))),
      )
      expect(holds(read, lastEventAt)).toBe(true)
    },
  )
})

describe("the figures in force in several processes", () => {
  it("Rule 8.1 every process applies an amendment from the instant at which it takes effect, whenever it last read the figures and although clocks differ", async () => {
    const { driver, clock } = opened()
    const lead = bounds.amendmentLeadMinutes * 60_000
    for (const lookedBefore of [0, 1, lead / 4, lead / 2 - 1]) {
      const at = clock.now + hours(1)
      const old = await processOf(driver, clock).threshold()
      const processes = [-5_000, 0, 5_000].map((skew) => processOf(driver, clock, skew))
      // given processes that have read the figures shortly before the amendment, and a process that makes it
      clock.now = at - lookedBefore
      for (const one of processes) await one.threshold()
      clock.now = at
      await vary(driver, at, old + 1)
      // then each uses the old figure up to that instant, and the new one from then on
      for (const one of processes) expect(await one.threshold()).toBe(old)
      clock.now = at + lead - 5_001
      for (const one of processes) expect(await one.threshold()).toBe(old)
      clock.now = at + lead + 5_000
      for (const one of processes) expect(await one.threshold()).toBe(old + 1)
    }
  })

  it("Rule 8.1 a process reads the store at most once in half the time for which figures are fresh, however often it is asked", async () => {
    const { driver, clock } = opened()
    const one = processOf(driver, clock)
    const first = await one.schedule()
    const perLook = one.reads()
    for (let n = 0; n < 1_000; n++) expect(await one.schedule()).toBe(first)
    expect(one.reads()).toBe(perLook)
    // four minutes of questions, a hundred a second
    const step = 10
    const looks = () => one.reads() / perLook
    for (let ms = 0; ms < 60_000 * 4; ms += step) {
      clock.now += step
      await one.schedule()
    }
    expect(looks()).toBeLessThanOrEqual(1 + (4 * 60_000) / (Hosts.scheduleFreshMs / 2))
  })

  it("Rule 8.1 while the store is unavailable, a process uses its figures until they are no longer fresh, and then fails", async () => {
    const { driver, clock } = opened()
    const one = processOf(driver, clock)
    const first = await one.schedule()
    one.setDown(true)
    clock.now += Hosts.scheduleFreshMs - 1
    expect(await one.schedule()).toBe(first)
    clock.now += 1
    await expect(one.schedule()).rejects.toThrow()
    one.setDown(false)
    expect((await one.schedule()).at(clock.now)).toEqual(published.at(clock.now))
  })

  it("Rule 8.1 a host that reads the figures for every envelope applies an amendment at once", async () => {
    const { driver, clock } = opened()
    const schedule = await Effect.runPromise(Hosts.freshSchedule(driver))
    expect(schedule.at(clock.now).amendmentLeadMinutes).toBe(0)
    await vary(driver, clock.now, 7, schedule)
    const after = await Effect.runPromise(Hosts.freshSchedule(driver))
    expect(after.at(clock.now).summaryThresholdCents).toBe(7)
    expect(after.at(clock.now - 1).summaryThresholdCents).toBe(bounds.summaryThresholdCents)
  })

  it("Rule 8.1 a process reads the figures again when its clock jumps ahead or goes back", async () => {
    const { driver, clock } = opened()
    const one = processOf(driver, clock)
    await one.schedule()
    await vary(driver, clock.now, 7)
    clock.now += hours(24 * 30)
    expect(await one.threshold()).toBe(7)
    clock.now -= hours(24 * 30)
    expect(await one.threshold()).toBe(bounds.summaryThresholdCents)
  })
})
