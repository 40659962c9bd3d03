/** The sources from which `agent-court rejudge` reads what a judge read: a folder, or the court itself. */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Either, Schema } from "effect"
import { BundlePartView, BundleView } from "../../../core/bench/index.ts"
import { Failure, type Given, UsageError } from "../../bin/Cli.ts"
import * as Client from "../../bin/Client.ts"
import { isAddress } from "../verify/Source.ts"

export interface Source {
  readonly bundle: typeof BundleView.Type
  /** The text that should have this hash; null if it is not there. */
  readonly part: (sha256: string) => Promise<string | null>
}

const decode = <A, I>(schema: Schema.Schema<A, I>, value: unknown, what: string): A =>
  Either.getOrThrowWith(
    Schema.decodeUnknownEither(schema)(value),
    () => new Failure(`${what} has a form that this version does not read`),
  )

const manifestFile = "manifest.json"
const fileOf = (sha256: string): string => `${sha256}.json`

const readOrNull = (path: string): Promise<string | null> => readFile(path, "utf8").catch(() => null)

const folder = async (path: string): Promise<Source> => {
  const text = await readOrNull(join(path, manifestFile))
  if (text === null) throw new Failure(`${join(path, manifestFile)} can't be read`)
  const json = Either.getOrThrowWith(
    Either.try((): unknown => JSON.parse(text)),
    () => new Failure(`${manifestFile} is not JSON`),
  )
  return {
    bundle: decode(BundleView, json, manifestFile),
    part: (sha256) => readOrNull(join(path, fileOf(sha256))),
  }
}

const court = async (base: string, given: Given): Promise<Source> => {
  const [matter, appeal, key] = [given.text("matter"), given.text("appeal"), given.text("key")]
  const id = matter ?? appeal
  if (id === undefined || key === undefined || (matter !== undefined && appeal !== undefined))
    throw new UsageError("an address goes with --key, and with --matter or --appeal")
  const token = (await readOrNull(key))?.trim()
  if (token === undefined) throw new Failure(`${key} can't be read`)
  const path = `/api/v1/${appeal === undefined ? "matters" : "appeals"}/${encodeURIComponent(id)}/bundle`
  const call = (rest: string) => Client.call(base, "GET", `${path}${rest}`, { token })
  const bundle = decode(BundleView, await call(""), "the manifest")
  const kept = new Set(bundle.manifest.parts.flatMap((one) => (one.kept ? [one.sha256] : [])))
  return {
    bundle,
    part: async (sha256) =>
      kept.has(sha256) ? decode(BundlePartView, await call(`/${sha256}`), "a part").text : null,
  }
}

export const open = (from: string, given: Given): Promise<Source> =>
  isAddress(from) ? court(from, given) : folder(from)

/** Keeps a source as a folder. Each file of a part has the SHA-256 that is its name. */
export const save = async ({ bundle, part }: Source, path: string): Promise<void> => {
  await mkdir(path, { recursive: true })
  await writeFile(join(path, manifestFile), JSON.stringify(bundle))
  for (const { sha256 } of bundle.manifest.parts) {
    const text = await part(sha256)
    if (text !== null) await writeFile(join(path, fileOf(sha256)), text)
  }
}
