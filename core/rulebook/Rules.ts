import { appealMoves, matterMoves } from "./Annexes.ts"
import { appealRules } from "./RulesAppeals.ts"
import { enrolmentRules } from "./RulesEnrolment.ts"
import { judgmentRules } from "./RulesJudgment.ts"
import { procedureRules } from "./RulesProcedure.ts"
import type { Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"

export const Rules: Instrument = {
  id: "rules",
  title: "Rules of Court",
  area: "procedure",
  version: versions.rules,
  status: "published",
  annex: {
    title: "Annex: the moves of a matter and of an appeal",
    text: () => `${matterMoves()}\n\n${appealMoves()}`,
  },
  sections: [...enrolmentRules, ...procedureRules, ...judgmentRules, ...appealRules],
}
