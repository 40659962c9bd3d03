/** The places of a request that do not fit, and words that say what would fit. The words repeat nothing that was sent. */
import { Array as Arr, SchemaAST as AST, ParseResult } from "effect"

/** The place of a value in a body, as one writes it down: `claim.facts[2].text`. */
export const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`,
    "",
  )

// Effect's formatter quotes the value that does not fit, and the court must not repeat what was sent.
const wantedText = (message: string): string =>
  message
    .replace(/,? actual [\s\S]*$/, "")
    .replace(/^Expected ([\s\S]*)$/, "must be $1")
    .replace("a non empty string", "a string that is not empty")
    .replace(/a string at (least|most) (\d+) character\(s\) long/, "a string of at $1 $2 characters")
    .replace(/(\d+) item\(s\)/, "$1 items")
    .replace(/\b1 (character|item)s$/, "1 $1")
    .slice(0, 200)

const unexpected = "is not a property of this object"
const wordsOf = (tag: string, message: string): string => {
  if (tag === "Missing") return "is required"
  return tag === "Unexpected" ? unexpected : wantedText(message)
}

/** The name in JSON of the values of a type; null if the type has words of its own. */
const kindOf = (ast: AST.AST): string | null => {
  if (AST.isTypeLiteral(ast)) return "an object"
  if (AST.isTupleType(ast)) return "an array"
  if (AST.isStringKeyword(ast)) return "a string"
  if (AST.isNumberKeyword(ast)) return "a number"
  return AST.isBooleanKeyword(ast) ? "true or false" : null
}

type Issue = ParseResult.ParseIssue
type Issues = ParseResult.SingleOrNonEmpty<Issue>
const listOf = (issues: Issues): ReadonlyArray<Issue> => ("_tag" in issues ? [issues] : issues)

/** Whether a value has members that this form of an object does not know: then another form was meant. */
const isOtherForm = (issue: Issue): boolean =>
  issue._tag === "Composite" &&
  listOf(issue.issues).some((within) => within._tag === "Pointer" && within.issue._tag === "Unexpected")

/** Whether an issue only says that the value is there, in a member that may be absent or null. */
const isPresence = (issue: Issue): boolean =>
  issue._tag === "Type" &&
  (AST.isUndefinedKeyword(issue.ast) || (AST.isLiteral(issue.ast) && issue.ast.literal === null))

/** All issues; but of a union only the issues of the forms that may be meant. */
const aboutMeant = (ast: AST.AST, issues: Issues): ReadonlyArray<Issue> => {
  const all = listOf(issues)
  const meant = AST.isUnion(ast) ? all.filter((issue) => !isOtherForm(issue)) : all
  if (!meant.every(isPresence)) return meant
  const forms = all.filter((issue) => !isPresence(issue))
  return forms.length === 0 ? all : forms
}

/** The same issue in words of JSON, if a value is of a wrong kind: Effect would print the type as TypeScript writes it. */
const inJson = (issue: Issue): Issue => {
  switch (issue._tag) {
    case "Type": {
      const kind = kindOf(issue.ast)
      return kind === null ? issue : new ParseResult.Type(issue.ast, issue.actual, `must be ${kind}`)
    }
    case "Pointer":
      return new ParseResult.Pointer(issue.path, issue.actual, inJson(issue.issue))
    case "Composite": {
      const meant = aboutMeant(issue.ast, issue.issues).map(inJson)
      const issues = Arr.isNonEmptyReadonlyArray(meant) ? meant : issue.issues
      return new ParseResult.Composite(issue.ast, issue.actual, issues, issue.output)
    }
    case "Refinement":
      return new ParseResult.Refinement(issue.ast, issue.actual, issue.kind, inJson(issue.issue))
    case "Transformation":
      return new ParseResult.Transformation(issue.ast, issue.actual, issue.kind, inJson(issue.issue))
    default:
      return issue
  }
}

// An optional member may be undefined too, but nobody can send that: the useful message is another one, at this place or below it.
const absent = "must be undefined"

/** One sentence from all messages about one place: those for the members of a union become "a, b or c". */
const together = (messages: ReadonlySet<string>): string => {
  const all = [...messages]
  const choices = all.filter((message) => message.startsWith("must be "))
  if (all.length === 1 || choices.length < all.length) return all.join("; ") || "does not fit"
  const words = choices.map((choice) => choice.slice("must be ".length))
  return `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
}

const errorsMax = 50

/** The places in a request that do not fit, each once, in words that say what would fit. */
export const schemaErrors = (error: ParseResult.ParseError, root: string) => {
  const found = new Map<string, Set<string>>()
  for (const { _tag, path, message } of ParseResult.ArrayFormatter.formatIssueSync(inJson(error.issue))) {
    const words = wordsOf(_tag, message)
    if (words === absent) continue
    const place = pathText(root === "" ? path : [root, ...path]).slice(0, 200)
    found.set(place, (found.get(place) ?? new Set()).add(words))
  }
  return [...found].slice(0, errorsMax).map(([path, messages]) => ({ path, message: together(messages) }))
}
