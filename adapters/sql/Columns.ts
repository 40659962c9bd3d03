/** The columns that show a record to people with a SQL client. They are derived from the schema of its kind. */
import { Option, SchemaAST } from "effect"

/** `instant` is stored in milliseconds and shown as a timestamp. `json` is for lists, maps and values of several types. */
export type ColumnType = "text" | "integer" | "number" | "boolean" | "instant" | "json"

/** A column of a view, for example `attestation_evidence_sha256`, and the path of its value in the record. */
export interface Column {
  readonly name: string
  readonly path: ReadonlyArray<string>
  readonly type: ColumnType
}

/** The fields of structs become columns down to this depth. Deeper structs are shown as JSON. */
const depthMax = 3

/** `FeeCredits` becomes `_fee_credits`, `feeCredits` becomes `fee_credits`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const identifierOf = (ast: SchemaAST.AST): string | undefined =>
  Option.getOrUndefined(SchemaAST.getIdentifierAnnotation(ast))

const isNullish = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUndefinedKeyword(ast) || (SchemaAST.isLiteral(ast) && ast.literal === null)

/** The type that all of these share; `json` if they differ. */
const shareType = (types: ReadonlyArray<ColumnType>): ColumnType => {
  const [first, ...rest] = new Set(types)
  return first !== undefined && rest.length === 0 ? first : "json"
}

const literalType = (literal: SchemaAST.LiteralValue): ColumnType => {
  if (typeof literal === "boolean") return "boolean"
  return typeof literal === "number" ? "integer" : "text"
}

const typeOf = (ast: SchemaAST.AST): ColumnType => {
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return "text"
    case "NumberKeyword":
      return "number"
    case "BooleanKeyword":
      return "boolean"
    case "Literal":
      return literalType(ast.literal)
    case "Union":
      return shareType(ast.types.filter((type) => !isNullish(type)).map(typeOf))
    case "Refinement": {
      if (identifierOf(ast) === "Instant") return "instant"
      const whole = SchemaAST.getJSONSchemaAnnotation(ast).pipe(
        Option.exists((schema) => "type" in schema && schema.type === "integer"),
      )
      return whole ? "integer" : typeOf(ast.from)
    }
    default:
      return "json"
  }
}

/** The struct of a type that may also be null or undefined; null if the type is not a struct. */
const structOf = (ast: SchemaAST.AST): SchemaAST.TypeLiteral | null => {
  if (SchemaAST.isTypeLiteral(ast)) return ast.indexSignatures.length === 0 ? ast : null
  if (SchemaAST.isRefinement(ast)) return structOf(ast.from)
  if (!SchemaAST.isUnion(ast)) return null
  const [only, ...others] = ast.types.filter((type) => !isNullish(type))
  return only !== undefined && others.length === 0 ? structOf(only) : null
}

const spreadColumns = (ast: SchemaAST.AST, path: ReadonlyArray<string>): ReadonlyArray<Column> => {
  const struct = path.length < depthMax ? structOf(ast) : null
  if (struct === null) return [{ name: path.map(snake).join("_"), path, type: typeOf(ast) }]
  return struct.propertySignatures.flatMap(({ name, type }) => spreadColumns(type, [...path, String(name)]))
}

export const columnsOf = (schema: { readonly ast: SchemaAST.AST }): ReadonlyArray<Column> =>
  spreadColumns(SchemaAST.typeAST(schema.ast), [])
