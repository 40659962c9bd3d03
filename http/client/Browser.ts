/**
 * The client of a court for browsers: the same `connect` as elsewhere, on promises. It has neither the schemas nor the runtime of Effect:
 * it knows the interface as plain data.
 */

import type { Clauses } from "../../core/law/index.ts"
import { objectOf, type Read, type Terms } from "./Clause.ts"
import { type Court, courtOf } from "./Court.ts"
import { described } from "./Described.ts"
import { checkSeal } from "./SealCheck.ts"
import { ShapeReader } from "./Shape.ts"
import { callablesOf } from "./Shaped.ts"
import { type Options, optionsOf } from "./Transport.ts"

export type { Court } from "./Court.ts"
export * from "./Failure.ts"
export { checkNotice, noticeFailures } from "./Notice.ts"
export { standard as standardRetry } from "./Transport.ts"

const callables = callablesOf(described)
const reader = new ShapeReader(described.shapes)

const readObject: Read = (value) => {
  const problems = reader.misfits(described.clause, value, false)
  // It has the shape.
  return problems.length === 0 ? (value as Clauses.DisputeResolution) : problems
}

/** A court, by its address and the key of an agent, for pages and other runtimes without Node. */
export const connect = (given: Options | string, more?: Omit<Options, "baseUrl">): Court =>
  courtOf(callables, optionsOf(given, more), readObject)

/** Builds the clause that names a court, without the schemas of Effect. */
export const DisputeResolution = {
  /** The object for an agent, as `build` of `DisputeResolution.ts` makes it. Throws if the handle is malformed. */
  build: (handle: string, terms: Terms): Clauses.DisputeResolution => {
    const object = objectOf(handle, terms)
    for (const { path, message } of reader.misfits(described.clause, object, true))
      throw new TypeError(`${path} ${message}`)
    return object
  },
}

/** `check` gives each rule for the seal of a record with whether the record keeps it (Rule 5.4). It asks no court. */
export const Seal = { check: checkSeal }
