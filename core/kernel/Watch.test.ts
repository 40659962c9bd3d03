/** A watcher observes every command and query, and changes no result. */

import { Effect, Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as MemoryStore from "../store/MemoryStore.ts"
import { type Driver, Store } from "../store/Store.ts"
import { anything } from "../testing/Anything.ts"
import { start } from "../testing/Context.ts"
import * as Changed from "./Change.ts"
import { command, type Envelope } from "./Command.ts"
import { Consequences } from "./Consequence.ts"
import * as Court from "./Court.ts"
import { Watch, type WatchService } from "./Court.ts"
import * as Kind from "./Kind.ts"
import { Notary } from "./Notary.ts"
import { query } from "./Query.ts"
import { refusal } from "./Refusal.ts"
import { published } from "./Schedule.ts"

const Note = Schema.Struct({ id: Schema.String })
const Notes = Kind.make<typeof Note.Type>({ name: "note", schema: Note, id: ({ id }) => id })

const write = command({
  name: "write",
  sections: ["PD1 §2"],
  input: anything<{ readonly id: string }>(),
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

const observing = () => {
  const observed: Array<string> = []
  const over = <A, E, R>(what: string, run: Effect.Effect<A, E, R>, of: (value: A) => string) =>
    Effect.tapBoth(run, {
      onSuccess: (value) => Effect.sync(() => observed.push(`${what} ${of(value)}`)),
      onFailure: () => Effect.sync(() => observed.push(`${what} refused`)),
    })
  const watch: WatchService = {
    command: (name, run) => over(name, run, ({ replayed }) => (replayed ? "replayed" : "done")),
    query: (name, run) => over(name, run, () => "answered"),
    again: (name) => Effect.sync(() => void observed.push(`${name} again`)),
  }
  return { observed, watch }
}

const running =
  (driver: Driver, watch?: WatchService) =>
  <A, E>(effect: Effect.Effect<A, E, Court.Ports>) => {
    const whole = effect.pipe(
      Effect.provideService(Store, driver),
      Effect.provideService(Consequences, []),
      Effect.provideService(Notary, notary),
      Effect.either,
    )
    return Effect.runPromise(watch === undefined ? whole : Effect.provideService(whole, Watch, watch))
  }

/** A store that answers the first commit with a conflict. */
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
  it("PD1 §2 observes the name of each command and query, how it ended, and each new attempt", async () => {
    const { observed, watch } = observing()
    const run = running(movedOnce(Effect.runSync(MemoryStore.make)), watch)
    const named = envelope({ idempotency: { id: "k", fingerprint: "f", expiresAt: start + 1_000 } })
    // when a command meets a conflict, is repeated under its name and is refused, and a query is asked
    await run(Court.execute(write, { id: "a" }, named))
    await run(Court.execute(write, { id: "a" }, named))
    await run(Court.execute(write, { id: "a" }, envelope()))
    await run(Court.ask(read, { id: "a" }, envelope()))
    expect(observed).toEqual([
      "write again",
      "write done",
      "write replayed",
      "write refused",
      "read answered",
    ])
  })

  it("PD1 §2 changes no answer: commands and queries end with it as they end without it", async () => {
    const answers = async (watch?: WatchService) => {
      const run = running(Effect.runSync(MemoryStore.make), watch)
      return [
        await run(Court.execute(write, { id: "a" }, envelope())),
        await run(Court.execute(write, { id: "a" }, envelope())),
        await run(Court.ask(read, { id: "a" }, envelope())),
      ]
    }
    expect(await answers(observing().watch)).toEqual(await answers())
  })
})
