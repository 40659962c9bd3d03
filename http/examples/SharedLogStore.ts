/**
 * A store of one's own, for several processes of one machine: a folder with a file for each batch of operations, and the store in memory,
 * which each process brings up to date from the folder before it answers. A file gets its name by `link`, which fails if the name is taken. So
 * all processes carry out the same batches in one order, and come to the same results. It needs no lock, which a process that was
 * stopped could still think that it holds. `agent-court conformance --store http/examples/SharedLogStore.ts` examines it.
 */
import { randomUUID } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { link, open as openFile, readFile, unlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { type ChangeSet, MemoryStore, Store } from "../../core/store/index.ts"

type Operation =
  | { readonly commit: ChangeSet.ChangeSet }
  | { readonly lease: Parameters<Store.Driver["lease"]>[0] }

/** An operation of this process that awaits its batch. `carryOut` gives what is to be called once the batch is on the disk. */
interface Waiting {
  readonly operation: Operation
  readonly carryOut: () => () => void
  readonly fail: (cause: unknown) => void
}

/** Writes a new file, or the names in a folder, to the disk. */
const toDisk = async (path: string, text?: string): Promise<void> => {
  const file = await openFile(path, text === undefined ? "r" : "wx")
  if (text !== undefined) await file.writeFile(text)
  await file.sync()
  await file.close()
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EEXIST"

export const open = (folder: string): Effect.Effect<Store.Driver> =>
  Effect.map(MemoryStore.make, (memory) => {
    mkdirSync(folder, { recursive: true })
    let count = 0
    let waiting: Array<Waiting> = []
    let turn: Promise<unknown> = Promise.resolve()
    const inTurn = <A>(work: () => Promise<A>): Promise<A> => {
      const done = turn.then(work, work)
      turn = done.catch(() => {})
      return done
    }
    const fileOf = (n: number) => join(folder, String(n).padStart(12, "0"))
    const carryOut = (operation: Operation) =>
      Effect.runSync<unknown, Store.StoreUnavailable>(
        "lease" in operation ? memory.lease(operation.lease) : memory.commit(operation.commit),
      )
    const catchUp = async (): Promise<void> => {
      for (; existsSync(fileOf(count)); count++)
        for (const operation of JSON.parse(await readFile(fileOf(count), "utf8"))) carryOut(operation)
    }
    const add = async (batch: ReadonlyArray<Waiting>): Promise<void> => {
      const draft = join(folder, randomUUID())
      await toDisk(draft, JSON.stringify(batch.map(({ operation }) => operation)))
      for (let added = false; !added; ) {
        await catchUp()
        added = await link(draft, fileOf(count)).then(
          () => true,
          (error) => (isTaken(error) ? false : Promise.reject(error)),
        )
      }
      count += 1
      const answers = batch.map((one) => one.carryOut())
      await Promise.all([toDisk(folder), unlink(draft)])
      for (const answer of answers) answer()
    }
    const addAll = async (): Promise<void> => {
      const batch = waiting
      waiting = []
      if (batch.length === 0) return
      await add(batch).catch((cause) => {
        for (const { fail } of batch) fail(cause)
      })
    }
    const writing = <A>(name: string, operation: Operation, work: Effect.Effect<A, Store.StoreUnavailable>) =>
      Effect.async<A, Store.StoreUnavailable>((resume) => {
        const fail = (cause: unknown) => resume(new Store.StoreUnavailable({ operation: name, cause }))
        const finish = () => {
          const result = Effect.runSync(work)
          return () => resume(Effect.succeed(result))
        }
        waiting.push({ operation, carryOut: finish, fail })
        void inTurn(addAll)
      })
    const reading =
      <Given extends ReadonlyArray<unknown>, A>(
        name: string,
        read: (...given: Given) => Effect.Effect<A, Store.StoreUnavailable>,
      ) =>
      (...given: Given) =>
        Effect.tryPromise({
          try: () => inTurn(catchUp),
          catch: (cause) => new Store.StoreUnavailable({ operation: name, cause }),
        }).pipe(Effect.zipRight(read(...given)))
    return {
      supports: { durable: true, shared: true, large: true },
      read: reading("read", memory.read),
      list: reading("list", memory.list),
      search: reading("search", memory.search),
      holder: reading("holder", memory.holder),
      tallies: reading("tallies", memory.tallies),
      blob: reading("blob", memory.blob),
      receipt: reading("receipt", memory.receipt),
      journal: reading("journal", memory.journal),
      lease: (query) => writing("lease", { lease: query }, memory.lease(query)),
      commit: (changes) => writing("commit", { commit: changes }, memory.commit(changes)),
    }
  })

export const create = (): string => mkdtempSync(join(tmpdir(), "shared-log-"))
export const destroy = (folder: string): void => rmSync(folder, { recursive: true })
