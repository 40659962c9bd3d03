/**
 * A cache of answers to `tools/list`. Equal questions get equal answers except for the id of the message, so an answer is kept and
 * given again with another id.
 */
import { Predicate } from "effect"
import type { Terms } from "../../core/kernel/Schedule.ts"
import { type Answer, bodyText } from "../server/Answer.ts"
import type { Incoming } from "../server/Incoming.ts"

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

/** Header fields on which an answer depends. */
const fields = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id", "last-event-id"]

/** A message that asks for the list; null for any other, and for one too long to be kept. */
export const messageOf = (body: unknown, { header }: Incoming): Message | null => {
  if (!Predicate.isReadonlyRecord(body) || body.method !== "tools/list") return null
  const { id, ...rest } = body
  if (typeof id !== "string" && typeof id !== "number") return null
  const asked = JSON.stringify([rest, fields.map((name) => header(name) ?? null)])
  return asked.length > askedCharsMax ? null : { id, asked }
}

/** An answer, split around the id of its message. Null if the id is not its last member, or if the answer is no success. */
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
