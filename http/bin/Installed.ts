/** What is installed: the version of this program, whether the Node that runs it is one that it can run on, and what it lacks. */
import { createRequire } from "node:module"

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
}

const manifest: Manifest = createRequire(import.meta.url)("agent-court/package.json")

export const version: string = manifest.version

/** What is wrong with this version of Node, in one line; null where it will do. An older one would crash in the SQLite library. */
export const unsupported = (node: string): string | null => {
  const least = manifest.engines.node.replace(/^>=/, "")
  const [asked = 0, given = 0] = [least, node].map((text) => {
    const [major = 0, minor = 0] = text.split(".").map(Number)
    return major * 1000 + minor
  })
  return given >= asked ? null : `agent-court needs Node ${least} or newer, and this is Node ${node}`
}

/** An error for the person at the terminal: its message is all they see. */
export class Failure extends Error {
  override readonly name = "Failure"
}

/** Whether an error says that one of these packages can't be found. */
const isMissing = (error: unknown, names: ReadonlyArray<string>): boolean =>
  error instanceof Error && names.some((name) => error.message.includes(name))

/** Loads what draws; where a library that draws is not installed, one line says how to install it. */
export const drawing = <A>(loading: Promise<A>): Promise<A> => {
  // The other package that is not installed unless somebody wants it is a store's.
  const names = Object.keys(manifest.peerDependencies).filter((name) => name !== "@deno/kv")
  return loading.catch((error: unknown) => {
    if (!isMissing(error, names)) throw error
    throw new Failure(
      `charts are drawn by libraries that are not installed; run: npm install ${names.join(" ")}`,
    )
  })
}
