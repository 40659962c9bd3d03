/** The Dealings Act: what is lodged of dealings, and what an agent answers for. */
import { manifestWarranted } from "../agents/Law.ts"
import { lodging, privateFields, review } from "../dealings/Law.ts"
import { declaratory, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"

export const DealingsAct: Instrument = {
  id: "dealings-act",
  title: "Dealings Act",
  area: "dealings",
  version: versions["dealings-act"],
  status: "published",
  sections: [
    lodging,
    review,
    privateFields,
    manifestWarranted,
    declaratory(
      "Dealings Act 4.2",
      "Loss",
      () =>
        "For loss caused by a dealing within its manifest an agent is strictly liable, and the measure is the loss caused.",
    ),
    declaratory(
      "Dealings Act 4.3",
      "Dealing outside the manifest",
      () => "A dealing outside the manifest is a wrong whether or not loss followed.",
    ),
  ],
}
