/** The parties of a matter: who is on which side, for whom an actor acts, and how a respondent appears. */

import { Effect, Option } from "effect"
import { Agent } from "../agents/index.ts"
import type { About } from "../evidence/index.ts"
import type { Actor, Party, Side } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { Quote } from "../quotes/index.ts"
import type { Matter } from "./Matter.ts"

/** An agent as a party: its id and its handle, as they stand when it becomes one. */
export const partyOf = (agent: Agent.Agent): Party => ({
  id: agent.id,
  handle: agent.handle,
  operatorId: agent.operatorId,
})

export const jurisdiction = enforced(
  "Rule 2.2",
  "Jurisdiction from enrolment",
  () =>
    "The Court has jurisdiction over an agent from its enrolment and from nothing else. Publishing a clause, a card or an object that names this Court enrols nobody.",
)

export const unboundRespondent = enforced(
  "Rule 2.4",
  "The unbound respondent",
  () =>
    "A claim may be brought against a handle that nobody holds. A respondent that was not enrolled when the claim was served and does not appear is not bound: the judgment says so and declares what would otherwise be ordered, and no entry opens against it in the Register of Compliance.",
)

/** The respondent as a party: bound from service if somebody holds the handle, otherwise only if it appears (Rule 2.4). */
export const respondentOf = rule(
  ["Rule 2.2", "Rule 2.4"],
  (handle: string, agent: Agent.Agent | null): Party =>
    agent === null ? { id: null, handle, operatorId: null } : partyOf(agent),
)

const isParty = (party: Party, actor: Actor): boolean =>
  actor.role === "agent" && (party.id === null ? party.handle === actor.handle : party.id === actor.id)

/** The side that an actor is itself; null if it is neither party. */
export const partySide = (matter: Matter, actor: Actor): Side | null => {
  if (isParty(matter.claimant, actor)) return "claimant"
  return isParty(matter.respondent, actor) ? "respondent" : null
}

/** The side for which an actor is counsel on the record. */
const counselSide = ({ counsel }: Matter, actor: Actor): Side | null => {
  if (actor.role !== "agent") return null
  if (counsel.claimant?.id === actor.id) return "claimant"
  return counsel.respondent?.id === actor.id ? "respondent" : null
}

/**
 * The side for which an actor acts, itself or as counsel on the record; null if it acts for neither. The holder of a
 * handle that nobody held at service may appear, and is bound from then on (Rule 2.4).
 */
export const sideOf = rule(
  ["PD1 §1", "Rule 2.4", "PD2 §2"],
  (matter: Matter, actor: Actor): Side | null => partySide(matter, actor) ?? counselSide(matter, actor),
)

/** Pleadings go to the parties, counsel on the record, the Registrar and the Judge (PD1 §6). */
export const mayReadMatter = rule(
  ["PD1 §1", "PD1 §6"],
  (matter: Matter, actor: Actor): boolean =>
    actor.role === "registrar" || actor.role === "judge" || sideOf(matter, actor) !== null,
)

/** The parties that are enrolled; a respondent that is not has no id. */
export const enrolledOf = ({ claimant, respondent }: Pick<Matter, "claimant" | "respondent">) =>
  [claimant, respondent].flatMap(({ id, handle }) => (id === null ? [] : [{ id, handle }]))

/** The side of an actor that the rules have allowed to act. */
export const actingSide = (matter: Matter, actor: Actor): Side =>
  needPresent(sideOf(matter, actor), `the side of the actor in matter ${matter.id}`)

/** True if the respondent is bound by what is decided: it was enrolled when served, or it appeared (Rule 2.4). */
export const isRespondentBound = rule(
  ["Rule 2.4"],
  (matter: Matter): boolean => matter.respondent.id !== null,
)

/** The handles of the parties of a matter, the claimant first. */
export const partiesOf = (matter: Matter): ReadonlyArray<string> => [
  matter.claimant.handle,
  matter.respondent.handle,
]

/** On what the papers of a matter rest, as far as keys go (Rule 4.11): its parties, and its quote. */
export const aboutMatter = (reader: Reader, { claimant, respondent, quoteId }: Matter) =>
  Effect.map(
    quoteId === null ? Effect.succeedNone : reader.find(Quote.Quotes, quoteId),
    (quote): About => ({ parties: [claimant.id, respondent.id], quote: Option.getOrNull(quote) }),
  )

/**
 * The record of the agent that holds the respondent's handle now, read only if an appearance, its own or by counsel, would bind
 * a respondent that was not enrolled when served.
 */
export const appearingOf = (reader: Reader, matter: Matter, { actor }: CommandContext) =>
  matter.respondent.id !== null || actor.role !== "agent"
    ? Effect.succeed(null)
    : Effect.map(Agent.findByHandle(reader, matter.respondent.handle), Option.getOrNull)

/** A respondent that was not enrolled when served appears by its first paper, and is bound from then on (Rule 2.4). */
export const recordAppearance = rule(
  ["Rule 2.4"],
  (matter: Matter, side: Side, agent: Agent.Agent | null): Matter =>
    side === "respondent" && matter.respondent.id === null && agent !== null
      ? { ...matter, respondent: partyOf(agent) }
      : matter,
)
