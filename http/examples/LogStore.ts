/**
 * A store of one's own, for one process: the store in memory, and a file to which each change set is appended before its commit is answered.
 * A text that was dropped stays in the lines of the file: whoever must forget it too writes the file anew.
 * `COURT_STORE=module:http/examples/LogStore.ts#court.log npm start` serves a court from it,
 * `agent-court conformance --store http/examples/LogStore.ts` examines it.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { open as openFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { ChangeSet, MemoryStore, Store } from "../../core/store/index.ts"

const unavailable = (cause: unknown) => new Store.StoreUnavailable({ operation: "commit", cause })

/** The change sets of a file. A last line without an end was cut off by a crash, and its commit was never answered. */
const setsIn = (file: string): ReadonlyArray<string> =>
  existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []

export const open = (file: string) =>
  Effect.gen(function* () {
    const memory = yield* MemoryStore.make
    const sets = setsIn(file)
    yield* Effect.forEach(sets, (line) => memory.commit({ ...ChangeSet.empty(0), ...JSON.parse(line) }))
    const log = yield* Effect.acquireRelease(
      Effect.tryPromise(() => openFile(file, "a+")),
      (opened) => Effect.promise(() => opened.close()),
    )
    yield* Effect.tryPromise(() => log.truncate(Buffer.byteLength(sets.map((line) => `${line}\n`).join(""))))
    const append = (line: string) =>
      Effect.tryPromise({ try: () => log.appendFile(line).then(() => log.datasync()), catch: unavailable })
    const oneAtATime = yield* Effect.makeSemaphore(1)
    const commit: Store.Driver["commit"] = (changes) =>
      Effect.tap(memory.commit(changes), ({ _tag }) =>
        _tag === "Committed" ? append(`${JSON.stringify(changes)}\n`) : Effect.void,
      ).pipe(oneAtATime.withPermits(1), Effect.uninterruptible)
    return { ...memory, supports: { durable: true, shared: false }, commit } satisfies Store.Driver
  })

export const create = () => join(mkdtempSync(join(tmpdir(), "log-store-")), "court.log")
export const destroy = (file: string) => rmSync(dirname(file), { recursive: true })
