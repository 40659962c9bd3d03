/** A request as a caller gives it and as it goes over the wire, and an operation that makes one of the other. */
import { InvalidRequest, type Place } from "./Failure.ts"

export interface Parts {
  readonly path?: { readonly [name: string]: string }
  readonly urlParams?: { readonly [name: string]: unknown }
  readonly headers?: { readonly [name: string]: string | undefined }
  readonly payload?: unknown
}

/** A request that is ready to be sent. Its target is the path and query, from the root of the court. */
export interface Sent {
  readonly target: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | null
}

export interface Facts {
  readonly group: string
  readonly name: string
  readonly method: string
  /** Whether it is an act, which carries an idempotency key. */
  readonly acts: boolean
  /** Whether it is an act of a caller with a credential. The court keeps first answers only for these, so others could act twice. */
  readonly keyed: boolean
  readonly answerSeconds: number
  /** The query parameter that asks for the next page; null if the operation isn't a listing. */
  readonly cursor: "cursor" | "after" | null
  /** Whether it is an act that can be tried, with nothing recorded. */
  readonly tried: boolean
}

export interface Callable extends Facts {
  /** Throws `InvalidRequest` if the parts don't fit. */
  readonly request: (parts: Parts) => Sent
  /** Throws `UnexpectedAnswer` if the text isn't an answer of this operation. */
  readonly answer: (status: number, text: string) => unknown
}

/** Whether a name can stand in a path: `.` and `..` would be resolved away, and a lone surrogate can't be encoded. */
const canStand = (name: string): boolean => !/^\.{0,2}$|\p{Surrogate}/u.test(name)

/** A path with its names; what is wrong with them is added to `wrong`. */
export const pathOf = (pattern: string, names: Parts["path"] = {}, wrong: Array<Place>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = names[name] ?? ""
    if (canStand(value)) return encodeURIComponent(value)
    wrong.push({ path: `path.${name}`, message: "must be a name" })
    return ""
  })

/** A query of texts, with its question mark; empty if no member is given. */
export const queryText = (members: { readonly [name: string]: string | undefined }): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? "" : `?${query}`
}

export const headersOf = (given: Parts["headers"] = {}): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const parts: ReadonlyArray<string> = ["path", "urlParams", "headers", "payload"] satisfies ReadonlyArray<
  keyof Parts
>

/**
 * The members that are given beside the parts of a request: a program without types may give the members of the body or of the path as they
 * are.
 */
export const strayIn = (given: Parts): ReadonlyArray<Place> =>
  Object.keys(given)
    .filter((name) => !parts.includes(name))
    .map((path) => ({ path, message: `is none of the parts of a request (${parts.join(", ")})` }))

/** Throws the failure of a request that does not fit, if anything is wrong with it. */
export const sendNothingWrong = (operation: string, wrong: ReadonlyArray<Place>): void => {
  if (wrong.length > 0) throw new InvalidRequest({ operation, errors: wrong })
}
