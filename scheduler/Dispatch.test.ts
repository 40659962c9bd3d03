/** Deliveries to a service that answers slowly, beside those to a stranger's service, on a store and real servers. */

import type { ServerResponse } from "node:http"
import { Effect, Either, Exit, Layer, Option, Scope } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { open } from "../adapters/outbound/testing/Listening.ts"
import { Agent, Deliveries, Notice } from "../core/agents/index.ts"
import * as Changed from "../core/kernel/Change.ts"
import { command } from "../core/kernel/Command.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { minutes } from "../core/kernel/Time.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { Store } from "../core/store/Store.ts"
import { anything } from "../core/testing/Anything.ts"
import { addresseesOf } from "./Addressees.ts"
import * as Dispatch from "./Dispatch.ts"
import { bell, ringing } from "./Loop.ts"
import { deliveries } from "./Scheduler.ts"
import { agentAt, closeServices, service, surroundings } from "./testing/Carrying.ts"
import { clock, start } from "./testing/World.ts"

const texts = Notice.declareWords("compliance", { notified: () => "The time fixed has passed." })

const closing: Array<() => void> = []
afterEach(() => {
  closeServices()
  for (const close of closing.splice(0)) close()
})

/** A service that answers no call until it is released, and then every call at once. */
const holding = async () => {
  const held: Array<ServerResponse> = []
  let [calls, released] = [0, false]
  // Its callers name it by many addresses of this machine.
  const { url, close } = await open((_request, response) => {
    calls += 1
    if (released) response.writeHead(204).end()
    else held.push(response)
  }, "0.0.0.0")
  closing.push(close)
  const release = () => {
    released = true
    for (const response of held.splice(0)) response.writeHead(204).end()
  }
  return { url: `${url}hook`, calls: () => calls, release }
}

const plant = command({
  name: "plant",
  sections: [],
  input: anything<{ readonly agent: Agent.Agent; readonly notices: ReadonlyArray<string> }>(),
  gather: (_given: { readonly agent: Agent.Agent; readonly notices: ReadonlyArray<string> }) => Effect.void,
  decide: (_facts, { agent, notices }) =>
    Either.right({
      changes: [
        Changed.put(Agent.Agents, agent),
        ...notices.flatMap((id) =>
          Notice.serve({
            id,
            agentId: agent.id,
            ...texts.notified(),
            subject: "entry/1",
            at: start,
            data: {},
          }),
        ),
      ],
      reply: null,
    }),
})
/** Serves notices on agents of one service, ten on each. */
const served = (name: string, url: string, count: number, given: Partial<Agent.Agent> = {}) =>
  Effect.forEach(Array.from({ length: Math.ceil(count / 10) }), (_, i) =>
    Host.perform(
      plant,
      {
        agent: agentAt(url, { id: `${name}-${i}`, handle: `${name}-${i}`, operatorId: name, ...given }),
        notices: Array.from({ length: Math.min(10, count) }, (_, n) => `${name}-${i}-${n}`),
      },
      { actor: { role: "registrar" } },
    ),
  )
const delivered = (id: string) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(
      Reader.make(store).reader.find(Deliveries, id),
      Option.match({ onNone: () => null, onSome: ({ service }) => service?.status ?? null }),
    ),
  )
const until = <A, E, R>(look: Effect.Effect<A, E, R>, holds: (found: A) => boolean) =>
  Effect.repeat(Effect.delay(look, 5), { until: holds })

const world = (time: Effect.Effect.Success<ReturnType<typeof clock>>) =>
  ringing.pipe(
    Layer.provideMerge(bell),
    Layer.provideMerge(
      surroundings(MemoryStore.layer, time, { fetch: { allowLoopback: true, timeoutMs: 60_000 } }),
    ),
  )
const run = <A, E>(
  given: (
    time: Effect.Effect.Success<ReturnType<typeof clock>>,
  ) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof world>> | Scope.Scope>,
) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const time = yield* clock()
      return yield* Effect.scoped(given(time)).pipe(Effect.provide(world(time)))
    }),
  )
const starting = (options: Partial<Dispatch.Options> = {}) =>
  Dispatch.start(deliveries, addresseesOf, { worker: "a", everyMs: 20, graceMs: 50, ...options })

describe("deliveries to a slow service", () => {
  it("Rule 2.7 given 640 notices to a service that does not answer, then a stranger's notice is delivered before any of them, and later all are", async () => {
    const [slow, fast] = [await holding(), await service(204)]
    await run(() =>
      Effect.gen(function* () {
        yield* served("slow", slow.url, 640)
        yield* starting()
        yield* until(Effect.sync(slow.calls), (calls) => calls === 4)
        // localhost is another host than 127.0.0.1
        yield* served("stranger", fast.url.replace("127.0.0.1", "localhost"), 1)
        yield* until(delivered("stranger-0-0"), (status) => status === "delivered")
        // then the slow service has had its share of the places, and no more
        expect(slow.calls()).toBe(4)
        slow.release()
        yield* until(Effect.sync(slow.calls), (calls) => calls === 640)
      }),
    )
  }, 30_000)

  it("Rule 2.7 given notices to one operator's agents on many hosts, then the operator has one share of the places", async () => {
    const slow = await holding()
    await run(() =>
      Effect.gen(function* () {
        for (let n = 0; n < 9; n++)
          yield* served(`agent${n}`, slow.url.replace("127.0.0.1", `127.0.0.${n + 1}`), 1, {
            operatorId: "one",
          })
        yield* served("other", slow.url.replace("127.0.0.1", "127.0.0.99"), 1)
        yield* starting()
        yield* until(Effect.sync(slow.calls), (calls) => calls === 5)
        slow.release()
        yield* until(Effect.sync(slow.calls), (calls) => calls === 10)
      }),
    )
  }, 30_000)

  it("Rule 2.7 a notice that found no place is deferred ten minutes and kept, and no attempt is counted", async () => {
    const slow = await holding()
    await run(() =>
      Effect.gen(function* () {
        yield* served("slow", slow.url, 10)
        const store = yield* Store
        const dueAt = (now: number) =>
          Effect.map(
            store.lease({ kinds: null, worker: "b", now, until: now, limit: 100 }),
            (due) => due.length,
          )
        // In this test only a deferral puts a task for a later instant.
        let deferrals = 0
        const counting = Layer.succeed(Store, {
          ...store,
          commit: (changes) =>
            Effect.tap(store.commit(changes), () => {
              deferrals += changes.tasks.filter((task) => task.dueAt > changes.at).length
            }),
        })
        const deferred = Effect.sync(() => deferrals)
        const scope = yield* Scope.make()
        yield* Scope.extend(Effect.provide(starting({ waitMs: 1 }), counting), scope)
        yield* until(Effect.sync(slow.calls), (calls) => calls === 4)
        yield* until(deferred, (count) => count === 6)
        slow.release()
        const all = Effect.all(Array.from({ length: 10 }, (_, n) => delivered(`slow-0-${n}`)))
        const found = yield* until(
          all,
          (statuses) => statuses.filter((it) => it === "delivered").length === 4,
        )
        yield* Scope.close(scope, Exit.void)
        expect(found.filter((status) => status === null)).toHaveLength(6)
        expect(yield* dueAt(start + minutes(10) - 1)).toBe(0)
        expect(yield* dueAt(start + minutes(10))).toBe(6)
      }),
    )
  }, 30_000)
})
