/** Puts a backup back. What it restores is made ready and tried apart from its place, and put there last. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { Effect } from "effect"
import * as WholeFile from "../../../adapters/host/WholeFile.ts"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import { SqliteInspection } from "../../../adapters/sqlite/index.ts"
import { Health } from "../../../adapters/store/index.ts"
import { Failure } from "../Cli.ts"
import { keysFolder } from "../Composition.ts"
import { type Config, fileOf } from "../Config.ts"
import * as Manifest from "./Manifest.ts"
import * as Place from "./Place.ts"
import { kindOf } from "./Take.ts"
import { type Verified, verify } from "./Verify.ts"

export interface Options {
  /** What stands in the place is put aside. */
  readonly replace: boolean
  /** The keys that stand in the place stay: only the store is restored. */
  readonly keepKeys: boolean
  /** Nothing is put in the place: the backup is only tried. */
  readonly check: boolean
  /** Citations that the court is known to have given after the backup. */
  readonly given: ReadonlyArray<string>
  /** How many lodgements are read back. */
  readonly lodgements: number
}

export interface Restored extends Verified {
  readonly manifest: Manifest.Manifest
  /** What was put aside, and under which names. */
  readonly aside: ReadonlyArray<string>
}

const fail = (why: string) => Effect.fail(new Failure(why))

/** A backup whose files are as its manifest says. */
const sound = (backup: string) =>
  Effect.gen(function* () {
    const manifest = yield* Effect.tryPromise({ try: () => Manifest.read(backup), catch: (error) => error })
    const wrong = yield* Effect.promise(() => Manifest.differences(backup, manifest))
    if (wrong.length > 0) return yield* fail(`${backup} is damaged: ${wrong.join("; ")}`)
    return manifest
  })

/** Why a backup can't be put in a place, in words that say what to do; null where it can. */
const objectionTo = (
  { store }: Config,
  manifest: Manifest.Manifest,
  place: Place.Place,
  options: Options,
) => {
  if (store._tag === "Memory") return "COURT_STORE=memory: names no place that a backup could be put back to"
  if (kindOf(store) !== manifest.store)
    return `the backup is of a court on ${manifest.store}, and COURT_STORE names another kind of store`
  const hasStore = manifest.files.some(({ path }) => path === Manifest.storeFile)
  if (place.file !== null && !hasStore)
    return "the backup has the keys alone, since its database is at an address: name that address in COURT_STORE"
  if (place.file === null && hasStore)
    return "the backup has the file of a Deno KV database: name a file in COURT_STORE (denokv:<file>)"
  const there = Place.occupied(place).filter((path) => !options.keepKeys || path !== place.keys)
  if (there.length > 0 && !options.replace && !options.check)
    return `${there.join(", ")} ${there.length === 1 ? "is" : "are"} there already. Restore into an empty COURT_DATA, or say --replace, which puts aside what is there`
  if (options.keepKeys && FileKeys.courtIdOf(place.keys) !== manifest.court)
    return `--keep-keys says that the keys of court ${manifest.court} are in ${place.keys}, and they are not`
  return null
}

/** Copies a file to where it is tried. */
const copied = (from: string, to: string): void => {
  copyFileSync(from, to)
  WholeFile.syncFile(to)
}

/** Copies the keys and the store to where they are tried; the keys are those of the backup, or those that stay. */
const prepared = (
  backup: string,
  { files }: Manifest.Manifest,
  keysOf: string | null,
  staged: Place.Place,
) => {
  mkdirSync(staged.keys, { mode: 0o700 })
  for (const { path } of files)
    if (path !== Manifest.storeFile && keysOf === null)
      copied(join(backup, path), join(staged.keys, basename(path)))
  if (keysOf !== null)
    for (const name of FileKeys.filesIn(keysOf)) copied(join(keysOf, name), join(staged.keys, name))
  if (staged.file !== null) copied(join(backup, Manifest.storeFile), staged.file)
}

/** The configuration whose keys and store are those that were made ready. */
const ready = (config: Config, staged: Place.Place): Config => ({
  ...config,
  data: dirname(staged.keys),
  store: staged.file === null ? config.store : inFile(config.store, staged.file),
})

/** The same kind of store, in another file. */
const inFile = (store: Config["store"], file: string): Config["store"] =>
  store._tag === "DenoKv" ? { ...store, location: file } : { _tag: "Sqlite", file }

const placeOf = (config: Config): Place.Place => ({
  keys: keysFolder(config),
  file: fileOf(config.store),
})

const restored = (config: Config, backup: string, staged: Place.Place, options: Options, now: number) =>
  Effect.gen(function* () {
    const manifest = yield* sound(backup)
    const place = placeOf(config)
    const why = objectionTo(config, manifest, place, options)
    if (why !== null) return yield* fail(why)
    prepared(backup, manifest, options.keepKeys ? place.keys : null, staged)
    const damage = staged.file === null ? [] : yield* SqliteInspection.damageOf(staged.file)
    if (damage.length > 0) return yield* fail(`the store of ${backup} is damaged: ${damage.join("; ")}`)
    Place.note(staged.keys, [...Place.remembered(place, manifest.court), ...options.given])
    const verified = yield* verify(ready(config, staged), manifest.court, options.lodgements)
    if (options.check) return { manifest, ...verified, aside: [] } satisfies Restored
    if (options.keepKeys) Place.note(place.keys, options.given)
    const moving = options.keepKeys ? { ...place, keys: null } : place
    const aside = Place.clear(moving, `.before-${new Date(now).toISOString().replaceAll(":", "-")}`)
    Place.settle(staged, moving)
    return { manifest, ...verified, aside } satisfies Restored
  })

/** Folders of their own on the disks where the keys and the store are to stand; elsewhere where the backup is only tried. */
const staging = (config: Config, check: boolean) => {
  const { file } = placeOf(config)
  const inside = (parent: string) => {
    mkdirSync(parent, { recursive: true, mode: 0o700 })
    return mkdtempSync(join(parent, ".restore-"))
  }
  const [forKeys, forStore] = check
    ? [inside(tmpdir()), inside(tmpdir())]
    : [inside(config.data), inside(file === null ? config.data : dirname(file))]
  return { forKeys, forStore }
}

/**
 * Puts a backup back where the configuration has its keys and its store, or only tries it. Where anything fails before the last step,
 * the place is as it was; what was made ready is removed.
 */
export const restore = (config: Config, backup: string, options: Options, now: number) => {
  // Keys and stores are for the court's own account alone.
  process.umask(0o077)
  return Effect.acquireUseRelease(
    Effect.try({
      try: () => staging(config, options.check),
      catch: (error) => new Failure(`nothing can be restored there: ${Health.reasonOf(error).words}`),
    }),
    ({ forKeys, forStore }) => {
      const file = placeOf(config).file === null ? null : join(forStore, Manifest.storeFile)
      return restored(config, backup, { keys: join(forKeys, Manifest.keysFolder), file }, options, now)
    },
    (folders) =>
      Effect.sync(() => {
        for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
      }),
  )
}
