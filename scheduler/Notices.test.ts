import { verify } from "node:crypto"
import { Effect, Either, type Layer, Option, Ref } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { baseOf } from "../adapters/keys/httpSignature/SignatureBase.ts"
import { isList, parseDictionary } from "../adapters/keys/httpSignature/StructuredFields.ts"
import { digestOf, hasDigest } from "../adapters/keys/httpSignature/Verify.ts"
import type * as Mailer from "../adapters/notices/Mailer.ts"
import { smtp } from "../adapters/notices/Mailer.ts"
import * as SmtpServer from "../adapters/notices/testing/SmtpServer.ts"
import { Agent, Channel, Deliveries, Notice, Operator } from "../core/agents/index.ts"
import * as Changed from "../core/kernel/Change.ts"
import { command } from "../core/kernel/Command.ts"
import { needPresent } from "../core/kernel/Defect.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { days, minutes } from "../core/kernel/Time.ts"
import { empty } from "../core/store/ChangeSet.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { type Driver, Store } from "../core/store/Store.ts"
import { anything } from "../core/testing/Anything.ts"
import { deliveries } from "./Scheduler.ts"
import { tick } from "./Tick.ts"
import {
  agentAt,
  closeServices,
  keyid,
  keys,
  operatorOne,
  service,
  serviceThat,
  surroundings,
} from "./testing/Carrying.ts"
import { stores } from "./testing/Stores.ts"
import { clock, logged, start } from "./testing/World.ts"

const texts = Notice.declareWords("compliance", { notified: () => "The time fixed has passed." })

afterEach(closeServices)

const notice = {
  id: "notice-1",
  agentId: "agent-1",
  ...texts.notified(),
  subject: "entry/1",
  at: start,
  data: { n: 1 },
}

const plant = command({
  name: "plant",
  sections: [],
  input: anything<Agent.Agent>(),
  gather: (_agent: Agent.Agent) => Effect.void,
  decide: (_facts, agent) =>
    Either.right({
      changes: [
        Changed.put(Agent.Agents, agent),
        Changed.put(Operator.Operators, operatorOne),
        ...Notice.serve(notice),
      ],
      reply: null,
    }),
})

const serveAgain = command({
  name: "serve-again",
  sections: [],
  input: anything<null>(),
  gather: () => Effect.void,
  decide: () => Either.right({ changes: Notice.serve({ ...notice, id: "notice-2" }), reply: null }),
})

const delivery = Effect.flatMap(Store, (store) =>
  Effect.map(Reader.make(store).reader.find(Deliveries, notice.id), Option.getOrNull),
)

const tickOnce = tick(deliveries, { worker: "a" })
const enrolled = (serviceUrl: string | null) =>
  Host.perform(plant, agentAt(serviceUrl), { actor: { role: "registrar" } })

type Options = Parameters<typeof surroundings>[2]
type Surroundings = Layer.Layer.Success<ReturnType<typeof surroundings>>
/** Runs programs in the surroundings of a scheduler, each on a new store. */
const on =
  (layer: Parameters<typeof surroundings>[0]) =>
  <A, E>(options: Options, given: (time: Ref.Ref<number>) => Effect.Effect<A, E, Surroundings>) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const time = yield* clock()
        return yield* Effect.provide(given(time), surroundings(layer, time, options))
      }),
    )

for (const { name, layer } of stores) {
  describe(`notices carried from the ${name} store`, () => {
    const run = on(layer)

    it("Rule 2.7 a service that fails is called again with the same id until it takes the notice", async () => {
      const { url, calls } = await service(500, 503, 200)
      const kept = await run({}, (time) =>
        Effect.gen(function* () {
          yield* enrolled(url)
          for (const wait of [0, ...Channel.backOff.slice(0, 3)]) {
            yield* Ref.update(time, (now) => now + wait)
            yield* tickOnce
          }
          return yield* delivery
        }),
      )
      expect(calls.map(({ headers }) => headers["webhook-id"])).toEqual([notice.id, notice.id, notice.id])
      expect(kept?.service?.attempts.map(({ status }) => status)).toEqual([500, 503, 200])
      expect(JSON.stringify(kept)).not.toContain("stranger")
    })

    it("Rule 2.7 given a service that asks for a wait, then it is not called before, and its e-mail goes on meanwhile", async () => {
      const { url, calls } = await serviceThat(({ length }) =>
        length === 1
          ? { status: 429, text: "", headers: { "retry-after": "3600" } }
          : { status: 204, text: "" },
      )
      const calledAfter = await run({}, (time) =>
        Effect.gen(function* () {
          yield* enrolled(url)
          const counts: Array<number> = []
          for (const passed of [0, minutes(1), minutes(60) - 1, minutes(60)]) {
            yield* Ref.set(time, start + passed)
            yield* tickOnce
            counts.push(calls.length)
          }
          return counts
        }),
      )
      expect(calledAfter).toEqual([1, 1, 1, 2])
    })

    it("Rule 2.7 given a service that answers 410, then it is called no more, whatever else is served", async () => {
      const { url, calls } = await service(410, 200)
      const [kept, later] = await run({}, (time) =>
        Effect.gen(function* () {
          yield* enrolled(url)
          yield* tickOnce
          yield* Ref.update(time, (now) => now + days(2))
          yield* Host.perform(serveAgain, null, { actor: { role: "registrar" } })
          yield* tickOnce
          const { reader } = Reader.make(yield* Store)
          return [yield* delivery, Option.getOrNull(yield* reader.find(Deliveries, "notice-2"))] as const
        }),
      )
      expect(calls).toHaveLength(1)
      expect(kept?.service).toMatchObject({ status: "gone", attempts: [{ status: 410 }] })
      expect(later?.service).toEqual({ status: "gone", attempts: [] })
    })

    it("Rule 2.7 if a worker dies between the call and the record, the notice is called again with the same id", async () => {
      const { url, calls } = await service(200)
      const kept = await run({}, (time) =>
        Effect.gen(function* () {
          yield* enrolled(url)
          const store = yield* Store
          const dying = Effect.provideService(tickOnce, Store, {
            ...store,
            commit: () => Effect.interrupt,
          })
          yield* Effect.exit(dying)
          yield* Ref.update(time, (now) => now + 60_000)
          yield* tickOnce
          return yield* delivery
        }),
      )
      expect(calls.map(({ headers }) => headers["webhook-id"])).toEqual([notice.id, notice.id])
      expect(kept?.service?.status).toBe("delivered")
    })

    it("Rule 2.7 a notice is carried after one read of its records, and after two if an earlier version put its task", async () => {
      const { url, calls } = await service(200)
      const reads = await run({}, () =>
        Effect.gen(function* () {
          yield* enrolled(url)
          const store = yield* Store
          let reads = 0
          const counting = Effect.provideService(tickOnce, Store, {
            ...store,
            read: (refs) => {
              reads += 1
              return store.read(refs)
            },
          })
          yield* counting
          const first = reads
          // given a task without the agent, as earlier versions put it
          yield* Host.perform(serveAgain, null, { actor: { role: "registrar" } })
          const tasks = [
            { id: "notice/notice-2", kind: Notice.task, dueAt: start, body: { noticeId: "notice-2" } },
          ]
          yield* store.commit({ ...empty(start), tasks })
          yield* counting
          return [first, reads - first]
        }),
      )
      expect(reads).toEqual([1, 2])
      expect(calls.map(({ headers }) => headers["webhook-id"])).toEqual(["notice-1", "notice-2"])
    })

    it("Rule 2.7 given a notice whose delivery another worker has recorded during the call, then both attempts are on record", async () => {
      const { url } = await service(200)
      const kept = await run({}, () =>
        Effect.gen(function* () {
          yield* enrolled(url)
          const store = yield* Store
          // given a record of an earlier attempt that is put between the read and the commit
          const attempt = { at: start, outcome: "answered_otherwise" as const, status: 503 }
          const earlier = {
            id: notice.id,
            agentId: notice.agentId,
            type: notice.type,
            at: start,
            service: { status: "pending" as const, attempts: [attempt] },
            email: null,
          }
          const { kind, id, body, index } = Changed.put(Deliveries, earlier) as Extract<
            Changed.Change,
            { _tag: "Put" }
          >
          let puts = 0
          const between: Driver = {
            ...store,
            commit: (changes) => {
              puts += 1
              const ref = { kind, id }
              return puts > 1
                ? store.commit(changes)
                : Effect.zipRight(
                    store.commit({ ...empty(start), puts: [{ ref, expected: 0, body, index }] }),
                    store.commit(changes),
                  )
            },
          }
          yield* Effect.provideService(tickOnce, Store, between)
          return yield* delivery
        }),
      )
      expect(kept?.service?.attempts.map(({ status }) => status)).toEqual([503, 200])
    })

    it("Rule 2.1 the note of an enrolment is tried again when it is refused, and given up after its last attempt", async () => {
      const server = await SmtpServer.start({ refuse: 451 })
      const mailer = await smtp({ url: server.url, from: "court@court.test" })
      const note = { operatorId: "operator-1", subject: "Agent seller was enrolled", text: "It was." }
      const plantNote = command({
        name: "plant-note",
        sections: [],
        input: anything<undefined>(),
        gather: () => Effect.void,
        decide: () => Either.right({ changes: [Operator.noteTo("1", start, note)], reply: null }),
      })
      const log = logged()
      const reports = await run({ mailer }, (time) =>
        Effect.gen(function* () {
          yield* enrolled(null)
          yield* Host.perform(plantNote, undefined, { actor: { role: "registrar" } })
          const endings = []
          for (let day = 0; day < 10; day++) {
            endings.push(yield* tick({ "operator-note": deliveries["operator-note"] }, { worker: "a" }))
            yield* Ref.update(time, (now) => now + 86_400_000)
          }
          return endings
        }).pipe(Effect.provide(log.layer)),
      )
      await server.stop()
      expect(reports.map(({ postponed }) => postponed)).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0])
      expect(reports.map(({ done }) => done)).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
      expect(log.lines).toEqual(Array.from({ length: 6 }, () => expect.stringContaining("reason=NotNow")))
    })
  })
}

// This is the same on every store, since no store has a part in it.
describe("the calls and letters that carry a notice", () => {
  const run = on(MemoryStore.layer)

  it("Rule 2.7 the call carries an id, the time and a signature that the court's key verifies", async () => {
    const { url, calls } = await service(204)
    const kept = await run({}, () => enrolled(url).pipe(Effect.zipRight(tickOnce), Effect.zipRight(delivery)))
    expect(kept?.service).toEqual({
      status: "delivered",
      attempts: [{ at: start, outcome: "delivered", status: 204 }],
    })
    const [call] = calls
    const id = call?.headers["webhook-id"]
    const timestamp = call?.headers["webhook-timestamp"]
    const [version, signature] = String(call?.headers["webhook-signature"]).split(",")
    expect([id, version]).toEqual([notice.id, "v1a"])
    const signed = Buffer.from(`${id}.${timestamp}.${call?.body}`)
    expect(verify(null, signed, keys.publicKey, Buffer.from(signature ?? "", "base64"))).toBe(true)
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      type: notice.type,
      data: { id: notice.id, text: notice.text, n: 1 },
    })
  })

  it("Rule 2.7 the call is also a signed HTTP message, by a key of the court's did:web", async () => {
    const { url, calls } = await service(204)
    await run({}, () => enrolled(url).pipe(Effect.zipRight(tickOnce), Effect.zipRight(delivery)))
    const [call] = calls
    const field = (name: string) => (call?.headers[name] as string | undefined) ?? null
    const [input, signature] = ["signature-input", "signature"].map((name) =>
      needPresent(parseDictionary(field(name) ?? "")?.get("court"), name),
    )
    if (input === undefined || !isList(input) || signature === undefined || isList(signature))
      throw new Error("no signature")
    expect([input.parameters.get("keyid"), input.parameters.get("tag")]).toEqual([keyid, "agent-court"])
    const built = baseOf({ method: "POST", targetUri: new URL(url).href, field }, input)
    const text = Buffer.from("base" in built ? built.base : "")
    expect(verify(null, text, keys.publicKey, signature.value as Uint8Array)).toBe(true)
    const digest = needPresent(digestOf(field("content-digest") ?? ""), "a digest")
    expect(hasDigest(Buffer.from(call?.body ?? ""), digest)).toBe(true)
    expect(built).toHaveProperty("base", expect.stringContaining('"content-digest": '))
  })

  it("Rule 2.7 a service URL whose name resolves to an inside address is not called", async () => {
    const { url, calls } = await service(200)
    const inside = url.replace("127.0.0.1", "rebind.test").replace("http:", "https:")
    const kept = await run({ fetch: { resolve: async () => ["127.0.0.1"] } }, () =>
      enrolled(inside).pipe(Effect.zipRight(tickOnce), Effect.zipRight(delivery)),
    )
    expect(calls).toEqual([])
    expect(kept?.service).toMatchObject({ status: "pending", attempts: [{ outcome: "address_refused" }] })
  })

  it("Rule 2.7 e-mail goes to the operator if it is configured, and is recorded as not sent otherwise", async () => {
    const server = await SmtpServer.start()
    const mailer = await smtp({ url: server.url, from: "court@court.test" })
    const mailed = await run({ mailer }, () =>
      enrolled(null).pipe(Effect.zipRight(tickOnce), Effect.zipRight(delivery)),
    )
    await server.stop()
    expect(mailed).toMatchObject({ service: null, email: { status: "delivered" } })
    expect(server.received.map(({ to }) => to)).toEqual([["owner@operator.test"]])
    const unsent = await run({}, () =>
      enrolled(null).pipe(Effect.zipRight(tickOnce), Effect.zipRight(delivery)),
    )
    expect(unsent).toMatchObject({ service: null, email: { status: "not_sent", attempts: [] } })
  })

  it("PD3 §2 no notice goes to an address that is only stated, or to a service that has not answered", async () => {
    const { url, calls } = await service(200)
    const server = await SmtpServer.start()
    const mailer = await smtp({ url: server.url, from: "court@court.test" })
    const unproven = agentAt(url, {
      identity: { status: "stated", by: null, at: null },
      serviceAnsweredAt: null,
    })
    const planted = Host.perform(plant, unproven, { actor: { role: "registrar" } })
    const kept = await run({ mailer }, (time) =>
      Effect.gen(function* () {
        yield* planted
        yield* tickOnce
        yield* Ref.update(time, (now) => now + 86_400_000)
        yield* tickOnce
        return yield* delivery
      }),
    )
    await server.stop()
    const channel = { status: "unproven", attempts: [] }
    expect(kept).toMatchObject({ service: channel, email: channel })
    expect([calls, server.received]).toEqual([[], []])
  })

  it("Rule 2.7 the log has no part of an address or a notice", async () => {
    const { url } = await service(500)
    const { lines, layer: log } = logged()
    const broken: Mailer.MailerService = {
      configured: true,
      send: () => Effect.die(new Error("no route to owner@operator.test: The time fixed has passed.")),
    }
    await run({ mailer: broken }, () => enrolled(url).pipe(Effect.zipRight(tickOnce), Effect.provide(log)))
    expect(lines.join("\n")).toContain("is postponed")
    expect(lines.join("\n")).not.toMatch(/operator\.test|time fixed|\/hook/)
  })
})
