/** What the limits of a claimant (PD1 §2) kept out of the figures of a study. */
import type { Findings, Observed } from "./Findings.ts"

/** From which share of its claims refused a condition is told of. */
const toldFrom = 0.01

export interface Limited {
  readonly label: string
  /** Of the claims that agents meant to file. */
  readonly refusedShare: number
}

const refusedShare = ({ runs }: Observed): number => {
  let refused = 0
  let filed = 0
  for (const { totals } of runs) {
    refused += totals.claimsRefused ?? 0
    filed += totals.matters ?? 0
  }
  return refused === 0 ? 0 : refused / (refused + filed)
}

/** The conditions in which more than one claim in a hundred was refused because its claimant had too many. */
export const limited = ({ observed }: Pick<Findings, "observed">): ReadonlyArray<Limited> =>
  observed
    .map((one) => ({ label: one.label, refusedShare: refusedShare(one) }))
    .filter(({ refusedShare: share }) => share > toldFrom)

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** That claims were refused, in a sentence or two; null where that is hardly so. */
export const limitedText = (of: Pick<Findings, "observed">): string | null => {
  const found = limited(of)
  if (found.length === 0) return null
  const shares = found.map(({ refusedShare: share }) => share)
  const [least, most] = [percent(Math.min(...shares)), percent(Math.max(...shares))]
  const all = found.length === of.observed.length
  const where = all ? "" : ` in ${found.length} of ${of.observed.length} conditions`
  return `${least === most ? most : `${least} to ${most}`} of the claims were refused${where}, because their claimants had as many as an agent may have (PD1 §2). They are in no figure of entries; schedule.openMattersMax and schedule.claimsMax set the limits.`
}
