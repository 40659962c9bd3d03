/** Counsel and advice (PD2 §2, PD2 §3, Rule 7.3): what is drafted for a client, and what it costs. The judge sees none of it. */
export * as Brief from "./Brief.ts"
export * as BriefAgent from "./BriefAgent.ts"
export * as Counsel from "./Counsel.ts"
export * as Desk from "./Desk.ts"
export * as Input from "./Input.ts"
export * as Queries from "./Queries.ts"
export * as Reference from "./Reference.ts"
export * as Retainer from "./Retainer.ts"
