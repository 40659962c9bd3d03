/**
 * The descriptors of SQLite's indexes of a log that this process has open. SQLite's locks on a log are locks on bytes of its index, and by
 * POSIX a process loses all its locks on a file as soon as it closes one descriptor of it, whichever thread took them
 * (https://www.sqlite.org/howtocorrupt.html, "POSIX advisory locks"). The next process to open the database would believe that nobody
 * uses the index, and cut it while this process commits. So a descriptor is closed only when this process has no store of its file open.
 */
import { closeSync, realpathSync } from "node:fs"
import type { Worker } from "node:worker_threads"

// Under Deno only the thread that opened a descriptor can close it, and does so as it ends.
const underDeno = "Deno" in globalThis

interface Kept {
  stores: number
  readonly releases: Array<() => void>
}

const kept = new Map<string, Kept>()

/** The descriptors of one of the stores of a file. All the stores of a file in a process are opened in the same thread. */
export interface Descriptors {
  /** Keeps a descriptor, which a thread of the store opened. */
  readonly keep: (descriptor: number) => void
  /** Ends a thread that has closed its connection, as soon as this closes no descriptor too early. */
  readonly end: (thread: Worker) => void
  /**
   * Says that the store is closed, and whether all its connections are. The last store closes the descriptors of all. A connection that
   * could not be closed, since its disk is frozen, keeps its locks: nothing is closed before the process ends.
   */
  readonly leave: (closed: boolean) => void
}

/** Begins to keep the descriptors of a store whose file exists. */
export const of = (file: string): Descriptors => {
  const path = realpathSync(file)
  const own = kept.get(path) ?? { stores: 0, releases: [] }
  kept.set(path, own)
  own.stores++
  return {
    keep: (descriptor) => {
      if (!underDeno) own.releases.push(() => closeSync(descriptor))
    },
    end: (thread) => {
      const terminate = () => void thread.terminate()
      if (underDeno) own.releases.push(terminate)
      else terminate()
    },
    leave: (closed) => {
      if (!closed) return
      own.stores--
      if (own.stores > 0) return
      kept.delete(path)
      for (const release of own.releases) release()
    },
  }
}
