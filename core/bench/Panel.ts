/** A panel: several judges find the open lines of an account apart, and the panel finds a line as more than half of them do. */
import type { FoundLine } from "../account/index.ts"
import { bounds } from "../kernel/Schedule.ts"
import { enforced, percent, rule } from "../kernel/Section.ts"
import { argues } from "./AccountWords.ts"
import { draftOnFindings, type JudgeFinding, questionOn, recordsOf, type Wanted } from "./Findings.ts"
import type { Draft } from "./Judge.ts"
import type { JudgedBundle } from "./Judged.ts"

/** PD15 §11D: how many members of a panel decide a line, and what becomes of a line on which they differ. */
export const panels = enforced(
  "PD15 §11D",
  "Panels",
  (t) =>
    `A court may have a panel of up to ${t.panelMembersMax} judges, who are asked for findings apart; no member sees the answer of another. A line is held, or not held, if more than ${percent(t.panelAgreementPercent)} of the members find so; a member that gives no answer agrees with nobody. On the line of payments or of refunds an entry counts if as many members name it. The reasons name the findings of each member, dissents too. A line on which too few agree stays open, and the bench decides it.`,
)

/** The answer of one member of a panel: its findings, which have no faults, or null if it gave no answer that can be used. */
export interface Vote {
  readonly member: string
  readonly findings: ReadonlyArray<JudgeFinding> | null
}

/** The findings on which a panel agrees, and the lines that it leaves to the bench, each with the reasons of every member. */
export interface Tally {
  readonly findings: ReadonlyArray<JudgeFinding>
  readonly divided: ReadonlyArray<{ readonly line: FoundLine; readonly reasons: string }>
}

interface Voice {
  readonly member: string
  readonly finding: JudgeFinding | null
}

const voicesOn = (line: FoundLine, votes: ReadonlyArray<Vote>): ReadonlyArray<Voice> =>
  votes.map(({ member, findings }) => ({
    member,
    finding: findings?.find((one) => one.line === line) ?? null,
  }))

const sayHeld = (held: boolean): string => (held ? "held" : "not held")

/** The reasons of all members in their order, each cut so that those of the largest panel fit a draft. */
const reasonsOf = (voices: ReadonlyArray<Voice>): string => {
  const room = Math.floor((bounds.draftTextCharsMax - bounds.findingReasonsCharsMax) / bounds.panelMembersMax)
  return voices
    .map(({ member, finding }) =>
      finding === null
        ? `${member} gave no answer.`
        : `${member} finds it ${sayHeld(finding.held)}: ${finding.reasons.slice(0, room)}`,
    )
    .join("\n\n")
}

/** The records that at least so many of these findings name. */
const recordsNamedBy = (least: number, findings: ReadonlyArray<JudgeFinding>): ReadonlyArray<string> => {
  const all = findings.flatMap(({ by }) => [...new Set(by)])
  return [...new Set(all)].filter((name) => all.filter((one) => one === name).length >= least)
}

/** Counts the votes of a panel on the lines that it was asked about. `entries` are the names of the entries of the Register of Dealings. */
export const tallyOf = rule(
  ["PD15 §11D"],
  ({ lines, deal }: Wanted, votes: ReadonlyArray<Vote>, entries: ReadonlySet<string>): Tally => {
    const least = Math.floor((votes.length * deal.terms.panelAgreementPercent) / 100) + 1
    const findings: Array<JudgeFinding> = []
    const divided: Array<Tally["divided"][number]> = []
    for (const line of lines) {
      const voices = voicesOn(line, votes)
      const given = voices.flatMap(({ finding }) => finding ?? [])
      const agreeing = [true, false]
        .map((held) => given.filter((one) => one.held === held))
        .find((some) => some.length >= least)
      const held = agreeing?.[0]?.held ?? false
      // An entry counts only if enough members name it. Other records are those of any member that agrees.
      const counted = recordsNamedBy(held ? least : 1, agreeing ?? []).filter((name) => entries.has(name))
      const others = recordsNamedBy(1, agreeing ?? []).filter((name) => !entries.has(name))
      const countsNothing = held && (line === "paid" || line === "refunded") && counted.length === 0
      const reasons = reasonsOf(voices)
      if (agreeing === undefined || countsNothing) divided.push({ line, reasons })
      else
        findings.push({
          line,
          held,
          by: [...counted, ...others].slice(0, bounds.findingRecordsMax),
          reasons,
        })
    }
    return { findings, divided }
  },
)

const dividedIssue = (
  bundle: JudgedBundle,
  { line, reasons }: Tally["divided"][number],
): Draft["issues"][number] => ({
  question: questionOn(line),
  losingAnswer: argues(bundle.claim.argument),
  reasoning: reasons,
  answer: "Too few members of the panel agree. The line stays open, and the bench decides it.",
  for: "respondent",
})

/**
 * The draft that the votes of a panel come to, for the bench: the account with the findings on which enough members agree. A line on which
 * too few agree stays open in it, with the reasons of each member.
 */
export const draftOfPanel = rule(
  ["PD15 §11D"],
  (bundle: JudgedBundle, wanted: Wanted, votes: ReadonlyArray<Vote>): Draft => {
    const entries = new Set(
      recordsOf(bundle, wanted.deal).flatMap(({ name, ref }) => (ref.record === "dealing" ? [name] : [])),
    )
    const { findings, divided } = tallyOf(wanted, votes, entries)
    const members = votes.map(({ member }) => member).join(", ")
    const judge = `The lines that the account left undetermined were put to a panel apart: ${members}. The account computes the sum.`
    const draft = draftOnFindings(bundle, wanted, findings, judge)
    return { ...draft, issues: [...divided.map((one) => dividedIssue(bundle, one)), ...draft.issues] }
  },
)
