/** What a store itself said when it failed: its code, and its words for the log. */
export interface Reason {
  /** A code of SQLite, PostgreSQL or the operating system, or the name of the error. Fit for everybody. */
  readonly code: string
  /** The store's own words. They may name files and hosts, so they are for the log alone. */
  readonly words: string
}

const wordsMax = 300

// Errors are wrapped on their way: by the client of the database, by the thread that writes.
const depthMax = 5

/** Whether an error has a code of its own, as those of SQLite, PostgreSQL and the operating system do. */
const codeOf = (error: Error): string | null =>
  "code" in error && typeof error.code === "string" && error.code !== "" ? error.code : null

/** The innermost error that has a code, or else the innermost error. */
export const reasonOf = (cause: unknown): Reason => {
  let found: Error | null = null
  let next = cause
  for (let depth = 0; depth < depthMax && next instanceof Error; depth++) {
    if (found === null || codeOf(found) === null || codeOf(next) !== null) found = next
    next = next.cause
  }
  if (found === null) return { code: "unavailable", words: String(cause).slice(0, wordsMax) }
  return {
    code: codeOf(found) ?? found.name,
    words: found.message.replace(/\s+/g, " ").slice(0, wordsMax),
  }
}
