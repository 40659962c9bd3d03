/** `tools/list`: the tools as a model reads them, derived from their table and from the operations of the interface. */
import type { Tool as McpTool } from "@modelcontextprotocol/server"
import type { Terms } from "../../core/kernel/Schedule.ts"
import { type Shape, type ToolOperation, toolOperation, without } from "./Operations.ts"
import { type Act, type Tool, wordsOf } from "./Tool.ts"
import { tools } from "./Tools.ts"

/** An act with its operation. */
export interface BoundAct extends Omit<Act, "operation"> {
  /** What a caller of the tool may give. If the host performs the act, the arguments that are secrets are left out. */
  readonly operation: ToolOperation
  readonly whole: ToolOperation
}
export interface BoundTool extends Omit<Tool, "acts"> {
  readonly acts: ReadonlyArray<BoundAct>
  /** The tool changes nothing: it reads, or it tells its host what to send. */
  readonly readOnly: boolean
}

/** By name. */
export type BoundTools = ReadonlyMap<string, BoundTool>

const readsOnly = ({ operation, byHost }: BoundAct): boolean => operation.method === "GET" || byHost !== null

const bound = (act: Act): BoundAct => {
  const whole = toolOperation(act.operation)
  const operation = act.byHost === null ? whole : without(whole, act.byHost.secrets)
  return { ...act, operation, whole }
}

/** The tools with their operations. */
export const bindTools = (): BoundTools =>
  new Map(
    tools.map((tool) => {
      const acts = tool.acts.map(bound)
      return [tool.name, { ...tool, acts, readOnly: acts.every(readsOnly) }]
    }),
  )

const sentences = (...parts: ReadonlyArray<string>): string =>
  parts
    .filter((part) => part !== "")
    .map((part) => (/[.:?!]$/.test(part) ? part : `${part}.`))
    .join(" ")

/** What an act does: its note, or else the description of its operation, which speaks of paths and header fields. */
const tellsOf = ({ operation, note }: BoundAct, terms: Terms): string =>
  wordsOf(note, terms) || operation.description

/** The arguments of an operation in one line: `id, grounds, note?`. */
const argumentsOf = ({ input, places }: ToolOperation): string =>
  Object.keys(input.properties ?? {})
    .filter((name) => places.get(name) !== "headers")
    .map((name) => (input.required?.includes(name) ? name : `${name}?`))
    .join(", ")

const lineOf = (act: BoundAct, terms: Terms): string =>
  `- ${act.action} (${argumentsOf(act.operation)}): ${sentences(act.operation.summary, tellsOf(act, terms))}`

const descriptionOf = ({ purpose, acts }: BoundTool, terms: Terms): string => {
  const words = wordsOf(purpose, terms)
  const [act] = acts
  return act !== undefined && act.action === null
    ? sentences(words, tellsOf(act, terms))
    : [
        words,
        "Actions, with their arguments (? may be left out):",
        ...acts.map((it) => lineOf(it, terms)),
      ].join("\n")
}

/** An argument as one act takes it. */
interface Use {
  readonly action: string
  readonly shape: Shape
}

const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

/** The description of an argument. Where acts describe it differently, each description names its acts. */
const describedFor = (uses: ReadonlyArray<Use>): string => {
  const words = distinct(uses.map(({ shape }) => shape.description ?? ""))
  const [only = ""] = words
  if (words.length === 1) return only
  return words
    .map((said) => {
      const actions = uses.filter(({ shape }) => (shape.description ?? "") === said)
      return `For ${actions.map(({ action }) => action).join(", ")}: ${sentences(said)}`
    })
    .join(" ")
}

/** One property for an argument that several acts take. */
const joined = (uses: ReadonlyArray<Use>): Shape => {
  const shapes = distinct(uses.map(({ shape: { description: _, ...shape } }): Shape => shape))
  const [only] = shapes
  const shape: Shape = shapes.length === 1 && only !== undefined ? only : { anyOf: shapes }
  return { description: describedFor(uses), ...shape }
}

/** The input of a tool as one flat object, since some models take no choice (`anyOf`) at the root of a schema. */
const inputOf = ({ acts }: BoundTool): Shape => {
  const [first] = acts
  if (first !== undefined && first.action === null) return first.operation.input
  const byName = new Map<string, Array<Use>>()
  for (const { action, operation } of acts)
    for (const [name, shape] of Object.entries(operation.input.properties ?? {}))
      byName.set(name, [...(byName.get(name) ?? []), { action: String(action), shape }])
  const always = (name: string): boolean =>
    acts.every(({ operation }) => operation.input.required?.includes(name))
  const action = {
    description: "What to do: one of the actions that the description of this tool lists.",
    type: "string",
    enum: acts.map(({ action }) => action),
  }
  return {
    type: "object",
    properties: {
      action,
      ...Object.fromEntries([...byName].map(([name, uses]) => [name, joined(uses)])),
    },
    required: ["action", ...[...byName.keys()].filter(always)],
    additionalProperties: false,
  }
}

// A shape is JSON Schema, as the platform writes it.
const announced = (shape: Shape) => shape as McpTool["inputSchema"]

const listed = (tool: BoundTool, terms: Terms): McpTool => {
  const { readOnly } = tool
  const output = tool.shaped ? (tool.acts[0]?.operation.output() ?? null) : null
  return {
    name: tool.name,
    title: tool.title,
    description: descriptionOf(tool, terms),
    inputSchema: announced(inputOf(tool)),
    ...(output === null ? {} : { outputSchema: announced(output) }),
    annotations: {
      title: tool.title,
      readOnlyHint: readOnly,
      destructiveHint: tool.destructive,
      idempotentHint: readOnly || tool.idempotent,
      // An act is served on other agents; a read stays within the court's registers.
      openWorldHint: !readOnly,
    },
  }
}

/** Every tool as it is announced under the figures in force. */
export const listing = (bound: BoundTools, terms: Terms): Array<McpTool> =>
  [...bound.values()].map((tool) => listed(tool, terms))
