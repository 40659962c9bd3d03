/** Takes a backup of a court while it serves: its keys and, if the store is a file, its store. The backup appears whole or not at all. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import * as WholeFile from "../../../adapters/host/WholeFile.ts"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import type { Inspection } from "../../../adapters/store/Inspection.ts"
import { Health } from "../../../adapters/store/index.ts"
import type { FileTools } from "../../../adapters/store/Kind.ts"
import { Stores } from "../../../adapters/stores/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import { Founding } from "../../../core/registrar/index.ts"
import { keysFolder } from "../../court/Composition.ts"
import type { Config } from "../../court/Config.ts"
import { fail } from "../../court/StartFailure.ts"
import { Failure, version } from "../../terminal/Terminal.ts"
import { lastCitation } from "../Identity.ts"
import * as Manifest from "./Manifest.ts"

export interface Taken {
  readonly path: string
  readonly manifest: Manifest.Manifest
}

/** The id of the court whose keys are in a folder. Throws if a key is missing. */
const courtOf = (keys: string): string => {
  const court = FileKeys.courtIdOf(keys)
  if (court === null)
    throw new Failure(`${keys} has the keys of no court (COURT_DATA must name the folder that contains it)`)
  const { names } = FileKeys.missingKeys(keys)
  if (names.length > 0) throw new Failure(`${keys} lacks ${names.join(", ")}, and a backup needs them`)
  return court
}

/** Copies the keys, each readable for this account only. */
const copyKeys = async (keys: string, to: string): Promise<ReadonlyArray<Manifest.Listed>> => {
  mkdirSync(to, { mode: 0o700 })
  const files: Array<Manifest.Listed> = []
  for (const name of FileKeys.filesIn(keys))
    files.push({
      path: `${Manifest.keysFolder}/${name}`,
      ...(await WholeFile.writeWhole(join(to, name), [readFileSync(join(keys, name))])),
    })
  return files
}

/** The facts that the manifest states about a store. Fails if the store holds another court. */
const factsOf = (store: Inspection, court: string) =>
  Effect.gen(function* () {
    const { founding } = yield* Founding.read(store, [])
    if (founding?.courtId !== court)
      return yield* fail(
        `the keys are those of court ${court}, and the store holds ${founding?.courtId ?? "none"}`,
      )
    const counters = yield* store.all(Judgment.SeriesCounters.name)
    return {
      lastEventAt: yield* store.lastEventAt,
      citations: counters.map((body) => lastCitation(Judgment.SeriesCounters.decode(body))),
      numbers: yield* store.numbers,
    }
  })

/** The facts that the manifest states about a store that is looked into. */
const factsWithin = (store: Stores.StoreAddress, court: string) => {
  const { inspect } = Stores.kindOf(store)
  return typeof inspect === "object"
    ? fail(inspect.says)
    : Effect.scoped(Effect.flatMap(inspect(store.at), (inspection) => factsOf(inspection, court)))
}

const copyStore = (
  store: Stores.StoreAddress,
  { copy, damageOf }: FileTools,
  staging: string,
  court: string,
) =>
  Effect.gen(function* () {
    const { at: file } = store
    const to = join(staging, Manifest.storeFile)
    const { bavail, bsize } = statfsSync(staging)
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (bavail * bsize < bytes)
      return yield* fail(
        `the store has ${bytes} bytes, and the disk of the backup has room for ${bavail * bsize}`,
      )
    yield* Effect.mapError(
      copy(file, to),
      ({ cause }) => new Failure(`${file} can't be copied to ${to}: ${Health.reasonOf(cause).words}`),
    )
    const damage = yield* damageOf(to)
    if (damage.length > 0)
      return yield* fail(
        `the copy of ${file} is damaged, and so may the store itself be: ${damage.join("; ")}`,
      )
    const facts = yield* factsWithin({ ...store, at: to }, court)
    WholeFile.syncFile(to)
    return {
      facts,
      files: [{ path: Manifest.storeFile, ...(yield* Effect.promise(() => Manifest.measureFile(to))) }],
    }
  })

/** The facts that the keys alone give, for a store that can't be looked into from here. */
const factsOfKeys = (keys: string) => ({
  lastEventAt: null,
  citations: FileKeys.lastSealed(keys).map(lastCitation),
  numbers: [],
})

/** The files of a store in the backup, and what the manifest says of the store. */
const ofStore = ({ data, store }: Config, staging: string, court: string) =>
  Effect.gen(function* () {
    const { backup } = Stores.kindOf(store)
    if (backup === null) return yield* fail("a court in memory keeps nothing that could be backed up")
    const { tools, facts } = backup
    if (tools !== null && Stores.fileOf(store) !== null)
      return yield* copyStore(store, yield* Effect.promise(tools), staging, court)
    const found = facts === "keys" ? factsOfKeys(keysFolder({ data })) : yield* factsWithin(store, court)
    return { facts: found, files: [] }
  })

/** Fills the folder of a backup. The keys come first: a store that knows fewer citations than its keys is refused, and a store that knows more is not. */
const fillFolder = (config: Config, staging: string, madeAt: number) =>
  Effect.gen(function* () {
    const keys = keysFolder(config)
    const court = yield* Effect.try({ try: () => courtOf(keys), catch: (error) => error })
    const before = FileKeys.stateOf(keys)
    const ofKeys = yield* Effect.promise(() => copyKeys(keys, join(staging, Manifest.keysFolder)))
    const { facts, files } = yield* ofStore(config, staging, court)
    if (FileKeys.stateOf(keys) !== before)
      return yield* fail("a key was replaced while the backup was taken; take it again")
    const manifest: Manifest.Manifest = {
      format: 1,
      court,
      madeAt,
      version,
      store: config.store.kind,
      ...facts,
      files: [...ofKeys, ...files],
    }
    const text = Manifest.text(manifest)
    yield* Effect.promise(() => WholeFile.writeWhole(join(staging, Manifest.manifestFile), [text]))
    return manifest
  })

/**
 * Takes a backup into a new folder under `folder`, named by the time (UTC). The folder has a name that begins with a dot until it is
 * complete and forced to the disk; then it is renamed. A process that is killed leaves such a folder, which can be removed.
 */
export const take = (config: Config, folder: string, now: number) => {
  // The backup has private keys, so only this account may read it.
  process.umask(0o077)
  const name = new Date(now).toISOString().replaceAll(":", "-")
  const path = join(folder, name)
  const staging = join(folder, `.${name}${WholeFile.partial}`)
  const moveIntoPlace = (manifest: Manifest.Manifest): Taken => {
    WholeFile.syncFolder(staging)
    if (existsSync(path)) throw new Failure(`${path} is there already`)
    renameSync(staging, path)
    WholeFile.syncFolder(folder)
    return { path, manifest }
  }
  return Effect.acquireUseRelease(
    Effect.try({
      try: () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        mkdirSync(staging, { mode: 0o700 })
      },
      catch: (error) => new Failure(`no backup can be made in ${folder}: ${Health.reasonOf(error).words}`),
    }),
    () => Effect.map(fillFolder(config, staging, now), moveIntoPlace),
    () => Effect.sync(() => rmSync(staging, { recursive: true, force: true })),
  )
}
