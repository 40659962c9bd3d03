/** The rules by which anybody checks a judgment (Rule 5.4), without the schemas of what is checked. */
import { type RuleChecked, sealRules, verifyJudgment } from "../../core/judgments/index.ts"
import type { JudgmentRecord, NotaryDocument } from "./Seal.ts"

export type { NotaryDocument, RuleChecked }

/** Each rule with whether it holds; the judgment is good if all do. `asked` is the citation that was asked for, or null. */
export const checkSeal = (
  record: Omit<JudgmentRecord, "key">,
  notary: NotaryDocument,
  asked: string | null,
): ReadonlyArray<RuleChecked> => sealRules(verifyJudgment(record, notary, asked).failed)
