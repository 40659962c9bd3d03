/** All work of the court, by kind of task. */
import type { Effect } from "effect"
import { noticeTask } from "../core/agents/Notice.ts"
import { operatorNoteTask } from "../core/agents/Operator.ts"
import { deadlineKind as matterDeadline } from "../core/matters/Matter.ts"
import { passPeriod } from "./Matters.ts"
import { carryNotice } from "./Notices.ts"
import { sendNote } from "./OperatorNote.ts"
import type { Firing } from "./Work.ts"

/** What the passing of time does to records. Each acts at an instant of the court's clock. */
export const deadlines = {
  [matterDeadline]: passPeriod,
} as const

/** What goes out to the world. It changes nothing that a rule rests on, so it keeps no place in the order of deadlines. */
export const deliveries = {
  [noticeTask]: carryNotice,
  [operatorNoteTask]: sendNote,
} as const

export const works = { ...deadlines, ...deliveries } as const

/** What the work of a table asks for besides itself. */
type NeedsOf<
  W extends { readonly [kind: string]: (firing: Firing) => Effect.Effect<void, unknown, unknown> },
> = Effect.Effect.Context<ReturnType<W[keyof W]>>
export type DeadlineNeeds = NeedsOf<typeof deadlines>
export type WorkNeeds = NeedsOf<typeof works>
