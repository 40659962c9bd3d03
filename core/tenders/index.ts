/** Authorities tendered and their grades (Rule 4.10). */
export * as Grading from "./Grading.ts"
export * as Held from "./Held.ts"
export * as Knowledge from "./Knowledge.ts"
export * as Source from "./Source.ts"
export * as Tender from "./Tender.ts"
