/**
 * Whom a reader follows: the addresses of invoices, and those registered on orders that a chain reading may still satisfy. Beside them,
 * whose turn it is where addresses are asked one by one, and which transfers have been dealt with lately.
 */
import { Effect } from "effect"
import { isPlaced } from "../../core/ChangeSet.ts"
import type { Network } from "../../core/chains/Networks.ts"
import { Entries, type Entry, followedIndex } from "../../core/compliance/Entry.ts"
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

/** The address of an entry that stands in the index of those that are followed. */
const followedOf = ({ id, address, deliveredAt }: Entry): Followed => {
  if (address === null) throw new Error(`entry ${id} is followed and has no address`)
  return { address: address.address, since: deliveredAt }
}

/**
 * The addresses of one network. Invoices are made in the order of their addresses, so that only the new ones are read again; entries
 * come and go, and are read each time.
 */
export const makeFollowed = (network: Network) => {
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
    if (entry !== undefined && !isPlaced(entry)) lastKey = entry.key
    const registered = yield* all(
      (after) => reader.list(Entries, { index: followedIndex, prefix: `${network.id}/`, after, ...page }),
      followedOf,
      null,
    )
    return registered.length === 0 ? invoiced : [...invoiced, ...registered]
  })
}

/** How many of the newest addresses are looked at again after each block, before the others go on in turn. */
const newestMax = 500

/** Whose turn it is, on networks that are asked address by address: so many in a round, the newest first after each new block. */
export const makeRota = () => {
  let block = ""
  let newest = 0
  let others = 0
  return {
    /** The next `count` addresses: half of them for the newest, as long as those of this block have not all had their turn. */
    next: (followed: ReadonlyArray<Followed>, tip: string, count: number): ReadonlyArray<Followed> => {
      if (tip !== block) {
        block = tip
        newest = 0
      }
      const recent = Math.min(newestMax, followed.length)
      const chosen = new Set<Followed>()
      const share = Math.ceil(count / 2)
      for (; newest < recent && chosen.size < share; newest++) {
        const one = followed[followed.length - 1 - newest]
        if (one !== undefined) chosen.add(one)
      }
      for (let tried = 0; tried < followed.length && chosen.size < count; tried++) {
        const one = followed[others % followed.length]
        others = (others + 1) % followed.length
        if (one !== undefined) chosen.add(one)
      }
      return [...chosen]
    },
  }
}

/** How many transfers are remembered. */
const keptMax = 20_000

/** The transfers that a reader has dealt with lately. Forgetting one costs a look at the store, and nothing else. */
export const makeSettled = () => {
  const kept = new Set<string>()
  return {
    has: (id: string): boolean => kept.has(id),
    add: (id: string): void => {
      if (kept.size >= keptMax) kept.clear()
      kept.add(id)
    },
    clear: (): void => kept.clear(),
  }
}
