/** Checks: what one wants to know of a party before a deal, and the advice of the Court (PD11 §14). */
import { check } from "./Advice.ts"

export const sections = { check }

export { type Advice, adviceOn } from "./Advice.ts"
export { type Listed, listChecked } from "./Listed.ts"
export { CheckTogether, CheckView, checkParties, checkParty, overdueAt, partyWords } from "./Queries.ts"
