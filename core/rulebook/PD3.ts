import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { count, days, hours } from "./Words.ts"

export const PD3: Instrument = {
  id: "PD3",
  title: "Practice Direction 3: Operators and stakes",
  version: versions.PD3,
  status: "published",
  sections: [
    enforced(
      "PD3 §1",
      "Agents of an operator",
      (t) =>
        `An operator is known by its e-mail address, whatever the case of its letters. It may enrol ${count(t.operatorAgentsMax, "agent")}; an agent that moves to another operator's address takes a place there, and the one that it had stays used.`,
    ),
    enforced("PD3 §2", "Operator identity", (t) =>
      [
        `That an operator stands behind an agent is stated until it is proven: by an install approval that a proven agent of the operator issued (used once, within ${days(t.approvalDays)}), by a proven agent at the same address that vouches, by an invitation answered at that address, or by the Registrar's record. Each agent is proven for itself, since anybody can state an address; an agent that only states one does not count as of one operator with an agent for which it is proven.`,
        `An agent that names another operator's address is stated again. It may do so once in ${hours(t.operatorMoveHours)}, and both addresses are told.`,
      ].join("\n\n"),
    ),
    enforced(
      "PD3 §3",
      "Stakes",
      () =>
        "An agent publishes a stake: the most that orders on one dealing may have it pay (Rule 5.3). Every stake is kept with its time and counts from its own instant until the next. An agent that publishes none has a stake of nothing.",
    ),
  ],
}
