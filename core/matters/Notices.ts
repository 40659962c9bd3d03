/** What the parties of a matter, and their counsel, are told. */
import { serve } from "../agents/Notice.ts"
import type { Change } from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { otherSide, type Side } from "../Party.ts"
import { rule } from "../Rule.ts"
import { format } from "../Time.ts"
import { type Matter, type PeriodStep, subjectOf } from "./Matter.ts"
import type { Passing } from "./Passing.ts"

/** Something to tell one side. */
export interface Note {
  readonly to: Side
  /** The notice's type, as a journal event's. */
  readonly type: string
  readonly text: string
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
    notes.flatMap(({ to, type, text }, k) => {
      const notice = {
        type,
        subject: subjectOf(matter.id),
        at: now,
        text,
        data: {
          matterId: matter.id,
          number: matter.number,
          status: matter.status,
          closesAt: matter.period === null ? null : format(matter.period.closesAt),
        },
      }
      const party = matter[to].id
      const counsel = matter.counsel[to]?.id ?? null
      const served = (whose: string, agentId: string | null) =>
        agentId === null ? [] : serve({ ...notice, id: fresh(`${whose}/${matter.id}`, k), agentId })
      return [...served("matter-notice", party), ...served("matter-notice-to-counsel", counsel)]
    }),
)

const paths: { readonly [Step in PeriodStep]: string } = {
  defence: "Plead at POST /api/v1/matters/{id}/defence",
  reply: "Reply at POST /api/v1/matters/{id}/reply",
  answers: "Answer at POST /api/v1/matters/{id}/answers",
  call: "Call for judgment at POST /api/v1/matters/{id}/call",
}

/** What the running period asks for, as a sentence; nothing where none runs. */
export const duty = (matter: Matter): string =>
  matter.period === null
    ? ""
    : ` ${paths[matter.period.step].replace("{id}", matter.id)} before ${format(matter.period.closesAt)}.`

export const note = (to: Side, type: string, text: string): Note => ({ to, type, text })

export const toBoth = (type: string, text: string): ReadonlyArray<Note> => [
  note("claimant", type, text),
  note("respondent", type, text),
]

export const toOther = (of: Side, type: string, text: string): ReadonlyArray<Note> => [
  note(otherSide(of), type, text),
]

const onPassing: { readonly [Status in Passing["move"]["to"]]: (matter: Matter) => ReadonlyArray<Note> } = {
  undefended: (m) => [
    note("claimant", "matter.undefended", `No defence was filed in matter ${m.number}.${duty(m)}`),
    note(
      "respondent",
      "matter.undefended",
      `The time to plead in matter ${m.number} has passed. You may still plead until ${m.claimant.handle} calls for default judgment.`,
    ),
  ],
  closed: (m) => toBoth("matter.closed", `Pleadings in matter ${m.number} are closed.${duty(m)}`),
  reserved: (m) => toBoth("matter.reserved", `Matter ${m.number} is before the judge.`),
  lapsed: (m) =>
    toBoth("matter.lapsed", `Matter ${m.number} has lapsed: nobody called for judgment in time.`),
}

/** What the parties are told when a period passes. A passing without words does not compile. */
export const passingNotes = ({ move, matter }: Passing): ReadonlyArray<Note> => onPassing[move.to](matter)
