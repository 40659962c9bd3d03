/** The names of evidence that only tests of other places take. */
export { resolve } from "../Verified.ts"
