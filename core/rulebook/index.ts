/** The rulebook: the instruments, their sections, and the annexes. */
export * as Acts from "./Acts.ts"
export * as Annexes from "./Annexes.ts"
export * as PracticeDirections from "./PracticeDirections.ts"
export * as Rulebook from "./Rulebook.ts"
export * as Rules from "./Rules.ts"
