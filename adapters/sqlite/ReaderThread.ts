/**
 * The script of the reading thread. SQLite maps its index of the log into memory, and writes to it even as a read begins. If the disk is
 * frozen, a thread that touches such a page stops until the disk answers; so this happens here, and never in the thread that serves.
 */
import { Access } from "./Connection.ts"
import { Port } from "./Port.ts"
import { look } from "./Reads.ts"
import type { JobOf, Looks } from "./Work.ts"
import { Late } from "./Writer.ts"

const port = new Port<keyof Looks>()
const access = new Access(port.options, port.tellOpened)

const answer = (job: JobOf<keyof Looks>): void => {
  try {
    if (port.isAwaited(job.serial)) port.succeed(job.place, look(access.reading().statements, job))
    else port.fail(job.place, new Late("the job was given up before it began"))
  } catch (error) {
    access.report(error)
    port.fail(job.place, error)
  }
}

port.serve(
  access,
  (jobs) => {
    for (const job of jobs) answer(job)
  },
  () => {},
)
