/** Whether a value fits a schema. A stack of its own holds what is open, so that no document makes the engine's stack grow. */
import type { Fuel } from "./Fuel.ts"
import { typeOf, type Value } from "./Json.ts"
import type { Applicator, Part, Schema } from "./Keyword.ts"
import { writePointer } from "./Pointer.ts"

/** A place in a value, from the inside out. */
interface Place {
  readonly token: string | number
  readonly from: Place | null
}

/** The keyword that failed, and where. */
export interface Misfit {
  readonly keyword: string
  readonly pointer: string
}

const pointerOf = (place: Place | null): string => {
  const tokens: Array<string | number> = []
  for (let at = place; at !== null; at = at.from) tokens.push(at.token)
  return writePointer(tokens.reverse())
}

/** A schema that is being applied, and the keyword at which it stands. */
interface Applied {
  readonly schema: Exclude<Schema, boolean>
  readonly value: Value
  readonly place: Place | null
  next: number
  /** The parts for which `contains` held. */
  count: number
  /** What is left of the keyword that applies schemas itself; null between keywords. */
  parts: Iterator<Part> | null
}

class Application {
  readonly #fuel: Fuel
  readonly #open: Array<Applied> = []
  /** What failed last: where a schema fails in the end, this is why. */
  #misfit: { readonly keyword: string; readonly place: Place | null } = { keyword: "false", place: null }

  constructor(fuel: Fuel) {
    this.#fuel = fuel
  }

  run(schema: Schema, value: Value): Misfit | null {
    let result = this.#apply(schema, value, null)
    for (;;) {
      const top = this.#open.at(-1)
      if (top === undefined) break
      result = this.#go(top, result)
    }
    const { keyword, place } = this.#misfit
    return result === false ? { keyword, pointer: pointerOf(place) } : null
  }

  /** Pays for a schema. Gives its result at once, or opens it and gives null. */
  #apply(schema: Schema, value: Value, place: Place | null): boolean | null {
    this.#fuel.spend(typeof schema === "boolean" ? 1 : 1 + schema.size)
    if (typeof schema !== "boolean") {
      this.#open.push({ schema, value, place, next: 0, count: 0, parts: null })
      return null
    }
    if (!schema) this.#fail("false", place)
    return schema
  }

  #fail(keyword: string, place: Place | null): false {
    this.#misfit = { keyword, place }
    return false
  }

  /** Goes on with the schema on top, with the result of its part if one has come. Closes it where it has its own. */
  #go(top: Applied, result: boolean | null): boolean | null {
    let came = result
    for (; top.next < top.schema.keywords.length; top.next++) {
      const keyword = top.schema.keywords[top.next]
      if (keyword === undefined || (keyword.of !== null && keyword.of !== typeOf(top.value))) continue
      let holds: boolean | null
      if (keyword.does === "assert") holds = keyword.holds(top.value, this.#fuel)
      else if (keyword.does === "counted") holds = keyword.isEnough(top.count)
      else holds = this.#goThrough(keyword, top, came)
      if (holds === null) return null
      came = null
      top.parts = null
      if (!holds) {
        if (keyword.does !== "each") this.#fail(keyword.name, top.place)
        this.#open.pop()
        return false
      }
    }
    this.#open.pop()
    return true
  }

  /** Applies the parts of a keyword one after another. Null while one of them is open. */
  #goThrough(keyword: Applicator, top: Applied, came: boolean | null): boolean | null {
    if (top.parts === null) {
      this.#fuel.spend(keyword.cost(top.value))
      top.parts = keyword.parts(top.value)[Symbol.iterator]()
    }
    for (let result = came; ; ) {
      if (result !== null) {
        if (keyword.does === "each" && !result) return false
        if (keyword.does === "some" && result) return true
        if (keyword.does === "no") return !result
        if (keyword.does === "count" && result) top.count++
      }
      const next = top.parts.next()
      if (next.done === true) break
      const { schema, value, token } = next.value
      result = this.#apply(schema, value, token === undefined ? top.place : { token, from: top.place })
      if (result === null) return null
    }
    return (
      keyword.does === "each" ||
      (keyword.does === "count" && (top.count > 0 || keyword.holdsWithout === true))
    )
  }
}

/** Null where the value fits; else where it does not, and by which keyword. */
export const findMisfit = (schema: Schema, value: Value, fuel: Fuel): Misfit | null =>
  new Application(fuel).run(schema, value)
