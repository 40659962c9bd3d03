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

/** A second database of the same server with what the first one holds now, as a dump that was loaded would have it. Nobody may be connected to the first. */
export const copyDatabase = async (url: string): Promise<string> => {
  const name = new URL(url).pathname.slice(1)
  const client = new Client({
    connectionString: Object.assign(new URL(url), { pathname: "/postgres" }).href,
  })
  await client.connect()
  try {
    await client.query(`create database ${name}_copy template ${name}`)
  } finally {
    await client.end()
  }
  return `${url}_copy`
}
