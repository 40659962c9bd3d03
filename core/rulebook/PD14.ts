/** Practice Direction 14: quotes. */
import { annex } from "../Moves.ts"
import * as Law from "../quotes/Law.ts"
import { acts, endings } from "../quotes/Moves.ts"
import type { Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"

export const PD14: Instrument = {
  id: "PD14",
  title: "Practice Direction 14: Quotes",
  area: "quotes",
  version: versions.PD14,
  status: "published",
  annex: { title: "Annex: the moves of a quote", text: () => annex(acts, endings) },
  sections: [
    Law.theQuote,
    Law.theBuyer,
    Law.theRail,
    Law.acceptance,
    Law.theClose,
    Law.inspection,
    Law.standardTerms,
    Law.invitations,
    Law.refunds,
  ],
}
