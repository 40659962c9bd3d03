/** Puts the shards of a study together. The result has the same bytes as one run of the whole study. */
import { createReadStream, existsSync, rmSync } from "node:fs"
import { Either } from "effect"
import { writeWhole } from "../../adapters/host/WholeFile.ts"
import { type Digest, digestFile, failedFile, partFile, partsOf } from "./Digest.ts"
import {
  difference,
  FolderError,
  findFinishedRuns,
  fingerprintOf,
  planRuns,
  ranges,
  readKnown,
} from "./Folder.ts"
import { type Modules, parseShard, type Shard, shardText, studyIn } from "./Shard.ts"
import type { Study } from "./Study.ts"

interface Given {
  readonly folder: string
  readonly shard: Shard
  readonly study: Study
}

/** Everything that decides about the files of a study. */
const identityOf = ({ conditions, ...study }: Study): string =>
  JSON.stringify([study, conditions.map(({ parameters }) => parameters)])

/** Opens the folder of a shard. Left: why it can't be merged here. */
const openShard = (folder: string, modules: Modules): Either.Either<Given, string> =>
  Either.gen(function* () {
    const known = readKnown(folder)
    if (known === undefined) return yield* Either.left(`${folder} holds no results of this version`)
    const shard = known.shard === undefined ? null : parseShard(known.shard)
    if (shard === null) return yield* Either.left(`${folder} holds a whole study, not a shard`)
    const study = yield* Either.mapLeft(studyIn(folder, modules), (why) => `${folder}: ${why}`)
    if (known.fingerprint !== fingerprintOf(study))
      return yield* Either.left(`${folder} comes from ${difference(known, modules)} than this program has`)
    return { folder, shard, study }
  })

/** The runs that are missing, a line for each shard. A failed run has ended: it is tried again when the shards are merged. */
const missingRuns = (shards: ReadonlyArray<Given>, of: number, study: Study): ReadonlyArray<string> => {
  const fingerprint = fingerprintOf(study)
  return Array.from({ length: of }, (_, i) => ({ number: i + 1, of })).flatMap((shard) => {
    const planned = planRuns(study, shard).map(({ run }) => run)
    const found = shards.find((one) => one.shard.number === shard.number)
    if (found === undefined) {
      // A study may have fewer runs than shards.
      return planned.length === 0 ? [] : [`shard ${shardText(shard)} was not given: runs ${ranges(planned)}`]
    }
    const { folder } = found
    const done = new Set(findFinishedRuns(folder, { study, shard, fingerprint }).map(({ run }) => run))
    const left = planned.filter((run) => !done.has(run) && !existsSync(failedFile(folder, run)))
    return left.length === 0 ? [] : [`shard ${shardText(shard)} in ${folder} lacks runs ${ranges(left)}`]
  })
}

/** Copies a file. If `sha256` is given and the copy differs, removes the copy and throws. */
const copy = async (from: string, to: string, sha256?: string): Promise<void> => {
  const written = await writeWhole(to, createReadStream(from))
  if (sha256 === undefined || written.sha256 === sha256) return
  rmSync(to)
  throw new FolderError(`${from} is damaged; copy it again, or remove it and repeat the command of its shard`)
}

const copyRun = async (from: string, to: string, { run, parts }: Digest): Promise<void> => {
  if (parts !== null) {
    for (const of of partsOf) await copy(partFile(from, of, run), partFile(to, of, run), parts[of].sha256)
  }
  // Last, since this file marks the run as finished.
  await copy(digestFile(from, run), digestFile(to, run))
}

/** The shards of one study, all of whose runs have ended. */
export interface Merge {
  readonly study: Study
  /** Copies all finished runs to a folder that is open. */
  readonly gather: (out: string) => Promise<void>
}

/** Opens the folders of shards. Left: what keeps them from being merged, in lines. */
export const openShards = (
  folders: ReadonlyArray<string>,
  modules: Modules,
): Either.Either<Merge, ReadonlyArray<string>> => {
  const found = folders.map((folder) => openShard(folder, modules))
  const wrong = found.flatMap((one) => (Either.isLeft(one) ? [one.left] : []))
  const shards = found.flatMap((one) => (Either.isRight(one) ? [one.right] : []))
  const [first] = shards
  if (wrong.length > 0 || first === undefined) return Either.left(wrong)
  const { study, shard } = first
  const mixed = shards.flatMap((one, i) => {
    if (one.shard.of !== shard.of)
      return [`${one.folder} is shard ${shardText(one.shard)}, and ${first.folder} ${shardText(shard)}`]
    if (identityOf(one.study) !== identityOf(study))
      return [`${one.folder} and ${first.folder} are of different studies, runs or settings`]
    const twice = shards.findIndex(({ shard: other }) => other.number === one.shard.number)
    return twice < i ? [`${one.folder} and ${shards[twice]?.folder} are the same shard`] : []
  })
  const problems = mixed.length > 0 ? mixed : missingRuns(shards, shard.of, study)
  if (problems.length > 0) return Either.left(problems)
  const fingerprint = fingerprintOf(study)
  const gather = async (out: string) => {
    const there = new Set(findFinishedRuns(out, { study, fingerprint }).map(({ run }) => run))
    for (const one of shards) {
      for (const digest of findFinishedRuns(one.folder, { study, shard: one.shard, fingerprint }))
        if (!there.has(digest.run)) await copyRun(one.folder, out, digest)
    }
  }
  return Either.right({ study, gather })
}
