/** The manifest of a backup, and whether its files are as the manifest says. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Either, Schema } from "effect"
import { Stores } from "../../../adapters/stores/index.ts"
import { count } from "../../../core/kernel/Section.ts"
import { DateTime } from "../../../core/kernel/Time.ts"
import { Failure } from "../../terminal/Terminal.ts"

export const manifestFile = "manifest.json"
export const storeFile = "court.db"
export const keysFolder = "keys"

/** A file of a backup. Its path can't lead outside the backup. */
const Listed = Schema.Struct({
  path: Schema.String.pipe(Schema.pattern(/^(?:court\.db|keys\/[A-Za-z0-9_][A-Za-z0-9_.-]*)$/)),
  bytes: Schema.Int,
  sha256: Schema.String,
})
export type Listed = typeof Listed.Type

export const Manifest = Schema.Struct({
  format: Schema.Literal(1),
  court: Schema.UUID,
  madeAt: DateTime,
  version: Schema.String,
  /** The kind of the store. If the store is not a file, the backup has only the keys, and other tools back up the store. */
  store: Schema.Literal(...Stores.lasting),
  /** When the latest event of the journal happened; null if the journal was empty, or was not looked into. */
  lastEventAt: Schema.NullOr(DateTime),
  /** The last citation of each series and year that the store has given. */
  citations: Schema.Array(Schema.String),
  /** How far the series of serial numbers had come, such as that of lodgements. */
  numbers: Schema.Array(Schema.Struct({ series: Schema.String, last: Schema.Int })),
  files: Schema.Array(Listed),
})
export type Manifest = typeof Manifest.Type

const encode = Schema.encodeSync(Manifest)
export const text = (manifest: Manifest): string => `${JSON.stringify(encode(manifest), null, 2)}\n`

const decode = Schema.decodeUnknownEither(Schema.parseJson(Manifest))

export const read = async (backup: string): Promise<Manifest> => {
  const path = join(backup, manifestFile)
  const found = await readFile(path, "utf8").catch(() => {
    throw new Failure(`${backup} is not a backup: ${path} can't be read`)
  })
  return Either.getOrThrowWith(
    decode(found),
    () => new Failure(`${path} is not the manifest of a backup that this version of agent-court can read`),
  )
}

export const measureFile = async (path: string): Promise<Omit<Listed, "path">> => {
  const hash = createHash("sha256")
  let bytes = 0
  for await (const piece of createReadStream(path)) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest("hex") }
}

/** The differences between the files of a backup and its manifest, a line each. */
export const differences = async (
  backup: string,
  { files }: Pick<Manifest, "files">,
): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  for (const { path, bytes, sha256 } of files) {
    const file = join(backup, path)
    const found = await stat(file).catch(() => null)
    if (found === null) lines.push(`${path} is missing`)
    else if (found.size !== bytes)
      lines.push(`${path} has ${count(found.size, "byte")}, and the manifest says ${bytes}`)
    else if ((await measureFile(file)).sha256 !== sha256)
      lines.push(`${path} has another sha256 than the manifest says`)
  }
  return lines
}
