import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type Balance, Balances } from "./Balance.ts"
import { LedgerEntries, type LedgerEntry } from "./LedgerEntry.ts"

/** The balance with one entry more. */
export const added = (balance: Balance, { kind, cents }: Pick<LedgerEntry, "kind" | "cents">): Balance =>
  kind === "charge"
    ? { ...balance, chargedCents: balance.chargedCents + cents }
    : { ...balance, creditedCents: balance.creditedCents + cents }

/**
 * Enters a charge or a credit. It is the only writer of both records, so that the balance is always the sum of the entries.
 * An entry of nothing is none.
 */
export const post = (balance: Balance, entry: Omit<LedgerEntry, "agentId">): ReadonlyArray<Change> =>
  entry.cents === 0
    ? []
    : [
        Changed.put(LedgerEntries, { ...entry, agentId: balance.agentId }),
        Changed.put(Balances, added(balance, entry)),
      ]
