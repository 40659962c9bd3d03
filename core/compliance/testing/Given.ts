/** Entries, acts and instants for the tests of the Register. */
import { Effect, Either } from "effect"
import { type Agent, Standing } from "../../agents/index.ts"
import type { Transfer } from "../../chains/index.ts"
import type { Actor } from "../../kernel/Actor.ts"
import * as Changed from "../../kernel/Change.ts"
import { needPresent } from "../../kernel/Defect.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import { published } from "../../kernel/Schedule.ts"
import { hours, type Instant } from "../../kernel/Time.ts"
import type { Journalled } from "../../store/Store.ts"
import { start } from "../../testing/Context.ts"
import { Entries, type Entry, type RegisteredAddress } from "../Entry.ts"
import { weigh } from "../Journal.ts"
import { openEntries } from "../Judged.ts"
import type { Beside, EntryAct, Moved } from "../Moves.ts"
import { entries } from "../Record.ts"

export { run } from "../../testing/Facts.ts"

export const terms = published.at(start)
/** 72 hours in milliseconds. It is written out, since a test must not compute it from the figure that it checks. */
export const threeDays = 72 * 60 * 60 * 1000

const party = (handle: string): Agent.Bound => ({
  id: `id-of-${handle}`,
  handle,
  operatorId: `op-of-${handle}`,
})
export const bound = party("debtor")
export const favoured = party("creditor")
export const actorOf = ({ id, handle }: Agent.Bound): Actor => ({ role: "agent", id, handle })
export const debtor = actorOf(bound)
export const creditor = actorOf(favoured)

/** An order to pay USD 50 within 72 hours, delivered at `start`, with the entry that the court opens for it. */
export const openedAs = (id: string): Entry => {
  const { entries } = openEntries(
    {
      citation: "[2026] MC 1",
      matterId: "matter-1",
      filedAt: start - hours(100),
      deliveredAt: start,
      currency: "USD",
      finality: { status: "open to appeal", until: start + threeDays },
      orders: [
        {
          n: 1,
          kind: "pay",
          text: "The debtor pays.",
          amountCents: 5000,
          against: bound,
          inFavourOf: favoured,
          hours: 72,
        },
      ],
    },
    published,
    () => id,
    [],
  )
  return needPresent(entries[0], "the entry of an order to pay")
}
export const open = openedAs("entry-1")

export const attest = (date: Instant): EntryAct => ({
  act: "attest",
  who: "bound",
  attestation: { date, evidence: "the receipt", evidenceSha256: "e".repeat(64), sha256: null },
})
/** For moves of entries that stand alone in their judgments. */
export const alone: Beside = { entries: [], standings: [] }
/** The change that a move of an entry that stands alone makes to the reputation of the party bound. */
export const deltaOf = (moved: Moved): number =>
  weigh([moved], alone).reduce((sum, { delta }) => sum + delta, 0)
export const confirm: EntryAct = { act: "confirm", who: "favoured" }
export const prove = (performedAt: Instant): EntryAct => ({ act: "prove", who: "court", performedAt })
export const pass: EntryAct = { act: "pass", who: "clock" }
export const meet: EntryAct = { act: "meet", who: "court" }
export const address: EntryAct = {
  act: "address",
  who: "favoured",
  address: { network: "eip155:8453", asset: "usdc", address: "0x1" },
  proven: false,
}
export const dispute = (who: "bound" | "favoured" = "favoured"): EntryAct => ({
  act: "dispute",
  who,
  dispute: {
    by: who === "bound" ? bound.handle : favoured.handle,
    ground: "not_performed",
    statement: "nothing came",
    statementSha256: "d".repeat(64),
  },
})
export const decide = (
  status: "satisfied" | "unsatisfied" | "pending",
  performedAt: Instant | null = null,
  correction = false,
): EntryAct => ({
  act: "decide",
  who: "registrar",
  decision: { status, reasons: "on the papers", performedAt, correction },
})
const underAppeal = { status: "under appeal", until: null } as const
const final = { status: "final", until: null } as const
export const suspend: EntryAct = { act: "suspend", who: "court", finality: underAppeal }
export const resume: EntryAct = { act: "resume", who: "court", finality: final }
export const supersede: EntryAct = {
  act: "supersede",
  who: "court",
  finality: { status: "vacated", until: null },
}

export const moves = (
  entry: Entry,
  act: EntryAct,
  at: Instant,
): Either.Either<ReadonlyArray<Moved>, Refusal> => entries.perform(entry, act, at, terms)

/** The entry after acts, each at its instant; the passing that is due comes before the act. Throws if an act is refused. */
export const having = (entry: Entry, ...acts: ReadonlyArray<readonly [EntryAct, Instant]>): Entry => {
  let current = entry
  for (const [act, at] of acts) {
    current = Either.getOrThrow(moves(current, act, at)).at(-1)?.after ?? current
  }
  return current
}

/** The entry after a run of the scheduler at this instant. */
export const passedAt = (entry: Entry, now: Instant): Entry => entries.current(entry, now, terms)

/** The code with which an act is refused, or null if it is allowed. */
export const refusedWith = (entry: Entry, act: EntryAct, at: Instant): string | null =>
  Either.match(moves(entry, act, at), { onLeft: ({ code }) => code, onRight: () => null })

/** The deltas of the adjustments in force, that is, of all that were not reversed. */
export const inForce = (entry: Entry): ReadonlyArray<number> =>
  entry.adjustments.filter(({ reversedAt }) => reversedAt === null).map(({ delta }) => delta)

export const agentId = bound.id
export const put = (entry: Entry) => Changed.put(Entries, entry)
export const fresh = Standing.make(agentId, bound.handle)

export const item = (n: number, subject: string): Journalled => ({
  cursor: `${n}`.padStart(6, "0"),
  id: `${n}`,
  at: start,
  type: "compliance.confirmed",
  subject,
  rules: ["PD11 §3"],
  data: { entry: "entry-1", by: "creditor", act: "confirm", from: "open", status: "satisfied", delta: 1 },
})
/** The journal port of a store that has these items. */
export const journal = (all: ReadonlyArray<Journalled>) => ({
  journal: (query: { subject: string | null; after: string | null; limit: number }) => {
    const wanted = all.filter(
      ({ subject, cursor }) => subject === query.subject && cursor > (query.after ?? ""),
    )
    const items = wanted.slice(0, query.limit)
    return Effect.succeed({ items, next: items.at(-1)?.cursor ?? query.after })
  },
})

/** Fifty dollars to a registered address, a second after delivery, confirmed. */
export const transferTo = (
  { network, asset, address }: RegisteredAddress,
  changes: Partial<Transfer.Transfer> = {},
): Transfer.Transfer => ({
  network,
  asset,
  to: address,
  txid: "0xaa",
  index: 0,
  units: "50000000",
  height: 10,
  blockHash: "0x10",
  blockAt: start + 1000,
  confirmations: 20,
  confirmedAt: start + 50_000,
  ...changes,
})
