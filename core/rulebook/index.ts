/** The rulebook: the instruments, their sections, and the annexes. */

export { PD14 } from "./PracticeDirections.ts"
export { instrument, instruments, layer, ownLaw, Rules, section } from "./Rulebook.ts"
