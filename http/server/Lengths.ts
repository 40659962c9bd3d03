/**
 * The bounds on the lists of a body, taken from its schema and checked before the schema reads the elements. A list that is too long is
 * refused for its length, and its elements cost nothing.
 */
import { SchemaAST as AST, Option, Predicate } from "effect"
import type { Problem } from "../api/Operation.ts"
import { pathText } from "./SchemaErrors.ts"

type Errors = NonNullable<Problem["errors"]>
type Path = ReadonlyArray<string | number>
/** Finds the lists of a value that are too long; null if the schema bounds no list. */
type Check = ((value: unknown, path: Path) => Errors) | null

const maxItemsOf = (ast: AST.AST): number | null => {
  const stated = Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast))
  return stated !== undefined && "maxItems" in stated && typeof stated.maxItems === "number"
    ? stated.maxItems
    : null
}

const checkItems =
  (max: number, items: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return []
    if (value.length > max)
      return [{ path: pathText(path), message: `must be an array of at most ${max} items` }]
    return items?.(value, path) ?? []
  }

const eachOf = (element: Check): Check =>
  element === null
    ? null
    : (value, path) =>
        Array.isArray(value) ? value.flatMap((item: unknown, i) => element(item, [...path, i])) : []

const membersOf = ({ propertySignatures }: AST.TypeLiteral): Check => {
  const checks = propertySignatures.flatMap(({ name, type }) => {
    const check = checkOf(type)
    return check === null ? [] : [{ name: String(name), check }]
  })
  if (checks.length === 0) return null
  return (value, path) =>
    Predicate.isReadonlyRecord(value)
      ? checks.flatMap(({ name, check }) => check(value[name], [...path, name]))
      : []
}

const isNothing = (ast: AST.AST): boolean =>
  AST.isUndefinedKeyword(ast) || (AST.isLiteral(ast) && ast.literal === null)

const checkOf = (ast: AST.AST): Check => {
  if (AST.isTransformation(ast)) return checkOf(ast.from)
  if (AST.isTypeLiteral(ast)) return membersOf(ast)
  if (AST.isTupleType(ast)) return eachOf(checkOf(ast.rest[0]?.type ?? AST.unknownKeyword))
  if (AST.isRefinement(ast)) {
    const max = maxItemsOf(ast)
    const from = checkOf(ast.from)
    return max === null ? from : checkItems(max, from)
  }
  // Only the schema itself can tell which member of a union a value is meant to be.
  const [only, ...others] = AST.isUnion(ast) ? ast.types.filter((type) => !isNothing(type)) : []
  return only === undefined || others.length > 0 ? null : checkOf(only)
}

/** Finds the lists of a value that are longer than a schema allows; null if the schema bounds no list. */
export const tooLong = (ast: AST.AST): ((value: unknown) => Errors) | null => {
  const check = checkOf(ast)
  return check && ((value) => check(value, []))
}
