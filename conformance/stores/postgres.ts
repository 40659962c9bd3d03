import { randomUUID } from "node:crypto"
import { Client } from "pg"
import * as PostgresStore from "../../adapters/postgres/PostgresStore.ts"

/** The server in which databases are made: the one named by `CONFORMANCE_POSTGRES`, or one of this process's own. */
let server: Promise<string> | undefined

const begin = async (): Promise<string> => {
  const named = process.env.CONFORMANCE_POSTGRES
  if (named !== undefined) return named
  // It waits for the disk, since the kit asks of a durable store that it is; it ends with the process.
  const { start } = await import("../../adapters/postgres/testing/EmbeddedPostgres.ts")
  return (await start({ fsync: true })).url
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
  server ??= begin()
  const name = `conformance_${randomUUID().replaceAll("-", "")}`
  await execute(await server, `create database ${name}`)
  return Object.assign(new URL(await server), { pathname: `/${name}` }).href
}
export const open = (url: string) => PostgresStore.make({ url })
export const destroy = async (url: string) => {
  const name = new URL(url).pathname.slice(1)
  await execute(
    Object.assign(new URL(url), { pathname: "/postgres" }).href,
    `drop database ${name} with (force)`,
  )
}
