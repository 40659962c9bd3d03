import type { Problem } from "../api/Problem.ts"

export type Headers = { readonly [name: string]: string }

/** What goes back: the body as it will stand on the wire. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Bytes, where they were made once for all who ask. */
  readonly body: string | Uint8Array | null
}

/** The body as text. */
export const textOf = ({ body }: Answer): string =>
  typeof body === "string" || body === null ? (body ?? "") : Buffer.from(body).toString()

/** A document as it will stand on the wire, made once and kept. */
export interface Rendered {
  readonly body: Uint8Array
  readonly etag: string
}

/** What a handler gives: the value of the body, and headers of its own. */
export interface Reply<A> {
  readonly value: A
  readonly headers?: Headers
  /** An earlier answer given again. */
  readonly replayed?: boolean
  /** The value as it is sent, where it was made before. */
  readonly rendered?: Rendered
}
export const reply = <A>(value: A, headers?: Headers): Reply<A> =>
  headers === undefined ? { value } : { value, headers }

export const problemAnswer = (problem: Problem, headers: Headers = {}): Answer => ({
  status: problem.status,
  headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(problem),
})
