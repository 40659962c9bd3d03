/** The model of the study: four designs of remedy, ten strategies, and what is not known of a market, each with its range. */
import { namesOf } from "../../../core/kernel/Moves.ts"
import type { BuyerName } from "../lies/Buyers.ts"
import type { SellerName } from "../lies/Sellers.ts"

/** The designs: whether the price is in a hold, and whether criteria measure the delivery. Each side has a stake in all four. */
export const designs = {
  stake: { title: "Stake only", hold: false, criteria: false },
  hold: { title: "Hold", hold: true, criteria: false },
  criteria: { title: "Criteria", hold: false, criteria: true },
  both: { title: "Both", hold: true, criteria: true },
} as const
export type Design = keyof typeof designs
// `Object.keys` gives strings; these are the keys of `designs`.
export const designNames = namesOf<Design>(designs)

/** The strategies of each side, the honest one first. The acts of each are in `lies/`. */
export const sellerPlays = [
  "honest",
  "silent",
  "garbage",
  "half",
  "sues first",
] as const satisfies ReadonlyArray<SellerName>
export const buyerPlays = [
  "honest",
  "never pays",
  "clicks dispute",
  "denies receipt",
  "paid outside",
] as const satisfies ReadonlyArray<BuyerName>

/** A quantity of the market that is not known: its title, and from which to which value it goes. */
interface Unknown {
  readonly title: string
  readonly says: string
  readonly range: readonly [from: number, to: number]
}
export const unknowns = {
  stake: {
    title: "Stake",
    says: "The stake of each side, as a part of the price. It caps what may be ordered.",
    range: [0, 1.5],
  },
  honours: {
    title: "Orders honoured",
    says: "The share of orders that are paid, of what no hold has paid already.",
    range: [0, 1],
  },
  reads: {
    title: "Payments read",
    says: "The share of payments on a chain that the Court reads. Of the others one half is on a chain that it does not read, and one half outside any chain. A hold is on a chain that it reads.",
    range: [0, 1],
  },
  advance: {
    title: "Paid in advance",
    says: "The share of deals without a hold that are paid in advance; the others are paid once the goods are there.",
    range: [0, 1],
  },
  clause: {
    title: "Quotes with a clause",
    says: "The share of quotes that say which part of the price is owed if the delivery is undetermined. Such a clause closes the question.",
    range: [0, 1],
  },
  otherwise: {
    title: "Owed by the clause",
    says: "The part of the price that is owed by such a clause.",
    range: [0, 1],
  },
  covers: {
    title: "Criteria that measure",
    says: "The share of deals with criteria in which the criteria measure what was agreed. In the others the criteria measure nothing.",
    range: [0.5, 1],
  },
  capital: {
    title: "Cost of a hold",
    says: "The cost of a hold to the buyer, for the time that the money lies there, as a part of the price.",
    range: [0, 0.05],
  },
  bench: {
    title: "Open questions judged rightly",
    says: "The share of deals that the account leaves open in which a next judge decides by what was done. In the others nobody decides.",
    range: [0, 1],
  },
  liars: {
    title: "Liars at first",
    says: "The share of each side that lies at first, each of its lies as often.",
    range: [0.05, 0.6],
  },
} as const satisfies { readonly [name: string]: Unknown }
export type UnknownName = keyof typeof unknowns
// `Object.keys` gives strings; these are the keys of `unknowns`.
export const unknownNames = namesOf<UnknownName>(unknowns)
/** A market: a value of each quantity that is not known. */
export type Market = { readonly [name in UnknownName]: number }

/** The sample: so many rows of Saltelli's scheme, and its seed. */
export const sample = { rows: 256, seed: 39 } as const
