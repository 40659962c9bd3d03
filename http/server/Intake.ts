/**
 * Bodies on their way in. A request is refused by what its head says before anything of its body is read, and the bytes that
 * are held for bodies are bounded, for each address and in all. The first bytes of every body are let in besides, so that those who
 * send much can't keep out those who send an ordinary act; connections are bounded, and these bytes with them.
 */
import { Effect, Either } from "effect"
import * as Metrics from "../../adapters/telemetry/Metrics.ts"
import * as Body from "./Body.ts"
import { bucketOf, type Incoming } from "./Incoming.ts"
import { Faulted } from "./Problem.ts"

/** What the head of a request says of its body. */
export interface Head {
  readonly carries: boolean
  /** As declared; 0 where a body does not say how long it is. */
  readonly bytes: number
}

export interface Bounds {
  /** Bytes of each body that are always let in. */
  readonly free: number
  readonly perAddress: number
  readonly inAll: number
}

export interface Intake {
  /** Reads a body, and holds what it takes until `use` has ended. */
  readonly read: <A, E, R>(
    incoming: Incoming,
    head: Head,
    use: (body: Uint8Array) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | Faulted, R>
  /** Bytes that are held now, beyond those that are always let in. */
  readonly held: () => number
}

const nothing = new Uint8Array()
/** A request that carries no body. */
export const noHead: Head = { carries: false, bytes: 0 }

/** The head of a JSON body: refused by its type before its length (415, 413). */
export const headOf = ({ header }: Incoming): Either.Either<Head, Faulted> => {
  const bytes = Number(header("content-length") ?? 0)
  const carries = bytes > 0 || header("transfer-encoding") !== undefined
  if (!carries) return Either.right(noHead)
  if (!Body.isJson(header("content-type"))) return Either.left(new Faulted({ code: "not_json" }))
  return bytes > Body.bodyBytesMax
    ? Either.left(new Faulted({ code: "body_too_large" }))
    : Either.right({ carries, bytes })
}

const soon = { "retry-after": "1" }

/** One body: counts its bytes as they come, and says when no more are taken. */
const counting = (bounds: Bounds, held: Map<string, number>, total: { bytes: number }, address: string) => {
  let size = 0
  let own = 0
  let ended = false
  return {
    take: (bytes: number): Faulted | null => {
      if (ended) return new Faulted({ code: "request_timeout" })
      size += bytes
      if (size > Body.bodyBytesMax) return new Faulted({ code: "body_too_large" })
      const more = Math.max(0, size - bounds.free) - own
      if (more === 0) return null
      const ofAddress = (held.get(address) ?? 0) + more
      if (ofAddress > bounds.perAddress) return new Faulted({ code: "bodies_in_flight", headers: soon })
      if (total.bytes + more > bounds.inAll) return new Faulted({ code: "overloaded", headers: soon })
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
const usual: Bounds = { free: 16_384, perAddress: 8 * mebibyte, inAll: 64 * mebibyte }

export const make = (bounds: Bounds = usual): Intake => {
  const held = new Map<string, number>()
  const total = { bytes: 0 }
  return {
    held: () => total.bytes,
    read: (incoming, head, use) =>
      Effect.suspend(() => {
        if (!head.carries) return use(nothing)
        if (!Body.isUtf8(incoming.header("content-type") ?? ""))
          return Effect.fail(new Faulted({ code: "unsupported_charset" }))
        const { take, release } = counting(bounds, held, total, bucketOf(incoming.address))
        return Effect.ensuring(Effect.flatMap(incoming.body(take), use), Effect.sync(release))
      }),
  }
}
