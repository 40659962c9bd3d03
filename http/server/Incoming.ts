import type { Effect } from "effect"
import type { Faulted } from "./Faulted.ts"

/** Counts bytes of a body as they come; what it gives ends the reading. */
export type Take = (bytes: number) => Faulted | null

/** A request as a server hands it over. */
export interface Incoming {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly header: (name: string) => string | undefined
  /** The address it came from: counts its requests, and goes nowhere else. */
  readonly address: string
  /** Reads the body, and asks of each part of it whether it may be kept. Nothing is read before. */
  readonly body: (take: Take) => Effect.Effect<Uint8Array, Faulted>
}

export const pathOf = ({ target }: Incoming): string => target.split("?", 1)[0] ?? target

/** Stands for the values of a parameter that is given twice: no schema here takes a list. */
const repeated: ReadonlyArray<string> = []

/** The query's parameters. One that is given twice becomes a list, which no schema here takes. */
export const queryOf = ({ target }: Incoming): Record<string, unknown> => {
  const at = target.indexOf("?")
  if (at < 0) return {}
  const values = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(target.slice(at + 1)))
    values.set(name, values.has(name) ? repeated : value)
  return Object.fromEntries(values)
}
