/** How moves of holds are recorded: the holds, their deadlines, the names that they free, the events, and the notices with their words. */

import { type Serving, serve } from "../agents/Notice.ts"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { present } from "../Defect.ts"
import type { Json } from "../Json.ts"
import { format as money } from "../Money.ts"
import { format, type Instant } from "../Time.ts"
import {
  deadlineKind,
  deadlineOf,
  deadlineTask,
  escrowClaim,
  type Hold,
  Holds,
  payingClaim,
  subjectOf,
} from "./Hold.ts"
import { type HoldEvent, type Moved, machine, passed } from "./Moves.ts"

const name = (hold: Hold): string => `Hold ${hold.id} of ${money(hold.amountCents, hold.currency)}`
const other = ({ namedBy, payer, payee }: Hold): string => (namedBy === "payer" ? payee : payer).handle

export const texts: { readonly [Event in HoldEvent]: (hold: Hold) => string } = {
  named: (h) =>
    `${name(h)}: ${h[h.namedBy].handle} names an escrow in which ${h.payer.handle} pays ${h.payee.handle}. ${other(h)} may confirm it with its own address before ${format(h.longStopAt)}; otherwise it lapses. Until it is confirmed, the court signs nothing (PD2 §6D).`,
  confirmed: (h) =>
    `${name(h)}: ${other(h)} confirms it. On a final judgment between the two, either may ask for a payout instruction until ${format(h.longStopAt)} (PD2 §6E).`,
  instructed: (h) => {
    const { citation, effectiveAt, expiresAt } = present(h.instruction, "the instruction")
    return `${name(h)}: an instruction to pay it by judgment ${citation} is signed. It takes effect after ${format(effectiveAt)} and must be spent before ${format(expiresAt)} (PD2 §6E).`
  },
  revoked: (h) =>
    `${name(h)}: the Registrar has revoked the instruction. It must not be acted on; the reasons stand in the journal (PD2 §6G).`,
  expired: (h) => `${name(h)}: nobody spent the instruction in time, so it has expired (PD2 §6E).`,
  lapsed: (h) =>
    `${name(h)}: its long stop has passed, so it has lapsed. The court signs nothing for it (PD2 §6D).`,
  paid_out: (h) =>
    `${name(h)}: the escrow has paid out. Orders that were met in full are satisfied (PD2 §6H).`,
}

/** The notices of moves, to both parties except the one that acts. */
export const noticesOf = (
  moves: ReadonlyArray<Moved>,
  { actor, now, fresh }: Pick<CommandContext, "actor" | "now" | "fresh">,
): ReadonlyArray<Change> => {
  const acting = actor.role === "agent" ? actor.id : null
  const notices = moves.flatMap(
    (moved): ReadonlyArray<Omit<Serving, "id">> =>
      moved.move.serves
        .filter((part) => part === "payer" || part === "payee")
        .map((side) => moved.after[side].id)
        .filter((agentId) => agentId !== acting)
        .map((agentId) => ({
          agentId,
          type: `hold.${moved.move.event}`,
          subject: subjectOf(moved.after.id),
          at: now,
          text: texts[moved.move.event](moved.after),
          data: { hold: moved.after.id, status: moved.after.status },
        })),
  )
  return notices.flatMap((notice, k) => serve({ ...notice, id: fresh("notice", k) }))
}

/** The change to the one deadline of a hold: it is set again where it moves, and cancelled where none runs. */
const deadline = (before: Hold | null, after: Hold): ReadonlyArray<Change> => {
  const had = before === null ? null : deadlineOf(before)
  const has = deadlineOf(after)
  if (had === has) return []
  return has === null
    ? [Changed.cancel(deadlineTask(after.id))]
    : [Changed.task(deadlineTask(after.id), deadlineKind, has, { holdId: after.id })]
}

/** Whether a move frees the name of the escrow: it lapses a hold that nobody had confirmed. */
const freesEscrow = ({ before, after }: Moved): boolean =>
  before.status === "named" && after.status === "lapsed"

/** Whether a hold still has the name of its escrow after the moves that time alone has made (PD2 §6B). */
export const keepsEscrow = (hold: Hold, now: Instant): boolean => !passed(hold, now).some(freesEscrow)

/** The names that a move frees: that of the escrow where nobody had confirmed the hold, that of the judgment where its instruction ends. */
const freed = (moved: Moved): ReadonlyArray<Change> => {
  const { before, after } = moved
  return [
    ...(freesEscrow(moved) ? [Changed.release(escrowClaim(after), after.id)] : []),
    ...(before.status === "instructed" && before.instruction !== null
      ? [Changed.release(payingClaim(before.instruction.citation, after), after.id)]
      : []),
  ]
}

/** The part of whoever acted. The public journal names the part only, since the parties of a hold are not public. */
const by = ({ act, after }: Moved, { actor }: Pick<CommandContext, "actor">): string => {
  if (act === "pass") return "scheduler"
  const parts = machine.partsOf(after, actor).filter((part) => part !== "confirmer")
  return present(parts[0], "the part of whoever acts")
}

/** The event of a move. The public learns that the move happened, but neither the parties nor the sum. */
const eventOf = (moved: Moved, data: { readonly [key: string]: Json }, context: CommandContext): Change =>
  Changed.event(
    `hold.${moved.move.event}`,
    subjectOf(moved.after.id),
    moved.move.sections,
    {
      hold: moved.after.id,
      act: moved.act,
      by: by(moved, context),
      from: moved.act === "name" ? null : moved.before.status,
      status: moved.after.status,
      ...data,
    },
    moved.at,
  )

/**
 * Records moves of holds. Each list has the moves of one hold, in order; the last list has the act. `data` is added to the event of
 * the act, not to those of passings.
 */
export const recordMoves = (
  lists: ReadonlyArray<ReadonlyArray<Moved>>,
  context: CommandContext,
  data: { readonly [key: string]: Json } = {},
): ReadonlyArray<Change> => [
  ...lists.flatMap((moves): ReadonlyArray<Change> => {
    const [first, last] = [moves[0], moves.at(-1)]
    if (first === undefined || last === undefined) return []
    return [
      Changed.put(Holds, last.after),
      ...deadline(first.act === "name" ? null : first.before, last.after),
      ...moves.flatMap(freed),
      ...moves.map((moved) => eventOf(moved, moved.act === "pass" ? {} : data, context)),
    ]
  }),
  ...noticesOf(lists.flat(), context),
]
