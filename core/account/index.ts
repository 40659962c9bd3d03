/** The account of a deal: what is owed, paid and refunded on it, by records that neither side could write alone. */
export type * from "./Deal.ts"
export { otherSide, sides } from "./Deal.ts"
export { Account, Burden, Finding, Line, LineName, RecordRef, Sum, Wanted } from "./View.ts"
