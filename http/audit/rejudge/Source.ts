/** The sources from which `agent-court rejudge` reads what a judge read: a folder, or the court itself. */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Either } from "effect"
import { KeptBundle } from "../../../core/bench/index.ts"
import { Failure } from "../../terminal/Terminal.ts"
import * as Client from "../Client.ts"

export interface Source {
  readonly bundle: typeof KeptBundle.BundleView.Type
  /** The text that should have this hash; null if it is not there. */
  readonly part: (sha256: string) => Promise<string | null>
}

const manifestFile = "manifest.json"
const fileOf = (sha256: string): string => `${sha256}.json`

const readOrNull = (path: string): Promise<string | null> => readFile(path, "utf8").catch(() => null)

export const openFolder = async (path: string): Promise<Source> => {
  const text = await readOrNull(join(path, manifestFile))
  if (text === null) throw new Failure(`${join(path, manifestFile)} can't be read`)
  const json = Either.getOrThrowWith(
    Either.try((): unknown => JSON.parse(text)),
    () => new Failure(`${manifestFile} is not JSON`),
  )
  return {
    bundle: Client.decode(KeptBundle.BundleView, json, manifestFile),
    part: (sha256) => readOrNull(join(path, fileOf(sha256))),
  }
}

/** A matter or an appeal of a court. `key` is the file with the key of a party, a judge or the Registrar. */
interface Asked {
  readonly of: "matters" | "appeals"
  readonly id: string
  readonly key: string
}

export const openCourt = async (base: string, { of, id, key }: Asked): Promise<Source> => {
  const token = (await readOrNull(key))?.trim()
  if (token === undefined) throw new Failure(`${key} can't be read`)
  const path = `/api/v1/${of}/${encodeURIComponent(id)}/bundle`
  const call = (rest: string) => Client.call(base, "GET", `${path}${rest}`, { token })
  const bundle = Client.decode(KeptBundle.BundleView, await call(""), "the manifest")
  const kept = new Set(bundle.manifest.parts.flatMap((one) => (one.kept ? [one.sha256] : [])))
  return {
    bundle,
    part: async (sha256) =>
      kept.has(sha256)
        ? Client.decode(KeptBundle.BundlePartView, await call(`/${sha256}`), "a part").text
        : null,
  }
}

/** Keeps a source as a folder. Each file of a part has the SHA-256 that is its name. */
export const saveSource = async ({ bundle, part }: Source, path: string): Promise<void> => {
  await mkdir(path, { recursive: true })
  await writeFile(join(path, manifestFile), JSON.stringify(bundle))
  for (const { sha256 } of bundle.manifest.parts) {
    const text = await part(sha256)
    if (text !== null) await writeFile(join(path, fileOf(sha256)), text)
  }
}
