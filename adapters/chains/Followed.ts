/**
 * The addresses that a reader follows: those of invoices, and those of orders that a chain reading may still satisfy. Also the rota of
 * addresses that are asked one by one, and the transfers that were handled lately.
 */
import { Effect } from "effect"
import type { Networks } from "../../core/chains/index.ts"
import { Entry } from "../../core/compliance/index.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { familyIndex, Invoices } from "../../core/ledger/index.ts"
import { isPlaced } from "../../core/store/ChangeSet.ts"
import { limits, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Followed } from "./Chain.ts"

/** Reads every record of a list after a key, page by page, and keeps of each what `keep` gives. */
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

/** The address of an entry from the index of followed entries. */
const followedOf = ({ id, address, deliveredAt }: Entry.Entry): Followed => {
  if (address === null) throw new Error(`entry ${id} is followed and has no address`)
  return { address: address.address, since: deliveredAt }
}

/**
 * The addresses of one network. Invoices are made in the order of their addresses, so that only the new ones are read again; entries
 * come and go, and are read each time.
 */
export const makeFollowed = (network: Networks.Network) => {
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
      (after) =>
        reader.list(Entry.Entries, { index: Entry.followedIndex, prefix: `${network.id}/`, after, ...page }),
      followedOf,
      null,
    )
    return registered.length === 0 ? invoiced : [...invoiced, ...registered]
  })
}

/** How many of the newest addresses are asked again after each block, beside the others in turn. */
const newestMax = 500

/** The rota of a network that is asked address by address: some addresses in each round, the newest first after each new block. */
export const makeRota = () => {
  let block = ""
  let newest = 0
  let others = 0
  return {
    /** The next `count` addresses. Half of them are among the newest, until all of those have had their turn in this block. */
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

const keptMax = 20_000

/** The transfers that a reader has handled lately. A forgotten transfer is only looked up in the store again. */
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
