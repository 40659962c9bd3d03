/**
 * `tools/list`: the tools as a model reads them, derived from their table and from the operations of the interface. Equal questions get
 * equal answers except for the id of the message, so an answer is kept and given again with another id.
 */
import type { Tool as McpTool } from "@modelcontextprotocol/server"
import { Predicate } from "effect"
import type { Terms } from "../../core/kernel/Schedule.ts"
import { readsOnly } from "../api/Operations.ts"
import { type Answer, bodyText } from "../server/Answer.ts"
import type { Incoming } from "../server/Incoming.ts"
import { explanationsIn, refer, shared, shorten, showOnce } from "./Brief.ts"
import { isReading, readingArguments } from "./Manner.ts"
import { type Shape, type ToolOperation, toolOperation, without } from "./Operations.ts"
import { type Act, type Tool, wordsOf } from "./Tool.ts"
import { tools } from "./Tools.ts"

export interface BoundAct extends Omit<Act, "operation"> {
  /** The operation with the arguments that a caller may give. If the host performs the act, the arguments that are secrets are left out. */
  readonly operation: ToolOperation
  readonly whole: ToolOperation
}
export interface BoundTool extends Omit<Tool, "acts"> {
  readonly acts: ReadonlyArray<BoundAct>
  /** The tool changes nothing: it reads, or it tells its host what to send. */
  readonly readOnly: boolean
}

export type BoundTools = ReadonlyMap<string, BoundTool>

const changesNothing = ({ operation, byHost }: BoundAct): boolean => readsOnly(operation) || byHost !== null

const bindAct = (act: Act): BoundAct => {
  const whole = toolOperation(act.operation)
  const operation = act.byHost === null ? whole : without(whole, act.byHost.secrets)
  return { ...act, operation, whole }
}

export const bindTools = (): BoundTools =>
  new Map(
    tools.map((tool) => {
      const acts = tool.acts.map(bindAct)
      return [tool.name, { ...tool, acts, readOnly: acts.every(changesNothing) }]
    }),
  )

const sentences = (...parts: ReadonlyArray<string>): string =>
  parts
    .filter((part) => part !== "")
    .map((part) => (/[.:?!]$/.test(part) ? part : `${part}.`))
    .join(" ")

/** The words on the effect of an act: its note, or else the description of its operation. */
const tellsOf = ({ operation, note }: BoundAct, terms: Terms): string =>
  wordsOf(note, terms) || sentences(operation.summary, operation.description)

/** The arguments of an act, without what every tool takes alike: `id`, `grounds`, `note?`. */
const argumentsOf = (
  { operation: { input, places } }: BoundAct,
  omits: BoundTool["omits"],
): ReadonlyArray<string> =>
  Object.keys(input.properties ?? {})
    .filter((name) => places.get(name) !== "headers" && !shared.has(name) && !omits.includes(name))
    .map((name) => (input.required?.includes(name) ? name : `${name}?`))

/** If an act takes all that a long act before it takes, it names that act instead of its arguments. */
const longFrom = 6

const lineOf = (act: BoundAct, { acts, omits }: Pick<BoundTool, "acts" | "omits">, terms: Terms): string => {
  const given = argumentsOf(act, omits)
  const before = acts.slice(0, acts.indexOf(act))
  const like = before.find((other) => {
    const others = argumentsOf(other, omits)
    return others.length >= longFrom && others.every((name) => given.includes(name))
  })
  const own =
    like === undefined
      ? given
      : [`as ${like.action}`, ...given.filter((name) => !argumentsOf(like, omits).includes(name))]
  return `- ${act.action} (${own.join(", ")}): ${sentences(tellsOf(act, terms))}`
}

const descriptionOf = ({ purpose, acts, omits }: BoundTool, terms: Terms): string => {
  const words = wordsOf(purpose, terms)
  const [act] = acts
  return act !== undefined && act.action === null
    ? sentences(words, tellsOf(act, terms))
    : [words, "Actions:", ...acts.map((act) => lineOf(act, { acts, omits }, terms))].join("\n")
}

interface Use {
  readonly action: string
  readonly shape: Shape
}

const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

/** The beginning of the words for an id of a record, in every tool. */
const idWords = /^The id of (?:the )?/

/** The description of an argument. If acts describe it differently, each description but the most frequent names its acts. */
const describeFor = (uses: ReadonlyArray<Use>): string => {
  const byWords = new Map<string, Array<string>>()
  for (const { action, shape } of uses) {
    const words = shape.description ?? ""
    byWords.set(words, [...(byWords.get(words) ?? []), action])
  }
  const [[usual] = [""], ...others] = [...byWords].sort(([, a], [, b]) => b.length - a.length)
  if (others.length === 0) return sentences(usual)
  if ([...byWords.keys()].every((words) => idWords.test(words)))
    return `The id of the ${usual.replace(idWords, "")}; for ${others.map(([words, actions]) => `${actions.join(", ")} of the ${words.replace(idWords, "")}`).join(", for ")}.`
  return sentences(
    ...others.map(([words, actions]) => `For ${actions.join(", ")}: ${words}`),
    `Else: ${usual}`,
  )
}

/** One property for an argument that several acts take. */
const joinUses = (uses: ReadonlyArray<Use>): Shape => {
  const shapes = distinct(uses.map(({ shape: { description: _, ...shape } }): Shape => shape))
  const [only] = shapes
  const shape: Shape = shapes.length === 1 && only !== undefined ? only : { anyOf: shapes }
  return { description: describeFor(uses), ...shape }
}

const requirementsOf = ({ operation }: BoundAct): ReadonlyArray<string> => operation.input.required ?? []

const ofReading = ({ acts }: BoundTool): { readonly [name: string]: Shape } =>
  acts.some(isReading) ? readingArguments : {}

const inputOf = (tool: BoundTool): Shape => {
  const { acts } = tool
  const [first] = acts
  if (first !== undefined && first.action === null) {
    const { input } = first.operation
    return { ...input, properties: { ...input.properties, ...ofReading(tool) } }
  }
  const byName = new Map<string, Array<Use>>()
  for (const { action, operation } of acts)
    for (const [name, shape] of Object.entries(operation.input.properties ?? {}))
      byName.set(name, [...(byName.get(name) ?? []), { action: String(action), shape }])
  const always = [...byName.keys()].filter((name) => acts.every((act) => requirementsOf(act).includes(name)))
  return {
    type: "object",
    properties: {
      action: { type: "string", enum: acts.map(({ action }) => action) },
      ...Object.fromEntries([...byName].map(([name, uses]) => [name, joinUses(uses)])),
      ...ofReading(tool),
    },
    required: ["action", ...always],
    additionalProperties: false,
  }
}

// A shape is JSON Schema, as the platform writes it.
const asInputSchema = (shape: Shape) => shape as McpTool["inputSchema"]

/** The hints on a tool for a host. The protocol reads a hint that is left out as the more dangerous value. */
const annotationsOf = ({ readOnly, destructive, idempotent }: BoundTool): McpTool["annotations"] =>
  readOnly
    ? { readOnlyHint: true }
    : { destructiveHint: destructive, ...(idempotent ? { idempotentHint: true } : {}) }

/** The input of a tool in brief. Parts that are explained by the tool that it is like are not explained again. */
const briefInput = (bound: BoundTools, tool: BoundTool): Shape => {
  const input = shorten(inputOf(tool), tool.omits)
  const like = tool.like === null ? undefined : bound.get(tool.like)
  return showOnce(
    like === undefined ? input : refer(input, explanationsIn(shorten(inputOf(like), like.omits))),
  )
}

/** Every tool as it is announced under the figures in force. */
export const listTools = (bound: BoundTools, terms: Terms): Array<McpTool> =>
  [...bound.values()].map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: descriptionOf(tool, terms),
    inputSchema: asInputSchema(briefInput(bound, tool)),
    annotations: annotationsOf(tool),
  }))

interface Message {
  readonly id: string | number
  /** Everything that an answer depends on, except the id. */
  readonly asked: string
}

interface KeptAnswer {
  readonly answer: Answer
  readonly before: string
  readonly after: string
}

const keptMax = 16
const askedCharsMax = 1_024

const fields = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id", "last-event-id"]

/** A message that asks for the list; null for any other, and for one too long to be kept. */
export const messageOf = (body: unknown, { header }: Incoming): Message | null => {
  if (!Predicate.isReadonlyRecord(body) || body.method !== "tools/list") return null
  const { id, ...rest } = body
  if (typeof id !== "string" && typeof id !== "number") return null
  const asked = JSON.stringify([rest, fields.map((name) => header(name) ?? null)])
  return asked.length > askedCharsMax ? null : { id, asked }
}

/** An answer, split around the id of its message. Null if the id is not its last member, or if the answer is not a success. */
const aroundId = (answer: Answer, id: Message["id"]): KeptAnswer | null => {
  const text = bodyText(answer)
  const shown = JSON.stringify(id)
  const at = text.lastIndexOf(`"id":${shown}}`) + '"id":'.length
  const after = text.slice(at + shown.length)
  const ends = at >= '"id":'.length && after.trimEnd() === "}"
  return ends && answer.status === 200 ? { answer, before: text.slice(0, at), after } : null
}

interface KeptLists {
  readonly find: (terms: Terms, message: Message) => Answer | null
  readonly keep: (terms: Terms, message: Message, answer: Answer) => void
}

export const make = (): KeptLists => {
  const kept = new Map<string, KeptAnswer>()
  let under: Terms | null = null
  return {
    find: (terms, { id, asked }) => {
      const found = under === terms ? kept.get(asked) : undefined
      if (found === undefined) return null
      return { ...found.answer, body: `${found.before}${JSON.stringify(id)}${found.after}` }
    },
    keep: (terms, { id, asked }, answer) => {
      if (under !== terms || kept.size >= keptMax) kept.clear()
      under = terms
      const split = aroundId(answer, id)
      if (split !== null) kept.set(asked, split)
    },
  }
}
