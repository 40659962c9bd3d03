/** Rules of Court, part 5: the judgment. The words stand in the law of judgments, above the rules that enforce them. */
import { burdenOfProof } from "../judgments/Burden.ts"
import { draftAndReasons } from "../judgments/Draft.ts"
import { citation, finalityAndMarks, reports, seal } from "../judgments/Law.ts"
import { correctiveOrders } from "../judgments/Orders.ts"
import type { Section } from "./Section.ts"

export const judgmentRules: ReadonlyArray<Section> = [
  burdenOfProof,
  draftAndReasons,
  correctiveOrders,
  seal,
  citation,
  finalityAndMarks,
  reports,
]
