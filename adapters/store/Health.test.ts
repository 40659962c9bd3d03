import { Deferred, Effect, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { LastEvent } from "../../core/registrar/index.ts"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, limits, StoreUnavailable } from "../../core/store/Store.ts"
import { reasonOf, watchHealth } from "./Health.ts"

const unexpected = () => Effect.dieMessage("no test uses this operation")
const nothing: Driver = {
  supports: { durable: false, shared: false },
  read: unexpected,
  list: unexpected,
  search: unexpected,
  holder: unexpected,
  tallies: unexpected,
  blob: unexpected,
  receipt: unexpected,
  journal: unexpected,
  lease: unexpected,
  commit: unexpected,
}

/** A store whose commits end as a test says, with its clock, the number of its commits, and the lines that are logged. */
const given = () => {
  const causes = {
    full: Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" }),
    locked: Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" }),
  } as const
  const seen = {
    commits: 0,
    lines: [] as string[],
    now: 1_000_000,
    outcome: "kept" as "kept" | keyof typeof causes,
  }
  const driver: Driver = {
    ...nothing,
    commit: () =>
      Effect.suspend(() => {
        seen.commits += 1
        return seen.outcome === "kept"
          ? Effect.succeed({ _tag: "Committed", numbers: [] } as const)
          : Effect.fail(new StoreUnavailable({ operation: "commit", cause: causes[seen.outcome] }))
      }),
  }
  const watched = watchHealth(driver, { wallMs: () => seen.now, steadyMs: () => seen.now })
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message }) => void seen.lines.push(String(message))),
  )
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(effect, logger))
  const act = () => run(Effect.either(watched.driver.commit(empty(1))))
  return { seen, act, state: () => run(watched.health.state) }
}

describe("the health of a store", () => {
  it("is shown by the last commit of anybody, or by a trial commit if that one is too old", async () => {
    const { seen, act, state } = given()
    await act()
    expect(await state()).toEqual({ lastCommitAt: 1_000_000, trouble: null })
    expect(seen.commits).toBe(1)
    seen.now += 10_000
    expect(await state()).toEqual({ lastCommitAt: 1_010_000, trouble: null })
    expect(seen.commits).toBe(2)
  })

  it("Rule 2.6 knows when the last event was: its own at once, and what another process recorded once it has looked", async () => {
    const store = Effect.runSync(MemoryStore.make)
    let now = 0
    const process = () => watchHealth(store, { wallMs: () => now, steadyMs: () => now })
    const [one, other] = [process(), process()]
    const act = async (of: typeof one, at: number) =>
      Effect.runPromise(
        of.driver.commit({
          ...empty(at),
          events: [{ id: `event-${at}`, at, type: "tried", subject: "court", rules: [], data: null }],
        }),
      )
    const seen = (of: typeof one) => Effect.runPromise(of.health.lastEventAt)
    expect(await seen(one)).toBe(null)
    await act(one, 1_000)
    expect(await seen(one)).toBe(1_000)
    // given a deadline that fires at its own, earlier instant
    await act(one, 500)
    expect(await seen(one)).toBe(1_000)
    await Effect.runPromise(store.commit(LastEvent.note(9_000, 0)))
    expect(await seen(other)).toBe(9_000)
    // then a process looks at most once a second, and its acts don't wait for that
    expect(await seen(one)).toBe(1_000)
    now += 1_000
    await seen(one)
    await expect.poll(() => seen(one)).toBe(9_000)
  })

  it("is tried with a commit as large as the largest act, so that room for a small one is no proof", async () => {
    const written: Array<ChangeSet> = []
    const commit: Driver["commit"] = (changes) => {
      written.push(changes)
      return Effect.succeed({ _tag: "Committed", numbers: [] })
    }
    await Effect.runPromise(watchHealth({ ...nothing, commit }).health.state)
    const [trial] = written
    expect(written).toHaveLength(1)
    expect(JSON.stringify(trial?.tasks).length).toBeGreaterThan(
      limits.changeSetBytes - 2 * limits.recordBytes,
    )
    expect(JSON.stringify(trial).length).toBeLessThan(limits.changeSetBytes)
    for (const { body, dueAt } of trial?.tasks ?? []) {
      expect(JSON.stringify(body).length).toBeLessThanOrEqual(limits.recordBytes)
      // No worker ever gets such a task.
      expect(new Date(dueAt).getUTCFullYear()).toBe(9999)
    }
  })

  it("gives the code of the store's error and the instant of the first failure, until a commit succeeds", async () => {
    const { seen, act, state } = given()
    await act()
    seen.outcome = "full"
    await act()
    seen.now += 5_000
    const trouble = { operation: "commit", code: "SQLITE_FULL", since: 1_000_000 }
    expect(await state()).toEqual({ lastCommitAt: 1_000_000, trouble })
    seen.outcome = "kept"
    seen.now += 1_000
    expect(await state()).toEqual({ lastCommitAt: 1_006_000, trouble: null })
  })

  it("makes at most one trial commit a second, however many ask", async () => {
    const { seen, state } = given()
    seen.outcome = "full"
    await Promise.all(Array.from({ length: 50 }, state))
    seen.now += 999
    await Promise.all(Array.from({ length: 50 }, state))
    expect(seen.commits).toBe(1)
    seen.now += 1
    await Promise.all(Array.from({ length: 50 }, state))
    expect(seen.commits).toBe(2)
  })

  it("is given even if the disk does not answer", async () => {
    const disk = Effect.runSync(Deferred.make<never>())
    const { health } = watchHealth({ ...nothing, commit: () => Deferred.await(disk) })
    expect(await Effect.runPromise(health.state)).toMatchObject({ trouble: { code: "no_answer" } })
  })

  it("is logged once, each minute while it lasts with the number of failures since, and once when it is over", async () => {
    const { seen, act } = given()
    seen.outcome = "full"
    for (let second = 0; second <= 60; second++) {
      await act()
      seen.now += 1_000
    }
    const line = "the store is unavailable: commit failed with SQLITE_FULL: database or disk is full"
    expect(seen.lines.splice(0)).toEqual([line, `${line} (59 more failures since the last line)`])
    // Another trouble is said at once, but for the second after a line, and the first one not again before its minute.
    seen.outcome = "locked"
    await act()
    seen.outcome = "full"
    await act()
    seen.outcome = "kept"
    await act()
    expect(seen.lines).toEqual([
      "the store is unavailable: commit failed with SQLITE_BUSY: database is locked",
      "the store is back after commit failed with SQLITE_FULL",
    ])
    // and a trouble that comes back is said at once
    seen.outcome = "full"
    await act()
    expect(seen.lines.at(-1)).toBe(line)
  })
})

describe("the reason of a failure", () => {
  const coded = (code: string, message: string, cause?: unknown) =>
    Object.assign(new Error(message, { cause }), { code })

  it.each<readonly [what: string, cause: unknown, code: string, words: string]>([
    ["an error with a code", coded("SQLITE_IOERR", "disk I/O error"), "SQLITE_IOERR", "disk I/O error"],
    [
      "an error that a client has wrapped",
      new Error("failed", { cause: coded("57P03", "starting up") }),
      "57P03",
      "starting up",
    ],
    [
      "an error whose cause has no code",
      coded("ECONNREFUSED", "connect", new Error("x")),
      "ECONNREFUSED",
      "connect",
    ],
    ["an error without a code", new TypeError("a\nb"), "TypeError", "a b"],
    ["a text", "the store was closed", "unavailable", "the store was closed"],
  ])("%s", (_, cause, code, words) => {
    expect(reasonOf(cause)).toEqual({ code, words })
  })
})
