/** Packages that only some courts need. A court that needs one says how to install it if it is missing. */

/** The words of Node and of Deno about a package that they can't find, of which each captures the name. */
const notFound = [/^(?:Cannot|Could not) find package '([^']+)'/, /^Import "([^"]+)" not a dependency/]

/** The package that an error says is not installed; null if the error says something else. */
export const missingIn = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  return notFound.flatMap((words) => words.exec(error.message)?.[1] ?? []).at(0) ?? null
}

/** The way to install a package that a court needs, as the end of a sentence about the court. */
export const installing = (name: string): string =>
  `it needs a package that is not installed; run: npm install ${name}`

/**
 * Handles the failure to load a module that rests on the package `name`: throws the error of `refuse` if this package or a package of
 * its own is missing. A bundler accepts an import that it can't find only if a `.catch` stands at it.
 */
export const explainMissing =
  (name: string, refuse: (reason: string) => Error) =>
  (error: unknown): never => {
    throw missingIn(error) === null ? error : refuse(installing(name))
  }
