/** Whom a reader follows: the addresses of invoices, and those registered on orders that a chain reading may still satisfy. */
import { Effect } from "effect"
import { Entries, followedIndex } from "../../core/compliance/Entry.ts"
import type { Network } from "../../core/compliance/Networks.ts"
import { familyIndex, Invoices } from "../../core/ledger/Invoice.ts"
import * as Reader from "../../core/Reader.ts"
import { limits, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Followed } from "./Chain.ts"

/** Every record under a prefix after a key, page by page, each turned into what is kept of it. Gives the last key too. */
const all = <A, B>(
  list: (
    after: string | null,
  ) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly next: string | null }, StoreUnavailable>,
  keep: (record: A) => B,
  after: string | null,
) =>
  Effect.gen(function* () {
    const kept: Array<B> = []
    let at = after
    for (;;) {
      const page = yield* list(at)
      for (const item of page.items) kept.push(keep(item))
      if (page.next === null) return kept
      at = page.next
    }
  })

/**
 * The addresses of one network. Invoices are made in the order of their addresses, so that only the new ones are read again; entries
 * come and go, and are read each time.
 */
export const make = (network: Network) => {
  const invoiced: Array<Followed> = []
  let lastKey: string | null = null
  return Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const page = { limit: limits.pageItems }
    const fresh = yield* all(
      (after) => reader.list(Invoices, { index: familyIndex, prefix: `${network.kind}/`, after, ...page }),
      (invoice) => invoice,
      lastKey,
    )
    for (const { address } of fresh) invoiced.push({ address, since: null })
    const last = fresh.at(-1)
    const [entry] = last === undefined ? [] : Invoices.index(last)
    if (entry !== undefined) lastKey = entry.key
    const registered = yield* all(
      (after) => reader.list(Entries, { index: followedIndex, prefix: `${network.id}/`, after, ...page }),
      ({ address, deliveredAt }) => ({ address: address?.address ?? "", since: deliveredAt }),
      null,
    )
    return registered.length === 0 ? invoiced : [...invoiced, ...registered]
  })
}
