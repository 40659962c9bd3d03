/**
 * The server with which the court is compared: Fastify with a schema, and one statement and one durable commit for each request.
 * `node BareServer.ts sqlite <file>` or `node BareServer.ts postgres <url>` prints its port.
 */
import Sqlite from "better-sqlite3"
import fastify from "fastify"
import pg from "pg"

const [kind, target = ""] = process.argv.slice(2)
type Body = { readonly sha256: string; readonly kind?: string }

const sqlite = () => {
  const database = new Sqlite(target)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.exec("create table dealings (id integer primary key, sha256 text not null, body text not null)")
  const insert = database.prepare("insert into dealings (sha256, body) values (?, ?)")
  return async (body: Body) => Number(insert.run(body.sha256, JSON.stringify(body)).lastInsertRowid)
}

const postgres = async () => {
  const pool = new pg.Pool({ connectionString: target, max: 10 })
  await pool.query(
    "create table dealings (id bigserial primary key, sha256 text not null, body jsonb not null)",
  )
  return async (body: Body) => {
    const found = await pool.query("insert into dealings (sha256, body) values ($1, $2) returning id", [
      body.sha256,
      JSON.stringify(body),
    ])
    return Number(found.rows[0].id)
  }
}

const lodge = kind === "sqlite" ? sqlite() : await postgres()
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
server.post<{ Body: Body }>("/api/v1/notarise", { schema }, async (request) => ({
  id: await lodge(request.body),
  sha256: request.body.sha256,
}))
await server.listen({ port: 0, host: "127.0.0.1" })
const address = server.server.address()
if (address === null || typeof address === "string") throw new Error("the server has no port")
console.log(JSON.stringify({ port: address.port, key: "none" }))
