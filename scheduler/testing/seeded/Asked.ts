/** Something that somebody asks of the court, and the choices by which it came about. */
import type { Effect } from "effect"
import * as Host from "../../../adapters/host/Host.ts"
import type { Actor } from "../../../core/Actor.ts"
import { Agents } from "../../../core/agents/Agent.ts"
import type { Command, Envelope } from "../../../core/Command.ts"
import type { ExecuteError, Outcome } from "../../../core/Court.ts"
import { sha256Hex } from "../../../core/Hash.ts"
import type { Json } from "../../../core/Json.ts"
import type { Kind } from "../../../core/Kind.ts"
import type { Party } from "../../../core/Party.ts"
import type { Needs, World } from "./World.ts"

export interface Asked {
  /** The name of the command. */
  readonly name: string
  readonly actor: Actor
  /** What makes another request another. */
  readonly fingerprint: string
  readonly perform: (
    receipt: Pick<Envelope, "idempotency">,
  ) => Effect.Effect<Outcome<Json>, ExecuteError, Needs>
}

/** Makes something to ask, where there is anything to ask it about. */
export type Act = (world: World) => Asked | null

export const ask = <I, F, R extends Json, N extends Needs>(
  { rule }: World,
  command: Command<I, F, R, N> | Command<I, F, R>,
  input: I,
  actor: Actor,
): Asked => {
  const ruled: Command<I, F, R, Needs> = rule<I, F, R, Needs>(command)
  return {
    name: command.name,
    actor,
    fingerprint: sha256Hex(JSON.stringify([command.name, input ?? null])),
    perform: (receipt) => Host.perform(ruled, input, { actor, ...receipt }),
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
