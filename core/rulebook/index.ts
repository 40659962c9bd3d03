/** The rulebook: the instruments, their sections, and the annexes. */

export * as Rulebook from "./Rulebook.ts"
