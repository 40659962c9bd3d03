/** What happens next: somebody asks, a scheduler looks, time goes by, a process ends; one of these at a time, or several at once. */
import { Effect } from "effect"
import { hours, minutes } from "../../../core/Time.ts"
import { tick } from "../../Tick.ts"
import { anything } from "./acts/index.ts"
import { type Sent, send } from "./Client.ts"
import type { World } from "./World.ts"

/** What an operation was, and what came of the requests in it. */
export interface Done {
  readonly name: string
  readonly sent: ReadonlyArray<Sent>
}

/** Keys under which something was done, and may be asked again for a while. */
export type Past = ReadonlyArray<Sent>

type Operation = (world: World, past: Past) => Effect.Effect<Done>

const together = <A>(works: ReadonlyArray<Effect.Effect<A>>): Effect.Effect<ReadonlyArray<A>> =>
  Effect.all(works, { concurrency: "unbounded" })

const freshKey = ({ dice }: World): string => `key-${dice.hex(20)}`

/** Every request has a name for whoever watches; most have it as their key too. */
const asking = (world: World): Effect.Effect<Sent> =>
  Effect.suspend(() => send(world, anything(world), freshKey(world), world.dice.chance(80)))

const request: Operation = (world) => Effect.map(asking(world), (sent) => ({ name: "request", sent: [sent] }))

/** The same request, sent twice at once: an impatient client, or a proxy that repeats. */
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

/** To the instant at which something falls due, or a millisecond beside it; or just on. */
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

/** Another request under a key that has been used: a client that mixes up its keys. */
const mixed: Operation = (world, past) =>
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
  [2, mixed],
  [2, restart],
]
const places = operations.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation))

export const anyOperation: Operation = (world, past) =>
  Effect.suspend(() => {
    world.advance(world.dice.int(2_000))
    return (world.dice.pick(places) ?? request)(world, past)
  })

/** Both schedulers, with nothing going wrong. */
export const settle = (world: World): Effect.Effect<void> =>
  world.calmly(Effect.asVoid(together([look(world, 0), look(world, 1)])))
