import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { LastEvent } from "../../adapters/store/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { days, minutes } from "../../core/kernel/Time.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store, StoreUnavailable } from "../../core/store/Store.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, enrolmentBody, send } from "../testing/TestCourt.ts"

type Mode = "up" | "down" | "full" | "broken"

const diskFull = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" })

/** A store that a test can make unavailable, or make die of a defect. */
const breakable = (state: { mode: Mode }) =>
  Layer.effect(
    Store,
    Effect.map(MemoryStore.make, (driver): Driver => {
      const failing = <A>(operation: string, effect: Effect.Effect<A, StoreUnavailable>) =>
        Effect.suspend(() => {
          if (state.mode === "down") return Effect.fail(new StoreUnavailable({ operation, cause: "gone" }))
          return state.mode === "broken" ? Effect.die(new Error("canary-of-a-defect")) : effect
        })
      return LastEvent.keepLastEvent({
        ...driver,
        read: (refs) => failing("read", driver.read(refs)),
        holder: (claim) => failing("holder", driver.holder(claim)),
        list: (query) => failing("list", driver.list(query)),
        tallies: (names) => failing("tallies", driver.tallies(names)),
        journal: (query) => failing("journal", driver.journal(query)),
        commit: (set) =>
          Effect.suspend(() =>
            state.mode === "full"
              ? Effect.fail(new StoreUnavailable({ operation: "commit", cause: diskFull }))
              : failing("commit", driver.commit(set)),
          ),
      })
    }),
  )

describe("failures", () => {
  const state: { mode: Mode } = { mode: "up" }
  const court = givenCourt({ store: breakable(state) })
  const keys = givenAgents(court, ["seller"])

  const lodge = () =>
    send(court, "POST", "/api/v1/notarise", { key: keys.seller, body: { sha256: "ab".repeat(32) } })

  it("while the store is unavailable acts and reads are answered 503 with Retry-After, and an act succeeds once it is back", async () => {
    state.mode = "down"
    for (const response of [
      await lodge(),
      await send(court, "GET", "/api/v1/docket"),
      await send(court, "GET", "/readyz"),
    ]) {
      expect(response.status).toBe(503)
      expect(response.headers.get("retry-after")).toBe("1")
      expect(await response.json()).toMatchObject({ code: "store_unavailable" })
    }
    expect((await send(court, "GET", "/healthz")).status).toBe(200)
    state.mode = "up"
    expect((await lodge()).status).toBe(200)
  })

  it("/healthz asks the store for nothing, however old what was read of it is", async () => {
    const { now } = court.clock
    court.clock.now += days(1)
    state.mode = "down"
    const alive = await send(court, "GET", "/healthz")
    state.mode = "up"
    court.clock.now = now
    expect(alive.status).toBe(200)
  })

  it("/readyz says when an act was last recorded and why none is recorded now, and turns ready again by itself", async () => {
    state.mode = "up"
    await lodge()
    const ready = await send(court, "GET", "/readyz")
    expect(await ready.json()).toEqual({
      status: "ready",
      lastCommitAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    // given a store that can be read but not written
    state.mode = "full"
    expect((await lodge()).status).toBe(503)
    expect((await send(court, "GET", "/api/v1/docket")).status).toBe(200)
    const refused = await send(court, "GET", "/readyz")
    expect(refused.status).toBe(503)
    const why = /^commit fails with SQLITE_FULL \(its disk is full\) since \S+; last recorded at \S+$/
    expect(await refused.json()).toMatchObject({
      code: "store_unavailable",
      errors: [{ path: "store", message: expect.stringMatching(why) }],
    })
    // when nobody acts, then a trial commit of the court finds that the store works again
    state.mode = "up"
    await expect
      .poll(async () => (await send(court, "GET", "/readyz")).status, { timeout: 10_000, interval: 200 })
      .toBe(200)
  })

  it("Rule 2.6 /readyz is 503 and acts are refused while the court's clock shows an instant more than five minutes before the last event", async () => {
    state.mode = "up"
    court.clock.now += minutes(1)
    await enrolled(court, "before-the-jump")
    const right = court.clock.now
    const readyAt = async (now: number) => {
      court.clock.now = now
      return send(court, "GET", "/readyz")
    }
    expect((await readyAt(right - minutes(5))).status).toBe(200)
    const refused = await readyAt(right - minutes(5) - 1)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      code: "clock_behind",
      errors: [
        { path: "clock", message: expect.stringMatching(/^shows \S+Z, and the last event was at \S+Z$/) },
      ],
    })
    // then acts are refused, with one line in the log, and questions are answered
    const lines = () => court.log.filter((line) => line.includes("clock_behind"))
    court.clock.now = right - minutes(5) - 1
    for (const handle of ["too-early", "again"]) {
      const act = await send(court, "POST", "/api/v1/enrol", { body: enrolmentBody(handle) })
      expect(await act.json()).toMatchObject({ code: "clock_behind", status: 503 })
    }
    expect(lines()).toHaveLength(1)
    expect((await send(court, "GET", "/api/v1/agents/before-the-jump")).status).toBe(200)
    court.clock.now = right
    expect((await readyAt(right)).status).toBe(200)
    await enrolled(court, "after-the-jump")
    expect(court.log.at(-1)).toContain("acts are taken again")
  })

  it("the log has the store's own error now and then, and not for each of many requests", async () => {
    state.mode = "full"
    const before = court.log.length
    const answers = await Promise.all(Array.from({ length: 30 }, lodge))
    state.mode = "up"
    await lodge()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    const lines = court.log.slice(before).filter((line) => line.includes("unavailable"))
    expect(lines[0]).toContain("commit failed with SQLITE_FULL: database or disk is full")
    expect(lines.length).toBeLessThan(10)
  })

  it("a defect is answered 500 with an id that the log has too, and neither has its message", async () => {
    state.mode = "broken"
    const response = await lodge()
    state.mode = "up"
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toMatch(/canary|\.ts|node_modules/)
    const { instance } = JSON.parse(text) as { instance: string }
    const line = needPresent(
      court.log.find((entry) => entry.includes(instance)),
      "the line of the log",
    )
    expect(line).toContain("POST /api/v1/notarise")
    expect(line).not.toContain("canary")
  })

  it("no line of the log has a credential, an e-mail address or a text of a request", async () => {
    const canary = "canary-in-the-label"
    await send(court, "POST", "/api/v1/notarise", {
      key: keys.seller,
      body: { sha256: "ab".repeat(32), label: canary },
    })
    state.mode = "down"
    await send(court, "POST", "/api/v1/notarise", {
      key: keys.seller,
      body: { sha256: "ab".repeat(32), label: canary },
    })
    state.mode = "broken"
    await send(court, "POST", "/api/v1/notarise", {
      key: keys.seller,
      body: { sha256: "ab".repeat(32), label: canary },
    })
    await send(court, "GET", `/api/v1/agents/${canary}`)
    state.mode = "up"
    const log = court.log.join("\n")
    expect(log).not.toBe("")
    for (const secret of [
      canary,
      keys.seller,
      court.registrar,
      "127.0.0.1",
      "operators.example",
      "ab".repeat(32),
    ])
      expect(log).not.toContain(secret)
  })
})
