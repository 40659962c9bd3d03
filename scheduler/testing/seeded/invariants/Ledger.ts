import { Transfer } from "../../../../core/chains/index.ts"
import { Account, expireInvoice, Invoices, records as ledgerRecords } from "../../../../core/ledger/index.ts"
import { changesOf, each, type Invariant, isCents, stays, sum, waits } from "../Invariant.ts"

export const ledger: ReadonlyArray<Invariant> = [
  stays(ledgerRecords.LedgerEntries),
  each("a balance is the sum of its entries, in whole cents", Account.Balances, ({ after }, store) => {
    const own = store.all(ledgerRecords.LedgerEntries).filter(({ agentId }) => agentId === after.agentId)
    const of = (wanted: "charge" | "credit") =>
      sum(own.filter(({ kind }) => kind === wanted).map(({ cents }) => cents))
    return (
      own.every(({ cents }) => isCents(cents) && cents > 0) &&
      after.chargedCents === of("charge") &&
      after.creditedCents === of("credit")
    )
  }),
  each(
    "what an agent is charged in matters is among its charges",
    ledgerRecords.MatterCharges,
    ({ after }, store) => {
      const own = store.all(ledgerRecords.MatterCharges).filter(({ agentId }) => agentId === after.agentId)
      const charged = store.find(Account.Balances, after.agentId)?.chargedCents ?? 0
      return sum(own.map(({ cents }) => cents)) <= charged
    },
  ),
  each(
    "an entry of the ledger is committed with its balance",
    ledgerRecords.LedgerEntries,
    ({ after }, _store, commit) =>
      changesOf(commit, Account.Balances).some((balance) => balance.after.agentId === after.agentId),
  ),
  each(
    "an invoice's paid units are those of its transfers that were not reversed",
    Invoices,
    ({ after }, store) => {
      const counted = store
        .all(Transfer.CountedTransfers)
        .filter(
          ({ towards, reversedAt, cents }) => towards.id === after.id && reversedAt === null && cents > 0,
        )
      return BigInt(after.paidUnits) === counted.reduce((paid, { units }) => paid + BigInt(units), 0n)
    },
  ),
  each(
    "the open invoices of an agent are counted, and each has a task for its expiry",
    ledgerRecords.OpenInvoiceCounts,
    ({ after }, store) => {
      const open = store
        .all(Invoices)
        .filter(({ agentId, status }) => agentId === after.agentId && status === "open")
      return (
        open.length === after.open &&
        open.every(({ id, expiresAt }) => waits(store, `${expireInvoice.taskKind}/${id}`, expiresAt))
      )
    },
  ),
  each(
    "the credits of transfers less their reversals are the transfers that were not reversed",
    Account.Balances,
    ({ after: { agentId } }, store) => {
      const own = store.all(ledgerRecords.LedgerEntries).filter((entry) => entry.agentId === agentId)
      const of = (reason: string) =>
        sum(own.filter((entry) => entry.reason === reason).map(({ cents }) => cents))
      const invoices = new Set(
        store
          .all(Invoices)
          .filter((invoice) => invoice.agentId === agentId)
          .map(({ id }) => id),
      )
      const unreversed = store
        .all(Transfer.CountedTransfers)
        .filter(({ towards, reversedAt }) => invoices.has(towards.id) && reversedAt === null)
      return of("payment") - of("payment_reversed") === sum(unreversed.map(({ cents }) => cents))
    },
  ),
  each("no more is credited against a fee than the fee", ledgerRecords.FeeCredits, ({ after }, store) => {
    const charge = store.find(ledgerRecords.LedgerEntries, after.entryId)
    return charge !== null && isCents(after.creditedCents) && after.creditedCents <= charge.cents
  }),
]
