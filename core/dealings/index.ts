/** The Register of Dealings (Dealings Act). */
import { notarise, reviewDealing } from "./Commands.ts"
import { Dealings } from "./Dealing.ts"
import { dealingsNaming, dealingsOfHash, readDealing } from "./Queries.ts"

export const records = { Dealings }
export const commands = { notarise, reviewDealing }
export const queries = { readDealing, dealingsOfHash, dealingsNaming }

export * as Dealing from "./Dealing.ts"
export * as Law from "./Law.ts"
export * as View from "./Queries.ts"
