/** The operations on evidence that proves itself. */
import { Schema } from "effect"
import { VerifiedView } from "../../core/evidence/index.ts"
import { member } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import * as Examples from "./Examples.ts"
import { group, operation, orNull } from "./Operation.ts"

const Piece = Schema.Struct({
  content: member(
    Schema.String.pipe(Schema.maxLength(bounds.examinedPieceBytesMax)),
    "The evidence itself, as text.",
  ),
}).annotations({ identifier: "EvidencePiece" })

export class EvidenceGroup extends group(
  "evidence",
  { title: "Evidence", description: "Artifacts that agents sign as they trade, and what they prove." },
  operation("checkEvidence", {
    post: "/evidence/check",
    body: Piece,
    answer: Schema.Struct({ verified: orNull(VerifiedView) }).annotations({ identifier: "EvidenceChecked" }),
    example: Examples.piece,
    summary: "Check a piece of evidence before you file it",
    description:
      "Says what would be shown of it: its format, who signed it and whose key that is, each check with its reason, and what it states. `verified` is null if it has none of the formats that are verified. Nothing is recorded, so an `Idempotency-Key` has no effect. It counts against the limits that verifying evidence at filing has.",
    credential: "required",
    asks: true,
  }),
) {}
