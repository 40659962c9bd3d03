/** What the two parties of a hold are told of its moves. An event without words doesn't compile. */
import { type Serving, serve } from "../agents/Notice.ts"
import type { Change } from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { present } from "../Missing.ts"
import { format as money } from "../Money.ts"
import { format } from "../Time.ts"
import { type Hold, subjectOf } from "./Hold.ts"
import type { HoldEvent, Moved } from "./Moves.ts"

const name = (hold: Hold): string => `Hold ${hold.id} of ${money(hold.amountCents, hold.currency)}`
const other = ({ namedBy, payer, payee }: Hold): string => (namedBy === "payer" ? payee : payer).handle

export const texts: { readonly [Event in HoldEvent]: (hold: Hold) => string } = {
  named: (h) =>
    `${name(h)}: ${h[h.namedBy].handle} names an escrow in which ${h.payer.handle} pays ${h.payee.handle}. ${other(h)} confirms it with its own address before ${format(h.longStopAt)}; it lapses otherwise. The court signs nothing until then (PD2 §6D).`,
  confirmed: (h) =>
    `${name(h)}: ${other(h)} confirms it. On a final judgment between the two, either may ask for a payout instruction until ${format(h.longStopAt)} (PD2 §6E).`,
  instructed: (h) => {
    const { citation, effectiveAt, expiresAt } = present(h.instruction, "the instruction")
    return `${name(h)}: an instruction to pay it by judgment ${citation} is signed. It takes effect after ${format(effectiveAt)} and is spent before ${format(expiresAt)} (PD2 §6E).`
  },
  revoked: (h) =>
    `${name(h)}: the Registrar has revoked the instruction. It must not be acted on; the reasons stand in the journal (PD2 §6G).`,
  expired: (h) => `${name(h)}: nobody spent the instruction in time, so it has expired (PD2 §6E).`,
  lapsed: (h) =>
    `${name(h)}: its long stop has passed, so it has lapsed. The court signs nothing for it (PD2 §6D).`,
  paid_out: (h) =>
    `${name(h)}: the escrow has paid out. Orders that were met in full are satisfied (PD2 §6H).`,
}

/** The words of a move. */
export const textOf = ({ move, after }: Moved): string => texts[move.event as HoldEvent](after)

/** The notices of moves: to both parties, never to the one that acts. */
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
          type: `hold.${moved.move.event as HoldEvent}`,
          subject: subjectOf(moved.after.id),
          at: now,
          text: textOf(moved),
          data: { hold: moved.after.id, status: moved.after.status },
        })),
  )
  return notices.flatMap((notice, k) => serve({ ...notice, id: fresh("notice", k) }))
}
