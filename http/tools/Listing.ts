/** `tools/list`: what a model reads of the tools, derived from the table and the published description of the interface. */
import type { Tool as McpTool } from "@modelcontextprotocol/server"
import type { Terms } from "../../core/Schedule.ts"
import type { Described } from "../api/OpenApi.ts"
import { operations, type Shape, type ToolOperation } from "./Operations.ts"
import { type Act, type Tool, wordsOf } from "./Tool.ts"
import { tools } from "./Tools.ts"

/** An act with its operation. */
export interface BoundAct extends Omit<Act, "operation"> {
  readonly operation: ToolOperation
}
export interface BoundTool extends Omit<Tool, "acts"> {
  readonly acts: ReadonlyArray<BoundAct>
}

/** By name. */
export type BoundTools = ReadonlyMap<string, BoundTool>

/** The tools over the operations of a court. */
export const bindTools = (document: Described): BoundTools => {
  const find = operations(document)
  return new Map(
    tools.map((tool) => [
      tool.name,
      { ...tool, acts: tool.acts.map((act) => ({ ...act, operation: find(act.operation) })) },
    ]),
  )
}

const sentences = (...parts: ReadonlyArray<string>): string =>
  parts
    .filter((part) => part !== "")
    .map((part) => (/[.:?!]$/.test(part) ? part : `${part}.`))
    .join(" ")

/** What an act does: the note of the table where it has one (the interface's own words speak of paths and headers), else those. */
const tellsOf = ({ operation, note }: BoundAct, terms: Terms): string =>
  wordsOf(note, terms) || operation.description

/** The arguments of an operation as one writes them down: `id, grounds, note?`. */
const argumentsOf = ({ input, places }: ToolOperation): string =>
  Object.keys(input.properties ?? {})
    .filter((name) => places.get(name) !== "header")
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

/** One property from what several acts call by the same name. */
const joined = (shapes: ReadonlyArray<Shape>): Shape => {
  const distinct = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
  return distinct.length === 1 && distinct[0] !== undefined ? distinct[0] : { anyOf: distinct }
}

/** One flat object: hosts hand a schema to models that take no choice at its root. */
const inputOf = ({ acts }: BoundTool): Shape => {
  const [first] = acts
  if (first !== undefined && first.action === null) return first.operation.input
  const byName = new Map<string, Array<Shape>>()
  for (const { operation } of acts)
    for (const [name, shape] of Object.entries(operation.input.properties ?? {}))
      byName.set(name, [...(byName.get(name) ?? []), shape])
  const always = (name: string): boolean =>
    acts.every(({ operation }) => operation.input.required?.includes(name))
  return {
    type: "object",
    properties: {
      action: { type: "string", enum: acts.map(({ action }) => action) },
      ...Object.fromEntries([...byName].map(([name, shapes]) => [name, joined(shapes)])),
    },
    required: ["action", ...[...byName.keys()].filter(always)],
    additionalProperties: false,
  }
}

// A shape is JSON: it came from the published description.
const announced = (shape: Shape) => shape as McpTool["inputSchema"]

const listed = (tool: BoundTool, terms: Terms): McpTool => {
  const readOnly = tool.acts.every(({ operation }) => operation.method === "GET")
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
      idempotentHint: tool.idempotent,
      // Whatever acts is served on other agents; what reads stays in the court's own registers.
      openWorldHint: !readOnly,
    },
  }
}

/** Every tool as it is announced under the figures in force. */
export const listing = (bound: BoundTools, terms: Terms): Array<McpTool> =>
  [...bound.values()].map((tool) => listed(tool, terms))
