/** What the court reads from chains: transfers as facts, prices, how far each network was read. It moves nothing. */
export * as Attention from "./Attention.ts"
export * as Exchange from "./Exchange.ts"
export * as Office from "./Office.ts"
export * as Price from "./Price.ts"
export * as Reading from "./Reading.ts"
export * as Transfer from "./Transfer.ts"
