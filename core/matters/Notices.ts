/** What the parties of a matter, and their counsel, are told. */
import { serve } from "../agents/Notice.ts"
import type { Change } from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { otherSide, type Side } from "../Party.ts"
import { rule } from "../Rule.ts"
import { format } from "../Time.ts"
import { type Matter, type MatterStatus, type PeriodStep, subjectOf } from "./Matter.ts"

/** Something to tell one side. */
export interface Note {
  readonly to: Side
  /** The notice's type, as a journal event's. */
  readonly type: string
  readonly text: string
}

/** Ids of notices come after those of records in one command, and those of counsel's after the parties'. */
const firstNoticeId = 128

const firstCounselId = 192

/** Serves notes on the parties and on counsel on the record for them; `offset` keeps apart the notices of two matters in one command. Nobody can be served where nobody was enrolled under the handle (Rules 2.4, 2.7). */
export const serveNotes = rule(
  ["Rule 2.7"],
  (
    matter: Matter,
    notes: ReadonlyArray<Note>,
    { id, now }: CommandContext,
    offset = 0,
  ): ReadonlyArray<Change> =>
    notes.flatMap(({ to, type, text }, i) => {
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
      return [
        ...(party === null ? [] : serve({ ...notice, id: id(firstNoticeId + offset + i), agentId: party })),
        ...(counsel === null
          ? []
          : serve({ ...notice, id: id(firstCounselId + offset + i), agentId: counsel })),
      ]
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

const passed: { readonly [Status in MatterStatus]?: (matter: Matter) => ReadonlyArray<Note> } = {
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

/** What a party is told when a period passes. */
export const passingNotes = (matter: Matter): ReadonlyArray<Note> => passed[matter.status]?.(matter) ?? []
