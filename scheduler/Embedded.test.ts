import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { FileKeys, Keys, MemoryKeys } from "../adapters/keys/index.ts"
import { enrol } from "../core/enrolment/index.ts"
import * as Court from "../core/kernel/Court.ts"
import { Deadlines, Host, perform } from "../core/kernel/Host.ts"
import { Notary } from "../core/kernel/Notary.ts"
import { hours } from "../core/kernel/Time.ts"
import { Records } from "../core/log/index.ts"
import { offerOf, offerQuote, readTerms } from "../core/quotes/index.ts"
import { advance } from "../core/sandbox/index.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { type Driver, Store, StoreUnavailable } from "../core/store/Store.ts"
import { enrolment } from "../core/testing/Agents.ts"
import * as Embedded from "./Embedded.ts"

const begin = Date.UTC(2026, 10, 20, 9)
const registrar = { role: "registrar" } as const

/** A quote that lapses an hour after the present. Gives its id and its supplier. */
const offered = Effect.gen(function* () {
  const { now } = yield* Host
  const enrolled = (handle: string) =>
    Effect.map(
      perform(enrol, enrolment(handle), { actor: { role: "public" } }),
      ({ reply }) => reply.agent.id,
    )
  const supplier = { role: "agent", id: yield* enrolled("seller"), handle: "seller" } as const
  yield* enrolled("buyer")
  const body = { buyer: "buyer", priceCents: 100, deliverable: "A page", dueBy: (yield* now) + hours(1) }
  const offer = yield* offerOf(body, { mail: false, baseUrl: "https://court.example", nonce: "0" })
  const { reply } = yield* perform(offerQuote, offer, { actor: supplier })
  return { id: reply.id, supplier }
})
const statusOf = ({ id, supplier }: Effect.Effect.Success<typeof offered>) =>
  Effect.gen(function* () {
    const { now, schedule } = yield* Host
    const asked = { actor: supplier, now: yield* now, schedule: yield* schedule }
    return (yield* Court.ask(readTerms, { id }, asked)).status
  })

const readLog = (store: Driver) =>
  Effect.map(store.read([{ kind: Records.LogStates.name, id: Records.stateId }]), ([found]) =>
    found == null ? null : Records.LogStates.decode(found.body),
  )
const readEvents = (store: Driver) =>
  Effect.map(store.journal({ subject: null, after: null, limit: 100 }), ({ items }) => items)

describe("a court in one line", () => {
  it("PD14 §4 has a time that stands still until it is moved, and does what falls due meanwhile", async () => {
    const program = Effect.gen(function* () {
      const { now } = yield* Host
      const quote = yield* offered
      const before = [yield* now, yield* statusOf(quote)]
      const { fired } = yield* advance({ advanceMs: hours(2) }, { actor: registrar })
      return { before, fired, after: [yield* now, yield* statusOf(quote)] }
    })
    const found = await Effect.runPromise(Effect.provide(program, Embedded.layer({ clock: begin })))
    expect(found).toEqual({ before: [begin, "offered"], fired: 1, after: [begin + hours(2), "lapsed"] })
  })

  it("tlog-checkpoint its log takes what has happened whenever the time is moved", async () => {
    const program = Effect.gen(function* () {
      const published = Effect.map(Effect.flatMap(Store, readLog), (state) => state?.published ?? null)
      yield* offered
      const before = yield* published
      yield* advance({ advanceMs: hours(2) }, { actor: registrar })
      return { before, after: yield* published, events: (yield* Effect.flatMap(Store, readEvents)).length }
    })
    const found = await Effect.runPromise(Effect.provide(program, Embedded.layer({ clock: begin })))
    expect(found.before).toBeNull()
    expect(found.after).toBeGreaterThan(2)
    expect(found.after).toBeLessThanOrEqual(found.events)
  })

  it("PD14 §4 in real time does by itself what has fallen due", async () => {
    // given a quote that was offered two hours ago, in a store that outlives its court
    const store = Layer.succeed(Store, await Effect.runPromise(MemoryStore.make))
    const past = Embedded.layer({ store, clock: Date.now() - hours(2) })
    const quote = await Effect.runPromise(Effect.provide(offered, past))
    // when a court in real time opens on it, then the quote lapses without another word
    const runtime = ManagedRuntime.make(Embedded.layer({ store, clock: "real" }))
    await expect.poll(() => runtime.runPromise(statusOf(quote))).toBe("lapsed")
    // and its time runs on
    const { now } = await runtime.runPromise(Host)
    expect(Math.abs((await runtime.runPromise(now)) - Date.now())).toBeLessThan(5_000)
    await runtime.dispose()
  })

  it("Rule 5.4 seals with keys of memory that differ from court to court, with those of a folder, or with the program's own", async () => {
    const folder = mkdtempSync(join(tmpdir(), "embedded-keys-"))
    const sealed = (options: Embedded.Options) =>
      Effect.runPromise(
        Effect.provide(
          Effect.flatMap(Notary, ({ sign }) => sign("text")),
          Embedded.layer(options),
        ),
      )
    try {
      const inMemory = [await sealed({}), await sealed({})].map(({ publicKey }) => publicKey)
      expect(new Set(inMemory).size).toBe(2)
      const kept = await sealed({ keys: join(folder, "keys") })
      expect(readdirSync(join(folder, "keys"))).toContain("registrar.key")
      expect(await sealed({ keys: join(folder, "keys") })).toEqual(kept)
      expect(kept.publicKey).toBe(FileKeys.notaryKeys(join(folder, "keys"))[0])
      const { keys } = MemoryKeys.make()
      const own = await sealed({ keys: Layer.succeed(Keys.Keys, keys) })
      expect(own.publicKey).toBe(keys.notary.publicKey)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("Rule 8.1 fails as its store fails, and has nothing to do if nothing is due", async () => {
    const broken = Layer.fail(new StoreUnavailable({ operation: "open", cause: "no disk" }))
    const failed = await Effect.runPromise(Effect.flip(Layer.launch(Embedded.layer({ store: broken }))))
    expect(failed._tag).toBe("StoreUnavailable")
    const none = Effect.flatMap(Deadlines, ({ runDue }) => runDue(begin))
    expect(await Effect.runPromise(Effect.provide(none, Embedded.layer({ clock: begin })))).toBe(0)
  })
})
