/**
 * Transfers on chain as proof that an order to pay was performed (PD11 §11). The service only reads; it moves and credits nothing. A
 * proof lists what has arrived at the address registered on an entry, in the order of the blocks. A transfer that its chain has lost is
 * taken out again, and the credit of an invoice with it (PD2 §9).
 */

import { Effect, Either, Option, Schema } from "effect"
import { Networks, Price, Reading, Transfer } from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { count, enforced, rule } from "../kernel/Section.ts"
import { Instant } from "../kernel/Time.ts"
import { gatherPaid, takeBack } from "../ledger/index.ts"
import { Entries, type Entry, followedIndex, pairPrefix } from "./Entry.ts"
import { onlyPairAt, PaymentAddresses, placeId } from "./PaymentAddress.ts"
import { entries, readBeside } from "./Record.ts"

/** A part of the sum ordered, and the time of the block that brought it. */
export const Part = Schema.Struct({ cents: Schema.Positive, at: Instant })
export type Part = typeof Part.Type

/** The parts of one entry in the order of their blocks. */
export const Proof = Schema.Struct({ entryId: Schema.String, parts: Schema.Array(Part) })
export interface Proof extends Schema.Schema.Type<typeof Proof> {}
export const Proofs = Kind.make<Proof>({
  name: "chain-proof",
  schema: Proof,
  id: ({ entryId }) => entryId,
})

/** The most parts that a record keeps, since anybody can send any number of tiny transfers. */
const partsMax = 200

/** Merges the two neighbours of the least worth into one at the later time: the sum stays, and no part becomes earlier. */
const mergeParts = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  let least = 1
  const centsOf = (i: number) => needPresent(parts[i], "a part of a proof").cents
  const worth = (i: number) => centsOf(i - 1) + centsOf(i)
  for (let i = 2; i < parts.length; i++) if (worth(i) < worth(least)) least = i
  return parts.flatMap((part, i) =>
    i === least - 1 ? [] : [i === least ? { cents: worth(least), at: part.at } : part],
  )
}

export const withPart = rule(["PD11 §11"], (proof: Proof, part: Part): Proof => {
  const parts = [...proof.parts, part].sort((one, other) => one.at - other.at)
  return { ...proof, parts: parts.length > partsMax ? mergeParts(parts) : parts }
})

/** The proof without the sum of a reversed transfer: taken from the part of its block or, if that was merged, from the next ones. */
export const withoutPart = (
  proof: Proof,
  { cents, blockAt }: { readonly cents: number; readonly blockAt: Instant },
): Proof => {
  let left = cents
  const parts = proof.parts.flatMap((part) => {
    if (left === 0 || part.at < blockAt) return [part]
    const taken = Math.min(left, part.cents)
    left -= taken
    return taken === part.cents ? [] : [{ ...part, cents: part.cents - taken }]
  })
  return { ...proof, parts }
}

/** The time of the block that reached a sum; null until one has. */
export const reachTime = rule(["PD11 §11"], ({ parts }: Proof, amountCents: number): Instant | null => {
  let sum = 0
  for (const { cents, at } of parts) {
    sum += cents
    if (sum >= amountCents) return at
  }
  return null
})

export const chainReadings = enforced(
  "PD11 §11",
  "Addresses and chain readings",
  (t) =>
    `The party favoured may register an address on a network that the service reads, at most ${t.entryAddressesMax} times on one entry, and may prove by a signature that the address is its own. Confirmed transfers of that asset to the address, mined after delivery, satisfy an open entry when they reach the sum ordered; the time of the block that reached the sum is the time of performance. A stablecoin counts at one US dollar; bitcoin and ADA count at the market price when they are read. A reading counts as of its block: an entry that was open then, within the time fixed, is satisfied even if it was notified or attested before the transfer was confirmed.`,
)

export const transfersThatCount = enforced(
  "PD11 §11A",
  "Transfers that count",
  (t) =>
    `A transfer counts towards one order: of the orders between one party bound and one party favoured at its address, it is the order that was delivered first. An appeal does not suspend this proof. If several agents have registered one address, a transfer counts only for the agent that has proven the address. If the transfer may come from several parties bound, or be for several parties favoured, it counts for nobody. The parties are told in both cases. A transfer is confirmed after ${count(t.bitcoinConfirmations, "block")} on Bitcoin, ${count(t.ethereumConfirmations, "block")} on Ethereum, ${count(t.baseConfirmations, "block")} on Base and ${count(t.cardanoConfirmations, "block")} on Cardano. The service only reads: it moves nothing and credits nothing.`,
)

/** Whether a transfer counts towards an entry: it is of the asset and to the address registered, mined after delivery, and confirmed. */
export const countsTowards = rule(
  ["PD11 §11A"],
  (entry: Entry, transfer: Transfer.Transfer, terms: Terms): boolean => {
    const { address } = entry
    const network = Networks.find(transfer.network)
    return (
      entry.type === "pay" &&
      entry.amountCents !== null &&
      address !== null &&
      network !== undefined &&
      transfer.network === address.network &&
      transfer.asset === address.asset &&
      transfer.to === address.address &&
      transfer.blockAt > entry.deliveredAt &&
      transfer.confirmations >= terms[network.confirmations]
    )
  },
)

/**
 * The ids of the entries that a transfer to its address may still prove, in the order of delivery: those of one party bound and one
 * party favoured. Only the first hundred are read.
 */
const entriesAt = (reader: Reader, { network, asset, to: address }: Transfer.Transfer) =>
  Effect.gen(function* () {
    const place = { network, asset, address }
    // Whoever registers an address puts this record, so a registration at the same time makes the commit of the proof fail.
    const known = Option.getOrNull(yield* reader.find(PaymentAddresses, placeId(place)))
    const pair = yield* onlyPairAt(reader, place, known?.provenBy ?? null)
    if (pair === null) return []
    const query = { index: followedIndex, prefix: pairPrefix(place, pair), after: null, limit: 100 }
    const { items } = yield* reader.list(Entries, query)
    return items.map(({ id }) => id)
  })

/** The sum of an order to pay, which is the only kind towards which a transfer counts. */
const sumOf = ({ id, amountCents }: Entry): number => needPresent(amountCents, `the sum of entry ${id}`)

/** The entry towards which a transfer counts, with its proof. Each is read by its id, so the commit rests on its version. */
const entryFor = (reader: Reader, transfer: Transfer.Transfer, { schedule }: CommandContext) =>
  Effect.gen(function* () {
    for (const id of yield* entriesAt(reader, transfer)) {
      const entry = Option.getOrNull(yield* reader.find(Entries, id))
      if (entry === null || !countsTowards(entry, transfer, schedule.at(entry.filedAt))) continue
      const proof = Option.getOrElse(yield* reader.find(Proofs, id), () => ({ entryId: id, parts: [] }))
      // An entry whose sum was reached too late is still listed; it takes no further transfers.
      if (reachTime(proof, sumOf(entry)) === null) return { entry, proof }
    }
    return null
  })

type Received = Decision<{ readonly reception: Transfer.Reception }>
const receiveOnly = (reception: Transfer.Reception): Received => ({ changes: [], reply: { reception } })

/** Counts a confirmed transfer towards the order that it pays, once, and satisfies the entry if the sum is reached in time. */
export const proveByTransfer = command({
  name: "prove-by-transfer",
  sections: ["PD11 §11"],
  input: Transfer.Transfer,
  gather: (transfer, context, reader) =>
    Effect.gen(function* () {
      const before = Option.getOrNull(yield* reader.find(Transfer.CountedTransfers, Transfer.idOf(transfer)))
      const found = yield* entryFor(reader, transfer, context)
      const asset = Networks.assets.find(({ id }) => id === transfer.asset)
      if (found === null || asset === undefined) return { before, found: null }
      const price = Price.readNow(asset, yield* Price.quotationOf(reader, asset), context.now, context.terms)
      const beside = yield* readBeside(found.entry, reader)
      return { before, found: { ...found, asset, price, beside } }
    }),
  decide: ({ before, found }, transfer, context) =>
    Either.map(Reading.networkReader(context.actor), (): Received => {
      if (before !== null && before.reversedAt === null) return receiveOnly("known")
      if (found === null) return receiveOnly("passed_by")
      const { entry, asset, price, beside } = found
      if (price === null) return receiveOnly("waiting")
      const cents = Price.centsFor(BigInt(transfer.units), price, asset.decimals)
      if (cents < 1) return receiveOnly("passed_by")
      const towards = { kind: "entry", id: entry.id } as const
      const record = Transfer.count(transfer, {
        towards,
        cents,
        at: context.now,
        attention: before?.attention ?? null,
      })
      const proof = withPart(found.proof, { cents, at: transfer.blockAt })
      const at = reachTime(proof, sumOf(entry))
      const terms = context.schedule.at(entry.filedAt)
      // A block's clock may be ahead of the court's: performance is never later than now.
      const performedAt = at === null ? null : Math.min(at, context.now)
      const moves =
        performedAt === null
          ? []
          : Either.getOrElse(
              entries.perform(entry, { act: "prove", who: "court", performedAt }, context.now, terms),
              () => [],
            )
      return {
        changes: [
          Changed.put(Transfer.CountedTransfers, record),
          Changed.put(Proofs, proof),
          ...entries.record([moves], beside, context),
        ],
        reply: { reception: "counted" },
      }
    }),
})

/** The id of a counted transfer, and the hash of the block that its chain now has at the transfer's height. */
const Replaced = Schema.Struct({ id: Schema.String, hash: Schema.String })

/**
 * Reverses the credit of a transfer by a new entry of the ledger, and marks the transfer for the Registrar's attention. An order that
 * the transfer proved stays satisfied; the Registrar decides on that. Nothing changes if the chain still has the transfer's block.
 */
export const reverseTransfer = command({
  name: "reverse-transfer",
  sections: ["PD2 §9", "PD11 §11"],
  input: Replaced,
  gather: ({ id }, _context, reader) =>
    Effect.gen(function* () {
      const transfer = Option.getOrNull(yield* reader.find(Transfer.CountedTransfers, id))
      if (transfer === null) return null
      const { kind, id: target } = transfer.towards
      return {
        transfer,
        paid: kind === "invoice" ? yield* gatherPaid(reader, target) : null,
        proof: kind === "entry" ? Option.getOrNull(yield* reader.find(Proofs, target)) : null,
      }
    }),
  decide: (facts, { hash }, { actor, now, fresh }) =>
    Either.map(Reading.networkReader(actor), (): Decision<{ readonly reversed: boolean }> => {
      if (facts === null || facts.transfer.reversedAt !== null || facts.transfer.blockHash === hash)
        return { changes: [], reply: { reversed: false } }
      const { transfer, paid, proof } = facts
      const back = paid === null || transfer.cents === 0 ? [] : takeBack(paid, transfer, { now, fresh })
      return {
        changes: [
          Changed.put(Transfer.CountedTransfers, {
            ...transfer,
            reversedAt: now,
            attention: "reorganised" as const,
          }),
          ...back,
          ...(proof === null ? [] : [Changed.put(Proofs, withoutPart(proof, transfer))]),
        ],
        reply: { reversed: true },
      }
    }),
})
