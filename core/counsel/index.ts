/** Counsel and advice (PD2 §2, PD2 §3, Rule 7.3): what is drafted for a client, and what it costs. The judge sees none of it. */
export * as Brief from "./Brief.ts"
export * as Counsel from "./Counsel.ts"
export * as Desk from "./Desk.ts"
export * as Drafts from "./Drafts.ts"
export * as Instructing from "./Instructing.ts"
export * as Reference from "./Reference.ts"
