/** The names of judgments that only tests of other places take. */
export { verifySeal } from "../Verify.ts"
