/** The machine of holds, with what the table does not state: the events, and the notices with their words. */

import { Notice } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Json } from "../kernel/Json.ts"
import * as Machine from "../kernel/Machine.ts"
import { format as money } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import { refusal } from "../kernel/Refusal.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { deadlineKind, deadlineOf, deadlineTask, type Hold, Holds, restCents, subjectOf } from "./Hold.ts"
import { outlastsWords } from "./Lapse.ts"
import { type ActName, effectAt, type Moved, otherSide, partsOf, reading, type Types } from "./Moves.ts"
import type { Payout } from "./Payout.ts"

const name = (hold: Hold): string => `Hold ${hold.id} of ${money(hold.amountCents, hold.currency)}`

const until = ({ longStopAt }: Hold): string => format(longStopAt)

const allTexts = Notice.declareWords("hold", {
  named: (h) =>
    `${name(h)}: ${h[h.namedBy].handle} names an escrow in which ${h.payer.handle} pays ${h.payee.handle}. ${h[otherSide(h)].handle} may confirm it with its own address before ${until(h)}; otherwise it lapses. Until both parties have proven their addresses, the court signs nothing (PD2 §6D). ${outlastsWords(h, h.createdAt)}`,
  addressed: (h) =>
    `${name(h)}: ${h[otherSide(h)].handle} confirms it with its own address. It is confirmed once both parties have proven their addresses; next says who still has to, before ${until(h)} (PD2 §6D).`,
  proven: (h) =>
    `${name(h)}: a party has proven its address. It is confirmed once both have; next says who still has to, before ${until(h)} (PD2 §6D).`,
  confirmed: (h) =>
    `${name(h)}: both parties have proven their addresses, so it is confirmed. On a final judgment between the two, either may ask for a payout instruction until ${until(h)} (PD2 §6E). ${outlastsWords(h, needPresent(h.confirmedAt, "when the hold was confirmed"))}`,
  kept: (h) =>
    `${name(h)}: what it secures is undecided, or was decided only lately, so it does not lapse before ${format(needPresent(h.keptUntil, "until when the hold is kept"))} (PD2 §6DA).`,
  instructed: (h) => {
    const { citation, effectiveAt, expiresAt, partCents } = needPresent(h.instruction, "the instruction")
    const what =
      partCents === undefined
        ? "pay it"
        : `pay ${h.payee.handle} ${money(partCents, h.currency)} of it, and to leave the rest in the escrow,`
    return `${name(h)}: an instruction to ${what} by judgment ${citation} is signed. It takes effect after ${format(effectiveAt)} and must be spent before ${format(expiresAt)} (PD2 §6E).`
  },
  evaluated: (h) => {
    const { evaluation, effectiveAt, expiresAt } = needPresent(h.evaluation, "the evaluation")
    const satisfied = evaluation.satisfied ? "satisfies" : "does not satisfy"
    return `${name(h)}: the court has signed that the delivery ${satisfied} the criteria. An evaluator that both parties bound to these criteria may end the job by it after ${format(effectiveAt)} and before ${format(expiresAt)}. A matter on the quote withdraws it (PD2 §6EA, §6EB).`
  },
  contested: (h) =>
    `${name(h)}: a matter on the quote is filed, so the signed evaluation is withdrawn. Show the revocation to the evaluator of the job before its window closes; it stands in evaluation.withdrawn of the hold (PD2 §6EB).`,
  revoked: (h) =>
    `${name(h)}: the instruction is revoked. It must not be acted on; the reasons stand in the journal (PD2 §6G).`,
  expired: (h) => `${name(h)}: nobody spent the instruction in time, so it has expired (PD2 §6E).`,
  lapsed: (h) =>
    `${name(h)}: its long stop has passed, so it has lapsed. The court signs nothing for it (PD2 §6DA).`,
  part_paid: (h) =>
    `${name(h)}: the escrow has paid a part by judgment ${needPresent(h.instruction, "the instruction of a part").citation}. Orders that were met in full are satisfied. ${money(restCents(h), h.currency)} are left in the escrow, and a later judgment may pay them (PD2 §6FC).`,
  paid_out: (h) =>
    `${name(h)}: the escrow has paid out. Orders that were met in full are satisfied (PD2 §6HA).`,
} satisfies { readonly [Event in Moved["move"]["event"]]: (hold: Hold) => string })

type Texts = Named<typeof allTexts>

/** The notices of a hold by its events, each with its deadline. */
export const texts: Texts = allTexts

/** The part of whoever acted. The public journal names the part only, since the parties of a hold are not public. */
const by = ({ act, after }: Moved, { actor }: Pick<CommandContext, "actor">): string => {
  if (act === "pass" || act === "lapse" || act === "keep") return "scheduler"
  if (act === "complete" || act === "withdraw" || act === "contest") return "court"
  const parts = partsOf(after, actor).filter((part) => part !== "confirmer")
  return needPresent(parts[0], "the part of whoever acts")
}

/** The event of a move. The public learns that the move happened, but neither the parties nor the sum. */
const eventOf = (moved: Moved, data: { readonly [key: string]: Json }, context: Machine.Recording) =>
  Changed.event(
    `hold.${moved.move.event}`,
    subjectOf(moved.after.id),
    moved.move.sections,
    {
      hold: moved.after.id,
      act: moved.act,
      by: by(moved, context),
      from: Machine.isNew(moved) ? null : moved.before.status,
      status: moved.after.status,
      ...data,
    },
    moved.at,
  )

export const revokedData = ({ id, digest, instruction, domain, revoked }: Payout) => {
  const { reasons, reissue } = needPresent(revoked, "the revocation of a revoked instruction")
  const { chainId, verifyingContract } = domain
  return { payout: id, digest, nonce: instruction.nonce, chainId, verifyingContract, reasons, reissue }
}

/** The moves of a list that are served: of a confirmation and the completion that it leads to, the latter alone. */
const movesServed = (moves: ReadonlyArray<Moved>): ReadonlyArray<Moved> =>
  moves.some(({ act }) => act === "complete")
    ? moves.filter(({ act }) => act !== "confirm" && act !== "prove")
    : moves

/** The machine by which holds move and their moves are recorded. */
export const holds = Machine.make<Types>({
  ...reading,
  kind: Holds,
  who: partsOf,
  unknown: (id) => refusal("unknown_hold", { id }),
  due: {
    kind: deadlineKind,
    task: deadlineTask,
    body: "holdId",
    at: deadlineOf,
    act: { act: "pass", who: ["clock"] },
  },
  governs: () => [],
  objection: () => null,
  effectAt,
  after: (hold, { stated }, { to }, at) => ({
    ...hold,
    ...stated,
    status: to,
    since: to === hold.status ? hold.since : at,
  }),
  beside: Machine.nothingBeside,
  events: (moves, context, data) =>
    moves.map((moved) => eventOf(moved, moved.act === "pass" ? {} : data, context)),
  notices: (lists, context) =>
    Notice.serveMoves(
      lists.flatMap(movesServed),
      ({ after }, side) => after[side].id,
      ({ move, after }) => ({
        subject: subjectOf(after.id),
        at: context.now,
        ...texts[move.event](after),
        data: { hold: after.id, status: after.status },
      }),
      context,
    ),
})

/** Whether the instruction of a hold on a judgment is live at `now`. */
export const pays = (hold: Hold, citation: string, now: Instant): boolean => {
  const { status, instruction } = holds.current(hold, now)
  return status === "instructed" && instruction?.citation === citation
}

/** The moves of an act by an actor, with the fields that the act states. */
export const perform = (
  hold: Hold,
  act: ActName,
  stated: Partial<Hold>,
  { actor, now }: Pick<CommandContext, "actor" | "now">,
) => holds.perform(hold, { act, who: partsOf(hold, actor), stated }, now)
