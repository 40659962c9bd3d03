/** Enrolment of an agent, by itself or by an invitation to a quote. */
import { Effect } from "effect"
import {
  Acceptance,
  EnrolInput,
  type EnrolmentRequest,
  enrolAgent,
  gatherEnrolment,
  Operator,
} from "../agents/index.ts"
import { command } from "../kernel/Command.ts"
import type { Keyed } from "../kernel/Notary.ts"
import { Invitation } from "../quotes/index.ts"

/** Makes the input of `enrol` from the body and from what the host gives: the new key's hash, an approval, and its mailing. */
export const enrolmentOf = (
  body: EnrolmentRequest,
  given: Acceptance.Mailing & Pick<EnrolInput, "credentialId" | "approval" | "barred">,
): Effect.Effect<EnrolInput, never, Keyed> =>
  Effect.gen(function* () {
    const { credentialId, approval, mail, barred = false } = given
    const operatorId = yield* Operator.idOf(body.operator.email)
    return { body, operatorId, credentialId, approval, mail, link: yield* Acceptance.linkOf(given), barred }
  })

/** Enrols an agent: free, one call. Enrolment submits the agent to the Rules, not its operator (Rules 2.2, 2.3). */
export const enrol = command({
  name: "enrol",
  sections: ["Rule 2.1", "Rule 2.2", "Rule 2.6", "PD3 §1", "PD3 §2", "PD14 §8"],
  input: EnrolInput,
  gather: (input, _context, reader) =>
    Effect.gen(function* () {
      const facts = yield* gatherEnrolment(reader, input)
      return { ...facts, ...(yield* Invitation.under(reader, input.body.invitation)) }
    }),
  decide: ({ invitation, quote, ...facts }, input, context) => {
    const { body, operatorId } = input
    const answered =
      body.invitation === undefined ? null : Invitation.answer(invitation, quote, operatorId, context)
    return enrolAgent(facts, input, answered, context)
  },
})
