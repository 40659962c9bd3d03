/** E-mail that the scheduler sends to operators: one note to an address that is only stated, and a bounded number of mails a day. */

import { Effect, Either, Layer, Ref } from "effect"
import { describe, expect, it } from "vitest"
import type { Mail } from "../adapters/notices/Mailer.ts"
import { Acceptance, Agent, acceptAgent, Notice, Operator } from "../core/agents/index.ts"
import { enrol } from "../core/enrolment/index.ts"
import * as Changed from "../core/kernel/Change.ts"
import { command } from "../core/kernel/Command.ts"
import { needPresent } from "../core/kernel/Defect.ts"
import { sha256Hex } from "../core/kernel/Hash.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { bounds } from "../core/kernel/Schedule.ts"
import { days } from "../core/kernel/Time.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { Store } from "../core/store/Store.ts"
import { enrolment } from "../core/testing/Agents.ts"
import { anything } from "../core/testing/Anything.ts"
import { deliveries } from "./Scheduler.ts"
import { tick } from "./Tick.ts"
import { agentAt, operatorOne, surroundings } from "./testing/Carrying.ts"
import { clock, start } from "./testing/World.ts"

const max = bounds.addressMailsPerDay
const look = tick(deliveries, { worker: "a", batch: 256 })
const both = Effect.all([look, tick(deliveries, { worker: "b", batch: 256 })], { concurrency: 2 })
const registrar = { actor: { role: "registrar" } } as const

/** Runs a test with a mailer that keeps each mail in `sent`. */
const run = <A, E>(
  given: (
    time: Ref.Ref<number>,
    sent: ReadonlyArray<Mail>,
  ) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof surroundings>>>,
) => {
  const sent: Array<Mail> = []
  const mailer = {
    configured: true,
    send: (mail: Mail) =>
      Effect.sync(() => {
        sent.push(mail)
        return { outcome: "delivered" as const, status: null }
      }),
  }
  return Effect.runPromise(
    Effect.gen(function* () {
      const time = yield* clock()
      const layer = surroundings(Layer.fresh(MemoryStore.layer), time, { mailer })
      return yield* Effect.provide(given(time, sent), layer)
    }),
  )
}

/** The token of a link, as the keys of a test make it (testing/World.ts). */
const tokenOf = (nonce: string) => sha256Hex(`key/${Acceptance.tokenText(nonce)}`)
const enrolling = (handle: string, i: number) =>
  Host.perform(
    enrol,
    {
      ...enrolment(handle),
      link: { nonce: `n-${i}`, tokenSha256: sha256Hex(tokenOf(`n-${i}`)), baseUrl: "https://court.test" },
    },
    { actor: { role: "public" } },
  )
const served = (from: number, count: number) =>
  command({
    name: "serve",
    sections: [],
    input: anything<undefined>(),
    gather: () => Effect.void,
    decide: (_facts, _input: undefined, { now }) =>
      Either.right({
        changes: Array.from({ length: count }, (_, i) => `notice-${from + i}`).flatMap((id) =>
          Notice.serve({
            id,
            agentId: "agent-1",
            subject: "matter/1",
            at: now,
            ...Notice.declareWords("matter", { served: () => "x" }).served(),
            data: {},
          }),
        ),
        reply: null,
      }),
  })
const notices = (from: number, count: number) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(count / 20) }, (_, i) => i * 20),
    (at) => Host.perform(served(from + at, Math.min(20, count - at)), undefined, registrar),
    { discard: true },
  )

describe("an address that is only stated", () => {
  it("PD3 §2 gets one note, however many agents enrol with it, and another after 14 days", async () => {
    const sent = await run((time, mails) =>
      Effect.gen(function* () {
        // given agents that enrol with it at the same time
        yield* Effect.all(
          [0, 1, 2].map((i) => enrolling(`agent-${i}`, i)),
          { concurrency: "unbounded" },
        )
        yield* both
        yield* Ref.update(time, (now) => now + days(14) - 1)
        yield* enrolling("agent-3", 3)
        yield* both
        const early = mails.length
        yield* Ref.update(time, (now) => now + 1)
        yield* enrolling("agent-4", 4)
        yield* both
        return [early, mails.length]
      }),
    )
    expect(sent).toEqual([1, 2])
  })

  it("PD3 §2 is proven for the agent by the link of the note, which works once", async () => {
    const found = await run((_time, mails) =>
      Effect.gen(function* () {
        yield* enrolling("seller", 0)
        yield* look
        const [, handle, token = ""] = /accept#([a-z0-9-]+)\.([0-9a-f]+)/.exec(mails[0]?.text ?? "") ?? []
        const accepting = Host.perform(acceptAgent, { token }, { actor: { role: "public" } })
        const { reply } = yield* accepting
        const again = yield* Effect.flip(accepting)
        const { reader } = Reader.make(yield* Store)
        const agent = yield* reader.holder("handle/seller")
        const record = yield* reader.find(Agent.Agents, needPresent(agent, "the agent"))
        return { handle, reply, again, record }
      }),
    )
    expect(found).toMatchObject({
      handle: "seller",
      reply: { handle: "seller", operatorIdentity: "proven" },
      again: { code: "acceptance_unusable" },
      record: { value: { identity: { by: "acceptance" } } },
    })
  })
})

describe("an address that is proven", () => {
  it("Rule 2.7 gets fifty mails a day from all schedulers together, and the rest as one digest", async () => {
    const counts = await run((time, mails) =>
      Effect.gen(function* () {
        const plant = command({
          name: "plant",
          sections: [],
          input: anything<undefined>(),
          gather: () => Effect.void,
          decide: (_facts, _input: undefined) =>
            Either.right({
              changes: [
                Changed.put(Agent.Agents, agentAt(null)),
                Changed.put(Operator.Operators, operatorOne),
              ],
              reply: null,
            }),
        })
        yield* Host.perform(plant, undefined, registrar)
        yield* notices(0, max + 20)
        yield* Effect.repeatN(both, 3)
        const first = mails.length
        yield* Ref.set(time, Date.UTC(2026, 10, 21))
        yield* both
        const [digest, ...others] = mails.slice(first)
        yield* notices(1_000, max)
        yield* Effect.repeatN(both, 3)
        return { first, digest, others, second: mails.length - first }
      }),
    )
    expect(start).toBeLessThan(Date.UTC(2026, 10, 21))
    expect(counts).toMatchObject({ first: max, others: [], second: max })
    expect(counts.digest?.text).toContain("seller: 20")
    expect(counts.digest?.to).toBe(operatorOne.email)
  })
})
