/** The PostgreSQL store as a module for the kit, each store in a database of its own. */
import { randomUUID } from "node:crypto"
import { Client } from "pg"
import * as PostgresStore from "../../adapters/postgres/PostgresStore.ts"

interface Server {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The server on which databases are created: the server at the URL in `CONFORMANCE_POSTGRES`, or a server that this process starts. */
let server: Promise<Server> | undefined
/** How many databases exist. When the last is dropped, a server that this process started is stopped, or the process could not end. */
let databases = 0

const begin = async (): Promise<Server> => {
  const named = process.env.CONFORMANCE_POSTGRES
  if (named !== undefined) return { url: named, stop: async () => {} }
  // With fsync, since the store says that it is durable.
  const { start } = await import("../../adapters/postgres/testing/EmbeddedPostgres.ts")
  return start({ fsync: true })
}

const execute = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const create = async () => {
  databases += 1
  server ??= begin()
  const { url } = await server
  const name = `conformance_${randomUUID().replaceAll("-", "")}`
  await execute(url, `create database ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
export const open = (url: string) => PostgresStore.make({ url })
export const destroy = async (url: string) => {
  const name = new URL(url).pathname.slice(1)
  await execute(
    Object.assign(new URL(url), { pathname: "/postgres" }).href,
    `drop database ${name} with (force)`,
  )
  databases -= 1
  if (databases > 0) return
  const last = await server
  server = undefined
  await last?.stop()
}
