/** Whoever watches commands and questions hears of each, and changes nothing. */
import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Changed from "./Change.ts"
import { command, type Envelope } from "./Command.ts"
import * as Court from "./Court.ts"
import { Watch, type WatchService } from "./Court.ts"
import * as Kind from "./Kind.ts"
import { Notary } from "./Notary.ts"
import { query } from "./Query.ts"
import { refusal } from "./Refusal.ts"
import { published } from "./Schedule.ts"
import * as MemoryStore from "./store/MemoryStore.ts"
import { type Driver, Store } from "./store/Store.ts"
import { start } from "./testing/Context.ts"

const Note = Schema.Struct({ id: Schema.String })
const Notes = Kind.make<typeof Note.Type>({ name: "note", schema: Note, id: ({ id }) => id })

const write = command({
  name: "write",
  sections: ["PD1 §2"],
  gather: ({ id }: { readonly id: string }, _context, reader) => reader.find(Notes, id),
  decide: (found, { id }) =>
    found._tag === "Some"
      ? Either.left(refusal("open_matters", { max: 1 }))
      : Either.right({ changes: [Changed.put(Notes, { id })], reply: { id } }),
})
const read = query({
  name: "read",
  read: ({ id }: { readonly id: string }, _context, reader) => reader.find(Notes, id),
})

const envelope = (given: Partial<Envelope> = {}): Envelope => ({
  actor: { role: "public" },
  now: start,
  seed: "0".repeat(20),
  schedule: published,
  ...given,
})
const notary = Notary.of({ sign: () => Effect.dieMessage("nothing here is signed") })

/** A watcher that writes down what it hears. */
const listening = () => {
  const heard: Array<string> = []
  const over = <A, E, R>(what: string, run: Effect.Effect<A, E, R>, of: (value: A) => string) =>
    Effect.tapBoth(run, {
      onSuccess: (value) => Effect.sync(() => heard.push(`${what} ${of(value)}`)),
      onFailure: () => Effect.sync(() => heard.push(`${what} refused`)),
    })
  const watch: WatchService = {
    command: (name, run) => over(name, run, ({ replayed }) => (replayed ? "replayed" : "done")),
    query: (name, run) => over(name, run, () => "answered"),
    again: (name) => Effect.sync(() => void heard.push(`${name} again`)),
  }
  return { heard, watch }
}

const running =
  (driver: Driver, watch?: WatchService) =>
  <A, E>(effect: Effect.Effect<A, E, Store | Notary>) => {
    const whole = effect.pipe(
      Effect.provideService(Store, driver),
      Effect.provideService(Notary, notary),
      Effect.either,
    )
    return Effect.runPromise(watch === undefined ? whole : Effect.provideService(whole, Watch, watch))
  }

/** A store that says once that something else has moved in between. */
const movedOnce = (driver: Driver): Driver => {
  let left = 1
  return {
    ...driver,
    commit: (changes) =>
      left-- > 0
        ? Effect.succeed({ _tag: "Conflict", stale: [{ kind: "note", id: "a" }], taken: [], lost: [] })
        : driver.commit(changes),
  }
}

describe("a watcher of a court", () => {
  it("PD1 §2 hears of each command and question by name, how it ended, and of each new attempt", async () => {
    const { heard, watch } = listening()
    const run = running(movedOnce(Effect.runSync(MemoryStore.make)), watch)
    const named = envelope({ idempotency: { id: "k", fingerprint: "f", expiresAt: start + 1_000 } })
    // when an act meets another, is repeated under its name, is refused, and is asked about
    await run(Court.execute(write, { id: "a" }, named))
    await run(Court.execute(write, { id: "a" }, named))
    await run(Court.execute(write, { id: "a" }, envelope()))
    await run(Court.ask(read, { id: "a" }, envelope()))
    expect(heard).toEqual(["write again", "write done", "write replayed", "write refused", "read answered"])
  })

  it("PD1 §2 changes no answer: with one and without, the same comes out", async () => {
    const answers = async (watch?: WatchService) => {
      const run = running(Effect.runSync(MemoryStore.make), watch)
      return [
        await run(Court.execute(write, { id: "a" }, envelope())),
        await run(Court.execute(write, { id: "a" }, envelope())),
        await run(Court.ask(read, { id: "a" }, envelope())),
      ]
    }
    expect(await answers(listening().watch)).toEqual(await answers())
  })
})
