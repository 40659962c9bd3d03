/** A new database on any server. */
import { randomUUID } from "node:crypto"
import { Client } from "pg"

/** Makes an empty database and gives its connection URL. Nothing deletes it but the end of the server. */
export const newDatabase = async (serverUrl: string): Promise<string> => {
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
