/** The facts that debts of all kinds have in common: their parties, what these stated, what chains show of it, and their matter. */
import { Effect, Option } from "effect"
import type { Deal } from "../account/index.ts"
import { Agent } from "../agents/index.ts"
import { Networks } from "../chains/index.ts"
import type { Dealing } from "../dealings/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Suits } from "../matters/index.ts"
import { beforeCourt } from "./BeforeCourt.ts"
import { findMetOrders } from "./Met.ts"
import { type Filing, papersOf } from "./Papers.ts"
import { findProvenFacts, findStated, type Parties } from "./Stated.ts"
import { isRead, transactionsOf } from "./Transactions.ts"

/** For which matter a debt is read, and what is about to be filed on it. */
export interface Reading {
  readonly judged: string | null
  readonly suits: Suits.Between | null
  /** The claim that is filed now by one of the two, if it is not on record yet. */
  readonly filing: Filing | null
}

/** The agent that lodged an entry and paid on it, which is owed, and the agent that the entry names; null if it names no agent. */
export const payerAndPaid = Effect.fnUntraced(function* (reader: Reader, entry: Dealing.Dealing) {
  if (entry.counterpartyId === null) return null
  const supplier = needPresent(
    Option.getOrNull(yield* Agent.findByHandle(reader, entry.lodger)),
    "the agent that lodged an entry",
  )
  const handle = needPresent(entry.counterparty, "the name of the agent that an entry names")
  const parties: Parties = { supplier, buyer: { id: entry.counterpartyId, handle } }
  return parties
})

/** The refunds on some entries of the agent that paid. In a debt the agent that owes pays, so a refund is a payment of the debt. */
export const repaidOn = (reader: Reader, refs: ReadonlyArray<string>, parties: Parties) =>
  Effect.map(findStated(reader, refs, parties), (all) =>
    all.flatMap(
      (one): ReadonlyArray<Deal.Stated> => (one.kind === "refund" ? [{ ...one, kind: "payment" }] : []),
    ),
  )

/** The papers of a matter, or of the claim that is filed now if there is no matter yet. */
export const papersBefore = (
  reader: Reader,
  matter: Deal.DebtDeal["matter"],
  { supplier }: Parties,
  { filing }: Reading,
) => {
  if (matter !== null) return papersOf(reader, matter.id, matter.claimant)
  if (filing === null) return Effect.succeed([])
  const by: Deal.Side = filing.claimant === supplier.id ? "supplier" : "buyer"
  return Effect.succeed([{ by, ...filing.paper }])
}

/**
 * The facts of a debt that do not depend on its kind. `refs` are the entries that are the debt, `stated` the payments of it, and
 * `beside` the payments for which it is owed, which chains may show too.
 */
export const debtFacts = Effect.fnUntraced(function* (
  reader: Reader,
  debt: {
    readonly parties: Parties
    readonly refs: ReadonlyArray<string>
    readonly stated: ReadonlyArray<Deal.Stated>
    readonly beside: Parameters<typeof transactionsOf>[1]
  },
  now: Instant,
  { judged, suits }: Reading,
) {
  const { parties, refs, stated, beside } = debt
  const read = yield* Effect.forEach(Networks.all, ({ id: network }) =>
    Effect.map(isRead(reader, network), (isRead) => ({ network, read: isRead })),
  )
  const against = { refs, networks: read, agents: [parties.supplier, parties.buyer], now }
  const transactions = yield* transactionsOf(reader, [...beside, ...stated], against)
  const on = { parties, dealings: refs.map((ref) => `dealing/${ref}`) }
  const { matter, earlier, pending } = yield* beforeCourt(reader, on, judged, suits)
  return {
    kind: "debt" as const,
    parties: { supplier: parties.supplier.id, buyer: parties.buyer.id },
    currency: defaultCurrency,
    stated,
    transactions,
    proven: yield* findProvenFacts(reader, parties, transactions),
    matter,
    ordered: findMetOrders(earlier, stated, []),
    pending,
  }
})
