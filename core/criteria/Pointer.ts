/** Pointers to a place in a JSON value (RFC 6901). */
import { isList, isObject, type Value } from "./Json.ts"

export type Tokens = ReadonlyArray<string>

/** The tokens of a pointer in its text form; null for a text that is not a pointer. */
export const parsePointer = (text: string): Tokens | null => {
  if (text === "") return []
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return null
  return text
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
}

export const escapeToken = (token: string | number): string =>
  String(token).replaceAll("~", "~0").replaceAll("/", "~1")

export const writePointer = (tokens: ReadonlyArray<string | number>): string =>
  tokens.map((token) => `/${escapeToken(token)}`).join("")

const index = /^(?:0|[1-9]\d*)$/

/** The value at a place; undefined where the pointer leads nowhere. */
export const follow = (value: Value, tokens: Tokens): Value | undefined => {
  let at: Value | undefined = value
  for (const token of tokens) {
    if (isObject(at)) at = at.get(token)
    else if (isList(at) && index.test(token)) at = at[Number(token)]
    else return undefined
  }
  return at
}
