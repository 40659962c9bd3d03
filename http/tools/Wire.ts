/** A message between the wire and the protocol's library: the request that the library gets, and the court's answer from its response. */
import { Effect } from "effect"
import type { Answer } from "../server/Answer.ts"
import type { Incoming } from "../server/Incoming.ts"

/** The header fields of the protocol. The library gets no others. */
const fields = [
  "accept",
  "content-type",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
  "last-event-id",
]

/** The form in which the court answers a message. The library wants both forms named, and streams nothing to a request. */
const bothForms = "application/json, text/event-stream"

/** Whether a caller takes JSON: it names it, or a range that has it, or nothing at all. */
const takesJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept
    .split(",")
    .map((range) => range.trim().toLowerCase())
    .some(
      (range) =>
        /^(?:\*\/\*|application\/(?:\*|json))(?:\s*;|$)/.test(range) &&
        !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range),
    )

export const webRequest = (incoming: Incoming, url: string): Request => {
  const headers = new Headers()
  for (const name of fields) {
    const value = incoming.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  if (incoming.method === "POST" && takesJson(incoming.header("accept"))) headers.set("accept", bothForms)
  return new Request(url, { method: incoming.method, headers })
}

/** The message of a stream as JSON: the library streams its one answer to the older revisions, and the court answers in JSON. */
const takeOutOfStream = (text: string, type: string | null) => {
  const data = type?.startsWith("text/event-stream") ? /^data: ?(\{.*)$/mu.exec(text)?.[1] : undefined
  return data === undefined ? { body: text, type } : { body: data, type: "application/json" }
}

export const answerOf = (response: Response): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const { body, type } = takeOutOfStream(await response.text(), response.headers.get("content-type"))
    const headers = { "cache-control": "no-store", ...(type === null ? {} : { "content-type": type }) }
    const allow = response.headers.get("allow")
    return {
      status: response.status,
      headers: allow === null ? headers : { ...headers, allow },
      body: body === "" ? null : body,
    }
  })
