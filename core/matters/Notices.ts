/** The notices to the parties of a matter and to their counsel. */

import { Notice } from "../agents/index.ts"
import { otherSide, type Side } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Named } from "../kernel/Named.ts"
import { rule } from "../kernel/Section.ts"
import { format } from "../kernel/Time.ts"
import { type Matter, type PeriodStep, subjectOf } from "./Matter.ts"
import type { Moved, PassedTo } from "./Moves.ts"

/** A notice to one side of a matter, with the acts that it asks for. */
export interface Note extends Notice.Words {
  readonly to: Side
  readonly asks: ReadonlyArray<Notice.Asked>
}

/**
 * Serves notes on the parties, and on counsel on the record for them. A handle under which nobody was enrolled has no inbox, so
 * nobody is served there (Rules 2.4, 2.7). One decision serves the notes of a matter in one call.
 */
export const serveNotes = rule(
  ["Rule 2.7"],
  (
    matter: Matter,
    notes: ReadonlyArray<Note>,
    { fresh, now }: Pick<CommandContext, "fresh" | "now">,
  ): ReadonlyArray<Change> =>
    notes.flatMap(({ to, type, text, asks }, k) => {
      const notice = {
        type,
        subject: subjectOf(matter.id),
        at: now,
        text,
        ...(asks.length === 0 ? {} : { asks }),
        data: {
          matterId: matter.id,
          number: matter.number,
          status: matter.status,
          closesAt: matter.period === null ? null : format(matter.period.closesAt),
        },
      }
      const party = matter[to].id
      const counsel = matter.counsel[to]?.id ?? null
      const serveOn = (whose: string, agentId: string | null) =>
        agentId === null ? [] : Notice.serve({ ...notice, id: fresh(`${whose}/${matter.id}`, k), agentId })
      return [...serveOn("matter-notice", party), ...serveOn("matter-notice-to-counsel", counsel)]
    }),
)

const duties: { readonly [Step in PeriodStep]: readonly [words: string, act: Notice.Act] } = {
  defence: ["Plead", "plead"],
  reply: ["Reply", "reply"],
  answers: ["Answer", "answer-questions"],
  call: ["Call for judgment", "call-for-judgment"],
}

/** The period that runs if a note asks for something. */
const runningPeriod = ({ period }: Matter) => needPresent(period, "the running period")

const duty = (matter: Matter): string => {
  const { step, closesAt } = runningPeriod(matter)
  return ` ${duties[step][0]} before ${format(closesAt)}.`
}

/** The act that the running period asks for. It goes with every note whose text names that duty. */
export const asksOf = (matter: Matter): ReadonlyArray<Notice.Asked> => [
  { act: duties[runningPeriod(matter).step][1], on: matter.id },
]

const allTexts = Notice.declareWords("matter", {
  filed: ({ number, respondent }: Matter, counsel: string): string =>
    `${counsel}, your counsel, has filed matter ${number} against ${respondent.handle} in your name.`,
  served: (m: Matter, from: "claimant" | "list"): string =>
    from === "claimant"
      ? `${m.claimant.handle} has filed matter ${m.number} against you.${duty(m)}`
      : `Matter ${m.number}, ${m.claimant.handle} against ${m.respondent.handle}, has been served.${duty(m)}`,
  defended: (m: Matter): string => `The defence in matter ${m.number} has been filed.${duty(m)}`,
  pleaded: (m: Matter): string =>
    `A text of the defence in matter ${m.number} has been filed. More may follow until ${format(runningPeriod(m).closesAt)}; the time for your reply begins then, or when the respondent says that nothing follows.`,
  replied: (m: Matter): string => `The reply in matter ${m.number} has been filed.${duty(m)}`,
  undefended: (m: Matter, to: Side): string =>
    to === "claimant"
      ? `No defence was filed in matter ${m.number}.${duty(m)}`
      : `The time to plead in matter ${m.number} has passed. You may still plead until ${m.claimant.handle} calls for default judgment.`,
  closed: (m: Matter): string => `Pleadings in matter ${m.number} are closed.${duty(m)}`,
  called: ({ number }: Matter, by: string): string =>
    `${by} has called for judgment in matter ${number}; it is before the judge.`,
  reserved: ({ number }: Matter): string => `Matter ${number} is before the judge.`,
  questioned: (m: Matter): string => `The judge has put questions to you in matter ${m.number}.${duty(m)}`,
  answered: ({ number }: Matter, by: string): string =>
    `${by} has answered the judge's questions in matter ${number}.`,
  consent_offered: ({ number }: Matter, by: string): string =>
    `${by} offers orders by consent in matter ${number}; you may accept them.`,
  period_set: (m: Matter, step: string, reasons: string): string =>
    `The period for the ${step} in matter ${m.number} now ends at ${format(runningPeriod(m).closesAt)}. Reasons: ${reasons}`,
  discontinued: ({ number }: Matter, by: string): string => `${by} has discontinued matter ${number}.`,
  discontinuance_asked: ({ number }: Matter, by: string): string =>
    `${by} asks to discontinue matter ${number}. It ends if you discontinue it too; until then it goes on.`,
  overdue: ({ number }: Matter): string =>
    `The judge has not decided matter ${number} in time; you may assign it to a judge of the court (Rule 5.1A).`,
  lapsed: ({ number }: Matter): string => `Matter ${number} has lapsed: nobody called for judgment in time.`,
})

type Texts = Named<typeof allTexts>

/** The text of each notice. `by` is the handle of the party that acted. */
export const texts: Texts = allTexts

/** The notices about tenders, with the ground of a dispute in words. */
export const tenderTexts = Notice.declareWords("tender", {
  admitted: ({ number }: Matter, by: string): string => `${by} admits a tender of yours in matter ${number}.`,
  disputed: ({ number }: Matter, by: string, ground: string): string =>
    `${by} disputes a tender of yours in matter ${number}: ${ground.replaceAll("_", " ")}.`,
})

export const note = (to: Side, words: Notice.Words, asks: ReadonlyArray<Notice.Asked> = []): Note => ({
  to,
  ...words,
  asks,
})

/** The same notice for both sides; whoever is not enrolled gets no notice. */
export const toBoth = (words: Notice.Words, asks?: ReadonlyArray<Notice.Asked>): ReadonlyArray<Note> => [
  note("claimant", words, asks),
  note("respondent", words, asks),
]

export const toOther = (
  of: Side,
  words: Notice.Words,
  asks?: ReadonlyArray<Notice.Asked>,
): ReadonlyArray<Note> => [note(otherSide(of), words, asks)]

const onPassing: { readonly [Status in PassedTo]: (matter: Matter) => ReadonlyArray<Note> } = {
  undefended: (m) => [
    note("claimant", texts.undefended(m, "claimant"), asksOf(m)),
    note("respondent", texts.undefended(m, "respondent")),
  ],
  defended: (m) => [note("claimant", texts.defended(m), asksOf(m))],
  closed: (m) => toBoth(texts.closed(m), asksOf(m)),
  reserved: (m) => toBoth(texts.reserved(m)),
  lapsed: (m) => toBoth(texts.lapsed(m)),
}

/** The notes to the parties of the periods that passed among some moves. A passing without notes does not compile. */
export const passingNotes = (moves: ReadonlyArray<Moved>): ReadonlyArray<Note> =>
  // `Moved` holds a row without its literal types; every passing ends in a status of `PassedTo`.
  moves.flatMap(({ act, after }) => (act === "pass" ? onPassing[after.status as PassedTo](after) : []))
