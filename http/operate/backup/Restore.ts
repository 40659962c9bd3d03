/** Restores a backup. Its keys and its store are first copied and tried in a staging folder, and moved to their place last. */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { Effect } from "effect"
import * as WholeFile from "../../../adapters/host/WholeFile.ts"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import { Health } from "../../../adapters/store/index.ts"
import type { FileTools } from "../../../adapters/store/Kind.ts"
import { Stores } from "../../../adapters/stores/index.ts"
import { keysFolder } from "../../court/Composition.ts"
import type { Config } from "../../court/Config.ts"
import { fail } from "../../court/StartFailure.ts"
import { Failure } from "../../terminal/Terminal.ts"
import { lastCitation } from "../Identity.ts"
import { type LossOptions, renew } from "./Loss.ts"
import * as Manifest from "./Manifest.ts"
import { type Verified, verify } from "./Verify.ts"

/** The folder of the keys and the file of the store; the file is null if the store is not one. */
interface Place {
  readonly keys: string
  readonly file: string | null
}
/** The folder and the file that a restore moves: `keys` is null if the keys of the place stay. */
type Moving = Pick<Place, "file"> & { readonly keys: string | null }

const logs = ["", "-wal", "-shm"]

const findOccupied = ({ keys, file }: Moving): ReadonlyArray<string> =>
  [...(keys === null ? [] : [keys]), ...(file === null ? [] : logs.map((log) => `${file}${log}`))].filter(
    (path) => existsSync(path),
  )

/**
 * The citations that the keys of a place remember, if these are keys of this court. An older store must not give one of these
 * citations again.
 */
const findRemembered = ({ keys }: Pick<Place, "keys">, court: string): ReadonlyArray<string> =>
  existsSync(keys) && FileKeys.courtIdOf(keys) === court ? FileKeys.lastSealed(keys).map(lastCitation) : []

/** Notes citations as sealed, in a folder of keys that no court is using. */
const note = (keys: string, citations: ReadonlyArray<string>): void => {
  const known = new Set(FileKeys.lastSealed(keys).map(lastCitation))
  for (const citation of citations) if (!known.has(citation)) FileKeys.noteSealed(keys, citation)
}

/** Renames what exists in a place, and gives the new names. Throws while a court has the file open. */
const clear = (place: Moving, tools: FileTools | null, suffix: string): ReadonlyArray<string> => {
  const { file } = place
  if (file !== null && existsSync(file) && tools?.settle(file) === false)
    throw new Failure(`a process has ${file} open: first stop the court and its schedulers`)
  return findOccupied(place).map((path) => {
    const aside = `${path}${suffix}`
    renameSync(path, aside)
    return aside
  })
}

/**
 * Moves the staged keys and store to their place, the keys first: no store is ever there whose keys are lost. Should the process die between
 * the two, the court refuses to start.
 */
const settle = (from: Place, to: Moving, tools: FileTools | null): void => {
  if (to.keys !== null) {
    WholeFile.syncFolder(from.keys)
    renameSync(from.keys, to.keys)
    WholeFile.syncFolder(dirname(to.keys))
  }
  if (from.file !== null && to.file !== null) {
    tools?.settle(from.file)
    WholeFile.syncFile(from.file)
    renameSync(from.file, to.file)
    WholeFile.syncFolder(dirname(to.file))
  }
}

export interface Options extends LossOptions {
  /** The keys and files that exist in the place are renamed; otherwise the place must be empty. */
  readonly replace: boolean
  /** The keys in the place stay, and only the store is restored. */
  readonly keepKeys: boolean
  /** The backup is only tried, and nothing is moved to the place. */
  readonly check: boolean
  /** Citations that the court is known to have given after the backup. */
  readonly given: ReadonlyArray<string>
  readonly lodgements: number
}

export interface Restored extends Verified {
  readonly manifest: Manifest.Manifest
  /** The name of the log that follows; null if the log goes on. */
  readonly renewed: string | null
  readonly aside: ReadonlyArray<string>
}

/** The manifest of a backup. Fails if the files differ from it. */
const checkManifest = (backup: string) =>
  Effect.gen(function* () {
    const manifest = yield* Effect.tryPromise({ try: () => Manifest.read(backup), catch: (error) => error })
    const wrong = yield* Effect.promise(() => Manifest.differences(backup, manifest))
    if (wrong.length > 0) return yield* fail(`${backup} is damaged: ${wrong.join("; ")}`)
    return manifest
  })

/** Why a backup can't be restored to a place, and what to do; null if it can. */
const objectionTo = ({ store }: Config, manifest: Manifest.Manifest, place: Place, options: Options) => {
  const { title, lasts } = Stores.kindOf(store)
  if (!lasts) return "COURT_STORE=memory: a backup can't be restored to memory"
  if (store.kind !== manifest.store)
    return `the backup is of a court on ${manifest.store}, and COURT_STORE names another kind of store`
  const hasStore = manifest.files.some(({ path }) => path === Manifest.storeFile)
  if (place.file !== null && !hasStore)
    return "the backup has only the keys, since its database is at an address: name that address in COURT_STORE"
  if (place.file === null && hasStore)
    return `the backup has the file of a ${title} database: name a file in COURT_STORE (${store.kind}:<file>)`
  const there = findOccupied(place).filter((path) => !options.keepKeys || path !== place.keys)
  if (there.length > 0 && !options.replace && !options.check)
    return `${there.join(", ")} ${there.length === 1 ? "is" : "are"} there already. Restore into an empty COURT_DATA, or give --replace, which renames what is there`
  if (options.keepKeys && FileKeys.courtIdOf(place.keys) !== manifest.court)
    return `--keep-keys says that the keys of court ${manifest.court} are in ${place.keys}, and they are not`
  return null
}

const copyFile = (from: string, to: string): void => {
  copyFileSync(from, to)
  WholeFile.syncFile(to)
}

/** Copies the keys and the store to the staging folders. The keys are those of the backup, or those of the place if they stay. */
const stage = (backup: string, { files }: Manifest.Manifest, keysOf: string | null, staged: Place) => {
  mkdirSync(staged.keys, { mode: 0o700 })
  for (const { path } of files)
    if (path !== Manifest.storeFile && keysOf === null)
      copyFile(join(backup, path), join(staged.keys, basename(path)))
  if (keysOf !== null)
    for (const name of FileKeys.filesIn(keysOf)) copyFile(join(keysOf, name), join(staged.keys, name))
  if (staged.file !== null) copyFile(join(backup, Manifest.storeFile), staged.file)
}

/** The configuration of a court on the staged keys and store. */
const stagedConfig = (config: Config, staged: Place): Config => ({
  ...config,
  data: dirname(staged.keys),
  store: staged.file === null ? config.store : { ...config.store, at: staged.file },
})

/** The tools that check and move the file of a store; null if the store isn't a file. */
const toolsOf = (store: Config["store"]): Effect.Effect<FileTools | null> => {
  const tools = Stores.kindOf(store).backup?.tools ?? null
  return tools === null ? Effect.succeed(null) : Effect.promise(tools)
}

const placeOf = (config: Config): Place => ({
  keys: keysFolder(config),
  file: Stores.fileOf(config.store),
})

const restoreTo = (config: Config, backup: string, staged: Place, options: Options, now: number) =>
  Effect.gen(function* () {
    const manifest = yield* checkManifest(backup)
    const place = placeOf(config)
    const why = objectionTo(config, manifest, place, options)
    if (why !== null) return yield* fail(why)
    stage(backup, manifest, options.keepKeys ? place.keys : null, staged)
    const tools = yield* toolsOf(config.store)
    const damage = staged.file === null || tools === null ? [] : yield* tools.damageOf(staged.file)
    if (damage.length > 0) return yield* fail(`the store of ${backup} is damaged: ${damage.join("; ")}`)
    note(staged.keys, [...findRemembered(place, manifest.court), ...options.given])
    const verified = yield* verify(stagedConfig(config, staged), manifest.court, options)
    if (options.check) return { manifest, ...verified, renewed: null, aside: [] } satisfies Restored
    if (options.keepKeys) note(place.keys, options.given)
    const moving = options.keepKeys ? { ...place, keys: null } : place
    const { ends } = verified.loss
    // With this file there, no court starts until the log is renewed, whatever this process dies of.
    const change = ends === null ? FileKeys.dropNextLogKey : FileKeys.prepareNextLogKey
    change(options.keepKeys ? place.keys : staged.keys)
    const aside = clear(moving, tools, `.before-${new Date(now).toISOString().replaceAll(":", "-")}`)
    settle(staged, moving, tools)
    const renewed = ends === null ? null : yield* renew(config, place.keys, ends)
    // The operator may copy the file before a court opens it.
    if (renewed !== null && place.file !== null) tools?.settle(place.file)
    return { manifest, ...verified, renewed, aside } satisfies Restored
  })

/** Makes the staging folders: on the disks of the keys and of the store, or in the temporary folder if the backup is only tried. */
const makeStaging = (config: Config, check: boolean) => {
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
 * Restores a backup to the keys and the store of the configuration, or only tries it. If anything fails before the last step, the place is
 * unchanged. The staging folders are removed.
 */
export const restore = (config: Config, backup: string, options: Options, now: number) => {
  // Keys and stores are readable for the court's own account only.
  process.umask(0o077)
  return Effect.acquireUseRelease(
    Effect.try({
      try: () => makeStaging(config, options.check),
      catch: (error) => new Failure(`nothing can be restored there: ${Health.reasonOf(error).words}`),
    }),
    ({ forKeys, forStore }) => {
      const file = placeOf(config).file === null ? null : join(forStore, Manifest.storeFile)
      return restoreTo(config, backup, { keys: join(forKeys, Manifest.keysFolder), file }, options, now)
    },
    (folders) =>
      Effect.sync(() => {
        for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
      }),
  )
}
