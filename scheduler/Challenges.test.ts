/** Challenges of service addresses, as the scheduler sends them. */

import { Effect, Either, Layer, Option, Ref, Schema } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Agent, readDeliveries, Service } from "../core/agents/index.ts"
import * as Changed from "../core/kernel/Change.ts"
import { command } from "../core/kernel/Command.ts"
import * as Court from "../core/kernel/Court.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { bounds, published } from "../core/kernel/Schedule.ts"
import { minutes } from "../core/kernel/Time.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { Store } from "../core/store/Store.ts"
import { anything } from "../core/testing/Anything.ts"
import { deliveries } from "./Scheduler.ts"
import { tick } from "./Tick.ts"
import { agentAt, type Call, closeServices, serviceThat, surroundings } from "./testing/Carrying.ts"
import { clock } from "./testing/World.ts"

afterEach(closeServices)

const Called = Schema.parseJson(
  Schema.Struct({ type: Schema.String, data: Schema.Struct({ challenge: Schema.String }) }),
)
const wordsOf = (calls: ReadonlyArray<Call>): string =>
  Schema.decodeUnknownSync(Called)(calls.at(-1)?.body).data.challenge

/** Puts an agent whose service has a new address. */
const plant = command({
  name: "plant",
  sections: [],
  input: anything<Agent.Agent>(),
  gather: (_agent: Agent.Agent) => Effect.void,
  decide: (_facts, agent, context) =>
    Either.right({
      changes: [
        Changed.put(Agent.Agents, agent),
        Changed.claim(`handle/${agent.handle}`, agent.id),
        ...Service.scheduleChallenge(agent, context),
      ],
      reply: null,
    }),
})
const naming = (url: string, id = "agent-1") =>
  Host.perform(plant, agentAt(url, { id, handle: id, serviceAnsweredAt: null }), {
    actor: { role: "registrar" },
  })
const reading = Effect.map(Store, (store) => Reader.make(store).reader)
const agentNow = Effect.flatMap(reading, (reader) =>
  Effect.map(reader.find(Agent.Agents, "agent-1"), Option.getOrNull),
)
const attempts = Effect.map(
  Court.ask(
    readDeliveries,
    { handle: "agent-1", page: { after: null, limit: 9 } },
    { actor: { role: "registrar" }, now: 0, schedule: published },
  ),
  ({ items }) => items.flatMap(({ service }) => service?.attempts.map(({ outcome }) => outcome) ?? []),
)
const look = tick(deliveries, { worker: "a" })

const run = <A, E>(
  given: (time: Ref.Ref<number>) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof surroundings>>>,
) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const time = yield* clock()
      const layer = surroundings(Layer.fresh(MemoryStore.layer), time, {})
      return yield* Effect.provide(given(time), layer)
    }),
  )

describe("a new service address", () => {
  it("Rule 2.7 is sent one call of type court.verification, and is proven by its answer", async () => {
    const { url, calls } = await serviceThat((all) => ({
      status: 200,
      text: JSON.stringify({ challenge: wordsOf(all) }),
    }))
    const agent = await run(() =>
      naming(url).pipe(Effect.zipRight(look), Effect.zipRight(look), Effect.zipRight(agentNow)),
    )
    expect(agent?.serviceAnsweredAt).not.toBeNull()
    expect(calls).toHaveLength(1)
    expect(calls[0]?.body).toContain('"type":"court.verification"')
    expect(calls[0]?.headers["webhook-signature"]).toMatch(/^v1a,/)
  })

  it.each([
    [
      "repeats what it is sent",
      (calls: ReadonlyArray<Call>) => ({ status: 200, text: calls.at(-1)?.body ?? "" }),
    ],
    ["answers with other words", () => ({ status: 200, text: "ok" })],
    ["answers with 404", () => ({ status: 404, text: "" })],
  ])("Rule 2.7 an address that %s is called once, and stays unproven", async (_what, answer) => {
    const { url, calls } = await serviceThat(answer)
    const agent = await run((time) =>
      Effect.gen(function* () {
        yield* naming(url)
        for (let day = 0; day < 3; day++) {
          yield* look
          yield* Ref.update(time, (now) => now + 86_400_000)
        }
        return yield* agentNow
      }),
    )
    expect(agent?.serviceAnsweredAt).toBeNull()
    expect(calls).toHaveLength(1)
  })

  it("Rule 2.7 an address where nobody answers is called again, and the deliveries list the attempts", async () => {
    const { url } = await serviceThat(() => ({ status: 200, text: "" }))
    closeServices()
    const tried = await run((time) =>
      Effect.gen(function* () {
        yield* naming(url)
        yield* look
        yield* Ref.update(time, (now) => now + minutes(1))
        yield* look
        return yield* attempts
      }),
    )
    expect(tried).toEqual(["unreachable", "unreachable"])
  })

  it("Rule 2.7 a host that answers no challenge gets fifty a day, however many agents name it", async () => {
    const { url, calls } = await serviceThat(() => ({ status: 200, text: "" }))
    const after = await run((time) =>
      Effect.gen(function* () {
        for (let i = 0; i < bounds.hostChallengesPerDay + 20; i++) yield* naming(`${url}/${i}`, `agent-${i}`)
        // two schedulers at once
        const both = Effect.all([look, tick(deliveries, { worker: "b" })], { concurrency: 2 })
        yield* Effect.repeatN(both, 3)
        const first = calls.length
        yield* Ref.update(time, (now) => now + 86_400_000)
        yield* Effect.repeatN(look, 3)
        return [first, calls.length]
      }),
    )
    expect(after).toEqual([bounds.hostChallengesPerDay, bounds.hostChallengesPerDay + 20])
  })
})
