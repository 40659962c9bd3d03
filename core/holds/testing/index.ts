/** The names of holds that only tests of other places take. */
export { types } from "../Payout.ts"
