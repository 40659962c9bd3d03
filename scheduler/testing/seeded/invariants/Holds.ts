/** Invariants of holds and of their instructions, in the records and in the journal. */

import { Predicate } from "effect"
import { acts, Hold, records as holdRecords, Payout } from "../../../../core/holds/index.ts"
import { Judgment } from "../../../../core/judgments/index.ts"
import { passHold } from "../../../../core/payouts/index.ts"
import type { Event } from "../../../../core/store/ChangeSet.ts"
import { changesOf, each, type Invariant, instantOf, sum, waits } from "../Invariant.ts"
import type { Commit } from "../Watched.ts"

interface Told {
  readonly hold: string
  readonly act: keyof typeof acts
  readonly from: Hold.Hold["status"] | null
  readonly status: Hold.Hold["status"]
}
const told = ({ set }: Commit): ReadonlyArray<Told> =>
  set.events
    // A party's statement about an instruction that ended unreported does not move the hold.
    .filter(({ type, data }) => type.startsWith("hold.") && Predicate.hasProperty(data, "act"))
    // The type of an event's data is JSON; `core/holds/Record.ts` writes it in this shape.
    .map(({ data }: Event) => data as unknown as Told)

const legal = ({ act, from, status }: Told): boolean =>
  acts[act].moves.some((move) => move.to === status && move.from.some((one) => one === (from ?? "none")))

/** The content of an instruction, without whether it was spent or revoked, and what its parties say of that. */
const said = ({ unspent: _, ...payout }: Payout.Payout): string =>
  JSON.stringify({ ...payout, spentAt: null, revoked: null })

export const holds: ReadonlyArray<Invariant> = [
  {
    name: "a hold moves as its table allows",
    broken: (commit) => told(commit).flatMap((one) => (legal(one) ? [] : [JSON.stringify(one)])),
  },
  each(
    "each event of a hold begins in the status in which the event before it ended",
    holdRecords.Holds,
    ({ before, after }, _store, commit) => {
      const own = told(commit).filter(({ hold }) => hold === after.id)
      const statuses = [before?.status ?? null, ...own.map(({ status }) => status)]
      return own.every(({ from }, i) => from === statuses[i]) && statuses.at(-1) === after.status
    },
  ),
  {
    name: "an event of a hold comes with a change of the hold",
    broken: (commit) => {
      const put = new Set(changesOf(commit, holdRecords.Holds).map(({ after }) => after.id))
      return told(commit).flatMap(({ hold }) => (put.has(hold) ? [] : [hold]))
    },
  },
  each("a hold has its deadline", holdRecords.Holds, ({ after }, store) =>
    waits(store, `${passHold.taskKind}/${after.id}`, Hold.deadlineOf(after)),
  ),
  each(
    "the terms of a hold never change",
    holdRecords.Holds,
    ({ before, after }) =>
      before === null ||
      (before.amountUnits === after.amountUnits &&
        before.holdRef === after.holdRef &&
        before.payer.id === after.payer.id &&
        before.payee.id === after.payee.id),
  ),
  each("a judgment has one live instruction", holdRecords.Holds, ({ after }, store) => {
    const { instruction } = after
    if (instruction === null) return true
    const live = store
      .all(holdRecords.Holds)
      .filter((it) => it.status === "instructed" && it.instruction?.citation === instruction.citation)
    return live.length <= 1
  }),
  each(
    "a hold is confirmed once both parties have proven their addresses, and then has its escrow for good",
    holdRecords.Holds,
    ({ after }, store) => {
      const { payer, payee, status } = after
      const proven = payer.provenAt !== null && payee.provenAt !== null
      const has = store.claims.get(Hold.escrowClaim(after)) === after.id
      return (after.confirmedAt !== null) === proven && has === proven && (proven || status !== "confirmed")
    },
  ),
  each(
    "an instruction is live only while its judgment stands",
    Judgment.Judgments,
    ({ after }, store, commit) =>
      ["final", "open to appeal"].includes(after.finality.status) ||
      !store.all(holdRecords.Holds).some(
        ({ status, instruction }) =>
          status === "instructed" &&
          instruction?.citation === after.citation &&
          // An instruction that nobody used expires by time alone, and nobody may have recorded that yet.
          instantOf(commit) < instruction.expiresAt,
      ),
  ),
  each(
    "an instructed hold has a live instruction, and the instruction of a revoked one is revoked",
    holdRecords.Holds,
    ({ before, after }, store, commit) => {
      const payout =
        after.instruction === null ? null : store.find(Payout.Payouts, after.instruction.payoutId)
      const isLive = payout !== null && payout.revoked === null && payout.spentAt === null
      if (after.status === "instructed") return isLive && payout.holdId === after.id
      const wasRevoked = told(commit).some(
        ({ hold, act }) => hold === after.id && (act === "revoke" || act === "withdraw"),
      )
      return before === null || !wasRevoked || payout?.revoked != null
    },
  ),
  each(
    "an instruction is signed once, and its content never changes",
    Payout.Payouts,
    ({ before, after }, store, commit) => {
      if (before !== null) return said(before) === said(after)
      const same = store.all(Payout.Payouts).filter(({ digest }) => digest === after.digest)
      const asked = told(commit).filter(({ hold, act }) => hold === after.holdId && act === "payout")
      return same.length === 1 && asked.length === 1
    },
  ),
  each(
    "an instruction is spent or revoked once, and not spent if it was revoked before it took effect",
    Payout.Payouts,
    ({ before, after }) => {
      const isKept = <A>(was: A | null | undefined, is: A | null) =>
        was == null || JSON.stringify(was) === JSON.stringify(is)
      return (
        (after.spentAt === null || after.revoked === null || after.revoked.revokedAt > after.effectiveAt) &&
        isKept(before?.spentAt, after.spentAt) &&
        isKept(before?.revoked, after.revoked)
      )
    },
  ),
  each(
    "a hold gets another instruction for one judgment only if the revocation allows it",
    Payout.Payouts,
    ({ before, after }, store) =>
      before !== null ||
      !store
        .all(Payout.Payouts)
        .some(
          ({ holdId, citation, revoked }) =>
            holdId === after.holdId && citation === after.citation && revoked?.reissue === false,
        ),
  ),
  each(
    "what left a hold in all is at most what it held, and a part that was paid stays paid, by one instruction that was spent",
    holdRecords.Holds,
    ({ before, after }, store) => {
      const { parts = [], paidToPayee, amountCents } = after
      const ids = parts.map(({ payoutId }) => payoutId)
      const earlier = before?.parts ?? []
      return (
        sum([...parts.map(({ cents }) => cents), paidToPayee?.cents ?? 0]) <= amountCents &&
        JSON.stringify(parts.slice(0, earlier.length)) === JSON.stringify(earlier) &&
        new Set(ids).size === ids.length &&
        parts.every(({ payoutId, cents }) => {
          const payout = store.find(Payout.Payouts, payoutId)
          return (
            payout?.spentAt != null && payout.amountToPayeeCents === cents && payout.amountToPayerCents === 0
          )
        })
      )
    },
  ),
  each(
    "the two amounts of an instruction add up to what the hold has, or pay the payee a part",
    Payout.Payouts,
    ({ before, after }, store) => {
      const hold = store.find(holdRecords.Holds, after.holdId)
      if (hold === null) return false
      const rest = hold.amountCents - sum((hold.parts ?? []).map(({ cents }) => cents))
      const both = after.amountToPayeeCents + after.amountToPayerCents
      const isPart = both < rest && after.amountToPayerCents === 0 && hold.instruction?.partCents === both
      if (before === null && both !== rest && !isPart) return false
      const { amountToPayeeCents, amountToPayerCents, instruction } = after
      const units = (cents: number) => Payout.unitsOf(cents, hold.assetDecimals)
      return (
        amountToPayeeCents >= 0 &&
        amountToPayerCents >= 0 &&
        instruction.amountToPayee === units(amountToPayeeCents) &&
        instruction.amountToPayer === units(amountToPayerCents)
      )
    },
  ),
]
