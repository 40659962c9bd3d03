/**
 * Kinds: the types of record. Whether a value fits a schema and is decoded as it stands is told by a function that is compiled once for
 * each schema. It answers for most values that fit. Of every other value it says false, and the caller asks the schema, which alone can
 * tell what is wrong, transform a value or choose among forms of an object.
 */
import { SchemaAST as AST, Option, ParseResult, Schema } from "effect"
import type { IndexEntry } from "../store/ChangeSet.ts"
import { CorruptRecord, UnfitRecord } from "./Defect.ts"
import type { Json } from "./Json.ts"

type Fits = (value: unknown) => boolean

const leaveToSchema: Fits = () => false

const ofType =
  (type: "string" | "number" | "boolean" | "undefined"): Fits =>
  (value) =>
    typeof value === type

const isObject = (value: unknown): value is { readonly [name: PropertyKey]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An object whose members are all named by the schema, each own, and fitting. */
const membersFit = ({ propertySignatures, indexSignatures }: AST.TypeLiteral): Fits => {
  if (propertySignatures.length === 0 || indexSignatures.length > 0) return leaveToSchema
  const all = propertySignatures.map(({ name, type, isOptional }) => ({ name, isOptional, fits: of(type) }))
  return (value) => {
    if (!isObject(value)) return false
    let named = 0
    for (const { name, isOptional, fits } of all) {
      if (Object.hasOwn(value, name)) {
        if (!fits(value[name])) return false
        named++
      } else if (!isOptional) return false
    }
    return Reflect.ownKeys(value).length === named
  }
}

const elementsFit = ({ elements: first, rest }: AST.TupleType): Fits => {
  const [only, ...others] = rest
  if (only === undefined || first.length + others.length > 0) return leaveToSchema
  const fits = of(only.type)
  return (value) => {
    if (!Array.isArray(value)) return false
    // A hole counts as an element, which `every` would not see.
    for (const element of value) if (!fits(element)) return false
    return true
  }
}

const hasMembers = (ast: AST.AST): boolean =>
  AST.isTypeLiteral(ast) || (AST.isRefinement(ast) && hasMembers(ast.from))

/** A value of one of several types. A type that transforms could take a value before its own type is reached, so the schema is asked. */
const unionFits = ({ types }: AST.Union): Fits => {
  const all = types.map(of)
  if (all.includes(leaveToSchema) || types.filter(hasMembers).length > 1) return leaveToSchema
  return (value) => all.some((fits) => fits(value))
}

const refinementFits = (ast: AST.Refinement): Fits => {
  const from = of(ast.from)
  return from === leaveToSchema
    ? leaveToSchema
    : (value) => from(value) && Option.isNone(ast.filter(value, AST.defaultParseOption, ast))
}

const compile = (ast: AST.AST): Fits => {
  switch (ast._tag) {
    case "StringKeyword":
      return ofType("string")
    case "NumberKeyword":
      return ofType("number")
    case "BooleanKeyword":
      return ofType("boolean")
    case "UndefinedKeyword":
      return ofType("undefined")
    case "Literal":
      return (value) => value === ast.literal
    case "Union":
      return unionFits(ast)
    case "Refinement":
      return refinementFits(ast)
    case "TupleType":
      return elementsFit(ast)
    case "TypeLiteral":
      return membersFit(ast)
    default:
      return leaveToSchema
  }
}

const compiled = new WeakMap<AST.AST, Fits>()
const of = (ast: AST.AST): Fits => {
  const known = compiled.get(ast)
  if (known !== undefined) return known
  const made = compile(ast)
  compiled.set(ast, made)
  return made
}

/** Whether a value fits a schema and is decoded as it stands; false also if only the schema can tell. */
export const fitsOf = ({ ast }: Schema.Schema.AnyNoContext): Fits => of(ast)

/**
 * A kind of record: its schema, its id, and the index entries that are written with it. The type of a record is that of its JSON
 * (instants are numbers, absent values are null), so that reading and writing only validate.
 */
export interface Kind<A> {
  readonly name: string
  readonly schema: Schema.Schema<A, A>
  /** The record of a stored body. Throws `CorruptRecord` if the body does not fit the schema. */
  readonly decode: (body: Json) => A
  /** The body of a record. Throws `UnfitRecord` if the record does not fit the schema, since no reader could read it again. */
  readonly encode: (record: A) => Json
  readonly id: (record: A) => string
  readonly index: (record: A) => ReadonlyArray<IndexEntry>
}

/** A kind; without `index` its records have no index entries. */
export const make = <A>(options: {
  readonly name: string
  readonly schema: Schema.Schema<A, A>
  readonly id: (record: A) => string
  readonly index?: (record: A) => ReadonlyArray<IndexEntry>
}): Kind<A> => {
  const decodeEither = Schema.decodeUnknownEither(options.schema)
  const misfit = (error: ParseResult.ParseError) =>
    `${options.name}: ${ParseResult.TreeFormatter.formatErrorSync(error)}`
  return {
    name: options.name,
    schema: options.schema,
    id: options.id,
    index: options.index ?? (() => []),
    decode: (body) => {
      const decoded = decodeEither(body)
      if (decoded._tag === "Right") return decoded.right
      throw new CorruptRecord(misfit(decoded.left))
    },
    encode: (record) => {
      // A record's type is its JSON; TypeScript can't see that an interface has no other members.
      if (fitsOf(options.schema)(record)) return record as Json
      const decoded = decodeEither(record)
      if (decoded._tag === "Right") return record as Json
      throw new UnfitRecord(misfit(decoded.left))
    },
  }
}
