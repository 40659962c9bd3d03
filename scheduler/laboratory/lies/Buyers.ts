/** The strategies of a buyer, the honest strategy first. Every other strategy is honest but for the members that its row changes. */
import { namesOf } from "../../../core/kernel/Moves.ts"

export interface Buyer {
  readonly says: string
  /** Whether it pays in advance, or funds the hold, where that is agreed. */
  readonly funds: boolean
  /**
   * The sum that it pays once it has the goods, where that is agreed: the part that they deserve, half of the price, the price once it is
   * sued, or nothing.
   */
  readonly pays: "fairly" | "half" | "sued" | "never"
  /** A payment that it states beside the payments that it made: an invented payment, or a payment on an earlier deal. */
  readonly states: "nothing" | "invented" | "reused"
  readonly answers: "truly" | "silent" | "disputes" | "denies" | "haggles" | "countersigns"
  /** Whether it denies the delivery in the matter though it has it. */
  readonly denies: boolean
  /** Whether it shows bytes of its own as what was delivered. */
  readonly showsOther: boolean
  readonly pleads: boolean
  /** Whether it releases the hold once it has what was agreed. */
  readonly releases: boolean
  /** When it claims: if it paid, or put into a hold, more than the goods deserve; as early as it can; or never. */
  readonly sues: "wronged" | "first" | "never"
}

const honest: Buyer = {
  says: "It pays what the goods deserve, countersigns what is as agreed and disputes what is not.",
  funds: true,
  pays: "fairly",
  states: "nothing",
  answers: "truly",
  denies: false,
  showsOther: false,
  pleads: true,
  releases: true,
  sues: "wronged",
}
const lying = (says: string, changes: Partial<Buyer>): Buyer => ({
  ...honest,
  pays: "never",
  releases: false,
  sues: "first",
  ...changes,
  says,
})

export const buyers = {
  honest,
  "never pays": lying("It takes the goods, keeps what is left to pay, and answers nobody.", {
    answers: "silent",
    pleads: false,
    sues: "never",
  }),
  "denies receipt": lying("It has the goods, says that it has not, and wants its money back.", {
    answers: "denies",
    denies: true,
  }),
  "denies in the matter": lying("It lets the inspection pass, and denies the delivery before the Court.", {
    answers: "silent",
    denies: true,
  }),
  "clicks dispute": lying("It has what was agreed, disputes it, and wants its money back.", {
    answers: "disputes",
  }),
  "disputes and is silent": lying("It disputes what is as agreed, and then doesn't plead.", {
    answers: "disputes",
    pleads: false,
    sues: "never",
  }),
  haggler: lying("It closes at half of the price, and pays no more than that.", {
    answers: "haggles",
    pays: "half",
  }),
  "paid outside": lying("It states a payment that it never made.", {
    funds: false,
    states: "invented",
    answers: "countersigns",
  }),
  "reuses a payment": lying("It states a payment that it made, and stated, on an earlier deal.", {
    funds: false,
    states: "reused",
    answers: "countersigns",
  }),
  "shows other bytes": lying("It disputes, and shows garbage of its own as what was delivered.", {
    answers: "disputes",
    showsOther: true,
  }),
  "sues first": lying("It owes the price, and sues as early as it can.", { answers: "countersigns" }),
  "keeps the hold": lying("It countersigns, and neither pays nor releases.", {
    answers: "countersigns",
    sues: "never",
  }),
  "pays late": lying("It pays only once it is sued.", {
    answers: "countersigns",
    pays: "sued",
    sues: "never",
  }),
} as const satisfies { readonly [name: string]: Buyer }

export type BuyerName = keyof typeof buyers
// `Object.keys` gives strings; these are the keys of `buyers`.
export const buyerNames = namesOf<BuyerName>(buyers)
