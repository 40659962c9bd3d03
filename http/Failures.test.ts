import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MemoryStore } from "../adapters/memory/index.ts"
import { type Driver, Store, StoreUnavailable } from "../core/Store.ts"
import { enrolled, enrolmentBody, send, startCourt, type TestCourt } from "./testing/TestCourt.ts"

/** A store that can be taken away, and can meet what nobody foresaw. */
const breakable = (state: { mode: "up" | "down" | "broken" }) =>
  Layer.effect(
    Store,
    Effect.map(MemoryStore.make, (driver): Driver => {
      const failing = <A>(operation: string, effect: Effect.Effect<A, StoreUnavailable>) =>
        Effect.suspend(() => {
          if (state.mode === "down") return Effect.fail(new StoreUnavailable({ operation, cause: "gone" }))
          return state.mode === "broken" ? Effect.die(new Error("canary-of-a-defect")) : effect
        })
      return {
        ...driver,
        read: (refs) => failing("read", driver.read(refs)),
        holder: (claim) => failing("holder", driver.holder(claim)),
        list: (query) => failing("list", driver.list(query)),
        tallies: (names) => failing("tallies", driver.tallies(names)),
        journal: (query) => failing("journal", driver.journal(query)),
        commit: (set) => failing("commit", driver.commit(set)),
      }
    }),
  )

describe("what goes wrong", () => {
  let court: TestCourt
  let key: string
  const state: { mode: "up" | "down" | "broken" } = { mode: "up" }
  beforeAll(async () => {
    court = await startCourt({ store: breakable(state) })
    key = await enrolled(court, "seller")
  })
  afterAll(() => court.stop())

  const lodge = () => send(court, "POST", "/api/v1/notarise", { key, body: { sha256: "ab".repeat(32) } })

  it("a store that vanishes is 503 with Retry-After, and service goes on when it is back", async () => {
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
    expect((await send(court, "GET", "/readyz")).status).toBe(200)
  })

  it("a defect is 500 under an id that the log has, with neither its message nor its trace", async () => {
    state.mode = "broken"
    const response = await lodge()
    state.mode = "up"
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toMatch(/canary|\.ts|node_modules/)
    const { instance } = JSON.parse(text) as { instance: string }
    const line = court.log.find((entry) => entry.includes(instance)) ?? ""
    expect(line).toContain("POST /api/v1/notarise")
    expect(line).not.toContain("canary")
  })

  it("Rule 2.1 of two that race for one handle exactly one wins", async () => {
    const race = (i: number) =>
      send(court, "POST", "/api/v1/enrol", { body: enrolmentBody("wanted", `racer-${i}`) })
    const statuses = (await Promise.all(Array.from({ length: 12 }, (_, i) => race(i)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(11)
  })

  it("PD3 §1 of many that race for the places of one operator exactly five win", async () => {
    const race = (i: number) =>
      send(court, "POST", "/api/v1/enrol", { body: enrolmentBody(`racer-${i}`, "one-operator") })
    const statuses = (await Promise.all(Array.from({ length: 12 }, (_, i) => race(i)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 422)).toHaveLength(7)
  })

  it("Rule 2.6 a key that was revoked, or whose overlap has passed, opens nothing", async () => {
    const old = await enrolled(court, "rotating")
    const rotated = await send(court, "POST", "/api/v1/agents/rotating/keys", { key: old })
    const { apiKey } = (await rotated.json()) as { apiKey: string }
    const beat = async (k: string) => (await send(court, "POST", "/api/v1/heartbeat", { key: k })).status
    expect([await beat(old), await beat(apiKey)]).toEqual([200, 200])
    court.clock.now += 24 * 3_600_000
    expect([await beat(old), await beat(apiKey)]).toEqual([401, 200])
    const body = { handle: "rotating", reasons: "Asked for by its operator." }
    expect(
      (await send(court, "POST", "/api/v1/registrar/keys/revoke", { key: court.registrar, body })).status,
    ).toBe(200)
    expect(await beat(apiKey)).toBe(401)
  })

  it("nothing that is logged carries a credential, an address or what was sent", async () => {
    const canary = "canary-in-the-label"
    await send(court, "POST", "/api/v1/notarise", { key, body: { sha256: "ab".repeat(32), label: canary } })
    state.mode = "down"
    await send(court, "POST", "/api/v1/notarise", { key, body: { sha256: "ab".repeat(32), label: canary } })
    state.mode = "broken"
    await send(court, "POST", "/api/v1/notarise", { key, body: { sha256: "ab".repeat(32), label: canary } })
    await send(court, "GET", `/api/v1/agents/${canary}`)
    state.mode = "up"
    const log = court.log.join("\n")
    expect(log).not.toBe("")
    for (const secret of [canary, key, court.registrar, "127.0.0.1", "operators.example", "ab".repeat(32)])
      expect(log).not.toContain(secret)
  })
})
