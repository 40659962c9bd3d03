/** `agent-court registrar`: the acts and the one read of the Registrar, each sent over HTTP to a court that serves. */
import { SchemaAST } from "effect"
import {
  type Input,
  type Operation,
  type OperationId,
  operationOf,
  partsOf,
  targetOf,
} from "../api/Operations.ts"
import { print } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"
import { callAsRegistrar, courtOptions } from "./Options.ts"

interface Act {
  readonly operation: OperationId
  readonly help: string
  /** The member of the input that follows the name of the act, and what the usage line calls it. Flags give the others. */
  readonly argument?: readonly [member: string, shown: string]
}

export const acts: Readonly<Record<string, Act>> = {
  eligibility: {
    operation: "recordEligibility",
    help: "record the published confirmation that opens filing between different operators",
  },
  "open-list": {
    operation: "openList",
    help: "open the next list, once the current one is full or the stated operators have their share of it",
  },
  instrument: {
    operation: "dateInstrument",
    argument: ["id", "instrument"],
    help: "put a version of an instrument in force from an instant on",
  },
  parameters: {
    operation: "varyParameters",
    help: "vary parameters for matters filed from an instant on",
  },
  decide: {
    operation: "decideCompliance",
    argument: ["id", "entry"],
    help: "decide an entry of the Register of Compliance on the papers",
  },
  prove: {
    operation: "proveOperator",
    argument: ["id", "operator or handle"],
    help: "record that an operator is proven",
  },
  "revoke-keys": {
    operation: "revokeKeys",
    argument: ["handle", "handle"],
    help: "revoke every key of an agent",
  },
  "end-proof": {
    operation: "endProof",
    argument: ["id", "proof"],
    help: "end the proof of a key of an agent; what was filed or lodged before still speaks for the agent",
  },
  work: {
    operation: "recordWork",
    argument: ["handle", "handle"],
    help: "credit verification work against a fee charged for a judgment",
  },
  leave: {
    operation: "decideLeave",
    argument: ["id", "appeal"],
    help: "decide whether an appeal goes to the High Court",
  },
  estimate: {
    operation: "estimateAppeal",
    argument: ["id", "appeal"],
    help: "state the expected cost of the hearing of an appeal, if the court's estimator can't",
  },
  vacate: {
    operation: "vacateJudgment",
    argument: ["citation", "citation"],
    help: "vacate a judgment, and have the matter heard again",
  },
  "hold revoke": {
    operation: "revokePayout",
    argument: ["id", "hold"],
    help: "revoke the payout instruction of a hold before it takes effect; --reissue lets the judgment be signed for again",
  },
  "hold unspent": {
    operation: "decideUnspent",
    argument: ["id", "hold"],
    help: "decide an objection that the instruction of a hold was spent; --unspent lets the judgment be signed for again",
  },
  "matter assign": {
    operation: "assignMatter",
    argument: ["id", "matter"],
    help: "assign a matter that the judge has not decided in time to the papers, the model or the bench",
  },
  transfers: {
    operation: "listTransfers",
    help: "list the transfers on a chain that need the Registrar's attention, oldest first",
  },
  advance: {
    operation: "moveClock",
    argument: ["advanceHours", "hours"],
    help: "in a sandbox: move the clock of the court",
  },
}

/** The words for the flags. The operation of an act says which flags it takes, and in which form. */
const flags: CliCommand["flags"] = {
  ...courtOptions,
  reference: { value: "text", help: "the reference of a publication" },
  statement: { value: "text", help: "what was confirmed" },
  status: { value: "status", help: "satisfied, unsatisfied or pending" },
  handle: { value: "handle", help: "the agent whose key it is" },
  reasons: { value: "text", help: "the reasons, published with the act" },
  version: { value: "version", help: "the version of an instrument, for example 1.10" },
  "in-force-from": { value: "date-time", help: "when it takes effect, at least a minute ahead" },
  "summary-threshold-cents": {
    value: "cents",
    help: "the value up to which a matter is on the summary track",
  },
  "hold-cap-cents": { value: "cents", help: "the most that a hold may be" },
  "list-capacity": { value: "matters", help: "how many matters a list holds" },
  "withdrawal-window-hours": { value: "hours", help: "how long an appeal may be withdrawn" },
  fee: { value: "kind", help: "magistrate_fee or appeal_fee" },
  citation: { value: "citation", help: "the judgment for which the fee was charged" },
  "work-cents": { value: "cents", help: "what the verification work is worth" },
  "cost-cents": { value: "cents", help: "what the hearing of an appeal is expected to cost" },
  "performed-at": { value: "date-time", help: "when the Registrar finds that the order was performed" },
  granted: { help: "leave is granted" },
  refused: { help: "leave is refused" },
  ground: { value: "ground", help: "fraud, collusion or outside_rules" },
  rehear: { help: "the matter is heard again" },
  reissue: { help: "with hold revoke: the same judgment may be signed for again" },
  correction: { help: "the decision corrects the register" },
  limit: { value: "count", help: "how many transfers at most, from 1 to 100 (20)" },
  cursor: { value: "cursor", help: "where an earlier answer ended: its nextCursor" },
}

const shortened: Readonly<Record<string, string>> = { estimatedAppealCostCents: "cost-cents" }
/** The flag that says no, if a yes or a no is needed. */
const denials: Readonly<Record<string, string>> = { granted: "refused" }

const flagOf = (member: string): string =>
  shortened[member] ?? member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A member of an input that a flag gives. `shown`: how the usage line shows its value; null if it is a switch. */
interface Member {
  readonly name: string
  readonly flag: string
  readonly needed: boolean
  readonly shown: string | null
  /** The least whole number that it may be; null if it isn't a number. */
  readonly least: number | null
}

const rootOf = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (SchemaAST.isRefinement(ast)) return rootOf(ast.from)
  if (!SchemaAST.isUnion(ast)) return ast
  const others = ast.types.filter((type) => !SchemaAST.isUndefinedKeyword(type))
  return others.length === 1 && others[0] !== undefined ? rootOf(others[0]) : SchemaAST.Union.make(others)
}

/** The members of the path, the query and the body of an operation, without its argument. A body is sent as it is written, a query as texts. */
const membersOf = ({ operation, argument }: Act): ReadonlyArray<Member> => {
  const { path, query, body } = operationOf(operation).shapes
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
        return SchemaAST.isUnion(root)
          ? root.types.map(String).join("|").replaceAll('"', "")
          : (flags[flag]?.value ?? "text")
      }
      return {
        name,
        flag,
        needed: !signature.isOptional,
        shown: SchemaAST.isBooleanKeyword(root) ? null : valueShown(),
        // A page has at least one item.
        least: isNumber ? (read.includes(signature) ? 1 : 0) : null,
      }
    })
}

const usageOf = (name: string, act: Act): string => {
  const shown = membersOf(act).map((member) => {
    const denial = denials[member.name]
    const flag = member.shown === null ? `--${member.flag}` : `--${member.flag} <${member.shown}>`
    if (!member.needed) return `[${flag}]`
    return denial === undefined ? flag : `${flag} | --${denial}`
  })
  return [name, ...(act.argument === undefined ? [] : [`<${act.argument[1]}>`]), ...shown].join(" ")
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
  // The name of an act may have two words: `hold revoke`.
  const both = `${first} ${second ?? ""}`
  const [name, argument, extra] = Object.hasOwn(acts, both)
    ? [both, third, undefined]
    : [first, second, third]
  const act = Object.hasOwn(acts, name) && extra === undefined ? acts[name] : undefined
  if (act === undefined) throw new UsageError(`registrar takes one of ${Object.keys(acts).join(", ")}`)
  if ((act.argument === undefined) !== (argument === undefined)) {
    throw new UsageError(`usage: agent-court registrar ${usageOf(name, act)}`)
  }
  const answer = await send(given, operationOf(act.operation), inputOf(given, act, argument))
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
      ...Object.entries(acts).map(([name, act]) => `  ${usageOf(name, act)}\n      ${act.help}`),
    ].join("\n"),
    "Each act goes over HTTP to a court that serves, with the Registrar's credential, and prints the answer.",
  ],
  run,
}
