/**
 * The shape that a value must have, as plain data: the JSON Schema that the court publishes of it, without its words. It is checked without
 * the schemas of Effect, which a page would have to load.
 */
import type { Place } from "./Failure.ts"

export interface Shape {
  /** The name of another shape, which the value must fit too. */
  readonly $ref?: string
  readonly type?: string
  readonly properties?: { readonly [name: string]: Shape }
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | Shape
  readonly items?: Shape
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Shape>
  readonly allOf?: ReadonlyArray<Shape>
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}
export type Shapes = { readonly [name: string]: Shape }

type Members = { readonly [name: string]: unknown }
const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const types: { readonly [type: string]: (value: unknown) => boolean } = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
}

const joinPath = (path: string, name: string | number): string =>
  path === "" ? `${name}` : `${path}.${name}`

/** The reason why a text or a number does not fit; null if it fits. */
const misfit = (shape: Shape, value: unknown): string | null => {
  const {
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
    minimum = Number.NEGATIVE_INFINITY,
    maximum = Number.POSITIVE_INFINITY,
    exclusiveMinimum = Number.NEGATIVE_INFINITY,
  } = shape
  if (typeof value === "string") {
    if (value.length < minLength) return `has fewer than ${minLength} characters`
    if (value.length > maxLength) return `has more than ${maxLength} characters`
    if (shape.pattern !== undefined && !new RegExp(shape.pattern, "u").test(value))
      return `does not match ${shape.pattern}`
  }
  return typeof value === "number" && !(value >= minimum && value <= maximum && value > exclusiveMinimum)
    ? "is out of its bounds"
    : null
}

/** Checks and writes values by shapes that may name each other. */
export class ShapeReader {
  readonly #shapes: Shapes

  constructor(shapes: Shapes) {
    this.#shapes = shapes
  }

  #shapeNamed(name: string): Shape {
    const found = this.#shapes[name]
    if (found === undefined) throw new Error(`there is no shape ${name}`)
    return found
  }

  /** The shapes that a value must fit too: by name, and all of a list. */
  #others({ $ref, allOf = [] }: Shape): ReadonlyArray<Shape> {
    return $ref === undefined ? allOf : [this.#shapeNamed($ref), ...allOf]
  }

  /**
   * The faults of a value, place by place. A strict value has only named members, and of enumerated texts only known ones. An answer is not
   * strict, since a later court may have added some.
   */
  misfits(shape: Shape, value: unknown, strict: boolean, path = ""): ReadonlyArray<Place> {
    const fits = types[shape.type ?? ""]
    if (fits !== undefined && !fits(value)) return [{ path, message: `must be of the type ${shape.type}` }]
    const known = shape.enum?.includes(value) ?? true
    if (!known && (strict || typeof value !== "string"))
      return [{ path, message: `must be one of ${JSON.stringify(shape.enum)}` }]
    const wrong = misfit(shape, value)
    if (wrong !== null) return [{ path, message: wrong }]
    const { anyOf } = shape
    if (anyOf?.every((one) => this.misfits(one, value, strict, path).length > 0))
      return [{ path, message: "has none of the forms that it may have" }]
    return [
      ...this.#others(shape).flatMap((one) => this.misfits(one, value, strict, path)),
      ...this.#within(shape, value, strict, path),
    ]
  }

  #within(shape: Shape, value: unknown, strict: boolean, path: string): ReadonlyArray<Place> {
    if (Array.isArray(value)) {
      const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = shape
      if (value.length < minItems || value.length > maxItems)
        return [{ path, message: "has too few or too many items" }]
      return items === undefined
        ? []
        : value.flatMap((item, i) => this.misfits(items, item, strict, joinPath(path, i)))
    }
    if (!isObject(value)) return []
    const { properties = {}, required = [], additionalProperties: more = true } = shape
    return [
      ...required
        .filter((name) => value[name] === undefined)
        .map((name) => ({ path: joinPath(path, name), message: "is missing" })),
      ...Object.entries(value).flatMap(([name, member]) => {
        const one = Object.hasOwn(properties, name) ? properties[name] : more
        if (member === undefined || one === true || one === undefined) return []
        if (one !== false) return this.misfits(one, member, strict, joinPath(path, name))
        return strict ? [{ path: joinPath(path, name), message: "is unexpected" }] : []
      }),
    ]
  }

  /** A value written as the first of its forms that it fits. Each form is written once, however deep forms lie in each other. */
  #writeAsForm({ anyOf = [] }: Shape, value: unknown): unknown {
    for (const one of anyOf) {
      const made = this.write(one, value)
      if (this.misfits(one, made, true).length === 0) return made
    }
    return value
  }

  /** A value as it goes over the wire: instants in milliseconds are written as RFC 3339 texts. */
  write(shape: Shape, value: unknown): unknown {
    if (shape.format === "date-time" && typeof value === "number") {
      const at = new Date(value)
      return Number.isNaN(at.getTime()) ? value : at.toISOString()
    }
    const whole = this.#others(shape).reduce(
      (made: unknown, one) => this.write(one, made),
      this.#writeAsForm(shape, value),
    )
    const { items, properties = {} } = shape
    if (Array.isArray(whole)) return items === undefined ? whole : whole.map((it) => this.write(items, it))
    if (!isObject(whole)) return whole
    return Object.fromEntries(
      Object.entries(whole).map(([name, member]) => {
        const one = Object.hasOwn(properties, name) ? properties[name] : undefined
        return [name, one === undefined ? member : this.write(one, member)]
      }),
    )
  }
}
