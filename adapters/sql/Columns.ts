/** The columns that show a record to a reader with a SQL client, read off the schema of its kind. */
import { Option, SchemaAST } from "effect"

/** `instant` is kept in milliseconds and shown as a timestamp; `json` is what has no one value: lists and maps. */
export type ColumnType = "text" | "integer" | "number" | "boolean" | "instant" | "json"

export interface Column {
  /** For example `attestation_evidence_sha256`. */
  readonly name: string
  /** Where the value stands in the record's body. */
  readonly path: ReadonlyArray<string>
  readonly type: ColumnType
}

/** Structs are spread into columns down to this depth; what lies deeper is shown as JSON. */
const depthMax = 3

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const identifierOf = (ast: SchemaAST.AST): string | undefined =>
  Option.getOrUndefined(SchemaAST.getIdentifierAnnotation(ast))

const isNothing = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUndefinedKeyword(ast) || (SchemaAST.isLiteral(ast) && ast.literal === null)

/** The one type that several share, where they do. */
const shared = (types: ReadonlyArray<ColumnType>): ColumnType => {
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
      return shared(ast.types.filter((type) => !isNothing(type)).map(typeOf))
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

/** The struct that a type is once it is there; null where it is something else. */
const structOf = (ast: SchemaAST.AST): SchemaAST.TypeLiteral | null => {
  if (SchemaAST.isTypeLiteral(ast)) return ast.indexSignatures.length === 0 ? ast : null
  if (SchemaAST.isRefinement(ast)) return structOf(ast.from)
  if (!SchemaAST.isUnion(ast)) return null
  const [only, ...others] = ast.types.filter((type) => !isNothing(type))
  return only !== undefined && others.length === 0 ? structOf(only) : null
}

const spread = (ast: SchemaAST.AST, path: ReadonlyArray<string>): ReadonlyArray<Column> => {
  const struct = path.length < depthMax ? structOf(ast) : null
  if (struct === null) return [{ name: path.map(snake).join("_"), path, type: typeOf(ast) }]
  return struct.propertySignatures.flatMap(({ name, type }) => spread(type, [...path, String(name)]))
}

export const columnsOf = (schema: { readonly ast: SchemaAST.AST }): ReadonlyArray<Column> =>
  spread(SchemaAST.typeAST(schema.ast), [])
