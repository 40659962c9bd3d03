/** Deals: the facts of an account, read from the records of all areas. */
export { dealOfDebt } from "./Debt.ts"
export { accountOfQuote, outlookMax, readDeal } from "./Queries.ts"
export { type BeforeCourt, dealOfQuote, notBeforeCourt } from "./Quoted.ts"
