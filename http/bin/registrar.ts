/** `agent-court registrar`: the acts and the one read of the Registrar, derived from their operations, each sent over HTTP to a court that serves. */
import { Option, SchemaAST } from "effect"
import {
  type Input,
  type Operation,
  type OperationId,
  operationOf,
  operations,
  partsOf,
  targetOf,
} from "../api/Operations.ts"
import { print } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"
import { callAsRegistrar, courtOptions } from "./Options.ts"

interface Act {
  readonly operation: Operation
  /** The member of the input that follows the name of the act, and what the usage line calls it. Flags give the others. */
  readonly argument: readonly [member: string, shown: string] | null
}

/** The Registrar's acts that stand with the operations of others. */
const elsewhere: ReadonlyArray<OperationId> = ["endProof", "moveClock"]

/** The member of a body that follows the name of the act. Without it, the last member of the path does. */
const leading: { readonly [Id in OperationId]?: Act["argument"] } = {
  recordWork: ["handle", "handle"],
  revokeKeys: ["handle", "handle"],
  moveClock: ["advanceHours", "hours"],
}

/** The names that acts had in earlier versions, each with its name now. */
export const formerActs: Readonly<Record<string, string>> = {
  eligibility: "record-eligibility",
  instrument: "date-instrument",
  parameters: "vary-parameters",
  decide: "decide-compliance",
  prove: "prove-operator",
  work: "record-work",
  leave: "decide-leave",
  estimate: "estimate-appeal",
  vacate: "vacate-judgment",
  "hold revoke": "revoke-payout",
  "hold unspent": "decide-unspent",
  "matter assign": "assign-matter",
  transfers: "list-transfers",
  advance: "move-clock",
}

const hyphenate = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const descriptionOf = (type: SchemaAST.Annotated): string =>
  Option.getOrElse(SchemaAST.getDescriptionAnnotation(type), () => "")

/** The last member of a path, by the record that it names: `entry` of "The id of the compliance entry". */
const inPath = ({ shapes }: Operation): Act["argument"] => {
  const last = shapes.path === null ? undefined : SchemaAST.getPropertySignatures(shapes.path.ast).at(-1)
  if (last === undefined) return null
  const [, record] = /^The id of the [^,;]*?(\w+)(?:[,;]|$)/.exec(descriptionOf(last.type)) ?? []
  return [String(last.name), record ?? String(last.name)]
}

/** The acts by name: the operations of the Registrar's office, each under its own name with hyphens. */
export const acts: Readonly<Record<string, Act>> = Object.fromEntries(
  [...operations.filter(({ group }) => group === "registrar"), ...elsewhere.map(operationOf)].map(
    (operation) => {
      const argument = leading[operation.id as OperationId] ?? inPath(operation)
      return [hyphenate(operation.id), { operation, argument }]
    },
  ),
)

/** The words for a flag, if its operation says nothing of it. */
const words: Readonly<Record<string, string>> = {
  reference: "the reference of a publication",
  statement: "what was confirmed",
  status: "what the entry becomes",
  handle: "the agent whose key it is",
  reasons: "the reasons, published with the act",
  version: "the version of an instrument, for example 1.10",
  "in-force-from": "when it takes effect, at least a minute ahead",
  "summary-threshold-cents": "the value up to which a matter is on the summary track",
  "hold-cap-cents": "the most that a hold may be",
  "list-capacity": "how many matters a list holds",
  "withdrawal-window-hours": "how long an appeal may be withdrawn",
  fee: "which fee was charged",
  citation: "the judgment for which the fee was charged",
  "work-cents": "what the verification work is worth",
  "cost-cents": "what the hearing of an appeal is expected to cost",
  "performed-at": "when the Registrar finds that the order was performed",
  granted: "leave is granted",
  ground: "why the judgment falls",
  rehear: "the matter is heard again",
  reissue: "the same judgment may be signed for again",
  correction: "the decision corrects the register",
  limit: "how many transfers at most, from 1 to 100 (20)",
  cursor: "where an earlier answer ended: its nextCursor",
}

const shortened: Readonly<Record<string, string>> = { estimatedAppealCostCents: "cost-cents" }
/** The flag that says no, if a yes or a no is needed. */
const denials: Readonly<Record<string, string>> = { granted: "refused" }

const flagOf = (member: string): string => shortened[member] ?? hyphenate(member)

/** A member of an input that a flag gives. `shown`: how the usage line shows its value; null if it is a switch. */
interface Member {
  readonly name: string
  readonly flag: string
  readonly needed: boolean
  readonly shown: string | null
  /** The least whole number that it may be; null if it isn't a number. */
  readonly least: number | null
  /** The description in its operation; empty if there is no description. */
  readonly about: string
}

const rootOf = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (SchemaAST.isRefinement(ast)) return rootOf(ast.from)
  if (!SchemaAST.isUnion(ast)) return ast
  const others = ast.types.filter((type) => !SchemaAST.isUndefinedKeyword(type))
  return others.length === 1 && others[0] !== undefined ? rootOf(others[0]) : SchemaAST.Union.make(others)
}

/** The members of the path, the query and the body of an operation, without its argument. A body is sent as it is written, a query as texts. */
const membersOf = ({ operation, argument }: Act): ReadonlyArray<Member> => {
  const { path, query, body } = operation.shapes
  const named = path === null ? [] : SchemaAST.getPropertySignatures(SchemaAST.typeAST(path.ast))
  const read = query === null ? [] : SchemaAST.getPropertySignatures(SchemaAST.typeAST(query.ast))
  const sent = body === null ? [] : SchemaAST.getPropertySignatures(SchemaAST.encodedAST(body.ast))
  const decoded = body === null ? [] : SchemaAST.getPropertySignatures(SchemaAST.typeAST(body.ast))
  return [...named, ...read, ...sent]
    .filter(({ name }) => name !== argument?.[0])
    .map((signature) => {
      const name = String(signature.name)
      const flag = flagOf(name)
      const root = rootOf(signature.type)
      const meant = decoded.find((other) => other.name === signature.name)
      const isInstant = meant !== undefined && SchemaAST.isNumberKeyword(rootOf(meant.type))
      const isNumber = SchemaAST.isNumberKeyword(root)
      const valueShown = (): string => {
        if (isNumber) return "n"
        if (isInstant) return "instant"
        return SchemaAST.isUnion(root) ? root.types.map(String).join("|").replaceAll('"', "") : "text"
      }
      return {
        name,
        flag,
        needed: !signature.isOptional,
        shown: SchemaAST.isBooleanKeyword(root) ? null : valueShown(),
        // A page has at least one item.
        least: isNumber ? (read.includes(signature) ? 1 : 0) : null,
        about: descriptionOf(signature)
          .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
          .replace(/\.$/, ""),
      }
    })
}

const flags: CliCommand["flags"] = {
  ...courtOptions,
  ...Object.fromEntries(
    Object.values(acts)
      .flatMap(membersOf)
      .map(({ flag, shown, about }) => [
        flag,
        { ...(shown === null ? {} : { value: shown }), help: words[flag] ?? about },
      ]),
  ),
  refused: { help: "leave is refused" },
}

const usageOf = (name: string, act: Act): string => {
  const shown = membersOf(act).map((member) => {
    const denial = denials[member.name]
    const flag = member.shown === null ? `--${member.flag}` : `--${member.flag} <${member.shown}>`
    if (!member.needed) return `[${flag}]`
    return denial === undefined ? flag : `${flag} | --${denial}`
  })
  return [name, ...(act.argument === null ? [] : [`<${act.argument[1]}>`]), ...shown].join(" ")
}

/** The value of a member, as its flag gives it; undefined if it is left out. */
const valueFrom = (given: Given, { name, flag, needed, shown, least }: Member): unknown => {
  const denial = denials[name]
  if (denial !== undefined && given.on(flag) === given.on(denial))
    throw new UsageError(`give --${flag} or --${denial}`)
  if (shown === null) return given.on(flag) || (needed ? false : undefined)
  const value = least === null ? given.text(flag) : whole(given, flag, least)
  if (value === undefined && needed) throw new UsageError(`this act needs --${flag}`)
  return value
}

const inputOf = (given: Given, act: Act, argument: string | undefined): Input => {
  const members = membersOf(act).map((member) => [member.name, valueFrom(given, member)] as const)
  const first = act.argument?.[0]
  // The clock of a sandbox is moved by hours; every other argument is a name.
  const named =
    first === undefined ? [] : [[first, first === "advanceHours" ? Number(argument) : argument] as const]
  return Object.fromEntries([...named, ...members].filter(([, value]) => value !== undefined))
}

const send = (given: Given, operation: Operation, input: Input): Promise<unknown> => {
  const { path, query, body } = partsOf(operation, input)
  const { method } = operation
  return callAsRegistrar(given, method, targetOf(operation, path, query), method === "GET" ? undefined : body)
}

const run = async (given: Given): Promise<number> => {
  const [first = "", second, third] = given.positionals
  // An earlier name of an act may have two words: `hold revoke`.
  const both = `${first} ${second ?? ""}`
  const [asked, argument, extra] = Object.hasOwn(formerActs, both)
    ? [both, third, undefined]
    : [first, second, third]
  const name = (Object.hasOwn(formerActs, asked) ? formerActs[asked] : undefined) ?? asked
  const act = Object.hasOwn(acts, name) && extra === undefined ? acts[name] : undefined
  if (act === undefined) throw new UsageError(`registrar takes one of ${Object.keys(acts).join(", ")}`)
  if ((act.argument === null) !== (argument === undefined)) {
    throw new UsageError(`usage: agent-court registrar ${usageOf(name, act)}`)
  }
  const answer = await send(given, act.operation, inputOf(given, act, argument))
  print(JSON.stringify(answer, null, 2))
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "<act> [argument] [options]",
  takes: [1, 3],
  flags,
  help: [
    [
      "Acts:",
      ...Object.entries(acts).map(([name, act]) => `  ${usageOf(name, act)}\n      ${act.operation.summary}`),
    ].join("\n"),
    "Each act goes over HTTP to a court that serves, with the Registrar's credential, and prints the answer.",
  ],
  run,
}
