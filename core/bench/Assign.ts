/** A matter that the judge has not decided in time: the Registrar is told, and assigns it (`POST /registrar/matters/{id}/assign`). */

import { Effect, Either, Schema } from "effect"
import { Notice, Reasons } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, command } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import { member } from "../kernel/Json.ts"
import { firstOf, when } from "../kernel/Refusal.ts"
import { days, enforced } from "../kernel/Section.ts"
import { format } from "../kernel/Time.ts"
import {
  docketData,
  isOverdue,
  judgeUntil,
  Matter,
  matters,
  onRecord,
  staysOpen,
  texts,
} from "../matters/index.ts"
import { Judge, judgeOfKind } from "./Judge.ts"

/** The body of `POST /registrar/matters/{id}/assign`. */
export const Assignment = Schema.Struct({
  to: member(
    Schema.Literal("papers", "model", "bench"),
    "The judge of the court that decides: on the papers, by a draft of the model that the bench confirms, or the bench.",
  ),
  reasons: Reasons,
}).annotations({ identifier: "Assignment" })

/** Tells the Registrar that a matter is overdue: the work of the task `matter-overdue`. A matter that is not, or not any more, is left. */
export const tellOverdue = bindTask(
  Matter.overdueKind,
  command({
    name: "tell-overdue",
    sections: ["Rule 5.1A"],
    input: Matter.OfMatter,
    gather: ({ matterId }, context, reader) => onRecord(reader, matterId, context),
    decide: ({ stored: matter }, { matterId }, { now, fresh }) => {
      const overdue = isOverdue(matter, now)
      const data = docketData(matter)
      const told = {
        id: fresh("registrar notice"),
        subject: Matter.subjectOf(matterId),
        at: now,
        ...texts.overdue(matter),
        asks: [{ act: "assign-matter" as const, on: matterId }],
        data: { matterId, number: matter.number, status: matter.status },
      }
      const changes = overdue
        ? [
            Notice.tellRegistrar(told),
            Changed.event("matter.overdue", Matter.subjectOf(matterId), ["Rule 5.1"], data),
          ]
        : []
      return Either.right({ changes, reply: { matterId, overdue } })
    },
  }),
)

export const timeOfTheJudge = enforced(
  "Rule 5.1A",
  "The time of the judge",
  (t) =>
    `The judge has ${days(t.benchDays)} to decide a matter that is before it. If it has not decided by then, the Registrar is told, and may assign the matter, with reasons, to the papers, to the model or to the bench of the court; each assignment begins the time anew. A judge to which a matter is assigned decides it alone, and what it leaves without a decision is dismissed so.`,
)

const assignmentInputSchema = Schema.Struct({ ...ById.fields, ...Assignment.fields })
/** The judge to whom a matter is assigned, with the matter. */
export interface AssignmentInput extends Schema.Schema.Type<typeof assignmentInputSchema> {}
const AssignmentInput: Schema.Schema<AssignmentInput, typeof assignmentInputSchema.Encoded> =
  assignmentInputSchema

/** Assigns a matter that is overdue to a judge of the court, whose time begins anew. */
export const assignMatter = command({
  name: "assign-matter",
  sections: ["Rule 5.1A"],
  input: AssignmentInput,
  gather: ({ id, to }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, id, context)
      const has = to === "bench" || judgeOfKind(yield* Judge, to) !== null
      return { ...on, has }
    }),
  decide: ({ stored, terms, has }, { id, to, reasons }, { actor, now }) =>
    Either.map(
      firstOf([
        when(actor.role !== "registrar", "registrar_only", {}),
        when(stored.status !== "reserved", "wrong_status", { status: stored.status, act: "assign" }),
        when(!isOverdue(stored, now), "judge_has_time", {}),
        when(!has, "no_such_judge", { to }),
      ]),
      () => {
        const assigned: Matter.Matter = { ...stored, judgeUntil: judgeUntil(now, terms) }
        const until = format(judgeUntil(now, terms))
        const data = { ...docketData(assigned), to, until, reasons }
        return {
          changes: [
            ...matters.changed(stored, assigned, staysOpen),
            ...(to === "bench"
              ? []
              : [Changed.task(Matter.judgeTask(id), Matter.judgeKind, now, { matterId: id, to })]),
            Changed.event("matter.assigned", Matter.subjectOf(id), ["Rule 5.1"], data),
          ],
          reply: { id, to, until },
        }
      },
    ),
})
