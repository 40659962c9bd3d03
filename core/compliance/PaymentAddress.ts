/** Who has proven an address of payment (PD11 §11): the record of each address that was registered, and the text that proves it. */
import { Effect, Schema } from "effect"
import { Networks, Wallets } from "../chains/index.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Entries, type Entry, followedIndex, followedPrefix, pairPrefix } from "./Entry.ts"

/**
 * An address on one network. Every registration on an entry puts it, and every transfer to the address reads it, so that a
 * registration and a transfer never pass each other.
 */
export const PaymentAddress = Schema.Struct({
  network: Schema.String,
  address: Schema.String,
  /** The id of the agent that proved last that the address is its own; null if no agent has proved it. */
  provenBy: Schema.NullOr(Schema.String),
})
export interface PaymentAddress extends Schema.Schema.Type<typeof PaymentAddress> {}

type Place = Pick<PaymentAddress, "network" | "address">

export const placeId = ({ network, address }: Place): string => `${network}/${address}`

export const PaymentAddresses = Kind.make<PaymentAddress>({
  name: "payment-address",
  schema: PaymentAddress,
  id: placeId,
})

/** The text whose signature by an address (EIP-191) proves that the party favoured is paid there. */
export const provingText = ({
  id,
  n,
  citation,
  favoured,
}: Pick<Entry, "id" | "n" | "citation" | "favoured">) =>
  `${favoured.handle} is paid at the address that signs this text, under order ${n} of ${citation} (entry ${id}).`

const faults = {
  unsigned: "Neither the key of the address nor a contract at the address signed that text.",
  unread: "The key of the address did not sign that text, and this court asks no contracts on that chain.",
  unreadable:
    "The key of the address did not sign that text, and the chain could not be asked for a contract.",
  elsewhere: "Only an address of an EVM chain is proven by a signature.",
} as const satisfies { readonly [Found in Exclude<Wallets.Verdict, "signed"> | "elsewhere"]: string }

/** Checks a signature of an entry's text by an address. Gives why it proves nothing; null if it proves the address. */
export const faultOf = (entry: Entry, { network, address }: Networks.Address, signature: Wallets.Signature) =>
  Effect.gen(function* () {
    if (Networks.find(network)?.kind !== "evm") return faults.elsewhere
    const chainId = Number(network.slice("eip155:".length))
    const { signed } = yield* Wallets.Wallets
    const verdict = yield* signed({ chainId, address, signature, said: { text: provingText(entry) } })
    return verdict === "signed" ? null : faults[verdict]
  })

const firstAt = (reader: Reader, prefix: string, after: string | null) =>
  Effect.map(
    reader.list(Entries, { index: followedIndex, prefix, after, limit: 1 }),
    ({ items }) => items[0] ?? null,
  )

/** The first entry under a prefix of the followed index that is between other parties than `entry` is; null if no entry is. */
export const otherPairAt = (
  reader: Reader,
  place: Networks.Address,
  entry: Entry,
  prefix = followedPrefix(place),
) =>
  Effect.gen(function* () {
    const pair = pairPrefix(place, entry)
    const first = yield* firstAt(reader, prefix, null)
    // `~` comes after every key of the pair, since these go on with a digit.
    return first === null || pairPrefix(place, first) !== pair
      ? first
      : yield* firstAt(reader, prefix, `${pair}~`)
  })

/**
 * The entry of the one pair of parties for whom a transfer to an address may count: of the agent that has proven the address, or else
 * of whoever registered it. Null if nobody has, or if more than one pair may be meant.
 */
export const onlyPairAt = (reader: Reader, place: Networks.Address, provenBy: string | null) =>
  Effect.gen(function* () {
    const prefix = provenBy === null ? followedPrefix(place) : `${followedPrefix(place)}${provenBy}/`
    const first = yield* firstAt(reader, prefix, null)
    if (first === null) return null
    return (yield* otherPairAt(reader, place, first, prefix)) === null ? first : null
  })
