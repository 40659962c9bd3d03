import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { moveEntries } from "../compliance/Judged.ts"
import { finalityKind, finalityTask } from "../judgments/Finality.ts"
import type { Judgment } from "../judgments/Judgment.ts"
import type { Note } from "../matters/Notices.ts"
import { rule } from "../Rule.ts"
import type { Appeal } from "./Appeal.ts"
import { type OnAppeal, reviewOf } from "./Gather.ts"
import { recordAppeal } from "./Record.ts"
import { standingFinality } from "./Standing.ts"
import type { Move } from "./Transitions.ts"

/** The judgments with a finality of their own from now on. */
export const marked = (
  judgments: ReadonlyArray<Judgment>,
  finality: Judgment["finality"],
): ReadonlyArray<Judgment> => judgments.map((judgment) => ({ ...judgment, finality }))

/**
 * Awaits the end of the time to appeal anew: a process whose clock is ahead may have looked for it while the appeal was pending, and
 * found nothing to do.
 */
const awaited = ({ citation, finality: { status, until } }: Judgment): ReadonlyArray<Change> =>
  status === "open to appeal" && until !== null
    ? [Changed.task(finalityTask(citation), finalityKind, until, { citation })]
    : []

/**
 * The end of an appeal that leaves the judgment below standing: withdrawn, or leave refused. The step that was running in each
 * entry has its time afresh (PD11 §7).
 */
export const standing = rule(
  ["Rule 6.1", "Rule 6.2", "PD11 §7"],
  (
    facts: OnAppeal,
    after: Appeal,
    move: Move,
    event: string,
    notes: ReadonlyArray<Note>,
    context: CommandContext,
    data: { readonly [key: string]: string | boolean } = {},
  ): ReadonlyArray<Change> => {
    const before = reviewOf(facts.matter)
    const finality = standingFinality(facts.matter, before, context.now)
    const matter = { ...facts.matter, review: { ...before, openUntil: finality.until } }
    const judgments = marked(facts.judgments, finality)
    return [
      ...judgments.flatMap(awaited),
      ...recordAppeal(facts, { after, matter, judgments, event, data, rules: move.sections, notes }, context),
      ...moveEntries("resume", finality, facts.entries, context).changes,
    ]
  },
)
