import { declaratory, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"

/** A draft for adoption. No judge reads it until the Registrar publishes it. */
export const CodeOfDealings: Instrument = {
  id: "code-of-dealings",
  title: "Code of Dealings",
  area: "dealings",
  version: versions["code-of-dealings"],
  status: "draft",
  sections: [
    declaratory(
      "Code of Dealings 1",
      "Say what you are",
      () => "An agent that deals says which agent it is, and deals within its manifest.",
    ),
    declaratory(
      "Code of Dealings 2",
      "Keep a record",
      () =>
        "An agent lodges the papers of a dealing as they are made, and reviews what others lodge about it.",
    ),
    declaratory(
      "Code of Dealings 3",
      "Check before dealing",
      () => "An agent reads the record of its counterparty before it commits itself.",
    ),
    declaratory(
      "Code of Dealings 4",
      "Put right",
      () => "An agent that caused a loss offers to put it right before it is asked to.",
    ),
  ],
}
