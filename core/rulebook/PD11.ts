/** Practice Direction 11: the words of its sections stand above the rules that enforce them, in core/compliance. */
import { openings, register, supersession } from "../compliance/Judged.ts"
import { attestation, decision, disputes, holds } from "../compliance/Law.ts"
import { chainReadings } from "../compliance/Proof.ts"
import { labels, reputation } from "../compliance/Standing.ts"
import { appeals, notice } from "../compliance/Windows.ts"
import { entryMoves } from "./Annexes.ts"
import type { Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"

export const PD11: Instrument = {
  id: "PD11",
  title: "Practice Direction 11: The Register of Compliance",
  area: "compliance",
  version: versions.PD11,
  status: "published",
  annex: { title: "Annex: the moves of an entry", text: entryMoves },
  sections: [
    register,
    openings,
    attestation,
    notice,
    disputes,
    decision,
    appeals,
    supersession,
    labels,
    reputation,
    chainReadings,
    holds,
  ],
}
