/** The rulebook: the instruments, their sections, and the annexes. */

export { instrument, instruments, layer, ownLaw, Rules, section } from "./Rulebook.ts"
