/** The forms of a schema and of its keywords once they have been read, and of the parts to which a keyword applies schemas. */
import type { Fuel } from "./Fuel.ts"
import type { Members, Type, Value } from "./Json.ts"

/** `true` and `false` are schemas as well. */
export type Schema = boolean | ObjectSchema

export interface ObjectSchema {
  /** The number of the members that it states: what it costs to apply, beside 1. */
  readonly size: number
  /** In the order of RFC 8785. Those without a meaning are left out. */
  readonly keywords: ReadonlyArray<Keyword>
  /** Whether no keyword applies a schema, so that nothing need be kept open for it. */
  readonly isFlat: boolean
}

/** The schemas that a keyword applies, and to what: to the value itself, or to what stands within it. */
export type Parts =
  | { readonly to: "itself"; readonly schemas: ReadonlyArray<Schema> }
  | { readonly to: "items"; readonly schema: Schema }
  | { readonly to: "members"; readonly schemas: ReadonlyArray<readonly [name: string, schema: Schema]> }
  | { readonly to: "others"; readonly beside: Members; readonly schema: Schema }

interface Named {
  readonly name: string
  /** The type that the keyword is for; null for every type. It holds for values of another. */
  readonly of: Type | null
}

export interface Assertion extends Named {
  readonly does: "assert"
  /** Pays what it costs, and says whether it holds. */
  readonly holds: (value: Value, fuel: Fuel) => boolean
}

/**
 * `each` needs every part, `some` needs one and stops there, `no` needs its part to fail, `count` goes through all and needs one (unless it
 * `holdsWithout`).
 */
export interface Applicator extends Named {
  readonly does: "each" | "some" | "no" | "count"
  readonly cost: (value: Value) => number
  readonly parts: Parts
  readonly holdsWithout?: boolean
}

/** Holds by the number of parts for which the `count` before it held. */
export interface Counted extends Named {
  readonly does: "counted"
  readonly isEnough: (count: number) => boolean
}

export type Keyword = Assertion | Applicator | Counted
