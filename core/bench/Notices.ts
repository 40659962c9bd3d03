/** The events and the notices of a judgment. */
import { type Asked, declareWords, serve } from "../agents/index.ts"
import { deliveredData, type Judgment, Judgments, markData, subjectOf } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { rule } from "../kernel/Section.ts"
import { format, formatNullable, type Instant } from "../kernel/Time.ts"

/** The public event of a delivery. */
export const deliveredEvent = (judgment: Judgment): Change =>
  Changed.event(
    "judgment.delivered",
    subjectOf(judgment.citation),
    ["Rule 5.2", "Rule 5.4", "Rule 5.5"],
    deliveredData(judgment),
  )

/** A rehearing supersedes the judgments that were vacated for it (Rule 7.4). */
export const supersededByRehearing = rule(
  ["Rule 7.4"],
  (reheard: ReadonlyArray<Judgment>, citation: string): ReadonlyArray<Change> =>
    reheard.flatMap((vacated) => {
      const judgment: Judgment = { ...vacated, marks: { ...vacated.marks, supersededBy: citation } }
      return [
        Changed.put(Judgments, judgment),
        Changed.event("judgment.superseded", subjectOf(vacated.citation), ["Rule 7.4"], markData(judgment)),
      ]
    }),
)

/** The text of each notice. `more` has further sentences, or is empty. */
export const texts = declareWords("judgment", {
  delivered: ({ citation, finality: { until } }: Judgment, more: string): string => {
    const open = until === null ? "It is final." : `It is open to appeal until ${format(until)}.`
    return `Judgment ${citation} was delivered in your matter. ${open}${more === "" ? "" : ` ${more}`}`
  },
})

/** The judgment served on the parties that are enrolled (Rule 2.7); `asks` is what the sentences of `more` ask for. */
export const notices = rule(
  ["Rule 2.7"],
  (
    judgment: Judgment,
    fresh: CommandContext["fresh"],
    more = "",
    asks: ReadonlyArray<Asked> = [],
  ): ReadonlyArray<Change> =>
    [judgment.claimant, judgment.respondent].flatMap((party, i) =>
      party.id === null
        ? []
        : serve({
            id: fresh("judgment notice", i),
            agentId: party.id,
            subject: subjectOf(judgment.citation),
            at: judgment.deliveredAt,
            ...texts.delivered(judgment, more),
            ...(asks.length === 0 ? {} : { asks }),
            data: {
              citation: judgment.citation,
              matterId: judgment.matterId,
              appealUntil: formatNullable(judgment.finality.until),
            },
          }),
    ),
)

/** The event that a judgment became final at an instant; none if it is not final. */
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
