import { Deferred, Effect, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { empty } from "../../core/ChangeSet.ts"
import { type Driver, StoreUnavailable } from "../../core/store/Store.ts"
import { reasonOf, watching } from "./Health.ts"

const unexpected = () => Effect.dieMessage("nobody asks for this here")
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

/** A store whose commits end as told, its clocks, and what is counted and logged. */
const given = () => {
  const seen = { commits: 0, lines: [] as string[], now: 1_000_000, outcome: "kept" as "kept" | "full" }
  const cause = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" })
  const driver: Driver = {
    ...nothing,
    commit: () =>
      Effect.suspend(() => {
        seen.commits += 1
        return seen.outcome === "kept"
          ? Effect.succeed({ _tag: "Committed", numbers: [] } as const)
          : Effect.fail(new StoreUnavailable({ operation: "commit", cause }))
      }),
  }
  const watched = watching(driver, { wallMs: () => seen.now, steadyMs: () => seen.now })
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message }) => void seen.lines.push(String(message))),
  )
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(effect, logger))
  const act = () => run(Effect.either(watched.driver.commit(empty(1))))
  return { seen, act, state: () => run(watched.health.state) }
}

describe("the health of a store", () => {
  it("is proved by a commit of somebody else, or by a trial where the last one lies back too far", async () => {
    const { seen, act, state } = given()
    await act()
    expect(await state()).toEqual({ lastCommitAt: 1_000_000, trouble: null })
    expect(seen.commits).toBe(1)
    seen.now += 10_000
    expect(await state()).toEqual({ lastCommitAt: 1_010_000, trouble: null })
    expect(seen.commits).toBe(2)
  })

  it("names the code of the store's own error since the first failure, until something is recorded again", async () => {
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

  it("is tried once a second at most, however many ask", async () => {
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

  it("is told without an answer from the disk, too", async () => {
    const disk = Effect.runSync(Deferred.make<never>())
    const { health } = watching({ ...nothing, commit: () => Deferred.await(disk) })
    expect(await Effect.runPromise(health.state)).toMatchObject({ trouble: { code: "no_answer" } })
  })

  it("is logged once a second, with how many failures had no line of their own, and when it is over", async () => {
    const { seen, act } = given()
    seen.outcome = "full"
    for (let i = 0; i < 10; i++) await act()
    seen.now += 1_000
    await act()
    seen.outcome = "kept"
    await act()
    const line = "the store is unavailable: commit failed with SQLITE_FULL: database or disk is full"
    expect(seen.lines).toEqual([
      line,
      `${line} (9 more failures since the last line)`,
      "the store is back after commit failed with SQLITE_FULL",
    ])
  })
})

describe("the reason of a failure", () => {
  const coded = (code: string, message: string, cause?: unknown) =>
    Object.assign(new Error(message, { cause }), { code })

  it.each<readonly [what: string, cause: unknown, code: string, words: string]>([
    ["an error with a code", coded("SQLITE_IOERR", "disk I/O error"), "SQLITE_IOERR", "disk I/O error"],
    [
      "one wrapped by a client",
      new Error("failed", { cause: coded("57P03", "starting up") }),
      "57P03",
      "starting up",
    ],
    [
      "one whose cause says less",
      coded("ECONNREFUSED", "connect", new Error("x")),
      "ECONNREFUSED",
      "connect",
    ],
    ["one without a code", new TypeError("a\nb"), "TypeError", "a b"],
    ["words alone", "the store was closed", "unavailable", "the store was closed"],
  ])("%s", (_, cause, code, words) => {
    expect(reasonOf(cause)).toEqual({ code, words })
  })
})
