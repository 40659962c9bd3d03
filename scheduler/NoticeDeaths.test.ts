/** A notice is carried at least once, under one id, at whatever step the worker that carries it dies. */

import { Effect, Either, Layer, Option, Ref } from "effect"
import { describe, expect, it } from "vitest"
import { Carrier, type CarrierService } from "../adapters/notices/Carrier.ts"
import { Agent, Deliveries, Notice, Operator } from "../core/agents/index.ts"
import * as Changed from "../core/kernel/Change.ts"
import { command } from "../core/kernel/Command.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { type Driver, Store } from "../core/store/Store.ts"
import { anything } from "../core/testing/Anything.ts"
import { deliveries } from "./Scheduler.ts"
import { tick } from "./Tick.ts"
import { agentAt, operatorOne } from "./testing/Carrying.ts"
import { stores } from "./testing/Stores.ts"
import { clock, host, noKeys, noNotary, start } from "./testing/World.ts"

const texts = Notice.declareWords("compliance", { notified: () => "The time fixed has passed." })

const agent = agentAt("https://seller.test/hook")

const noticeOf = (id: string) => ({
  id,
  agentId: agent.id,
  ...texts.notified(),
  subject: "entry/1",
  at: start,
  data: {},
})

const enrol = command({
  name: "enrol",
  sections: [],
  input: anything<undefined>(),
  gather: () => Effect.void,
  decide: () =>
    Either.right({
      changes: [Changed.put(Agent.Agents, agent), Changed.put(Operator.Operators, operatorOne)],
      reply: null,
    }),
})
const notify = command({
  name: "notify",
  sections: [],
  input: anything<string>(),
  gather: (_id: string) => Effect.void,
  decide: (_facts, id) => Either.right({ changes: [...Notice.serve(noticeOf(id))], reply: null }),
})
const registrar = { actor: { role: "registrar" } } as const

/** Two channels that take every notice, and the ids of the notices that each got. */
const carrying = () => {
  const given = { service: [] as string[], email: [] as string[] }
  const taken = (to: Array<string>) => (notice: { readonly id: string }) =>
    Effect.sync(() => {
      to.push(notice.id)
      return { outcome: "delivered", status: 200 } as const
    })
  const carrier: CarrierService = {
    toService: taken(given.service),
    challenge: taken(given.service),
    mail: taken(given.email),
  }
  return { given, carrier }
}

/** A worker dies just before or just after one of its steps. A step is a read, a lease, a call to a channel or a commit. */
interface Death {
  readonly step: number
  readonly when: "before" | "after"
}

/** The store and the channels of a worker that dies so. `steps` counts the steps that it has reached. */
const mortal = (store: Driver, carrier: CarrierService, { step, when }: Death) => {
  const seen = { steps: 0 }
  const dying =
    <In extends ReadonlyArray<unknown>, A, E>(act: (...given: In) => Effect.Effect<A, E>) =>
    (...given: In): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        seen.steps += 1
        if (seen.steps < step) return act(...given)
        if (seen.steps > step || when === "before") return Effect.interrupt
        return Effect.zipRight(act(...given), Effect.interrupt)
      })
  return {
    seen,
    store: {
      ...store,
      read: dying(store.read),
      lease: dying(store.lease),
      commit: dying(store.commit),
    } satisfies Driver,
    carrier: {
      ...carrier,
      toService: dying(carrier.toService),
      mail: carrier.mail === null ? null : dying(carrier.mail),
    },
  }
}

const deliveryOf = (id: string) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(Reader.make(store).reader.find(Deliveries, id), Option.getOrNull),
  )

describe.each(stores)("notices from the $name store whose worker dies", ({ layer }) => {
  it("Rule 2.7 before or after any step: each is carried at least once, under one id, and no task is left", async () => {
    const { given, carrier } = carrying()
    const program = Effect.gen(function* () {
      const time = yield* clock()
      const world = Layer.mergeAll(host(time), noNotary, noKeys, Layer.succeed(Carrier, carrier))
      const carriedOn = (death: Death) =>
        Effect.gen(function* () {
          const id = `notice-${death.step}-${death.when}`
          yield* Host.perform(notify, id, registrar)
          const dying = mortal(yield* Store, carrier, death)
          yield* tick(deliveries, { worker: "dying" }).pipe(
            Effect.provideService(Store, dying.store),
            Effect.provideService(Carrier, dying.carrier),
            Effect.exit,
          )
          // when the lease of the dead worker has ended, another worker ticks
          yield* Ref.update(time, (now) => now + 60_000)
          yield* tick(deliveries, { worker: "next" })
          const after = yield* tick(deliveries, { worker: "next" })
          const calls = [given.service, given.email].map((ids) => ids.filter((one) => one === id).length)
          return {
            id,
            killed: dying.seen.steps >= death.step,
            calls,
            left: after.done,
            kept: yield* deliveryOf(id),
          }
        })
      return yield* Effect.gen(function* () {
        yield* Host.perform(enrol, undefined, registrar)
        const ends = []
        for (let step = 1; ; step++) {
          const both = [yield* carriedOn({ step, when: "before" }), yield* carriedOn({ step, when: "after" })]
          ends.push(...both)
          if (both.every(({ killed }) => !killed)) return ends
        }
      }).pipe(Effect.provide(world))
    })
    const ends = await Effect.runPromise(Effect.provide(program, layer))
    // a worker leases, reads, calls two channels and commits: with fewer steps the deaths would have missed some
    expect(ends.length).toBeGreaterThan(10)
    for (const { id, calls, left, kept } of ends) {
      expect({ id, calls: calls.map((count) => count >= 1 && count <= 2) }).toEqual({
        id,
        calls: [true, true],
      })
      expect(left).toBe(0)
      expect(kept).toMatchObject({ service: { status: "delivered" }, email: { status: "delivered" } })
    }
    // and at least one death came between a call and its record, so that the channel was called twice
    expect(ends.some(({ calls }) => calls.includes(2))).toBe(true)
    expect(new Set([...given.service, ...given.email])).toEqual(new Set(ends.map(({ id }) => id)))
  })
})
