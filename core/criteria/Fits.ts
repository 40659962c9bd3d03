/** Whether a value fits a schema. A stack of its own holds what is open, so that no document makes the engine's stack grow. */
import type { Fuel } from "./Fuel.ts"
import { itemsOf, membersOf, type Type, typeOf, type Value } from "./Json.ts"
import type { Applicator, ObjectSchema, Schema } from "./Keyword.ts"
import { writePointer } from "./Pointer.ts"

interface Place {
  readonly token: string | number
  readonly from: Place | null
}

export interface Misfit {
  readonly keyword: string
  readonly pointer: string
}

const pointerOf = (place: Place | null): string => {
  const tokens: Array<string | number> = []
  for (let at = place; at !== null; at = at.from) tokens.push(at.token)
  return writePointer(tokens.reverse())
}

/** A token that leads to a value within; undefined where a schema is applied to the same value. */
type Token = string | number | undefined

const within = (place: Place | null, token: Token): Place | null =>
  token === undefined ? place : { token, from: place }

/** A schema that is being applied, and the keyword at which it stands. */
class Applied {
  readonly schema: ObjectSchema
  readonly value: Value
  readonly type: Type
  readonly place: Place | null
  next = 0
  count = 0
  /** The part at which a keyword that applies schemas itself stands; -1 between keywords. */
  at = -1
  /** The members that `additionalProperties` has still to go through. */
  rest: Iterator<readonly [string, Value]> | null = null

  constructor(schema: ObjectSchema, value: Value, place: Place | null) {
    this.schema = schema
    this.value = value
    this.type = typeOf(value)
    this.place = place
  }
}

export class Application {
  readonly #fuel: Fuel
  readonly #open: Array<Applied> = []
  /** The keyword that failed last: if a schema fails in the end, this is why. */
  #keyword = "false"
  #place: Place | null = null

  constructor(fuel: Fuel) {
    this.#fuel = fuel
  }

  fits(schema: Schema, value: Value): boolean {
    let result = this.#apply(schema, value, null, undefined)
    for (;;) {
      const top = this.#open[this.#open.length - 1]
      if (top === undefined) return result === true
      result = this.#go(top, result)
    }
  }

  get misfit(): Misfit {
    return { keyword: this.#keyword, pointer: pointerOf(this.#place) }
  }

  /** Pays for a schema. Gives its result at once, or opens it and gives null. */
  #apply(schema: Schema, value: Value, from: Place | null, token: Token): boolean | null {
    if (typeof schema === "boolean") {
      this.#fuel.spend(1)
      return schema || this.#fail("false", from, token)
    }
    this.#fuel.spend(1 + schema.size)
    if (schema.isFlat) return this.#assertAll(schema, value, from, token)
    this.#open.push(new Applied(schema, value, within(from, token)))
    return null
  }

  #assertAll({ keywords }: ObjectSchema, value: Value, from: Place | null, token: Token): boolean {
    const type = typeOf(value)
    for (const keyword of keywords) {
      if (keyword.does !== "assert" || (keyword.of !== null && keyword.of !== type)) continue
      if (!keyword.holds(value, this.#fuel)) return this.#fail(keyword.name, from, token)
    }
    return true
  }

  #fail(keyword: string, from: Place | null, token?: Token): false {
    this.#keyword = keyword
    this.#place = within(from, token)
    return false
  }

  /** Goes on with the schema on top, with the result of its part if one has come. Closes it where it has its own. */
  #go(top: Applied, result: boolean | null): boolean | null {
    const { keywords } = top.schema
    let came = result
    for (; top.next < keywords.length; top.next++) {
      const keyword = keywords[top.next]
      if (keyword === undefined || (keyword.of !== null && keyword.of !== top.type)) continue
      let holds: boolean | null
      if (keyword.does === "assert") holds = keyword.holds(top.value, this.#fuel)
      else if (keyword.does === "counted") holds = keyword.isEnough(top.count)
      else holds = this.#goThrough(keyword, top, came)
      if (holds === null) return null
      came = null
      top.at = -1
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
    const { does } = keyword
    if (top.at < 0) {
      this.#fuel.spend(keyword.cost(top.value))
      top.at = 0
    }
    for (let result: boolean | null | undefined = came; ; ) {
      if (result === true) {
        if (does === "some") return true
        if (does === "no") return false
        if (does === "count") top.count++
      } else if (result === false) {
        if (does === "each") return false
        if (does === "no") return true
      }
      result = this.#applyNext(keyword, top)
      if (result === undefined) break
      if (result === null) return null
    }
    return does === "each" || (does === "count" && (top.count > 0 || keyword.holdsWithout === true))
  }

  /** Applies the next part of a keyword; undefined if no part is left. */
  #applyNext({ parts }: Applicator, top: Applied): boolean | null | undefined {
    if (parts.to === "items") {
      const item = itemsOf(top.value)[top.at]
      return item === undefined ? undefined : this.#apply(parts.schema, item, top.place, top.at++)
    }
    if (parts.to === "itself") {
      const schema = parts.schemas[top.at++]
      return schema === undefined ? undefined : this.#apply(schema, top.value, top.place, undefined)
    }
    if (parts.to === "members") return this.#applyToMember(parts.schemas, top)
    if (top.at === 0) top.rest = membersOf(top.value)[Symbol.iterator]()
    top.at++
    for (let next = top.rest?.next(); next !== undefined && next.done !== true; next = top.rest?.next()) {
      const [token, value] = next.value
      if (!parts.beside.has(token)) return this.#apply(parts.schema, value, top.place, token)
    }
  }

  /** Applies the next schema of a member that the value has. */
  #applyToMember(
    schemas: ReadonlyArray<readonly [name: string, schema: Schema]>,
    top: Applied,
  ): boolean | null | undefined {
    const members = membersOf(top.value)
    while (top.at < schemas.length) {
      const named = schemas[top.at++]
      const member = named && members.get(named[0])
      if (named !== undefined && member !== undefined)
        return this.#apply(named[1], member, top.place, named[0])
    }
  }
}
