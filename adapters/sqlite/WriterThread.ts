/** The script of the writing thread. It has a connection of its own, and ends when its store is closed. */
import { commit } from "./Commit.ts"
import { Access } from "./Connection.ts"
import { Port } from "./Port.ts"
import { lease } from "./Reads.ts"
import type { Statements } from "./Statements.ts"
import type { JobOf, Writes } from "./Work.ts"
import { Writer } from "./Writer.ts"

const port = new Port<keyof Writes>()
const access = new Access(port.options, port.tellOpened)
const writer = new Writer(access, port.options.lockTimeoutMs ?? 5000)

const runOf = (job: JobOf<keyof Writes>) => (db: Statements) =>
  job.work === "commit" ? commit(db, job.of) : lease(db, job.of)

port.serve(
  access,
  (jobs) => {
    for (const job of jobs) {
      const { place, serial } = job
      writer.submit(
        runOf(job),
        () => port.isAwaited(serial),
        (result) => {
          port.tellLeft(access.uncopied)
          port.succeed(place, JSON.stringify(result))
        },
        (error) => port.fail(place, error),
        job.work === "commit" && job.of.settles.length === 0,
      )
    }
  },
  () => writer.drain(),
)
