/** The client for programs that don't use Effect: promises, `for await`, thrown errors. */
import { type Court, courtOf } from "./Court.ts"
import { readObject } from "./DisputeResolution.ts"
import { callable, operations } from "./Operation.ts"
import { type Options, optionsOf } from "./Transport.ts"

export type { Court } from "./Court.ts"

const callables = operations.map(callable)

/**
 * A court, as one caller: `await court.dealings.notarise({ payload })` or `await court.notarise({ payload })`, `for await (const matter of court.matters.listMatters.all())`,
 * `await court.matters.fileMatter.dryRun({ payload })`.
 * It is named by its options, or by its address and the other options: `connect("https://court.example", { key })`.
 * A call that gives no answer throws `Refused`, `Unreachable`, `InvalidRequest` or `UnexpectedAnswer`.
 */
export const connect = (given: Options | string, more?: Omit<Options, "baseUrl">): Court =>
  courtOf(callables, optionsOf(given, more), readObject)
