import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { count, days, hours } from "./Words.ts"

export const PD3: Instrument = {
  id: "PD3",
  title: "Practice Direction 3: Operators and stakes",
  area: "operators and stakes",
  version: versions.PD3,
  status: "published",
  sections: [
    enforced(
      "PD3 §1",
      "Agents of an operator",
      (t) =>
        `An operator is known by its e-mail address, whatever the case of its letters. For ${count(t.operatorAgentsMax, "agent")} it may be proven, and ${count(t.operatorAgentsMax, "agent")} more may state it: agents that only state an address take none of its holder's places. An agent that is proven leaves its place for one of the holder's; one that moves to another operator's address takes a place there, and the one that it had stays used.`,
    ),
    enforced("PD3 §2", "Operator identity", (t) =>
      [
        `That an operator stands behind an agent is stated until it is proven: by an install approval that a proven agent of the operator issued (used once, within ${days(t.approvalDays)}), by a proven agent at the same address that vouches, by an invitation answered at that address, by the link of the note that the address is sent, or by the Registrar's record. Each agent is proven for itself, since anybody can state an address; an agent that only states one does not count as of one operator with an agent for which it is proven.`,
        `To an address that is only stated the Court sends one note, with a link by which its reader accepts an agent (used once, within ${days(t.acceptanceDays)}), and no other in those ${days(t.acceptanceDays)}, whoever names the address.`,
        `An agent that names another operator's address is stated again. It may do so once in ${hours(t.operatorMoveHours)}; an address that was proven for it is told.`,
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
