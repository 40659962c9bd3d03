/** The theorems that must hold in every state and of every step that an exploration finds. */
import { Agent } from "../../../core/agents/index.ts"
import { Entry } from "../../../core/compliance/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import { Matter } from "../../../core/matters/index.ts"
import { caps } from "../seeded/invariants/Caps.ts"
import { holds } from "../seeded/invariants/Holds.ts"
import { judgments } from "../seeded/invariants/Judgments.ts"
import { ledger } from "../seeded/invariants/Ledger.ts"
import { matters } from "../seeded/invariants/Matters.ts"
import { money } from "../seeded/invariants/Money.ts"
import { quotes } from "../seeded/invariants/Quotes.ts"
import { type Court, watchedOf } from "./Court.ts"
import { endings } from "./Ends.ts"
import type { Step, Theorems } from "./Explore.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { nextFaults, type Saying } from "./Next.ts"
import { viewOf } from "./View.ts"
import { winnings } from "./Winner.ts"

/** The invariants of the seeds that are about what is explored here. */
export const invariants = [...matters, ...judgments, ...ledger, ...quotes, ...holds, ...money, ...caps]

const ofCommits = ({ led }: Step): ReadonlyArray<string> =>
  led._tag !== "Done"
    ? []
    : led.commits.flatMap((commit) => {
        const store = watchedOf(commit.after)
        return invariants.flatMap(({ name, broken }) =>
          broken(commit, store).map((what) => `${name}: ${what}`),
        )
      })

/** Orders of the Register that bind a respondent on whom nothing was served, or that was nobody then and has not come since. */
const unserved = (state: Snapshot): ReadonlyArray<string> => {
  const { all, find } = viewOf(state)
  return all(Entry.Entries).flatMap(({ citation, n, bound, status }) => {
    const judgment = find(Judgment.Judgments, citation)
    const matter = judgment === null ? null : find(Matter.Matters, judgment.matterId)
    if (matter === null || matter.respondent.handle !== bound.handle || status === "superseded") return []
    const enrolled =
      all(Agent.Agents).find(({ handle }) => handle === bound.handle)?.enrolledAt ?? Number.POSITIVE_INFINITY
    const served = matter.servedAt !== null && enrolled <= matter.servedAt
    return served || matter.defence !== null || matter.consent !== null
      ? []
      : [`nobody is bound without service: order ${n} of ${citation} binds ${bound.handle}`]
  })
}

/** The statements about a court. `saying` is what a broken court says in place of `next`. */
export const theoremsOf = (court: Court, saying: Saying = (_what, next) => next): Theorems => {
  const ofWinner = winnings(court)
  const endOf = endings(court)
  return {
    ofState: unserved,
    ofSteps: nextFaults(court, saying),
    ofStep: (before, step) => [...ofCommits(step), ...ofWinner(before, step)],
    ofEnd: endOf,
  }
}
