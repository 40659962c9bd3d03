/** The work of a model of the service through the court's own loop: one draft under one key, whatever happens while the model works. */

import { Effect, Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../kernel/Actor.ts"
import { Host } from "../kernel/Host.ts"
import { published } from "../kernel/Schedule.ts"
import { days, minutes } from "../kernel/Time.ts"
import { fileDefence, fileMatter, fileReply } from "../matters/index.ts"
import { Rulebook } from "../rulebook/index.ts"
import { type Driver, Store } from "../store/Store.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { nothingSealed } from "../testing/NothingSealed.ts"
import { stage } from "../testing/Stage.ts"
import * as Counsel from "./Counsel.ts"
import { Desks } from "./Desk.ts"
import type { Instructing } from "./Requests.ts"
import { brief } from "./Service.ts"

const asked: Instructing = { task: "advice", instructions: "May I claim the price back?" }
const drafted = { work: { ...Counsel.nothing, advice: "Yes." }, costMicros: 1_000 }

const opened = async () => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  let drawn = 0
  const briefing = (
    changes: {
      readonly draft?: Counsel.Service["draft"]
      readonly driver?: Driver
      readonly key?: string
      readonly at?: number
      readonly instructing?: Instructing
      readonly actor?: Actor
    } = {},
  ) => {
    const { draft = () => Effect.succeed(drafted), driver = court.driver, key, at, actor = buyer } = changes
    const roster = { models: [{ model: "house", price: null }], anyModel: false }
    const services = Layer.mergeAll(
      Layer.succeed(Counsel.Counsel, { roster, draft }),
      Layer.succeed(Store, driver),
      Rulebook.layer,
      nothingSealed,
      Layer.succeed(Host, {
        now: Effect.sync(court.now),
        // With such a seed the court does not wait after a conflict.
        seed: Effect.sync(() => String(++drawn).padStart(16, "a").padEnd(20, "0")),
        schedule: Effect.succeed(published),
      }),
    )
    const options = {
      actor,
      ...(key === undefined
        ? {}
        : { idempotency: { id: key, fingerprint: "f", expiresAt: court.now() + days(1) } }),
      ...(at === undefined ? {} : { at }),
    }
    return Effect.runPromise(
      brief(changes.instructing ?? asked, options).pipe(
        Effect.map(({ reply, replayed }) => ({ reply, replayed, code: null })),
        Effect.catchTag("Refusal", ({ code }) => Effect.succeed({ reply: null, replayed: false, code })),
        Effect.provide(services),
      ),
    )
  }
  /** How many failures the desk of the buyer counts, and whether it is free. */
  const desk = async () => {
    const found = Option.getOrNull(await court.read((reader) => reader.find(Desks, buyer.id)))
    return { isFree: found?.work == null, failures: found?.failures.count ?? 0 }
  }
  return { ...court, buyer, seller, briefing, desk }
}

describe("a brief of counsel of the service", () => {
  it("PD2 §3 given the same key again, then the answer is the first draft, and the model is not asked twice", async () => {
    const court = await opened()
    let drafts = 0
    const draft = () =>
      Effect.sync(() => {
        drafts += 1
        return drafted
      })
    const first = await court.briefing({ draft, key: "k", at: court.now() })
    expect(first).toMatchObject({ replayed: false, reply: { status: "delivered", advice: "Yes." } })
    expect(await court.briefing({ draft, key: "k" })).toEqual({ ...first, replayed: true })
    expect(drafts).toBe(1)
  })

  it("PD2 §3 given that another process answers under the key while this one waits for the desk, then this one gives that answer", async () => {
    const court = await opened()
    let meanwhile: Promise<unknown> | null = null
    const driver: Driver = {
      ...court.driver,
      commit: (set) =>
        Effect.suspend(() => {
          if (meanwhile !== null) return court.driver.commit(set)
          meanwhile = court.briefing({ key: "k" })
          return Effect.zipRight(
            Effect.promise(() => meanwhile ?? Promise.resolve()),
            court.driver.commit(set),
          )
        }),
    }
    const draft = () => Effect.dieMessage("the model is asked once")
    expect(await court.briefing({ driver, draft, key: "k" })).toMatchObject({
      replayed: true,
      reply: { advice: "Yes." },
    })
    expect(await court.desk()).toMatchObject({ isFree: true })
  })

  it("PD2 §3 given a draft that comes late, then it is refused and counts as a failure; a draft that the store can't take does not", async () => {
    const late = await opened()
    const slowly = () =>
      Effect.sync(() => {
        late.advance(minutes(31))
        return drafted
      })
    expect(await late.briefing({ draft: slowly })).toMatchObject({ code: "draft_late" })
    expect((await late.desk()).failures).toBe(1)

    const court = await opened()
    const driver: Driver = {
      ...court.driver,
      commit: (set) =>
        set.puts.some(({ ref }) => ref.kind === "brief")
          ? Effect.succeed({ _tag: "Conflict", stale: [], taken: [], lost: [] })
          : court.driver.commit(set),
    }
    expect(await court.briefing({ driver })).toMatchObject({ code: "contention" })
    expect(await court.desk()).toEqual({ isFree: true, failures: 0 })
  })

  it("PD2 §2 given a matter whose papers are more than a model is given, then the brief is refused and the desk is free", async () => {
    const court = await opened()
    const long = (label: string) => [{ label, kind: "log", content: "x".repeat(190_000) }] as const
    const evidence = [...claim().evidence, ...long("log")]
    const { matter } = await court.act(fileMatter, filing({ claim: claim({ evidence }) }), court.buyer)
    const matterId = matter.id
    await court.act(fileDefence, { id: matterId, ...answering({ evidence: long("log") }) }, court.seller)
    const reply = answering({ responses: [], evidence: long("log") })
    await court.act(fileReply, { id: matterId, ...reply }, court.buyer)
    const instructing = { ...asked, matterId }
    expect(await court.briefing({ instructing })).toMatchObject({ code: "brief_too_large" })
    expect(await court.desk()).toMatchObject({ isFree: true })
  })
})
