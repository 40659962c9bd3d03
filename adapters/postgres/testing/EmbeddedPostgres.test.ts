import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { type EmbeddedPostgres, start } from "./EmbeddedPostgres.ts"
import { freshDatabase } from "./FreshDatabase.ts"

const query = async (url: string, text: string): Promise<ReadonlyArray<unknown>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: "array" })).rows.flat()
  } finally {
    await client.end()
  }
}

describe("the server that all test files of a run share", () => {
  it("is PostgreSQL 17", async () => {
    expect(await query(inject("postgresUrl"), "select version()")).toEqual([
      expect.stringMatching(/^PostgreSQL 17\./),
    ])
  })

  it("gives each file its own empty database", async () => {
    const [first, second] = await Promise.all([freshDatabase(), freshDatabase()])
    await query(first, "create table notes (body text)")
    expect(await query(first, "select count(*)::int from notes")).toEqual([0])
    await expect(query(second, "select count(*) from notes")).rejects.toThrow("does not exist")
  })
})

describe("a server with fsync", () => {
  let server: EmbeddedPostgres
  beforeAll(async () => {
    server = await start({ fsync: true, settings: { max_connections: "20" } })
  })
  afterAll(() => server.stop())

  it("runs with the given settings", async () => {
    const text = "select current_setting('fsync'), current_setting('max_connections')"
    expect(await query(server.url, text)).toEqual(["on", "20"])
  })

  it("keeps what was committed when it is killed under load and restarted", async () => {
    await query(server.url, "create table acts (id serial primary key)")
    const client = new Client({ connectionString: server.url })
    const cut = new Promise((resolve) => client.on("error", resolve))
    await client.connect()
    let acknowledged = 0
    const load = (async () => {
      for (;;) {
        await client.query("insert into acts default values")
        acknowledged += 1
      }
    })().catch((error: unknown) => error)
    while (acknowledged < 20) await new Promise((resolve) => setTimeout(resolve, 5))

    await server.kill()
    await Promise.all([cut, load])
    await expect(query(server.url, "select 1")).rejects.toThrow("ECONNREFUSED")
    await server.restart()

    const [stored] = await query(server.url, "select count(*)::int from acts")
    expect(stored).toBeGreaterThanOrEqual(acknowledged)
    expect(stored).toBeLessThanOrEqual(acknowledged + 1)
  })
})

it("a server leaves nothing behind when the process that started it is killed", async () => {
  const module = new URL("./EmbeddedPostgres.ts", import.meta.url).href
  const program = `import { start } from ${JSON.stringify(module)}
    const { url, folder } = await start()
    console.log(JSON.stringify({ url, folder }))
    setInterval(() => {}, 1000)`
  const evaluating = "Deno" in globalThis ? ["eval", program] : ["--input-type=module", "--eval", program]
  const owner = spawn(process.execPath, evaluating, {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [line] = await once(owner.stdout, "data")
  const { url, folder }: { url: string; folder: string } = JSON.parse(String(line))
  expect(await query(url, "select 1")).toEqual([1])

  owner.kill("SIGKILL")

  await expect.poll(() => existsSync(folder), { timeout: 10_000 }).toBe(false)
  await expect(query(url, "select 1")).rejects.toThrow("ECONNREFUSED")
})
