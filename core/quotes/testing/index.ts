/** The names of quotes that only tests of other places take. */
export { deadlineOf, partyIndex, registerIndex } from "../Quote.ts"
