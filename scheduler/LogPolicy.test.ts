/** Processes of one court that were started with different policies for its log. */
import { Effect, Layer, Logger } from "effect"
import { expect, it } from "vitest"
import { MemoryKeys } from "../adapters/keys/index.ts"
import { Keys } from "../adapters/keys/Keys.ts"
import { needPresent } from "../core/kernel/Defect.ts"
import { Host } from "../core/kernel/Host.ts"
import { published } from "../core/kernel/Schedule.ts"
import { Records } from "../core/log/index.ts"
import { empty } from "../core/store/ChangeSet.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { Store } from "../core/store/Store.ts"
import { start } from "../core/testing/Context.ts"
import * as Integrator from "./Integrator.ts"
import * as LogPolicy from "./LogPolicy.ts"

const origin = "court.example/log"
const world = Layer.mergeAll(
  Layer.succeed(Keys, MemoryKeys.make().keys),
  Layer.succeed(Host, {
    now: Effect.succeed(start),
    seed: Effect.succeed("00000000000000000001"),
    schedule: Effect.succeed(published),
  }),
)

/** A court, in which a process is started with a policy, and looks at the log when it is told to. */
const court = () => {
  const driver = Effect.runSync(MemoryStore.make)
  let count = 0
  return {
    happen: () => {
      const event = {
        id: `event-${++count}`,
        at: start,
        type: "test.told",
        subject: "test",
        rules: [],
        data: {},
      }
      return Effect.runPromise(driver.commit({ ...empty(start), events: [event] }))
    },
    state: async () => {
      const [found] = await Effect.runPromise(
        driver.read([{ kind: Records.LogStates.name, id: Records.stateId }]),
      )
      return Records.LogStates.decode(needPresent(found, "the log").body)
    },
    process: (policy: Records.StatedPolicy | null) => {
      const lines: Array<string> = []
      const logger = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => lines.push(String(message))),
      )
      const step = Effect.zipRight(LogPolicy.make(policy), Integrator.look({ origin, policy }))
      const look = () =>
        step.pipe(
          Effect.provideService(Store, driver),
          Effect.provide(Layer.merge(world, logger)),
          Effect.runPromise,
        )
      return { lines, look }
    },
  }
}
const witnessed: Records.StatedPolicy = { witnesses: ["w1"], quorum: "w1" }

it("tlog-policy given processes with different policies, then the one that was started last decides, and the other publishes nothing and says so once", async () => {
  const { happen, state, process } = court()
  const first = process(null)
  await first.look()
  await happen()
  await first.look()
  expect(await state()).toMatchObject({ size: 1, published: 1 })
  // given another process with witnesses
  const second = process(witnessed)
  await second.look()
  expect((await state()).policy).toEqual(witnessed)
  expect(second.lines).toEqual([
    expect.stringMatching(/^the log's checkpoints now need 1 witness,.*before: none/),
  ])
  // then the log grows by the first process too, which publishes nothing and complains once
  await happen()
  for (let i = 0; i < 2; i++) await first.look()
  expect(await state()).toMatchObject({ size: 2, published: 1, policy: witnessed })
  expect(first.lines).toEqual([expect.stringMatching(/^this process publishes no checkpoint of the log/)])
  // and once the witnesses are taken away again, it goes on
  await process(null).look()
  expect(await state()).not.toHaveProperty("policy")
  expect(await state()).toMatchObject({ size: 2, published: 2 })
  await first.look()
  expect(first.lines.at(-1)).toMatch(/again$/)
  await second.look()
  expect(second.lines.at(-1)).toMatch(/^this process publishes no checkpoint/)
})

it("tlog-policy a log begins with the policy of the process that begins it", async () => {
  const { happen, state, process } = court()
  await happen()
  const one = process(witnessed)
  for (let i = 0; i < 2; i++) await one.look()
  expect(await state()).toMatchObject({ size: 1, published: 0, policy: witnessed })
  expect(one.lines).toEqual([])
})
