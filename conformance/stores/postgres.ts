import { randomUUID } from "node:crypto"
import { Client } from "pg"
import * as PostgresStore from "../../adapters/postgres/PostgresStore.ts"

interface Server {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The server in which databases are made: the one named by `CONFORMANCE_POSTGRES`, or one of this process's own. */
let server: Promise<Server> | undefined
/** How many databases are in use: a server of our own stops with the last, or it would keep the process alive. */
let databases = 0

const begin = async (): Promise<Server> => {
  const named = process.env.CONFORMANCE_POSTGRES
  if (named !== undefined) return { url: named, stop: async () => {} }
  // It waits for the disk, since the kit asks of a durable store that it is.
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
