/** The reader of tokens whose members are disclosed one by one, for tests that give it tokens of the court's own. */
export { parse } from "../ap2/SdJwt.ts"
