/**
 * The encoding of values by a schema, as a function that is compiled once for each schema. It encodes most values. Every other value is
 * left to the schema, which alone can tell what is wrong, or choose among forms that an object may have.
 */
import { SchemaAST as AST, Either, Schema } from "effect"
import { fitsOf, formOf, isObject, refusesFor } from "./Fits.ts"

/** Stands for the encoding of a value that only the schema can encode. */
const left = Symbol("left to the schema")
type Encode = (value: unknown) => unknown

const leaveToSchema: Encode = () => left

const asItStands = (ast: AST.AST): Encode => {
  const fits = fitsOf({ ast })
  return (value) => (fits(value) ? value : left)
}

/** The members that the schema names, in its order; others are left out. */
const encodesMembers = ({ propertySignatures, indexSignatures }: AST.TypeLiteral): Encode => {
  if (propertySignatures.length === 0 || indexSignatures.length > 0) return leaveToSchema
  const all = propertySignatures.map(({ name, type, isOptional }) => ({ name, isOptional, encode: of(type) }))
  return (value) => {
    if (!isObject(value)) return left
    const encoded: { [name: PropertyKey]: unknown } = {}
    for (const { name, isOptional, encode } of all) {
      if (Object.hasOwn(value, name)) {
        const member = encode(value[name])
        if (member === left) return left
        encoded[name] = member
      } else if (!isOptional) return left
    }
    return encoded
  }
}

/** A list of elements that are all required, and of further elements of one type, if any. */
const encodesElements = ({ elements, rest }: AST.TupleType): Encode => {
  if (rest.length > 1 || elements.some(({ isOptional }) => isOptional)) return leaveToSchema
  const first = elements.map(({ type }) => of(type))
  const further = rest.map(({ type }) => of(type))[0] ?? leaveToSchema
  return (value) => {
    if (!Array.isArray(value) || value.length < first.length) return left
    // A hole counts as an element, which `map` would not see.
    const encoded = Array.from(value, (element, i) => (first[i] ?? further)(element))
    return encoded.includes(left) ? left : encoded
  }
}

/** The types of a union, with those of the unions in it. */
const typesIn = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  AST.isUnion(ast) ? ast.types.flatMap(typesIn) : [ast]

/** A value of one of several types. An object is encoded if it can have only one of the forms, and nothing else takes it. */
const encodesOneOf = (ast: AST.Union): Encode => {
  const types = typesIn(ast)
  const forms = types.flatMap((ast) => {
    const form = formOf(AST.typeAST(ast))
    return form === null ? [] : [{ encode: of(ast), refuses: refusesFor(form) }]
  })
  const others = types.filter((ast) => formOf(AST.typeAST(ast)) === null).map(of)
  if (others.includes(leaveToSchema)) return leaveToSchema
  const encodeOther: Encode = (value) => {
    for (const encode of others) {
      const encoded = encode(value)
      if (encoded !== left) return encoded
    }
    return left
  }
  return (value) => {
    if (!isObject(value)) return encodeOther(value)
    const [form, another] = forms.filter(({ refuses }) => !refuses(value))
    if (form === undefined || another !== undefined || encodeOther(value) !== left) return left
    return form.encode(value)
  }
}

const encodesRefined = (ast: AST.Refinement): Encode => {
  const fits = fitsOf({ ast: AST.typeAST(ast) })
  const encode = of(ast.from)
  return (value) => (fits(value) ? encode(value) : left)
}

const encodesTransformed = (ast: AST.Transformation): Encode => {
  const { from, to, transformation } = ast
  if (!AST.isFinalTransformation(transformation)) return leaveToSchema
  const [before, after] = [of(to), of(from)]
  return (value) => {
    const given = before(value)
    if (given === left) return left
    const encode = transformation.encode(given, AST.defaultParseOption, ast, given)
    return Either.isEither(encode) && Either.isRight(encode) ? after(encode.right) : left
  }
}

const compile = (ast: AST.AST): Encode => {
  switch (ast._tag) {
    case "StringKeyword":
    case "NumberKeyword":
    case "BooleanKeyword":
    case "Literal":
      return asItStands(ast)
    case "Union":
      return encodesOneOf(ast)
    case "Refinement":
      return encodesRefined(ast)
    case "TupleType":
      return encodesElements(ast)
    case "TypeLiteral":
      return encodesMembers(ast)
    case "Transformation":
      return encodesTransformed(ast)
    default:
      return leaveToSchema
  }
}

const compiled = new WeakMap<AST.AST, Encode>()
const of = (ast: AST.AST): Encode => {
  const known = compiled.get(ast)
  if (known !== undefined) return known
  const encode = compile(ast)
  compiled.set(ast, encode)
  return encode
}

/** Encodes values as the schema does, and throws its `ParseError` of a value that it can't encode. */
export const encoderOf = <A, I>(schema: Schema.Schema<A, I>): ((value: unknown) => I) => {
  const encode = of(schema.ast)
  const bySchema = Schema.encodeUnknownSync(schema)
  return (value) => {
    const encoded = encode(value)
    // A value that is not left to the schema is already the encoding that the schema would give, but TypeScript can't see this.
    return encoded === left ? bySchema(value) : (encoded as I)
  }
}
