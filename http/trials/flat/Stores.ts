/** The two stores that `npm run flat` measures: where a court finds them, how they are filled, and what they tell of themselves. */
import { execFile } from "node:child_process"
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import Sqlite from "better-sqlite3"
import type { Layer } from "effect"
import { Client } from "pg"
import { PostgresStore } from "../../../adapters/postgres/index.ts"
import { start as startPostgres } from "../../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../../adapters/postgres/testing/NewDatabase.ts"
import { SqliteStore } from "../../../adapters/sqlite/index.ts"
import type { Store } from "../../../core/store/Store.ts"
import { environment, type Place, program } from "./Court.ts"
import type { Target } from "./Filling.ts"
import * as PostgresTarget from "./PostgresTarget.ts"
import * as SqliteTarget from "./SqliteTarget.ts"

const run = promisify(execFile)

export interface Size {
  readonly name: string
  readonly bytes: number
}

export interface Subject {
  readonly place: Place
  readonly layer: Layer.Layer<Store, unknown>
  readonly target: () => Promise<Target>
  /** The key of an index that has `offset` keys of this prefix after it; null if there are fewer. */
  readonly keyFromEnd: (index: string, prefix: string, offset: number) => Promise<string | null>
  /** The cursor of the journal that has `offset` events after it. */
  readonly eventFromEnd: (offset: number) => Promise<string | null>
  readonly sizes: () => Promise<ReadonlyArray<Size>>
  /** How many bytes the database has written to its log in all; null if its log doesn't tell. */
  readonly logBytes: () => Promise<number | null>
  /** Backs the store up into a folder; gives how, the time it took and the bytes that it wrote. Null if no program for it is found. */
  readonly backup: (folder: string) => Promise<Backup | null>
}

export interface Backup {
  readonly how: string
  readonly seconds: number
  readonly bytes: number
}

export interface Stores {
  readonly title: string
  readonly make: (name: string) => Promise<Subject>
  readonly pids: ReadonlyArray<number>
  readonly stop: () => Promise<void>
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

const backedUp = async (how: string, folder: string, take: () => Promise<unknown>): Promise<Backup> => {
  const begun = performance.now()
  await take()
  const seconds = (performance.now() - begun) / 1000
  const bytes = bytesIn(folder)
  rmSync(folder, { recursive: true })
  return { how, seconds, bytes }
}

const beyond = "\u{10ffff}"

const sqlite = (root: string): Stores => ({
  title: "SQLite",
  pids: [],
  stop: async () => {},
  make: async (name) => {
    const data = join(root, name)
    const file = join(data, "court.db")
    mkdirSync(data)
    const asked = <A>(sql: string, ...values: ReadonlyArray<string | number>): ReadonlyArray<A> => {
      const db = new Sqlite(file, { readonly: true })
      try {
        return db.prepare<Array<string | number>, A>(sql).all(...values)
      } finally {
        db.close()
      }
    }
    return {
      place: { data, store: `sqlite:${file}` },
      layer: SqliteStore.layer({ file }),
      target: async () => SqliteTarget.open(file),
      keyFromEnd: async (index, prefix, offset) =>
        asked<{ readonly key: string }>(
          "SELECT key FROM index_entries WHERE name = ? AND key >= ? AND key < ? ORDER BY key DESC LIMIT 1 OFFSET ?",
          index,
          prefix,
          prefix + beyond,
          offset,
        )[0]?.key ?? null,
      eventFromEnd: async (offset) =>
        asked<{ readonly place: string }>("SELECT max(place) - ? AS place FROM journal", offset)
          .map(({ place }) => String(place))
          .at(0) ?? null,
      sizes: async () =>
        asked<Size>("SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC"),
      logBytes: async () => null,
      backup: (folder) =>
        backedUp("agent-court backup", folder, () =>
          run(process.execPath, [program, "backup", folder], {
            env: environment({ data, store: `sqlite:${file}` }),
          }),
        ),
    }
  },
})

const postgres = async (root: string): Promise<Stores> => {
  // Debian's server comes with the programs of its backups; that of the package is for tests.
  const programs = globSync("/usr/lib/postgresql/*/bin").at(-1)
  // The server of the package can't compress by lz4.
  const wal_compression = programs === undefined ? "on" : "lz4"
  const settings = { shared_buffers: "2GB", max_wal_size: "4GB", wal_compression }
  const server = await startPostgres({
    fsync: true,
    settings,
    ...(programs === undefined ? {} : { programs }),
  })
  const postmaster = Number.parseInt(readFileSync(join(server.folder, "data", "postmaster.pid"), "utf8"), 10)
  return {
    title: "PostgreSQL",
    pids: [postmaster],
    stop: server.stop,
    make: async (name) => {
      const url = await newDatabase(server.url)
      const data = join(root, name)
      mkdirSync(data)
      const asked = async <A extends object>(sql: string, ...values: ReadonlyArray<string | number>) => {
        const client = new Client({ connectionString: url })
        await client.connect()
        const { rows } = await client.query<A>(sql, [...values])
        await client.end()
        return rows
      }
      return {
        place: { data, store: url },
        layer: PostgresStore.layer({ url }),
        target: () => PostgresTarget.open(url),
        keyFromEnd: async (index, prefix, offset) =>
          (
            await asked<{ readonly key: string }>(
              "select key from agent_court.entries where index = $1 and key >= $2 and key < $3 order by key desc limit 1 offset $4",
              index,
              prefix,
              prefix + beyond,
              offset,
            )
          )[0]?.key ?? null,
        eventFromEnd: async (offset) =>
          (
            await asked<{ readonly cursor: string }>(
              "select tx || '-' || position as cursor from agent_court.events order by tx desc, position desc limit 1 offset $1",
              offset,
            )
          )[0]?.cursor ?? null,
        sizes: () =>
          asked<Size>(
            `select c.relname as name, pg_relation_size(c.oid)::float8 as bytes from pg_class c
             where relnamespace = 'agent_court'::regnamespace and relkind in ('r', 'i') order by 2 desc`,
          ),
        logBytes: async () =>
          (
            await asked<{ readonly bytes: number }>(
              "select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes",
            )
          )[0]?.bytes ?? null,
        backup: async (folder) => {
          if (programs === undefined) return null
          const { port } = new URL(server.url)
          const args = ["-h", "127.0.0.1", "-p", port, "-U", "postgres", "-D", folder, "-c", "fast"]
          return backedUp("pg_basebackup", folder, () => run(join(programs, "pg_basebackup"), args))
        },
      }
    },
  }
}

export const open = (kind: string, root: string): Promise<Stores> => {
  if (kind === "sqlite") return Promise.resolve(sqlite(root))
  if (kind === "postgres") return postgres(root)
  throw new Error(`no store ${kind}: name sqlite or postgres`)
}
