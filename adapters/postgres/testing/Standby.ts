/** Makes one test server a standby of another. */
import { execFile } from "node:child_process"
import { appendFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { Client } from "pg"
import type { EmbeddedPostgres } from "./EmbeddedPostgres.ts"

const run = promisify(execFile)

/** Gives the standby a copy of the primary's data, and lets it follow what the primary writes from then on. */
export const follow = async (standby: EmbeddedPostgres, primary: EmbeddedPostgres): Promise<void> => {
  const data = join(standby.folder, "data")
  await Promise.all([standby.kill(), primary.kill()])
  await rm(data, { recursive: true })
  await run("cp", ["-a", join(primary.folder, "data"), data])
  await rm(join(data, "postmaster.pid"), { force: true })
  // A copy, because it keeps the owner of the file, as whom the server runs.
  await run("cp", ["-a", join(data, "PG_VERSION"), join(data, "standby.signal")])
  const { port, username } = new URL(primary.url)
  const conninfo = `host=127.0.0.1 port=${port} user=${username}`
  await appendFile(join(data, "postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`)
  await primary.restart()
  await standby.restart()
}

export const tell = async (server: EmbeddedPostgres, statement: string, url = server.url): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
