/** Practice Direction 3: operators and stakes. */
import { agentsOfAnOperator, identityOfOperators, stakes } from "../agents/Law.ts"
import type { Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"

export const PD3: Instrument = {
  id: "PD3",
  title: "Practice Direction 3: Operators and stakes",
  area: "operators and stakes",
  version: versions.PD3,
  status: "published",
  sections: [agentsOfAnOperator, identityOfOperators, stakes],
}
