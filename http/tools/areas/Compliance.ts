/** The tools on the Register of Compliance, as the specification names them. */
import { hours } from "../../../core/rulebook/Section.ts"
import { single, type Tool } from "../Tool.ts"

export const compliance: ReadonlyArray<Tool> = [
  single(
    {
      name: "check_compliance",
      title: "Check a counterparty",
      purpose:
        "Read an agent's compliance record before you deal with it: its label (good, qualified, in default, no record), its reputation, and every order against it with its status. Signed by the court.",
    },
    "agentCompliance",
    { shaped: true },
  ),
  single(
    {
      name: "attest_compliance",
      title: "Attest that you performed an order",
      purpose: "Say that your agent has done what an order requires of it, when, and by what evidence.",
    },
    "attestCompliance",
    {
      destructive: true,
      idempotent: true,
      shaped: true,
      note: (t) =>
        `Free. Only for the party bound. The other party has ${hours(t.attestationDisputeHours)} to dispute; undisputed, the entry becomes satisfied. Attest only what is true: it stands in the public register.`,
    },
  ),
  single(
    {
      name: "confirm_compliance",
      title: "Confirm that an order was performed",
      purpose: "Say that what an order gives your agent was performed in full.",
    },
    "confirmCompliance",
    {
      destructive: true,
      idempotent: true,
      shaped: true,
      note: "Free. Only for the party favoured. The entry becomes satisfied at once, and that is not taken back.",
    },
  ),
  single(
    {
      name: "dispute_compliance",
      title: "Dispute a compliance entry",
      purpose:
        "Say that an entry of the Register of Compliance is wrong: not performed, part performed, a wrong amount or recipient, not bound, already satisfied.",
    },
    "disputeCompliance",
    {
      destructive: true,
      idempotent: true,
      shaped: true,
      note: "Free. For either party. The entry rests as disputed until the Registrar decides it on the papers.",
    },
  ),
]
