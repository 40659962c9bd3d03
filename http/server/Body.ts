/**
 * The body of a request. The head of a request can be refused before its body is read, the memory for bodies is bounded, and one pass
 * over the text comes before the JSON parser, so that the value is safe to walk and to store.
 */

import { Effect, Either } from "effect"
import * as Metrics from "../../adapters/telemetry/Metrics.ts"
import { type Bounds, canonical, elementsMax, type Json, scan } from "../../core/kernel/Json.ts"
import { absentBody, type Problem } from "../api/Operation.ts"
import { bucketOf, type Incoming } from "./Incoming.ts"
import { type FaultCode, Faulted } from "./Problem.ts"
import { pathText } from "./SchemaErrors.ts"

const pathCharsMax = 200
const placeOf = (at: ReadonlyArray<string | number>): string => pathText(at).slice(0, pathCharsMax)

export const bodyBytesMax = 1_048_576
/** How deep a body may nest, and how many parts it may have. */
export const bounds: Bounds = { depthMax: 32, itemsMax: elementsMax }

/** The same for a body that is a list of items, each of which is read by itself. */
export const listBounds: Bounds = { ...bounds, itemsMax: 2 * elementsMax }

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

// No store can keep a lone surrogate or U+0000. Only an escape can put one into a JSON string.
const unkeepable = /\p{Surrogate}|\0/u
const hasUnkeepable = "has an escape of U+0000, or of half a surrogate pair, which can't be kept"
const revive = (_key: string, value: unknown): unknown => {
  if (typeof value === "string" && unkeepable.test(value)) throw new SyntaxError(hasUnkeepable)
  return value
}
const keysKeepable = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return true
  return Object.entries(value).every(([key, member]) => !unkeepable.test(key) && keysKeepable(member))
}

/** Whether a media type is `application/json` or ends with `+json`, with parameters or without. */
export const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined &&
  /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json[ \t]*(?:;|$)/i.test(contentType.trim())

export const isUtf8 = (contentType: string): boolean => {
  const charset = /;[ \t]*charset=[ \t]*"?([^\s";]*)/i.exec(contentType)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

interface Parsed {
  readonly value: unknown
  readonly items: number
  /** Its RFC 8785 form: the order of members and white space don't matter. */
  readonly canonical: () => string
}

const empty: Parsed = { value: absentBody, items: 0, canonical: () => "" }

const fault = (code: FaultCode, errors?: Problem["errors"]): Either.Either<never, Faulted> =>
  Either.left(new Faulted(errors === undefined ? { code } : { code, errors }))

const read = (text: string): unknown => {
  if (!text.includes("\\u")) return JSON.parse(text)
  const value: unknown = JSON.parse(text, revive)
  if (keysKeepable(value)) return value
  throw new SyntaxError(hasUnkeepable)
}

/** Why a body is not JSON, and where it ceases to be JSON if the parser says that. The rest of the parser's message is left out, since it quotes the body. */
const unreadable = (error: unknown): Problem["errors"] => {
  if (!(error instanceof SyntaxError)) return [{ path: "", message: "is not UTF-8" }]
  if (error.message === hasUnkeepable) return [{ path: "", message: hasUnkeepable }]
  if (error.message.includes("end of JSON")) return [{ path: "", message: "ends before its JSON does" }]
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(error.message) ?? []
  return line === undefined ? [] : [{ path: "", message: `is not JSON at line ${line}, column ${column}` }]
}

/** A value that was read from JSON is JSON, which TypeScript can't see. */
const parsedOf = (value: unknown, items: number): Parsed => ({
  value,
  items,
  canonical: () => canonical(value as Json),
})

/** The value of a body; an empty body gives an object without members. */
export const parse = (bytes: Uint8Array, within: Bounds = bounds): Either.Either<Parsed, Faulted> => {
  if (bytes.length === 0) return Either.right(empty)
  try {
    const text = decoder.decode(bytes)
    const found = scan(text, within)
    switch (found._tag) {
      case "Within":
        return Either.right(parsedOf(read(text), found.items))
      case "TooDeep":
        return fault("too_deep")
      case "TooMany":
        return fault("too_many_elements")
      case "Repeated":
        return fault("duplicate_member", [
          { path: placeOf(found.at), message: "is named twice in this object" },
        ])
    }
  } catch (error) {
    return fault("invalid_json", unreadable(error))
  }
}

export interface Head {
  readonly carries: boolean
  /** The declared length; 0 if the head declares no length. */
  readonly bytes: number
}

/**
 * How many bytes the court holds for bodies at one time. The first bytes of every body are not counted, so that senders of large bodies
 * can't keep out senders of ordinary acts; the bound on connections bounds these bytes too.
 */
interface Room {
  /** The first bytes of each body, which are always let in. */
  readonly free: number
  readonly perAddress: number
  readonly inAll: number
}

export interface Intake {
  /** Reads a body and passes it to `use`. Its bytes count until `use` has ended. */
  readonly read: <A, E, R>(
    incoming: Incoming,
    head: Head,
    use: (body: Uint8Array) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | Faulted, R>
  /** The bytes that are held now, without the bytes that are always let in. */
  readonly held: () => number
}

const nothing = new Uint8Array()
export const noHead: Head = { carries: false, bytes: 0 }

/** The head of a JSON body. A wrong type (415) is refused before a wrong length (413). */
export const headOf = ({ header }: Incoming): Either.Either<Head, Faulted> => {
  const bytes = Number(header("content-length") ?? 0)
  const carries = bytes > 0 || header("transfer-encoding") !== undefined
  if (!carries) return Either.right(noHead)
  if (!isJson(header("content-type"))) return Either.left(new Faulted({ code: "not_json" }))
  return bytes > bodyBytesMax
    ? Either.left(new Faulted({ code: "body_too_large" }))
    : Either.right({ carries, bytes })
}

const soon = { "retry-after": "1" }

/** Counts the bytes of one body as they come, and refuses it if they are too many. */
const countBytes = (room: Room, held: Map<string, number>, total: { bytes: number }, address: string) => {
  let size = 0
  let own = 0
  let ended = false
  return {
    take: (bytes: number): Faulted | null => {
      if (ended) return new Faulted({ code: "request_timeout" })
      size += bytes
      if (size > bodyBytesMax) return new Faulted({ code: "body_too_large" })
      const more = Math.max(0, size - room.free) - own
      if (more === 0) return null
      const ofAddress = (held.get(address) ?? 0) + more
      if (ofAddress > room.perAddress) return new Faulted({ code: "bodies_in_flight", headers: soon })
      if (total.bytes + more > room.inAll) return new Faulted({ code: "overloaded", headers: soon })
      own += more
      total.bytes += more
      Metrics.bodies.record(more)
      held.set(address, ofAddress)
      return null
    },
    release: (): void => {
      ended = true
      if (own === 0) return
      Metrics.bodies.record(-own)
      total.bytes -= own
      const left = (held.get(address) ?? 0) - own
      if (left > 0) held.set(address, left)
      else held.delete(address)
    },
  }
}

const mebibyte = 1_048_576
export const usual: Room = { free: 16_384, perAddress: 8 * mebibyte, inAll: 64 * mebibyte }

export const intake = (room: Room = usual): Intake => {
  const held = new Map<string, number>()
  const total = { bytes: 0 }
  return {
    held: () => total.bytes,
    read: (incoming, head, use) =>
      Effect.suspend(() => {
        if (!head.carries) return use(nothing)
        if (!isUtf8(incoming.header("content-type") ?? ""))
          return Effect.fail(new Faulted({ code: "unsupported_charset" }))
        const { take, release } = countBytes(room, held, total, bucketOf(incoming.address))
        return Effect.ensuring(Effect.flatMap(incoming.body(take), use), Effect.sync(release))
      }),
  }
}
