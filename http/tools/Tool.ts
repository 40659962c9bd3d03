/** A tool: its purpose, and the operations of the interface that serve it. Everything else is derived from these. */
import type { Terms } from "../../core/kernel/Schedule.ts"
import { type OperationId, operations } from "../api/Operations.ts"

/** A text; a function if the text states figures in force. */
type Words = string | ((terms: Terms) => string)
export const wordsOf = (words: Words, terms: Terms): string =>
  typeof words === "string" ? words : words(terms)

interface Performed {
  readonly operation: OperationId
  /** Its effect, its cost and its consequences. If the note is empty, the description of the operation stands in its place. */
  readonly note: Words
  /** How the host performs it; null if the court performs it when the tool is called. */
  readonly byHost: ByHost | null
}

export interface Act extends Performed {
  /** The value of the argument `action` that asks for it; null if the tool does one thing only. */
  readonly action: string | null
}

/**
 * An operation that takes or gives a credential. All data of a tool pass through a model, so the tool only tells the host which request
 * to send by itself.
 */
export interface ByHost {
  /** Names of the arguments that are secrets: the tool does not take them. */
  readonly secrets: ReadonlyArray<string>
  readonly afterwards: string
}

/** The facts that a host may want to know before it lets a model call a tool. That a tool only reads is derived from its operations. */
interface Effects {
  readonly destructive: boolean
  /** The same call again has no further effect: it is refused or changes nothing. */
  readonly idempotent: boolean
  /** The tool whose schema explains the objects that this one takes as well; its purpose says so. Null without such a tool. */
  readonly like: string | null
  /** Members, at any depth, that its schema does not show since nobody needs them here. The court reads them all the same. */
  readonly omits: ReadonlyArray<string>
}
const harmless: Effects = { destructive: false, idempotent: false, like: null, omits: [] }

interface Described {
  readonly title: string
  readonly purpose: Words
}
export interface Tool extends Described, Effects {
  readonly name: string
  readonly acts: ReadonlyArray<Act>
}

export const action = (operation: OperationId, note: Words = ""): Performed => ({
  operation,
  note,
  byHost: null,
})

/** An action that the host performs. The tool only says how. */
export const hostAction = (operation: OperationId, note: Words, byHost: ByHost): Performed => ({
  operation,
  note,
  byHost,
})

const wordsIn = (name: string): ReadonlyArray<string> => name.split("_")
const singular = (word: string): string => word.replace(/s$/, "")

/** The name of an operation in the style of tools: `attest_compliance`. */
const toolName = (operation: OperationId): string =>
  operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The name of an operation as an action of a tool, without the noun that the tool names: `accept` of `manage_quote`. */
const actionName = (operation: OperationId, tool: string): string => {
  const [, ...nouns] = wordsIn(tool).map(singular)
  return wordsIn(toolName(operation))
    .filter((word) => !nouns.includes(singular(word)))
    .join("_")
}

export const single = (
  described: Described,
  operation: OperationId,
  { note = "", ...effects }: Partial<Effects> & { readonly note?: Words } = {},
): Tool => ({
  ...harmless,
  ...described,
  ...effects,
  name: toolName(operation),
  acts: [{ ...action(operation, note), action: null }],
})

/**
 * A tool of the operations that name it. Its caller names one by `action`. `words` says of some of them what a model must know, in the order
 * of the list; of the others, their own description does, after these.
 */
export const groupActs = (
  described: Described & { readonly name: string },
  words: ReadonlyArray<Performed>,
  effects: Partial<Effects> = {},
): Tool => {
  const { name } = described
  // Every id of an operation is an `OperationId`.
  const own = operations
    .filter(({ conditions }) => conditions.tool === name)
    .map(({ id }) => id as OperationId)
  const strange = words.find(({ operation }) => !own.includes(operation))
  if (strange !== undefined) throw new Error(`${strange.operation} does not name the tool ${name}`)
  const told = words.map(({ operation }) => operation)
  const others = own.filter((id) => !told.includes(id)).map((id) => action(id))
  return {
    ...harmless,
    ...described,
    ...effects,
    acts: [...words, ...others].map((act) => ({ ...act, action: actionName(act.operation, name) })),
  }
}
