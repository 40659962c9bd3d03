/** Defects: mistakes of the code or of the store. They end the run of a command; a client is never answered with one. */

/** Something that can't be missing was: a defect, never an answer to a client. The message says what. */
export class Missing extends Error {
  override readonly name = "Missing"
}

/** The value itself. Throws `Missing` where there is none; `what` names it, with its article: "the last order". */
export const present = <A>(value: A | null | undefined, what: string): A => {
  if (value === null || value === undefined) throw new Missing(`${what} is missing`)
  return value
}

/** A change set is larger than every store must take. Bounds on input keep this from happening; if it does, it is our fault. */
export class ChangeSetTooLarge extends Error {
  override readonly name = "ChangeSetTooLarge"
}

/** A decision puts one record or one task twice, so that the first would be lost in silence. It is a defect of a rule. */
export class DecidedTwice extends Error {
  override readonly name = "DecidedTwice"
}

/** A record in the store does not fit its schema: a defect, never an answer to a client. */
export class CorruptRecord extends Error {
  override readonly name = "CorruptRecord"
}
