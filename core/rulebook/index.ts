/** The instruments as text, rendered from the figures in force. */

export * as Acts from "./Acts.ts"
export * as Annexes from "./Annexes.ts"
export * as PracticeDirections from "./PracticeDirections.ts"
export * as Rulebook from "./Rulebook.ts"
export * as Rules from "./Rules.ts"
export * as Section from "./Section.ts"
