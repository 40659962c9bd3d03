/** Invariants of holds: what was signed, for whom and how often, and what the journal says of it. */
import type { Event } from "../../../../core/ChangeSet.ts"
import { deadlineOf, deadlineTask, type HoldStatus, Holds, payingClaim } from "../../../../core/holds/Hold.ts"
import { type ActName, acts } from "../../../../core/holds/Moves.ts"
import { type Payout, Payouts, unitsOf } from "../../../../core/holds/Payout.ts"
import { changesOf, each, type Invariant, waits } from "../Invariant.ts"
import type { Commit } from "../Watched.ts"

/** One move of one hold, as the journal tells it. */
interface Told {
  readonly hold: string
  readonly act: ActName
  readonly from: HoldStatus | null
  readonly status: HoldStatus
}
const told = ({ set }: Commit): ReadonlyArray<Told> =>
  set.events
    .filter(({ type }) => type.startsWith("hold."))
    // What `core/holds/Record.ts` writes.
    .map(({ data }: Event) => data as unknown as Told)

const legal = ({ act, from, status }: Told): boolean =>
  acts[act].moves.some((move) => move.to === status && move.from.some((one) => one === (from ?? "none")))

/** What an instruction says: all but that it was spent or revoked. */
const said = (payout: Payout): string => JSON.stringify({ ...payout, spentAt: null, revoked: null })

export const holds: ReadonlyArray<Invariant> = [
  {
    name: "a hold moves as its table has it",
    broken: (commit) => told(commit).flatMap((one) => (legal(one) ? [] : [JSON.stringify(one)])),
  },
  each("each event of a hold goes on from the one before", Holds, ({ before, after }, _store, commit) => {
    const own = told(commit).filter(({ hold }) => hold === after.id)
    const stood = [before?.status ?? null, ...own.map(({ status }) => status)]
    return own.every(({ from }, i) => from === stood[i]) && stood.at(-1) === after.status
  }),
  {
    name: "no event tells of a hold that is as it was",
    broken: (commit) => {
      const put = new Set(changesOf(commit, Holds).map(({ after }) => after.id))
      return told(commit).flatMap(({ hold }) => (put.has(hold) ? [] : [hold]))
    },
  },
  each("a hold has its deadline", Holds, ({ after }, store) =>
    waits(store, deadlineTask(after.id), deadlineOf(after)),
  ),
  each(
    "the terms of a hold stay",
    Holds,
    ({ before, after }) =>
      before === null ||
      (before.amountUnits === after.amountUnits &&
        before.holdRef === after.holdRef &&
        before.payer.id === after.payer.id &&
        before.payee.id === after.payee.id),
  ),
  each(
    "a judgment has one live instruction between two agents, and its hold has the name while it lives",
    Holds,
    ({ after }, store) => {
      if (after.instruction === null) return true
      const claim = payingClaim(after.instruction.citation, after)
      const live = store
        .all(Holds)
        .filter(
          (it) => it.status === "instructed" && payingClaim(it.instruction?.citation ?? "", it) === claim,
        )
      const hasName = store.claims.get(claim) === after.id
      return live.length <= 1 && hasName === (after.status === "instructed")
    },
  ),
  each(
    "a hold that is instructed has an instruction that stands, and one that is revoked has none",
    Holds,
    ({ before, after }, store, commit) => {
      const payout = store.find(Payouts, after.instruction?.payoutId ?? "")
      const stands = payout !== null && payout.revoked === null && payout.spentAt === null
      if (after.status === "instructed") return stands && payout.holdId === after.id
      const wasRevoked = told(commit).some(({ hold, act }) => hold === after.id && act === "revoke")
      return before === null || !wasRevoked || payout?.revoked != null
    },
  ),
  each(
    "an instruction is signed once, and what it says stays",
    Payouts,
    ({ before, after }, store, commit) => {
      if (before !== null) return said(before) === said(after)
      const same = store.all(Payouts).filter(({ digest }) => digest === after.digest)
      const asked = told(commit).filter(({ hold, act }) => hold === after.holdId && act === "payout")
      return same.length === 1 && asked.length === 1
    },
  ),
  each("an instruction is spent or revoked once, and never both", Payouts, ({ before, after }) => {
    const stays = <A>(was: A | null | undefined, is: A | null) =>
      was == null || JSON.stringify(was) === JSON.stringify(is)
    return (
      (after.spentAt === null || after.revoked === null) &&
      stays(before?.spentAt, after.spentAt) &&
      stays(before?.revoked, after.revoked)
    )
  }),
  each(
    "a judgment is signed for again only where its revocation allows it",
    Payouts,
    ({ before, after }, store) =>
      before !== null ||
      !store
        .all(Payouts)
        .some(
          ({ holdId, citation, revoked }) =>
            holdId === after.holdId && citation === after.citation && revoked?.reissue === false,
        ),
  ),
  each("the two amounts of an instruction are the hold", Payouts, ({ after }, store) => {
    const hold = store.find(Holds, after.holdId)
    if (hold === null) return false
    const { amountToPayeeCents, amountToPayerCents, instruction } = after
    const units = (cents: number) => unitsOf(cents, hold.assetDecimals)
    return (
      amountToPayeeCents >= 0 &&
      amountToPayerCents >= 0 &&
      amountToPayeeCents + amountToPayerCents === hold.amountCents &&
      instruction.amountToPayee === units(amountToPayeeCents) &&
      instruction.amountToPayer === units(amountToPayerCents)
    )
  }),
]
