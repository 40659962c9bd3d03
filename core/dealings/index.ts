/** The Register of Dealings (Dealings Act). */
export * as Dealing from "./Dealing.ts"
export * as DealingView from "./DealingView.ts"
export * as Notarise from "./Notarise.ts"
export * as Replay from "./Replay.ts"
export * as Review from "./Review.ts"
