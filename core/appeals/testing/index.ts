/** The names of appeals that only tests of other places take. */
export { passesAt } from "../Moves.ts"
export { checkOutcome } from "../Outcome.ts"
