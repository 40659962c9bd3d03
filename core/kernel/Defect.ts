/** Defects: mistakes of the code or of the store. A defect ends the run of a command or a query, and no client sees its message. */

/** A value that can't be missing is missing. The message names it. */
export class Missing extends Error {
  override readonly name = "Missing"
}

/** The value itself. Throws `Missing` if it is null or undefined; `what` names it with its article, as in "the last order". */
export const needPresent = <A>(value: A | null | undefined, what: string): A => {
  if (value === null || value === undefined) throw new Missing(`${what} is missing`)
  return value
}

/** A change set has more operations than every store must take. The bounds of inputs are there to prevent this. */
export class ChangeSetTooLarge extends Error {
  override readonly name = "ChangeSetTooLarge"
}

/** An event is larger than every journal must take. The bounds of inputs are there to prevent this. */
export class EventTooLarge extends Error {
  override readonly name = "EventTooLarge"
}

/** A decision puts one record or one task twice, so that the first put would be lost in silence. */
export class DecidedTwice extends Error {
  override readonly name = "DecidedTwice"
}

/** A decision puts a record that does not fit its schema, so that nobody could read it again. */
export class UnfitRecord extends Error {
  override readonly name = "UnfitRecord"
}

export class CorruptRecord extends Error {
  override readonly name = "CorruptRecord"
}

/** A store was written in a later format than this version reads. The message names the version that can read it. */
export class LaterFormat extends Error {
  override readonly name = "LaterFormat"
}
