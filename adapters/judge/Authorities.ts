import type { Basis } from "../../core/judgments/Burden.ts"
import type { Draft } from "../../core/judgments/Draft.ts"
import type { Bundle } from "../../core/judgments/Judge.ts"
import type { TenderOutcome } from "../../core/tenders/Tender.ts"

type Authority = Draft["authorities"][number]

const authoritiesMax = 40

/** How a tender is treated by what became of it (Rule 4.10): support is not assessed of a mention, and argument is weighed as such. */
const treatments: { readonly [Outcome in TenderOutcome]: Authority["treatment"] } = {
  authority: "considered",
  argument: "considered",
  mention: "mentioned",
}

/**
 * The authorities of a judgment, each citation once: what carried the orders is applied, other tenders are treated by their
 * outcome, and what a stated rule cites bare is cited.
 */
export const authoritiesOf = (
  { matter, claim, defence }: Bundle,
  applied: Basis | null,
): Draft["authorities"] => {
  const tendered = matter.tenders.map(
    ({ citation, outcome }): Authority => ({
      citation,
      treatment:
        applied?._tag === "Authority" && applied.citation === citation ? "applied" : treatments[outcome],
    }),
  )
  const cited = [...claim.rules, ...(defence?.rules ?? [])].flatMap((rule) =>
    typeof rule === "string"
      ? []
      : rule.citations.map((citation): Authority => ({ citation, treatment: "cited" })),
  )
  const once = new Map<string, Authority>()
  for (const authority of [...tendered, ...cited]) {
    if (!once.has(authority.citation)) once.set(authority.citation, authority)
  }
  return [...once.values()].slice(0, authoritiesMax)
}
