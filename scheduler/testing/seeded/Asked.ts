/** Requests to the court, and the random choices that make them. */
import { Data, Effect, Option } from "effect"
import { Agent, records as agentRecords, Keys } from "../../../core/agents/index.ts"
import type { Actor, Party } from "../../../core/kernel/Actor.ts"
import type { Command, Envelope } from "../../../core/kernel/Command.ts"
import type { ExecuteError, Outcome } from "../../../core/kernel/Court.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import * as Host from "../../../core/kernel/Host.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import type { Kind } from "../../../core/kernel/Kind.ts"
import * as Reader from "../../../core/kernel/Reader.ts"
import { Store } from "../../../core/store/Store.ts"
import type { Needs, World } from "./World.ts"

/** The process that was asked finds that the key of the request has ended. */
export class Unauthenticated extends Data.TaggedError("Unauthenticated") {}

export interface Asked {
  readonly name: string
  readonly actor: Actor
  /** The credential of the agent that asks; null if no agent asks. */
  readonly credential: string | null
  readonly fingerprint: string
  readonly perform: (
    receipt: Pick<Envelope, "idempotency">,
  ) => Effect.Effect<Outcome<Json>, ExecuteError | Unauthenticated, Needs>
}

/** Makes a random request of one type; null if the court has nothing that it could be about. */
export type Act = (world: World) => Asked | null

/** The id of a key that an agent has or had: usually the current one. */
export const keyOf = ({ dice, store }: World, agentId: string): string | null => {
  const current = store.find(agentRecords.Keyrings, agentId)?.current ?? null
  const all = store.all(agentRecords.Credentials).filter((credential) => credential.agentId === agentId)
  const some = dice.pick(all)?.id ?? null
  return current === null || dice.chance(5) ? some : current
}

/** The records by which a process knows the agent of a key at its own clock, or `Unauthenticated`. */
const knownByOf = ({ bearer }: World, actor: Actor, credential: string | null) =>
  Effect.gen(function* () {
    if (credential === null) return []
    const { reader, versions } = Reader.make(yield* Store)
    const now = yield* Effect.flatMap(Host.Host, (host) => host.now)
    const found = Option.flatMap(yield* Keys.findCredential(reader, credential), (key) => bearer(key, now))
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

/** A random enrolled agent; null if nobody is enrolled. */
export const someone = ({ dice, store }: World): AgentActor | null => {
  const agent = dice.pick(store.all(Agent.Agents))
  return agent === undefined ? null : acting(agent)
}

/** Usually the right actor; sometimes another. */
export const mostly = (world: World, right: Actor): Actor =>
  world.dice.chance(8) ? (world.dice.of<Actor | null>(someone(world), registrar, judge) ?? right) : right

/** The agent that is a party, or a random one if the party is not enrolled. */
export const partyActor = (world: World, { id, handle }: Party): Actor =>
  id === null ? (someone(world) ?? registrar) : mostly(world, acting({ id, handle }))

/** A random record of a kind: usually a wanted one, sometimes any. */
export const one = <A>(
  { dice, store }: World,
  kind: Kind<A>,
  wanted: (record: A) => boolean = () => true,
) => {
  const all = store.all(kind)
  const some = dice.chance(5) ? all : all.filter(wanted)
  return dice.pick(some) ?? null
}
