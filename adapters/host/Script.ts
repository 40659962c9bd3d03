/** Finds the scripts of threads: beside the file that starts them, or in the installed package if a bundler moved that file. */
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { basename } from "node:path"
import { pathToFileURL } from "node:url"

/** A thread of an adapter, by its folder and its file: `sqlite/WriterThread`. */
export type ThreadName = `${string}/${string}Thread`

const missing = (thread: ThreadName, importer: string): Error =>
  new Error(
    `the script of a thread, ${basename(thread)}.js, is neither beside ${importer} nor in an installed agent-court: a bundle can't hold it. Install agent-court where the bundle runs, in its folder or above it`,
  )

/** The URL of the script, in the language of the file that starts it: TypeScript in the repository, JavaScript in the package. */
export const scriptOf = (thread: ThreadName, importer: string): URL => {
  const beside = new URL(`./${basename(thread)}${importer.endsWith(".ts") ? ".ts" : ".js"}`, importer)
  if (existsSync(beside)) return beside
  try {
    return pathToFileURL(createRequire(importer).resolve(`agent-court/threads/${thread}`))
  } catch (cause) {
    throw Object.assign(missing(thread, importer), { cause })
  }
}
