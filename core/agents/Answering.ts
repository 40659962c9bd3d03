/** An enrolment that answers the invitation of a quote (PD14 §8). */
import { Either } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { transition } from "../quotes/Apply.ts"
import { type Invitation, Invitations, provesOperator } from "../quotes/Invitation.ts"
import type { Quote } from "../quotes/Quote.ts"
import { recordMoves } from "../quotes/Record.ts"
import type { Refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { type Agent, type Identity, stated } from "./Agent.ts"

/** What proves the operator at enrolment: an install approval, or an invitation answered at its address. */
export const identityOf = rule(
  ["PD3 §2", "PD14 §8"],
  (
    invitation: Invitation | null,
    by: { readonly approval: string | null; readonly operatorId: string },
    now: Instant,
  ): Identity => {
    if (by.approval !== null) return { status: "proven", by: "approval", at: now }
    return invitation !== null && provesOperator(invitation, by.operatorId)
      ? { status: "proven", by: "invitation", at: now }
      : stated
  },
)

/** The notices of a quote answered by an enrolment take their ids from here on. */
const firstId = 8

/** The invitation used up, and the new agent in its quote as the buyer. */
export const answering = (
  invitation: Invitation | null,
  quote: Quote | null,
  agent: Agent,
  context: CommandContext,
): Either.Either<ReadonlyArray<Change>, Refusal> => {
  if (invitation === null || quote === null) return Either.right([])
  const party = { id: agent.id, handle: agent.handle, operatorId: agent.operatorId }
  return Either.map(transition(quote, { act: "answer", who: ["court"], party }, context.now), (moved) => [
    Changed.put(Invitations, { ...invitation, usedBy: agent.id }),
    ...recordMoves([[moved]], context, { firstId }),
  ])
}
