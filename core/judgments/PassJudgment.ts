import { Either } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format, type Instant } from "../Time.ts"
import { finalityAt } from "./Finality.ts"
import { type Judgment, Judgments, subjectOf } from "./Judgment.ts"

/** The judgment as final, from the instant at which its time to appeal passed; null where that has not come or is recorded (Rule 6.0). */
export const passFinality = rule(
  ["Rule 5.6", "Rule 6.0"],
  (judgment: Judgment, now: Instant): { readonly judgment: Judgment; readonly at: Instant } | null => {
    const { status, until } = judgment.finality
    if (until === null || status === "final" || finalityAt(judgment.finality, now) !== "final") return null
    return { judgment: { ...judgment, finality: { status: "final", until: null } }, at: until }
  },
)

/** The event of a judgment that is final from an instant on; none of one that is not. */
export const finalEvents = (
  { citation, finality, payloadSha256 }: Judgment,
  at: Instant,
): ReadonlyArray<Change> =>
  finality.status !== "final"
    ? []
    : [
        Changed.event(
          "judgment.final",
          subjectOf(citation),
          ["Rule 5.6", "Rule 6.0"],
          { citation, finality: "final", finalAt: format(at), payloadSha256 },
          at,
        ),
      ]

/**
 * Records that a judgment became final: the work of the task `judgment-final`. Its entries need no change: they carry the same
 * instant, and `finalityAt` reads it.
 */
export const passJudgment = command({
  name: "passJudgment",
  sections: ["Rule 5.6", "Rule 6.0"],
  gather: ({ citation }: { readonly citation: string }, _context, reader) =>
    reader.need(Judgments, citation, () => refusal("unknown_judgment", { citation })),
  decide: (stored, { citation }, { now }) => {
    const passed = passFinality(stored, now)
    if (passed === null)
      return Either.right({ changes: [], reply: { citation, finality: finalityAt(stored.finality, now) } })
    const { judgment, at } = passed
    return Either.right({
      changes: [Changed.put(Judgments, judgment), ...finalEvents(judgment, at)],
      reply: { citation, finality: judgment.finality.status },
    })
  },
})
