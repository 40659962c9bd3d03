/** How moves of holds are recorded: the holds, their deadlines, the names that they free, the events, and the notices with their words. */

import { type Serving, serve, worded } from "../agents/Notice.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { present } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import { format as money } from "../kernel/Money.ts"
import { format } from "../kernel/Time.ts"
import { deadlineKind, deadlineOf, deadlineTask, type Hold, Holds, subjectOf } from "./Hold.ts"
import { type HoldEvent, type Moved, machine, otherSide } from "./Moves.ts"
import type { Payout } from "./Payout.ts"

const name = (hold: Hold): string => `Hold ${hold.id} of ${money(hold.amountCents, hold.currency)}`

const until = ({ longStopAt }: Hold): string => format(longStopAt)

export const texts = worded("hold", {
  named: (h) =>
    `${name(h)}: ${h[h.namedBy].handle} names an escrow in which ${h.payer.handle} pays ${h.payee.handle}. ${h[otherSide(h)].handle} may confirm it with its own address before ${until(h)}; otherwise it lapses. Until both parties have proven their addresses, the court signs nothing (PD2 §6D).`,
  addressed: (h) =>
    `${name(h)}: ${h[otherSide(h)].handle} confirms it with its own address. It is confirmed once both parties have proven their addresses; next says who still has to, before ${until(h)} (PD2 §6D).`,
  proven: (h) =>
    `${name(h)}: a party has proven its address. It is confirmed once both have; next says who still has to, before ${until(h)} (PD2 §6D).`,
  confirmed: (h) =>
    `${name(h)}: both parties have proven their addresses, so it is confirmed. On a final judgment between the two, either may ask for a payout instruction until ${until(h)} (PD2 §6E).`,
  instructed: (h) => {
    const { citation, effectiveAt, expiresAt } = present(h.instruction, "the instruction")
    return `${name(h)}: an instruction to pay it by judgment ${citation} is signed. It takes effect after ${format(effectiveAt)} and must be spent before ${format(expiresAt)} (PD2 §6E).`
  },
  revoked: (h) =>
    `${name(h)}: the instruction is revoked. It must not be acted on; the reasons stand in the journal (PD2 §6G).`,
  expired: (h) => `${name(h)}: nobody spent the instruction in time, so it has expired (PD2 §6E).`,
  lapsed: (h) =>
    `${name(h)}: its long stop has passed, so it has lapsed. The court signs nothing for it (PD2 §6D).`,
  paid_out: (h) =>
    `${name(h)}: the escrow has paid out. Orders that were met in full are satisfied (PD2 §6H).`,
} satisfies { readonly [Event in HoldEvent]: (hold: Hold) => string })

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
          subject: subjectOf(moved.after.id),
          at: now,
          ...texts[moved.move.event](moved.after),
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

/** The part of whoever acted. The public journal names the part only, since the parties of a hold are not public. */
const by = ({ act, after }: Moved, { actor }: Pick<CommandContext, "actor">): string => {
  if (act === "pass") return "scheduler"
  if (act === "complete" || act === "withdraw") return "court"
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

/** What the journal says of a revoked instruction. */
export const revokedData = ({ id, digest, instruction, domain, revoked }: Payout) => {
  const { reasons, reissue } = present(revoked, "the revocation of a revoked instruction")
  const { chainId, verifyingContract } = domain
  return { payout: id, digest, nonce: instruction.nonce, chainId, verifyingContract, reasons, reissue }
}

/** The moves of a list that are served: of a confirmation and the completion that it leads to, the latter alone. */
const served = (moves: ReadonlyArray<Moved>): ReadonlyArray<Moved> =>
  moves.some(({ act }) => act === "complete")
    ? moves.filter(({ act }) => act !== "confirm" && act !== "prove")
    : moves

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
      ...moves.map((moved) => eventOf(moved, moved.act === "pass" ? {} : data, context)),
    ]
  }),
  ...noticesOf(lists.flatMap(served), context),
]
