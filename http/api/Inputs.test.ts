/** The body of an operation and the input of its command are decoded by one schema: a member of a body is a member of an input. */
import { Option, Predicate, Schema, SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import { root, sources } from "../../core/testing/Sources.ts"
import { Api } from "./Api.ts"

/** The members that a value may have, each with what it may be, however deep they stand. */
const membersIn = (ast: SchemaAST.AST, deep: boolean): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => membersIn(type, deep))
  if (SchemaAST.isRefinement(ast)) return membersIn(ast.from, deep)
  if (!SchemaAST.isTypeLiteral(ast)) return []
  return ast.propertySignatures.flatMap(({ name, type }) => [
    `${String(name)}: ${SchemaAST.typeAST(type)}`,
    ...(deep ? membersIn(type, deep) : []),
  ])
}

const isCommand = (value: unknown): value is { readonly input: Schema.Schema.AnyNoContext } =>
  Predicate.hasProperty(value, "decide") &&
  Predicate.hasProperty(value, "input") &&
  Schema.isSchema(value.input)

const inputs = new Set<string>()
for (const { path } of sources.filter(({ folder, product }) => product && folder === "core"))
  for (const exported of Object.values(await import(`${root}${path}`)))
    if (isCommand(exported)) for (const one of membersIn(exported.input.ast, true)) inputs.add(one)

// The platform types the schemas of any endpoint as unknown.
const astOf = (schema: unknown) => SchemaAST.typeAST((schema as Schema.Schema.AnyNoContext).ast)

const bodies = Object.values(Api.groups).flatMap((group) =>
  Object.values(group.endpoints).flatMap(({ name, payloadSchema }) =>
    Option.isSome(payloadSchema) ? [{ name, ast: astOf(payloadSchema.value) }] : [],
  ),
)

/** Members that the handler turns into others before the command gets them. */
const turned: ReadonlySet<string> = new Set([
  // These are asked of queries, which take the body as it is.
  "checkEvidence content",
  "checkParties parties",
  // The path names the tender; a body that names it too must name the same one.
  "disputeTender tenderId",
  "moveClock advanceHours",
  "moveClock advanceMs",
  "moveClock to",
  "renderJudgment given",
  "renderProof proof",
  "acceptTerms terms",
  "rotateKey revokePrevious",
])

describe("the body of every operation", () => {
  it.each(bodies)("$name has the members of its command's input", ({ name, ast }) => {
    const members = membersIn(ast, false)
    expect(members.length).toBeGreaterThan(0)
    const others = members.filter((one) => !inputs.has(one)).map((one) => `${name} ${one.split(":")[0]}`)
    expect(others.filter((one) => !turned.has(one))).toEqual([])
  })
})
