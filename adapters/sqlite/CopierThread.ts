/**
 * The script of the thread that copies the log to the main file while the writing thread goes on. A copy waits for the disk, and acts
 * must not wait with it. It changes nothing for what is acknowledged: a commit waits for its frames in the log, and SQLite begins the log
 * anew only when all of it is in the main file and on the disk. Before 3.51.3, SQLite could lose commits if a copy and a commit that
 * began the log anew met (https://www.sqlite.org/wal.html, "The WAL-Reset Bug"); better-sqlite3 13 has a later one.
 */
import { Access } from "./Connection.ts"
import { Port } from "./Port.ts"
import type { Copies } from "./Work.ts"

const port = new Port<keyof Copies>()
const access = new Access(port.options, port.tellOpened)

// Each turn copies what was committed during the one before. When one finds nothing more, the next commit begins the log anew.
const turns = 6

const copy = (): void => {
  let before = 0
  for (let turn = 0; turn < turns; turn++) {
    const found = access.connection().statements.copyLog.get()
    if (found === undefined || found.busy !== 0 || found.log === before) return
    before = found.log
  }
}

port.serve(
  access,
  (jobs) => {
    for (const { place } of jobs)
      try {
        copy()
        port.succeed(place, "null")
      } catch (error) {
        access.report(error)
        port.fail(place, error)
      }
  },
  () => {},
)
