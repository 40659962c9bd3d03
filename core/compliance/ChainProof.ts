/** Transfers on chain as proof that an order to pay was performed (PD11 §11). The service only reads; it moves and credits nothing. */
import { Effect, Either, Option } from "effect"
import * as Changed from "../Change.ts"
import { type CommandContext, command, type Decision } from "../Command.ts"
import { centsFor } from "../chains/Exchange.ts"
import { networkReader } from "../chains/Office.ts"
import { priceNow, quotationOf } from "../chains/Price.ts"
import { CountedTransfers, counted, type Reception, type Transfer, transferId } from "../chains/Transfer.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { Entries, type Entry, followedIndex, followedPrefix } from "./Entry.ts"
import { assets, networkNamed } from "./Networks.ts"
import { perform } from "./Passing.ts"
import { Proofs, reachedAt, withPart } from "./Proof.ts"
import { recordMoves } from "./Record.ts"
import { standingsOf } from "./Standing.ts"

/** Whether a transfer counts towards an entry: of the asset, to the address registered, mined after delivery, and confirmed. */
export const countsTowards = rule(["PD11 §11"], (entry: Entry, transfer: Transfer, terms: Terms): boolean => {
  const { address, order } = entry
  const network = networkNamed(transfer.network)
  return (
    order.type === "pay" &&
    order.amountCents !== null &&
    address !== null &&
    network !== undefined &&
    transfer.network === address.network &&
    transfer.asset === address.asset &&
    transfer.to === address.address &&
    transfer.blockAt > order.deliveredAt &&
    transfer.confirmations >= terms[network.confirmations]
  )
})

/** The entries that may still be proved at the place of a transfer, in the order of delivery: more than a hundred share no address. */
const entriesAt = (reader: Reader, { network, asset, to }: Transfer) =>
  Effect.gen(function* () {
    const prefix = followedPrefix({ network, asset, address: to })
    const { items } = yield* reader.list(Entries, { index: followedIndex, prefix, after: null, limit: 100 })
    return items.map(({ id }) => id)
  })

/** The entry towards which a transfer counts, at the version on which the commit rests. */
const entryFor = (reader: Reader, transfer: Transfer, { schedule }: CommandContext) =>
  Effect.gen(function* () {
    for (const id of yield* entriesAt(reader, transfer)) {
      const entry = Option.getOrNull(yield* reader.find(Entries, id))
      if (entry === null || !countsTowards(entry, transfer, schedule.at(entry.order.filedAt))) continue
      const proof = Option.getOrElse(yield* reader.find(Proofs, id), () => ({ entryId: id, parts: [] }))
      // What has reached its sum and could not be proved (it came too late) takes no more.
      if (reachedAt(proof, entry.order.amountCents ?? 0) === null) return { entry, proof }
    }
    return null
  })

type Received = Decision<{ readonly reception: Reception }>
const received = (reception: Reception): Received => ({ changes: [], reply: { reception } })

/** Counts a confirmed transfer towards the order that it pays, once, and satisfies the entry where the sum is reached in time. */
export const proveByTransfer = command({
  name: "proveByTransfer",
  sections: ["PD11 §11"],
  gather: (transfer: Transfer, context, reader) =>
    Effect.gen(function* () {
      const before = Option.getOrNull(yield* reader.find(CountedTransfers, transferId(transfer)))
      const found = yield* entryFor(reader, transfer, context)
      const asset = assets.find(({ id }) => id === transfer.asset)
      if (found === null || asset === undefined) return { before, found: null }
      const price = priceNow(asset, yield* quotationOf(reader, asset), context.now, context.terms)
      const standings = yield* standingsOf(reader, [found.entry.order.bound])
      return { before, found: { ...found, asset, price, standings } }
    }),
  decide: ({ before, found }, transfer, context) =>
    Either.map(networkReader(context.actor), (): Received => {
      if (before !== null && before.reversedAt === null) return received("known")
      if (found === null) return received("passed_by")
      const { entry, asset, price, standings } = found
      if (price === null) return received("waiting")
      const cents = centsFor(BigInt(transfer.units), price, asset.decimals)
      if (cents < 1) return received("passed_by")
      const towards = { kind: "entry", id: entry.id } as const
      const record = counted(transfer, {
        towards,
        cents,
        at: context.now,
        attention: before?.attention ?? null,
      })
      const proof = withPart(found.proof, { cents, at: transfer.blockAt })
      const at = reachedAt(proof, entry.order.amountCents ?? 0)
      const terms = context.schedule.at(entry.order.filedAt)
      // A block's clock may be ahead of the court's: it counts from now on, and no later.
      const performedAt = at === null ? null : Math.min(at, context.now)
      const moves =
        performedAt === null
          ? []
          : Either.getOrElse(
              perform(entry, { act: "prove", who: "court", performedAt }, context.now, terms),
              () => [],
            )
      return {
        changes: [
          Changed.put(CountedTransfers, record),
          Changed.put(Proofs, proof),
          ...recordMoves([moves], standings, context).changes,
        ],
        reply: { reception: "counted" },
      }
    }),
})
