import { randomUUID } from "node:crypto"
import { Client } from "pg"
import { inject } from "vitest"

/** Makes an empty database for the calling test file and gives its connection URL; it goes with the server. */
export const freshDatabase = async (serverUrl: string = inject("postgresUrl")): Promise<string> => {
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}
