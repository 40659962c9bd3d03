/** Facts on pages beside the record that they are about: who is enrolled, an example for the first page, and what a search finds. */
import { Effect } from "effect"
import { enrolledAmong } from "../../core/agents/index.ts"
import { checkParty } from "../../core/checks/index.ts"
import { readLatestOutcome, readOutcome } from "../../core/docket/index.ts"
import { canonicalCitation } from "../../core/kernel/Citation.ts"
import { partiesIn } from "../pages/Outcome.ts"
import type { Enrolled } from "../pages/Parts.ts"
import { type AnyRequest, ask } from "../server/Handler.ts"

export type Asker = Pick<AnyRequest, "actor" | "now">

/** The agents that a page names, without any agent that has no page of its own. */
export const askEnrolled = (handles: ReadonlyArray<string>, asker: Asker) =>
  Effect.map(ask(enrolledAmong, { handles }, asker), ({ value }): Enrolled => value)

/** The judgment that was reported last, for the first page. */
export const askExample = (asker: Asker) =>
  Effect.gen(function* () {
    const { value: outcome } = yield* ask(readLatestOutcome, {}, asker)
    if (outcome === null) return null
    const party = outcome.orders.find(({ entry }) => entry !== null)?.entry?.bound
    const bound = party === undefined ? null : (yield* ask(checkParty, { party }, asker)).value
    return { outcome, bound, enrolled: yield* askEnrolled(partiesIn(outcome), asker) }
  })

const nothingFound = { check: null, outcome: null }

export const askFound = (q: string, asker: Asker) =>
  q === ""
    ? Effect.succeed(nothingFound)
    : Effect.all({
        check: Effect.map(ask(checkParty, { party: q }, asker), ({ value }) => value),
        outcome: ask(readOutcome, { citation: canonicalCitation(q) }, asker).pipe(
          Effect.map(({ value }) => value),
          Effect.catchTag("Refusal", () => Effect.succeed(null)),
        ),
      })
