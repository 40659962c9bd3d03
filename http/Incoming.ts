import { Effect } from "effect"
import * as Body from "./Body.ts"
import { Faulted } from "./Faulted.ts"

/** A request as a server hands it over. */
export interface Incoming {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly header: (name: string) => string | undefined
  /** The address it came from: counts its requests, and goes nowhere else. */
  readonly address: string
  /** The bytes of the body, read up to the limit; `body_too_large` past it. */
  readonly body: Effect.Effect<Uint8Array, Faulted>
}

export const pathOf = ({ target }: Incoming): string => target.split("?", 1)[0] ?? target

/** The query's parameters. One that is given twice becomes a list, which no schema here takes. */
export const queryOf = ({ target }: Incoming): Record<string, unknown> => {
  const at = target.indexOf("?")
  if (at < 0) return {}
  const values = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(target.slice(at + 1))) {
    values.set(name, values.has(name) ? [values.get(name), value] : value)
  }
  return Object.fromEntries(values)
}

/** The bytes of a JSON body: refused by its type before its size, and by its size before it is read. */
export const bodyOf = (incoming: Incoming): Effect.Effect<Uint8Array, Faulted> => {
  const length = Number(incoming.header("content-length") ?? 0)
  const carries = length > 0 || incoming.header("transfer-encoding") !== undefined
  if (!carries) return Effect.succeed(new Uint8Array())
  if (!Body.isJson(incoming.header("content-type"))) return Effect.fail(new Faulted({ code: "not_json" }))
  return length > Body.bodyBytesMax ? Effect.fail(new Faulted({ code: "body_too_large" })) : incoming.body
}
