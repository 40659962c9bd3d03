/** The operations of a run: a request, a turn of a scheduler, the passing of time, the end of a process; alone or several at the same time. */
import { Effect } from "effect"
import { hours, minutes } from "../../../core/kernel/Time.ts"
import { tick } from "../../Tick.ts"
import { anything } from "./acts/index.ts"
import { type Sent, send } from "./Client.ts"
import type { World } from "./World.ts"

/** An operation that was done, with its requests and their answers. */
export interface Done {
  readonly name: string
  readonly sent: ReadonlyArray<Sent>
}

/** Requests with keys that were done, and may be sent again for a while. */
export type Past = ReadonlyArray<Sent>

type Operation = (world: World, past: Past) => Effect.Effect<Done>

const together = <A>(works: ReadonlyArray<Effect.Effect<A>>): Effect.Effect<ReadonlyArray<A>> =>
  Effect.all(works, { concurrency: "unbounded" })

const freshKey = ({ dice }: World): string => `key-${dice.hex(20)}`

/** Sends a random request, in most cases with a key. */
const asking = (world: World): Effect.Effect<Sent> =>
  Effect.suspend(() => send(world, anything(world), freshKey(world), world.dice.chance(80)))

const request: Operation = (world) => Effect.map(asking(world), (sent) => ({ name: "request", sent: [sent] }))

/** Sends the same request twice at the same time, as an impatient client or a proxy does. */
const twice: Operation = (world) =>
  Effect.suspend(() => {
    const asked = anything(world)
    const key = freshKey(world)
    const one = send(world, asked, key, true)
    return Effect.map(together([one, one]), (sent) => ({ name: "the same request twice at once", sent }))
  })

const look = (world: World, n: 0 | 1): Effect.Effect<void> =>
  Effect.suspend(() => {
    const batch = world.dice.of(1, 4, 256)
    return Effect.asVoid(world.process(n).run(tick(world.works, { worker: `w${n}`, batch }), "tick"))
  })

const looking: Operation = (world) =>
  Effect.as(look(world, world.dice.of(0, 1)), { name: "a scheduler looks", sent: [] })
const bothLooking: Operation = (world) =>
  Effect.as(together([look(world, 0), look(world, 1)]), { name: "two schedulers look at once", sent: [] })

const crowd: Operation = (world) =>
  Effect.suspend(() => {
    const requests = Array.from({ length: 2 + world.dice.int(3) }, () => asking(world))
    const ticks = world.dice.of([], [look(world, 0)], [look(world, 0), look(world, 1)])
    return Effect.map(together([together(requests), Effect.as(together(ticks), [])]), ([sent = []]) => ({
      name: "several at once",
      sent,
    }))
  })

/** Advances the time to the next due instant, or a millisecond before or after it; or by a fixed time. */
const passing: Operation = (world) =>
  Effect.sync(() => {
    const { dice, store, now, advance } = world
    const next = Math.min(
      ...[...store.tasks.values()].map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > now()),
    )
    if (dice.chance(50) && Number.isFinite(next)) advance(Math.max(0, next - now() + dice.of(-1, 0, 1)))
    else advance(dice.of(minutes(1), minutes(10), hours(1), hours(12), hours(30)))
    return { name: "time goes by", sent: [] }
  })

const again: Operation = (world, past) =>
  Effect.suspend(() => {
    const recent = past.filter(({ at }) => world.now() - at < hours(12))
    const earlier = world.dice.pick(recent)
    if (earlier === undefined) return request(world, past)
    return Effect.map(send(world, earlier.asked, earlier.key, true), (sent) => ({
      name: "an old request again",
      sent: [{ ...sent, at: earlier.at }],
    }))
  })

/** Sends another request under a used key, as a client that mixes up its keys does. */
const mixedUp: Operation = (world, past) =>
  Effect.suspend(() => {
    const recent = past.filter(({ at }) => world.now() - at < hours(12))
    const [earlier, asked] = [world.dice.pick(recent), anything(world)]
    if (earlier === undefined || asked.fingerprint === earlier.asked.fingerprint) return request(world, past)
    return Effect.map(send(world, asked, earlier.key, true), (sent) => ({
      name: "another request under an old key",
      sent: [sent],
    }))
  })

const restart: Operation = (world) =>
  Effect.sync(() => {
    world.process(world.dice.of(0, 1)).end()
    return { name: "a process begins again", sent: [] }
  })

const operations: ReadonlyArray<readonly [weight: number, operation: Operation]> = [
  [56, request],
  [4, twice],
  [5, crowd],
  [9, looking],
  [4, bothLooking],
  [14, passing],
  [4, again],
  [2, mixedUp],
  [2, restart],
]
const places = operations.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation))

export const anyOperation: Operation = (world, past) =>
  Effect.suspend(() => {
    world.advance(world.dice.int(2_000))
    return (world.dice.pick(places) ?? request)(world, past)
  })

export const settle = (world: World): Effect.Effect<void> =>
  world.calmly(Effect.asVoid(together([look(world, 0), look(world, 1)])))
