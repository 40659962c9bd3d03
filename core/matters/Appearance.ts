import { Effect, Option } from "effect"
import { type Agent, Agents } from "../agents/Agent.ts"
import type { CommandContext } from "../Command.ts"
import type { Side } from "../Party.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import { partyOf } from "./Intake.ts"
import type { Matter } from "./Matter.ts"

/** The acting agent's record, read only where its appearance would bind a respondent that was not enrolled when served. */
export const appearingOf = (reader: Reader, matter: Matter, { actor }: CommandContext) =>
  matter.respondent.id !== null || actor.role !== "agent"
    ? Effect.succeed(null)
    : Effect.map(reader.find(Agents, actor.id), Option.getOrNull)

/** A respondent that was not enrolled when served appears by its first paper, and is bound from then on (Rule 2.4). */
export const appeared = rule(
  ["Rule 2.4"],
  (matter: Matter, side: Side, agent: Agent | null): Matter =>
    side === "respondent" && matter.respondent.id === null && agent !== null
      ? { ...matter, respondent: partyOf(agent) }
      : matter,
)
