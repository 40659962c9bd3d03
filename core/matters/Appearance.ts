import { Effect, Option } from "effect"
import { type Agent, agentByHandle } from "../agents/Agent.ts"
import type { CommandContext } from "../Command.ts"
import type { Side } from "../Party.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import { partyOf } from "./Intake.ts"
import type { Matter } from "./Matter.ts"

/**
 * The record of the agent that holds the respondent's handle now, read only where an appearance, its own or by counsel, would bind
 * a respondent that was not enrolled when served.
 */
export const appearingOf = (reader: Reader, matter: Matter, { actor }: CommandContext) =>
  matter.respondent.id !== null || actor.role !== "agent"
    ? Effect.succeed(null)
    : Effect.map(agentByHandle(reader, matter.respondent.handle), Option.getOrNull)

/** A respondent that was not enrolled when served appears by its first paper, and is bound from then on (Rule 2.4). */
export const appeared = rule(
  ["Rule 2.4"],
  (matter: Matter, side: Side, agent: Agent | null): Matter =>
    side === "respondent" && matter.respondent.id === null && agent !== null
      ? { ...matter, respondent: partyOf(agent) }
      : matter,
)
