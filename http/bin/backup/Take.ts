/** Takes a backup of a court while it serves: its keys and, on SQLite, its store. The backup appears whole or not at all. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import * as WholeFile from "../../../adapters/host/WholeFile.ts"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import { SqliteInspection } from "../../../adapters/sqlite/index.ts"
import type { Inspection } from "../../../adapters/store/Inspection.ts"
import { Health } from "../../../adapters/store/index.ts"
import { SeriesCounters } from "../../../core/judgments/Judgment.ts"
import { readFounding } from "../../../core/registrar/Founding.ts"
import { Failure, version } from "../Cli.ts"
import { keysFolder } from "../Composition.ts"
import type { Config } from "../Config.ts"
import { cited } from "../Identity.ts"
import * as Manifest from "./Manifest.ts"

export interface Taken {
  /** Where the backup is. */
  readonly path: string
  readonly manifest: Manifest.Manifest
}

const fail = (why: string) => Effect.fail(new Failure(why))

/** The id of the court whose keys are in a folder. Throws where a key is missing. */
const courtOf = (keys: string): string => {
  const court = FileKeys.courtIdOf(keys)
  if (court === null)
    throw new Failure(`${keys} has the keys of no court (COURT_DATA must name the folder that contains it)`)
  const { names } = FileKeys.missing(keys)
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

/** What the manifest says about a store. Fails where the store holds another court. */
const factsOf = (store: Inspection, court: string) =>
  Effect.gen(function* () {
    const { founding } = yield* readFounding(store, [])
    if (founding?.courtId !== court)
      return yield* fail(
        `the keys are those of court ${court}, and the store holds ${founding?.courtId ?? "none"}`,
      )
    const counters = yield* store.all(SeriesCounters.name)
    return {
      lastEventAt: yield* store.lastEventAt,
      citations: counters.map((body) => cited(SeriesCounters.decode(body))),
      numbers: yield* store.numbers,
    }
  })

const copyStore = (file: string, staging: string, court: string) =>
  Effect.gen(function* () {
    const to = join(staging, Manifest.storeFile)
    const { bavail, bsize } = statfsSync(staging)
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (bavail * bsize < bytes)
      return yield* fail(
        `the store has ${bytes} bytes, and the disk of the backup has room for ${bavail * bsize}`,
      )
    yield* Effect.mapError(
      SqliteInspection.copy(file, to),
      ({ cause }) => new Failure(`${file} can't be copied to ${to}: ${Health.reasonOf(cause).words}`),
    )
    const damage = yield* SqliteInspection.damageOf(to)
    if (damage.length > 0)
      return yield* fail(
        `the copy of ${file} is damaged, and so may the store itself be: ${damage.join("; ")}`,
      )
    const facts = yield* Effect.scoped(
      Effect.flatMap(SqliteInspection.make(to), (store) => factsOf(store, court)),
    )
    WholeFile.syncFile(to)
    return {
      facts,
      files: [{ path: Manifest.storeFile, ...(yield* Effect.promise(() => Manifest.measured(to))) }],
    }
  })

const factsOfPostgres = (url: string, court: string) =>
  Effect.gen(function* () {
    const { PostgresInspection } = yield* Effect.promise(() => import("../../../adapters/postgres/index.ts"))
    const facts = yield* Effect.scoped(
      Effect.flatMap(PostgresInspection.make(url), (store) => factsOf(store, court)),
    )
    return { facts, files: [] }
  })

/** What the keys alone say, for a store that only its court can read. */
const factsOfKeys = (keys: string) => ({
  facts: { lastEventAt: null, citations: FileKeys.lastSealed(keys).map(cited), numbers: [] },
  files: [],
})

/** The files of a store in a backup, and what the manifest says about it. */
const ofStore = ({ data, store }: Config, staging: string, court: string) => {
  switch (store._tag) {
    case "Memory":
      return fail("a court in memory keeps nothing that could be backed up")
    case "Sqlite":
      return copyStore(store.file, staging, court)
    case "Postgres":
      return factsOfPostgres(store.url, court)
    case "DenoKv":
      return Effect.succeed(factsOfKeys(keysFolder({ data })))
  }
}

/** The kind of a store, as a manifest names it. */
export const kindOf = ({ _tag }: Config["store"]) =>
  _tag === "Sqlite" ? "sqlite" : _tag === "DenoKv" ? "denokv" : "postgres"

/** Fills the folder of a backup. The keys come first: a store that knows fewer citations than its keys is refused, and one that knows more is not. */
const filled = (config: Config, staging: string, madeAt: number) =>
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
      store: kindOf(config.store),
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
  const placed = (manifest: Manifest.Manifest): Taken => {
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
    () => Effect.map(filled(config, staging, now), placed),
    () => Effect.sync(() => rmSync(staging, { recursive: true, force: true })),
  )
}
