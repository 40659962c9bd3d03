import { Effect, Layer, Logger, LogLevel, Ref } from "effect"
import { describe, expect, it } from "vitest"
import { Bench } from "../adapters/judge/index.ts"
import { decideMatter, Judge, readProposal } from "../core/bench/index.ts"
import { reserved } from "../core/bench/testing/Cases.ts"
import type { DeadlineNeeds } from "../core/Deadlines.ts"
import * as Changed from "../core/kernel/Change.ts"
import * as Court from "../core/kernel/Court.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { published } from "../core/kernel/Schedule.ts"
import { days } from "../core/kernel/Time.ts"
import { Matter } from "../core/matters/index.ts"
import { keptClaim } from "../core/matters/testing/Opened.ts"
import { Store } from "../core/store/Store.ts"
import { claim } from "../core/testing/Matters.ts"
import { proposals } from "./Scheduler.ts"
import { tick } from "./Tick.ts"
import * as Planted from "./testing/Planted.ts"
import { stores } from "./testing/Stores.ts"
import { clock, host, noNotary, start } from "./testing/World.ts"

const kept = keptClaim(claim(), "buyer")
const matter = reserved({ claim: kept.claim, defence: null })
const { id: matterId } = matter

const quiet = Logger.minimumLogLevel(LogLevel.None)

/** A judge that proposes this answer, and counts how often it is asked. */
const proposing = (answer: Effect.Effect<Judge.Draft, Judge.Unavailable>) => {
  const asked = { times: 0 }
  const decide = () => {
    asked.times++
    return answer
  }
  return {
    asked,
    layer: Layer.succeed(Judge.Judge, { line: "A model, for the bench", proposes: true, decide }),
  }
}

const stored = Effect.flatMap(Store, (store) => Reader.make(store).reader.find(Matter.Matters, matterId))
const read = (role: "judge" | "registrar") =>
  Court.ask(readProposal, { id: matterId }, { actor: { role }, now: start, schedule: published })
const due = tick(proposals, { worker: "w" })
const asJudge = Host.perform(decideMatter, { matterId }, { actor: { role: "scheduler" } })

for (const { name, layer } of stores) {
  describe(`drafts for the bench, on ${name}`, () => {
    const inCourt = <A, E>(
      judge: Layer.Layer<Judge.Judge>,
      play: (time: Ref.Ref<number>) => Effect.Effect<A, E, DeadlineNeeds>,
    ) =>
      Effect.runPromise(
        Effect.gen(function* () {
          const time = yield* clock()
          const world = Layer.mergeAll(layer, host(time), noNotary, judge, Bench.estimator, quiet)
          const given = Effect.zipRight(
            Planted.planted([...kept.changes, Changed.put(Matter.Matters, matter)]),
            play(time),
          )
          return yield* Effect.provide(given, world)
        }),
      )

    it("Rule 5.1 a model that fails leaves the matter as it was, and is asked six times at most", async () => {
      const { asked, layer: judge } = proposing(
        Effect.fail(new Judge.Unavailable({ cause: "the model is busy" })),
      )
      const [before, after, view, report] = await inCourt(judge, (time) =>
        Effect.gen(function* () {
          const first = yield* stored
          yield* asJudge
          const reports = []
          for (let i = 0; i < 8; i++) {
            reports.push(yield* due)
            yield* Ref.update(time, (now) => now + days(1))
          }
          return [first, yield* stored, yield* read("judge"), reports] as const
        }),
      )
      expect(after).toEqual(before)
      expect(view).toEqual({ matterId, draft: null, ordersBeyondPrayer: [], line: null, at: null })
      expect(asked.times).toBe(6)
      expect(report.map(({ postponed, done }) => [postponed, done])).toEqual([
        ...Array.from({ length: 5 }, () => [1, 0]),
        [0, 1],
        [0, 0],
        [0, 0],
      ])
    })
  })
}
