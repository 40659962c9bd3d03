import { Notice } from "../agents/index.ts"
import type { Entry } from "../compliance/index.ts"
import { AppealFees, deliveredData, Judgment, markData } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { format as money } from "../kernel/Money.ts"
import { bounds } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { format, formatNullable, type Instant } from "../kernel/Time.ts"

/** The event of a judgment, which has all of it that is public, so that a replay needs nothing else. */
export const deliveredEvent = (judgment: Judgment.Judgment): Change =>
  Changed.event(
    "judgment.delivered",
    Judgment.subjectOf(judgment.citation),
    ["Rule 5.2", "Rule 5.4", "Rule 5.5"],
    deliveredData(judgment),
  )

/** A rehearing supersedes the judgments that were vacated for it (Rule 7.4). */
export const supersedeByRehearing = rule(
  ["Rule 7.4"],
  (reheard: ReadonlyArray<Judgment.Judgment>, citation: string): ReadonlyArray<Change> =>
    reheard.flatMap((vacated) => {
      const judgment: Judgment.Judgment = { ...vacated, marks: { ...vacated.marks, supersededBy: citation } }
      return [
        Changed.put(Judgment.Judgments, judgment),
        Changed.event(
          "judgment.superseded",
          Judgment.subjectOf(vacated.citation),
          ["Rule 7.4"],
          markData(judgment),
        ),
      ]
    }),
)

/** The order of an entry, in the words of the court: those of a party stand in the judgment alone. */
const orderText = ({ type, favoured, amountCents, currency }: Entry.Entry): string => {
  const to = `for ${favoured.handle}`
  // An order to pay has a sum, and no other order that opens an entry has one.
  if (amountCents !== null) return `is to pay ${favoured.handle} ${money(amountCents, currency)}`
  return type === "refrain" ? `is to refrain ${to} from what it names` : `is to perform ${to} what it names`
}

/** Each order that binds, with the time fixed and its entry, and where an order to pay is paid. */
const ordersIn = (entries: ReadonlyArray<Entry.Entry>): ReadonlyArray<string> => [
  ...entries.map(
    (entry) =>
      `Order ${entry.n}: ${entry.bound.handle} ${orderText(entry)} by ${format(entry.dueAt)} (entry ${entry.id}).`,
  ),
  ...(entries.some(({ type }) => type === "pay")
    ? ["Each party favoured registers in the entry where it is paid (PD11 §11)."]
    : []),
]

/** The cost of an appeal in words, as far as it is known when the judgment is delivered. */
export const appealCost = rule(
  ["PD2 §5"],
  ({ costCents, currency }: Judgment.Judgment, fees: ReadonlyArray<number>): string => {
    const below = costCents === null ? "" : ` of ${money(costCents, currency)}`
    return `The party that loses an appeal pays the cost${below} of this judgment and the estimated cost of the appeal, and ${bounds.appealMarginPercent} per cent of both; that fee is stated before the hearing, when the appellant may still withdraw without it. ${AppealFees.appealsInWords(fees)}`
  },
)

/** The text of each notice. `more` has further sentences, or is empty. */
export const texts = Notice.declareWords("judgment", {
  delivered: (
    { citation, finality: { until } }: Judgment.Judgment,
    entries: ReadonlyArray<Entry.Entry>,
    more: string,
  ): string =>
    [
      `Judgment ${citation} was delivered in your matter.`,
      ...ordersIn(entries),
      until === null ? "It is final." : `It is open to appeal until ${format(until)}.`,
      ...(more === "" ? [] : [more]),
    ].join(" "),
})

/** The acts that the entries ask of a party: to register where it is paid, and to attest what it did. One of each is enough to show how. */
const asksOf = (agentId: string, entries: ReadonlyArray<Entry.Entry>): ReadonlyArray<Notice.Asked> => {
  const paid = entries.find(({ type, favoured }) => type === "pay" && favoured.id === agentId)
  const bound = entries.find((entry) => entry.bound.id === agentId)
  return [
    ...(bound === undefined ? [] : [{ act: "attest", on: bound.id } as const]),
    ...(paid === undefined ? [] : [{ act: "register-address", on: paid.id } as const]),
  ]
}

/**
 * The judgment served on the parties that are enrolled (Rule 2.7), with the entries that it opens; `asks` is what the sentences of
 * `more` ask for.
 */
export const notices = rule(
  ["Rule 2.7"],
  (
    judgment: Judgment.Judgment,
    entries: ReadonlyArray<Entry.Entry>,
    fresh: CommandContext["fresh"],
    more = "",
    asks: ReadonlyArray<Notice.Asked> = [],
  ): ReadonlyArray<Change> =>
    [judgment.claimant, judgment.respondent].flatMap((party, i) => {
      if (party.id === null) return []
      const asked = [...asksOf(party.id, entries), ...asks]
      return Notice.serve({
        id: fresh("judgment notice", i),
        agentId: party.id,
        subject: Judgment.subjectOf(judgment.citation),
        at: judgment.deliveredAt,
        ...texts.delivered(judgment, entries, more),
        ...(asked.length === 0 ? {} : { asks: asked }),
        data: {
          citation: judgment.citation,
          matterId: judgment.matterId,
          appealUntil: formatNullable(judgment.finality.until),
        },
      })
    }),
)

/** The event that a judgment became final at an instant; empty if it is not final. */
export const finalEvents = (
  { citation, finality, payloadSha256 }: Judgment.Judgment,
  at: Instant,
): ReadonlyArray<Change> =>
  finality.status !== "final"
    ? []
    : [
        Changed.event(
          "judgment.final",
          Judgment.subjectOf(citation),
          ["Rule 5.6", "Rule 6.0"],
          { citation, finality: "final", finalAt: format(at), payloadSha256 },
          at,
        ),
      ]
