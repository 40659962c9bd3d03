/** What can't be missing: it is there, or the code or the store is wrong. */

/** Something that can't be missing was: a defect, never an answer to a client. The message says what. */
export class Missing extends Error {
  override readonly name = "Missing"
}

/** The value itself. Throws `Missing` where there is none; `what` names it, with its article: "the last order". */
export const present = <A>(value: A | null | undefined, what: string): A => {
  if (value === null || value === undefined) throw new Missing(`${what} is missing`)
  return value
}
