/** A tool: its purpose, and the operations of the interface that serve it. Everything else is derived from these. */
import type { Terms } from "../../core/kernel/Schedule.ts"
import type { OperationId } from "../api/Operations.ts"

/** A text; a function if the text states figures in force. */
type Words = string | ((terms: Terms) => string)
export const wordsOf = (words: Words, terms: Terms): string =>
  typeof words === "string" ? words : words(terms)

export interface Act {
  /** The value of the argument `action` that asks for it; null if the tool does one thing only. */
  readonly action: string | null
  readonly operation: OperationId
  /** Its effect, its cost and its consequences. If the note is empty, the description of the operation stands in its place. */
  readonly note: Words
  /** How the host performs it; null if the court performs it when the tool is called. */
  readonly byHost: ByHost | null
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
  readonly name: string
  readonly title: string
  readonly purpose: Words
}
export interface Tool extends Described, Effects {
  readonly acts: ReadonlyArray<Act>
}

export const action = (name: string, operation: OperationId, note: Words = ""): Act => ({
  action: name,
  operation,
  note,
  byHost: null,
})

/** An action that the host performs. The tool only says how. */
export const hostAction = (name: string, operation: OperationId, note: Words, byHost: ByHost): Act => ({
  ...action(name, operation, note),
  byHost,
})

export const single = (
  described: Described,
  operation: OperationId,
  { note = "", ...effects }: Partial<Effects> & { readonly note?: Words } = {},
): Tool => ({
  ...harmless,
  ...described,
  ...effects,
  acts: [{ ...action("", operation, note), action: null }],
})

/** A tool with several acts. Its caller names one by `action`. */
export const groupActs = (
  described: Described,
  acts: ReadonlyArray<Act>,
  effects: Partial<Effects> = {},
): Tool => ({ ...harmless, ...described, ...effects, acts })
