/**
 * Which other processes of this machine serve the file of a store. Each leaves a note beside the file while it serves. The note of a process
 * that was killed counts for nothing: its number is gone, or nothing listens at its port.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { dirname, join } from "node:path"
import { Effect, Either, Schema } from "effect"

const Note = Schema.Struct({
  file: Schema.String,
  pid: Schema.Int,
  host: Schema.String,
  port: Schema.Int,
  url: Schema.String,
  since: Schema.String,
})
export type Note = typeof Note.Type
const read = Schema.decodeUnknownEither(Schema.parseJson(Note))

const folderOf = (file: string): string => join(dirname(file), "serving")

/** Whether there is a process of this number. That of another account may not be signalled, and is there. */
const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const patienceMs = 500
/** An address that means all of them is asked on this machine. */
const reached: { readonly [host: string]: string } = { "0.0.0.0": "127.0.0.1", "::": "::1" }

const listens = ({ host, port }: Note): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: reached[host] ?? host, port, timeout: patienceMs })
    const end = (found: boolean) => () => {
      socket.destroy()
      resolve(found)
    }
    socket.on("connect", end(true)).on("timeout", end(false)).on("error", end(false))
  })

const notesIn = (folder: string): ReadonlyArray<Note> =>
  readdirSync(folder).flatMap((name) => {
    try {
      return Either.match(read(readFileSync(join(folder, name), "utf8")), {
        onLeft: () => [],
        onRight: (note) => [note],
      })
    } catch {
      // Its process removed it meanwhile.
      return []
    }
  })

const leave = (note: Note): void => {
  const folder = folderOf(note.file)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${note.pid}.json`), JSON.stringify(note))
}

const takeAway = ({ file, pid }: Note): void => {
  const folder = folderOf(file)
  rmSync(join(folder, `${pid}.json`), { force: true })
  try {
    rmdirSync(folder)
  } catch {
    // Another process has a note there.
  }
}

/** The other processes that serve the file of a note now, the longest first. */
const others = async (own: Note): Promise<ReadonlyArray<Note>> => {
  const found = notesIn(folderOf(own.file)).filter(({ pid, file }) => pid !== own.pid && file === own.file)
  const serving = await Promise.all(found.map(async (note) => runs(note.pid) && (await listens(note))))
  return found.filter((_, i) => serving[i]).sort((a, b) => a.since.localeCompare(b.since))
}

/** Leaves a note until the scope ends, and gives those of the others. Without a note the court serves too, so that no fault stops it. */
export const noteServing = (note: Note) =>
  Effect.acquireRelease(Effect.ignore(Effect.try(() => leave(note))), () =>
    Effect.ignore(Effect.try(() => takeAway(note))),
  ).pipe(
    Effect.zipRight(
      Effect.tryPromise(() => others(note)).pipe(Effect.orElseSucceed((): ReadonlyArray<Note> => [])),
    ),
  )

const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

/** The words on the others for the operator of a process; null if it is alone. */
export const wordsOf = (notes: ReadonlyArray<Note>): string | null => {
  const [first] = notes
  if (first === undefined) return null
  const which = notes
    .map(({ pid, url, since }) => `process ${pid} at ${url} since ${minute(since)}`)
    .join(", ")
  return `this store is served already, by ${which}. This process answers from the same records and takes acts too; a deadline runs in one of them, once; each counts requests for its own rate limit.`
}
