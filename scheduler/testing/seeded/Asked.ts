/** Something that somebody asks of the court, and the choices by which it came about. */
import { Data, Effect, Option } from "effect"
import type { Actor, Party } from "../../../core/Actor.ts"
import { Agents } from "../../../core/agents/Agent.ts"
import { Credentials, held, Keyrings } from "../../../core/agents/Keys.ts"
import type { Command, Envelope } from "../../../core/Command.ts"
import type { ExecuteError, Outcome } from "../../../core/Court.ts"
import * as Host from "../../../core/Host.ts"
import type { Json } from "../../../core/Json.ts"
import type { Kind } from "../../../core/Kind.ts"
import * as Reader from "../../../core/Reader.ts"
import { Store } from "../../../core/store/Store.ts"
import { sha256Hex } from "../../../core/Text.ts"
import type { Needs, World } from "./World.ts"

/** The key with which somebody asks has ended, as the process that was asked finds. */
export class Unauthenticated extends Data.TaggedError("Unauthenticated") {}

export interface Asked {
  /** The name of the command. */
  readonly name: string
  readonly actor: Actor
  /** The credential of the agent that asks; null where no agent does. */
  readonly credential: string | null
  /** What makes another request another. */
  readonly fingerprint: string
  readonly perform: (
    receipt: Pick<Envelope, "idempotency">,
  ) => Effect.Effect<Outcome<Json>, ExecuteError | Unauthenticated, Needs>
}

/** Makes something to ask, where there is anything to ask it about. */
export type Act = (world: World) => Asked | null

/** A key that an agent has or had: mostly the one in use. */
export const keyOf = ({ dice, store }: World, agentId: string): string | null => {
  const current = store.find(Keyrings, agentId)?.current ?? null
  const all = store.all(Credentials).filter((credential) => credential.agentId === agentId)
  const some = dice.pick(all)?.id ?? null
  return current === null || dice.chance(5) ? some : current
}

/** Whom the process that is asked takes the key for, by its own clock, and what an act of that agent rests on. */
const knownByOf = ({ bearer }: World, actor: Actor, credential: string | null) =>
  Effect.gen(function* () {
    if (credential === null) return []
    const { reader, versions } = Reader.make(yield* Store)
    const now = yield* Effect.flatMap(Host.Host, (host) => host.now)
    const found = Option.flatMap(yield* held(reader, credential), (key) => bearer(key, now))
    if (actor.role !== "agent" || Option.isNone(found)) return yield* new Unauthenticated()
    return [...versions.values()]
  })

export const ask = <I, F, R extends Json, N extends Needs>(
  world: World,
  command: Command<I, F, R, N> | Command<I, F, R>,
  input: I,
  actor: Actor,
  credential: string | null = actor.role === "agent" ? keyOf(world, actor.id) : null,
): Asked => {
  const ruled: Command<I, F, R, Needs> = world.rule<I, F, R, Needs>(command)
  const once = (receipt: Pick<Envelope, "idempotency">) =>
    Effect.flatMap(knownByOf(world, actor, credential), (knownBy) =>
      Host.perform(ruled, input, { actor, knownBy, ...receipt }),
    )
  return {
    name: command.name,
    actor,
    credential,
    fingerprint: sha256Hex(JSON.stringify([command.name, input ?? null])),
    perform: (receipt) => Effect.retry(once(receipt), { while: ({ _tag }) => _tag === "ActorChanged" }),
  }
}

export const registrar: Actor = { role: "registrar" }
export const judge: Actor = { role: "judge" }

type AgentActor = Extract<Actor, { role: "agent" }>
export const acting = ({ id, handle }: { readonly id: string; readonly handle: string }): AgentActor => ({
  role: "agent",
  id,
  handle,
})

/** Some agent that is enrolled; nobody at the beginning. */
export const someone = ({ dice, store }: World): AgentActor | null => {
  const agent = dice.pick(store.all(Agents))
  return agent === undefined ? null : acting(agent)
}

/** Mostly whoever should act; now and then somebody else. */
export const mostly = (world: World, right: Actor): Actor =>
  world.dice.chance(8) ? (world.dice.of<Actor | null>(someone(world), registrar, judge) ?? right) : right

/** The agent that is a party, or anybody where the party is not enrolled. */
export const partyActor = (world: World, { id, handle }: Party): Actor =>
  id === null ? (someone(world) ?? registrar) : mostly(world, acting({ id, handle }))

/** One record of a kind, mostly one that is wanted. */
export const one = <A>(
  { dice, store }: World,
  kind: Kind<A>,
  wanted: (record: A) => boolean = () => true,
) => {
  const all = store.all(kind)
  const some = dice.chance(5) ? all : all.filter(wanted)
  return dice.pick(some) ?? null
}
