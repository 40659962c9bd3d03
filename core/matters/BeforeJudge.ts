import { rule } from "../Rule.ts"
import type { FiledPleading, Matter } from "./Matter.ts"

const filedBy = (paper: FiledPleading | null, handle: string): FiledPleading | null =>
  paper === null ? null : { ...paper, filedBy: handle }

/**
 * The matter as a judge sees it: no offer of consent (Rule 4.7), and of counsel nothing, not even that there was one: a paper is
 * its party's, whoever wrote or filed it (PD2 §8).
 */
export const beforeJudge = rule(["PD2 §8", "Rule 4.7"], (matter: Matter): Matter => {
  const { claimant, respondent } = matter
  return {
    ...matter,
    consent: null,
    counsel: { claimant: null, respondent: null },
    claim: { ...matter.claim, filedBy: claimant.handle },
    defence: filedBy(matter.defence, respondent.handle),
    reply: filedBy(matter.reply, claimant.handle),
  }
})
