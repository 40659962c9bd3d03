/**
 * Whether a value fits a schema and is decoded as it stands, as a function that is compiled once for each schema. It answers for most
 * values that fit. Of every other value it says false, and the caller asks the schema, which alone can tell what is wrong, transform
 * a value or choose among forms of an object.
 */
import { SchemaAST as AST, Option, Schema } from "effect"

type Fits = (value: unknown) => boolean

const leaveToSchema: Fits = () => false

const ofType =
  (type: "string" | "number" | "boolean" | "undefined"): Fits =>
  (value) =>
    typeof value === type

export const isObject = (value: unknown): value is { readonly [name: PropertyKey]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether an object has members without a name. They are asked for apart, since `Reflect.ownKeys` is slower than both questions. */
const hasSymbols = (value: object): boolean => Object.getOwnPropertySymbols(value).length > 0

/** An object whose members are all named by the schema, each own, and fitting. */
const membersFit = ({ propertySignatures }: AST.TypeLiteral): Fits => {
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
    return Object.keys(value).length === named && !hasSymbols(value)
  }
}

/** An object whose members have any names and one type. A member `__proto__` would be lost in a copy, so the schema is asked. */
const recordFits = ({ type }: AST.IndexSignature): Fits => {
  const fits = of(type)
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => name !== "__proto__" && fits(value[name])) &&
    !hasSymbols(value)
}

const objectFits = (ast: AST.TypeLiteral): Fits => {
  const [index, ...others] = ast.indexSignatures
  if (index === undefined) return ast.propertySignatures.length === 0 ? leaveToSchema : membersFit(ast)
  const isRecord = ast.propertySignatures.length + others.length === 0 && AST.isStringKeyword(index.parameter)
  return isRecord ? recordFits(index) : leaveToSchema
}

/** A list: first elements that are all required, and further elements of one type, if any. */
const elementsFit = ({ elements, rest }: AST.TupleType): Fits => {
  if (rest.length > 1 || elements.some(({ isOptional }) => isOptional)) return leaveToSchema
  const first = elements.map(({ type }) => of(type))
  const further = rest.map(({ type }) => of(type))[0] ?? leaveToSchema
  return (value) => {
    if (!Array.isArray(value) || value.length < first.length) return false
    // A hole counts as an element, which `every` would not see.
    for (let i = 0; i < value.length; i++) if (!(first[i] ?? further)(value[i])) return false
    return true
  }
}

/** The members of a form of an object; null if the type is not such a form. */
export const formOf = (ast: AST.AST): AST.TypeLiteral | null =>
  AST.isTypeLiteral(ast) ? ast : AST.isRefinement(ast) ? formOf(ast.from) : null
const isList = (ast: AST.AST): boolean => AST.isTupleType(ast) || (AST.isRefinement(ast) && isList(ast.from))

/** Whether an object can't have a form, whatever its other members are: one is missing, or has another value than the only one. */
export const refusesFor = ({ propertySignatures }: AST.TypeLiteral): Fits => {
  // A member that may be undefined may be missing too. A member with only one value comes first, since most forms differ in it.
  const needed = propertySignatures
    .filter(({ type, isOptional }) => !isOptional && of(type) !== leaveToSchema && !of(type)(undefined))
    .toSorted((a, b) => Number(AST.isLiteral(b.type)) - Number(AST.isLiteral(a.type)))
  return (value) =>
    isObject(value) &&
    needed.some(({ name, type }) => !(name in value) || (AST.isLiteral(type) && value[name] !== type.literal))
}

/**
 * A value of one of several types. A type that transforms could take a value before its own type is reached, so the schema is asked.
 * It is asked, too, if an object could have several of the forms.
 */
const unionFits = ({ types }: AST.Union): Fits => {
  const all = types.map(of)
  if (all.includes(leaveToSchema) || types.filter(isList).length > 1) return leaveToSchema
  const forms = types.flatMap((ast) => formOf(ast) ?? [])
  const takesAny: Fits = (value) => {
    for (const fits of all) if (fits(value)) return true
    return false
  }
  if (forms.length <= 1) return takesAny
  const refuses = forms.map(refusesFor)
  return (value) =>
    (!isObject(value) || refuses.filter((refusesForm) => !refusesForm(value)).length === 1) && takesAny(value)
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
      return objectFits(ast)
    default:
      return leaveToSchema
  }
}

const compiled = new WeakMap<AST.AST, Fits>()
const of = (ast: AST.AST): Fits => {
  const known = compiled.get(ast)
  if (known !== undefined) return known
  const fits = compile(ast)
  compiled.set(ast, fits)
  return fits
}

/** Whether a value fits a schema and is decoded as it stands; false also if only the schema can tell. */
export const fitsOf = ({ ast }: Pick<Schema.Schema.AnyNoContext, "ast">): Fits => of(ast)

/** Decodes values as the schema does, and throws its `ParseError` of a value that it can't decode. A value that fits is given as it stands. */
export const decoderOf = <A, I>(schema: Schema.Schema<A, I>): ((value: unknown) => A) => {
  const fits = fitsOf(schema)
  const decode = Schema.decodeUnknownSync(schema)
  // A value that fits as it stands is a value of the schema, which TypeScript can't see.
  return (value) => (fits(value) ? (value as A) : decode(value))
}
