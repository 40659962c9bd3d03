/** The names of compliance that only tests of other places take. */
export { weigh } from "../Journal.ts"
