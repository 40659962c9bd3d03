/** Deals: the facts of an account, read from the records of all areas. */
export { dealOfDebt } from "./Debt.ts"
export { type BeforeCourt, dealOfQuote, notBeforeCourt } from "./Quoted.ts"
