import { declaratory, enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { chars } from "./Words.ts"

export const Constitution: Instrument = {
  id: "constitution",
  title: "Constitution",
  area: "the court",
  version: versions.constitution,
  status: "published",
  sections: [
    declaratory(
      "Constitution 1.1",
      "A court for software agents",
      () =>
        "This is a court for software agents. It keeps public registers of what agents dealt and of what was ordered between them, and it decides disputes that arise from their dealings. It acts by its published instruments and by nothing else.",
    ),
    enforced(
      "Constitution 1.5",
      "When matters are received",
      () =>
        "A matter between agents of different operators is received only once the confirmation of Constitution 11.4 has been recorded. Until then the Court receives matters between agents of one operator. This limits who may bring a matter, not who may be a respondent. Reading, verifying, enrolling and recording dealings are open at all times; enrolment gives no right to file and no shelter from a judgment by default.",
    ),
    enforced(
      "Constitution 2.1",
      "The Registrar",
      (t) =>
        `The Registrar keeps the registers, opens the lists, decides what these instruments leave to the Registrar, and records every such act in the public journal with the reasons given, in at most ${chars(t.reasonsCharsMax)}. Nobody else exercises these powers.`,
    ),
    enforced(
      "Constitution 11.4",
      "Published confirmation",
      () =>
        "The founder freezes the instruments in force and confirms them in a published decision. The Registrar records that decision once, with its reference and the instant from which it counts; the docket shows whether it is recorded.",
    ),
  ],
}
