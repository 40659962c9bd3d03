/** The strategies of a seller, the honest strategy first. Every other strategy is honest but for the members that its row changes. */
import { namesOf } from "../../../core/kernel/Moves.ts"
import type { Quality } from "./Goods.ts"

export interface Seller {
  readonly says: string
  readonly makes: Quality
  /** When it closes the quote: by its delivery, in the matter once it is sued, or not at all. */
  readonly closes: "in time" | "sued" | "never"
  readonly lateHours: number
  /** When it hands the goods over and discloses their bytes: at the close, a day after it is told of a denial, or not at all. */
  readonly hands: "close" | "denied" | "never"
  /** The delivery time that its close states, in hours since the acceptance; null if it states no time. */
  readonly statesHours: number | null
  readonly chargeCents: number
  readonly inspectionHours: number
  /** How it reviews the payments that the buyer states. */
  readonly reviews: "truly" | "contests" | "never"
  readonly pleads: boolean
  /** When it claims: if it got less than it deserves, if it got less than it charged, whatever it got, as early as it can, or never. */
  readonly sues: "wronged" | "unpaid" | "again" | "first" | "never"
}

const honest: Seller = {
  says: "It delivers what was agreed, closes and discloses it, and confirms what it was paid.",
  makes: "whole",
  closes: "in time",
  lateHours: 0,
  hands: "close",
  statesHours: null,
  chargeCents: 10_000,
  inspectionHours: 24,
  reviews: "truly",
  pleads: true,
  sues: "wronged",
}
const lying = (says: string, changes: Partial<Seller>): Seller => ({
  ...honest,
  sues: "unpaid",
  ...changes,
  says,
})
const idle = { makes: "nothing", hands: "never" } as const

export const sellers = {
  honest,
  silent: lying("It delivers nothing, and answers nobody.", {
    ...idle,
    closes: "never",
    reviews: "never",
    pleads: false,
    sues: "never",
  }),
  "empty close": lying("It closes as if it had delivered, and has made nothing.", idle),
  "night close": lying("Its quote gives an hour to inspect; it closes at night, having made nothing.", {
    ...idle,
    inspectionHours: 1,
  }),
  garbage: lying("It delivers and discloses something useless.", { makes: "garbage" }),
  half: lying("It delivers half, and wants the price.", { makes: "half" }),
  padder: lying("It delivers half, padded until it looks like the whole.", { makes: "padded" }),
  withholder: lying("It makes the goods and closes by them, but hands them to nobody.", { hands: "never" }),
  "hands over late": lying("It hands the goods over only a day after the buyer denies receipt.", {
    hands: "denied",
  }),
  late: lying("It delivers a day late, and wants the price.", { lateHours: 24 }),
  backdater: lying("It delivers a day late, and states a time before the due time.", {
    lateHours: 24,
    statesHours: 71,
  }),
  overcharger: lying("It delivers, and charges half more than the quote.", { chargeCents: 15_000 }),
  "denies payment": lying("It delivers, contests what it was paid, and claims the price again.", {
    reviews: "contests",
    sues: "again",
  }),
  "sues first": lying("It delivers nothing, and sues for the price as early as it can.", {
    ...idle,
    closes: "never",
    reviews: "contests",
    sues: "first",
  }),
  "closes once sued": lying("It delivers nothing, and closes once it is sued.", { ...idle, closes: "sued" }),
} as const satisfies { readonly [name: string]: Seller }

export type SellerName = keyof typeof sellers
// `Object.keys` gives strings; these are the keys of `sellers`.
export const sellerNames = namesOf<SellerName>(sellers)
