/** A PostgreSQL database that is filled by COPY, while no court uses it. */
import { once } from "node:events"
import pg, { type Client } from "pg"
import type { Rows } from "./Copies.ts"
import type { Target } from "./Filling.ts"

/** The connection of a client, in so far as a COPY needs it. */
interface Connection {
  readonly query: (text: string) => void
  readonly sendCopyFromChunk: (chunk: Buffer) => void
  readonly endCopyFrom: () => void
  readonly stream: NodeJS.EventEmitter & { readonly writableNeedDrain: boolean }
}

const chunkBytes = 1 << 18
type Cell = string | number | null
const escaped = /[\\\t\n\r]/g
const names: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" }
const cellOf = (cell: Cell): string =>
  cell === null
    ? "\\N"
    : typeof cell === "number"
      ? String(cell)
      : cell.replace(escaped, (c) => names[c] ?? c)

/** One COPY into a table, on a connection of its own. */
const copying = async (url: string, table: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let ended: Promise<void> = Promise.resolve()
  const connection = await new Promise<Connection>((begun, refused) => {
    ended = new Promise((done, failed) => {
      client.query({
        submit: (to: Connection) => to.query(`copy agent_court.${table} from stdin`),
        handleCopyInResponse: begun,
        handleCommandComplete: () => {},
        handleReadyForQuery: () => done(),
        handleError: (error: Error) => {
          refused(error)
          failed(error)
        },
      } as unknown as pg.Submittable)
    })
  })
  let text = ""
  const flush = () => {
    connection.sendCopyFromChunk(Buffer.from(text))
    text = ""
  }
  return {
    add: (cells: ReadonlyArray<Cell>): void => {
      text += `${cells.map(cellOf).join("\t")}\n`
      if (text.length > chunkBytes) flush()
    },
    drained: (): Promise<unknown> | undefined =>
      connection.stream.writableNeedDrain
        ? Promise.race([once(connection.stream, "drain"), ended])
        : undefined,
    end: async () => {
      flush()
      connection.endCopyFrom()
      await ended
      await client.end()
    },
  }
}

const constraints = `select conname as name, conrelid::regclass::text as on_table, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'p' and conrelid in ('agent_court.records'::regclass,
    'agent_court.entries'::regclass, 'agent_court.events'::regclass)`
const indexes = `select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'agent_court' and indexname in ('entries_of_record', 'events_of_subject')`

interface Named {
  readonly name: string
  readonly on_table: string
  readonly definition: string
}

/** Keys that begin with a hash come in no order, which leaves the leaves of a tree about 70 % full. */
const fillfactor = 70
const remade = ({ name, on_table, definition }: Named): ReadonlyArray<string> =>
  on_table.endsWith("entries")
    ? [
        `alter table ${on_table} add constraint ${name} ${definition} with (fillfactor = ${fillfactor})`,
        `alter index agent_court.${name} reset (fillfactor)`,
      ]
    : [`alter table ${on_table} add constraint ${name} ${definition}`]

/** Takes the indexes of the large tables away, which are faster made anew. Gives the statements that make them. */
const withoutIndexes = async (client: Client): Promise<ReadonlyArray<string>> => {
  const keys = (await client.query<Named>(constraints)).rows
  const others = (await client.query<Named>(indexes)).rows
  for (const { name } of others) await client.query(`drop index agent_court.${name}`)
  for (const { name, on_table } of keys) await client.query(`alter table ${on_table} drop constraint ${name}`)
  return [...keys.flatMap(remade), ...others.map(({ definition }) => definition)]
}

export const open = async (url: string): Promise<Target> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows = async <A extends object>(sql: string): Promise<ReadonlyArray<A>> =>
    (await client.query<A>(sql)).rows
  const last = async (sql: string): Promise<number> =>
    Number((await rows<{ readonly last: string }>(sql))[0]?.last ?? 0)
  const read: Rows = {
    records: await rows(`select kind, id, version::int, number::int, body::text, null as entries
      from agent_court.records order by id`),
    entries: await rows("select index, key, kind, id from agent_court.entries"),
    events: await rows(`select id, at::float8 as at, type, subject, rules::text, data::text
      from agent_court.events order by tx, position`),
    tasks: await rows("select id, kind, due_at::float8 as due, body::text from agent_court.tasks"),
    receipts: await rows(`select id, fingerprint, reply::text, numbers::text, expires_at::float8 as expires
      from agent_court.receipts`),
  }
  let tx = await last("select max(tx) as last from agent_court.events")
  const [series] = await rows<{ readonly name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'S' and obj_description(c.oid, 'pg_class') = 'dealings'`,
  )
  const [dealing, matter, place] = [
    await last(`select last_value as last from ${series?.name}`),
    await last("select body ->> 'lastNumber' as last from agent_court.records where kind = 'docket-list'"),
    await last("select last_value as last from agent_court.places"),
  ]
  const again = await withoutIndexes(client)
  const tables = {
    records: await copying(url, "records (kind, id, version, number, body)"),
    entries: await copying(url, "entries (index, key, kind, id)"),
    events: await copying(url, "events (tx, id, at, type, subject, rules, data)"),
    tasks: await copying(url, "tasks (id, kind, due_at, body)"),
    receipts: await copying(url, "receipts (id, fingerprint, reply, numbers, expires_at)"),
  }
  const all = Object.values(tables)
  return {
    rows: read,
    last: { place, dealing, matter },
    add: ({ records, entries, events, tasks, receipts }) => {
      tx++
      for (const r of records) tables.records.add([r.kind, r.id, r.version, r.number, r.body])
      for (const e of entries) tables.entries.add([e.index, e.key, e.kind, e.id])
      for (const e of events) tables.events.add([tx, e.id, e.at, e.type, e.subject, e.rules, e.data])
      for (const t of tasks) tables.tasks.add([t.id, t.kind, t.due, t.body])
      for (const r of receipts) tables.receipts.add([r.id, r.fingerprint, r.reply, r.numbers, r.expires])
      const waits = all.flatMap((table) => table.drained() ?? [])
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => {})
    },
    finish: async (given) => {
      await Promise.all(all.map((table) => table.end()))
      await client.query("set maintenance_work_mem = '1GB'")
      for (const statement of again) await client.query(statement)
      await client.query("select setval('agent_court.places', $1)", [given.place])
      await client.query("select setval($1, $2)", [series?.name, given.dealing])
      await client.query(
        `update agent_court.records set body = jsonb_set(body::jsonb, '{lastNumber}', to_jsonb($1::int))::json
         where kind = 'docket-list'`,
        [given.matter],
      )
      await client.query("vacuum analyze")
      await client.query("checkpoint")
      await client.end()
    },
  }
}
