/**
 * The servers with which the court is compared: Fastify with a schema, and one durable commit for each request. `node BareServer.ts
 * sqlite <file>` or `node BareServer.ts postgres <url>` prints its port. With `duties` after that, it has the duties of the court: it
 * looks the caller's key up by its hash, keeps a receipt of the request in the same commit, and signs its answer (Ed25519) in the thread.
 */
import { createHash, generateKeyPairSync, hash, randomUUID, sign } from "node:crypto"
import Sqlite from "better-sqlite3"
import fastify, { type FastifyRequest } from "fastify"
import pg from "pg"

const [kind, target = "", duties] = process.argv.slice(2)
type Body = { readonly sha256: string; readonly kind?: string }
/** The work of a server: it finds the owner of a key, and commits a lodgement, or gives the answer that its receipt has. */
interface Store {
  readonly lodge: (body: Body) => Promise<number>
  readonly ownerOf: (keySha256: string) => Promise<string | null>
  readonly lodgeOnce: (
    body: Body,
    owner: string,
    receipt: { readonly id: string; readonly fingerprint: string },
  ) => Promise<number>
}

const key = "a-key-of-this-server"
const tables = (id: string, json: string) => `
  create table dealings (id ${id}, sha256 text not null, owner text, body ${json} not null);
  create table keys (sha256 text primary key, owner text not null);
  create table receipts (id text primary key, fingerprint text not null, dealing bigint not null);
  insert into keys values ('${hash("sha256", key)}', 'seller');`
const reused = () => new Error("the key stands for another request")

const sqlite = (): Store => {
  const database = new Sqlite(target)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.exec(tables("integer primary key", "text"))
  const insert = database.prepare("insert into dealings (sha256, owner, body) values (?, ?, ?)")
  const owner = database.prepare<[string], { owner: string }>("select owner from keys where sha256 = ?")
  const receipt = database.prepare<[string], { fingerprint: string; dealing: number }>(
    "select fingerprint, dealing from receipts where id = ?",
  )
  const keep = database.prepare("insert into receipts values (?, ?, ?)")
  const lodgeOnce = database.transaction((body: Body, by: string, id: string, fingerprint: string) => {
    const earlier = receipt.get(id)
    if (earlier !== undefined) {
      if (earlier.fingerprint !== fingerprint) throw reused()
      return earlier.dealing
    }
    const dealing = Number(insert.run(body.sha256, by, JSON.stringify(body)).lastInsertRowid)
    keep.run(id, fingerprint, dealing)
    return dealing
  })
  return {
    lodge: async (body) => Number(insert.run(body.sha256, null, JSON.stringify(body)).lastInsertRowid),
    ownerOf: async (sha256) => owner.get(sha256)?.owner ?? null,
    lodgeOnce: async (body, by, { id, fingerprint }) => lodgeOnce.immediate(body, by, id, fingerprint),
  }
}

const postgres = async (): Promise<Store> => {
  const pool = new pg.Pool({ connectionString: target, max: 10 })
  await pool.query(tables("bigserial primary key", "jsonb"))
  // One statement is one commit, and one way to the database.
  const once = `with receipt as (
      insert into receipts values ($1, $2, nextval('dealings_id_seq')) on conflict do nothing returning dealing
    ), dealing as (
      insert into dealings (id, sha256, owner, body) select dealing, $3, $4, $5 from receipt returning id
    ) select id from dealing`
  return {
    lodge: async (body) => {
      const found = await pool.query("insert into dealings (sha256, body) values ($1, $2) returning id", [
        body.sha256,
        JSON.stringify(body),
      ])
      return Number(found.rows[0].id)
    },
    ownerOf: async (sha256) => {
      const text = "select owner from keys where sha256 = $1"
      const { rows } = await pool.query({ name: "owner", text, values: [sha256] })
      return rows[0]?.owner ?? null
    },
    lodgeOnce: async (body, by, { id, fingerprint }) => {
      const values = [id, fingerprint, body.sha256, by, JSON.stringify(body)]
      const { rows } = await pool.query({ name: "once", text: once, values })
      if (rows[0] !== undefined) return Number(rows[0].id)
      const earlier = await pool.query("select fingerprint, dealing from receipts where id = $1", [id])
      if (earlier.rows[0].fingerprint !== fingerprint) throw reused()
      return Number(earlier.rows[0].dealing)
    },
  }
}

const store = kind === "sqlite" ? sqlite() : await postgres()
const server = fastify()
const schema = {
  body: {
    type: "object",
    required: ["sha256"],
    additionalProperties: false,
    properties: {
      sha256: { type: "string", pattern: "^[0-9a-fA-F]{64}$" },
      kind: { type: "string" },
      counterparty: { type: "string", maxLength: 120 },
      valueCents: { type: "integer", minimum: 0 },
    },
  },
}
const { privateKey } = generateKeyPairSync("ed25519")

const bare = async ({ body }: { readonly body: Body }) => ({
  id: await store.lodge(body),
  sha256: body.sha256,
})

const dutiful = async ({ body, headers, method, url }: FastifyRequest<{ Body: Body }>) => {
  const secret = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? ""
  const owner = await store.ownerOf(hash("sha256", secret))
  if (owner === null) throw Object.assign(new Error("a credential is needed"), { statusCode: 401 })
  const id = hash("sha256", `${owner}\n${headers["idempotency-key"] ?? randomUUID()}`)
  const fingerprint = createHash("sha256")
    .update(`${method} ${url}\n`)
    .update(JSON.stringify(body))
    .digest("hex")
  const sequence = await store.lodgeOnce(body, owner, { id, fingerprint })
  const lodged = { id, sequence, sha256: body.sha256, lodgedAt: new Date().toISOString() }
  const receipt = sign(null, Buffer.from(JSON.stringify(lodged)), privateKey).toString("base64url")
  return { ...lodged, receipt }
}

server.post<{ Body: Body }>("/api/v1/notarise", { schema }, duties === "duties" ? dutiful : bare)
await server.listen({ port: 0, host: "127.0.0.1" })
const address = server.server.address()
if (address === null || typeof address === "string") throw new Error("the server has no port")
console.log(JSON.stringify({ port: address.port, key }))
