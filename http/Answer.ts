import type { Problem } from "./api/Problem.ts"

export type Headers = { readonly [name: string]: string }

/** What goes back: the body as it will stand on the wire. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string | null
}

/** What a handler gives: the value of the body, and headers of its own. */
export interface Reply<A> {
  readonly value: A
  readonly headers?: Headers
  /** An earlier answer given again. */
  readonly replayed?: boolean
}
export const reply = <A>(value: A, headers?: Headers): Reply<A> =>
  headers === undefined ? { value } : { value, headers }

export const problemAnswer = (problem: Problem, headers: Headers = {}): Answer => ({
  status: problem.status,
  headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(problem),
})
