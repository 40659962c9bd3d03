/** A court that can't start prints one line that names the variable, the file or the host at fault, and leaves no file. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import Sqlite from "better-sqlite3"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import type { Variable } from "../court/Variables.ts"
import { contents } from "../operate/testing/Contents.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-startup-"))
/** A server that accepts connections and never answers. */
const silent = createServer()
let silentPort = 0
let server: EmbeddedPostgres
beforeAll(async () => {
  silent.listen(0, "127.0.0.1")
  await once(silent, "listening")
  silentPort = (silent.address() as AddressInfo).port
  const rules = join(root, "pg_hba.conf")
  writeFileSync(rules, "host all guarded 127.0.0.1/32 scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n")
  for (const path of [root, rules]) chmodSync(path, 0o755)
  server = await start({ fsync: true, settings: { hba_file: rules } })
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query("create role guarded login password 'right'")
  await client.end()
})
afterAll(async () => {
  silent.close()
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Root may write what the mode forbids. A court that may not is started without that power. */
const powerless =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : []

let made = 0
/** Starts a court in a folder of its own. Gives its exit code, what it wrote, and the folder before and after. */
const started = async ({ env, given = () => {}, through = [] }: Row) => {
  const folder = join(root, String(made++))
  mkdirSync(folder)
  given(folder)
  const before = contents(folder)
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:COURT_|HOST$|PORT$)/.test(name))
  const court = [process.execPath, join(import.meta.dirname, "../bin/agent-court.ts"), "serve"]
  const [program = "", ...args] = [...through, ...court]
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), PORT: "0", ...(typeof env === "function" ? env(folder) : env) },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const written = { out: "", error: "" }
  child.stdout.on("data", (chunk) => {
    written.out += chunk
  })
  child.stderr.on("data", (chunk) => {
    written.error += chunk
  })
  const [code] = await once(child, "close")
  return { code, ...written, before, after: contents(folder) }
}

type Environment = Readonly<Record<string, string>>
interface Row {
  readonly env: Environment | ((folder: string) => Environment)
  readonly given?: (folder: string) => void
  /** The command that starts the court, with its arguments; the court is started directly if it is left out. */
  readonly through?: ReadonlyArray<string>
  readonly says: RegExp
}

const refuses = (row: Row) => async () => {
  const { code, out, error, before, after } = await started(row)
  expect(error).toMatch(row.says)
  expect(error).toMatch(/^agent-court: [^\n]+\n$/)
  expect(error).not.toMatch(/secret| at \S+:\d+/)
  expect({ code, out, after }).toEqual({ code: 1, out: "", after: before })
}

const model = { COURT_MODEL_URL: "https://models.example", COURT_MODEL: "m", COURT_MODEL_UNPRICED: "free" }
const mail = { COURT_SMTP_URL: "smtp://mail.example", COURT_SMTP_FROM: "court@court.example" }

const badValues: { readonly [name in Variable]: Row } = {
  HOST: { env: { HOST: "not an address" }, says: /HOST=not an address: an address or name of this machine/ },
  PORT: { env: { PORT: "70000" }, says: /: PORT=70000: a port number from 0 .* to 65535\n$/ },
  COURT_BASE_URL: {
    env: { COURT_BASE_URL: "court.example" },
    says: /COURT_BASE_URL=court\.example: an http/,
  },
  COURT_CONTACT: { env: { COURT_CONTACT: "a@b.example" }, says: /COURT_CONTACT=a@b\.example: mailto:/ },
  COURT_DATA: {
    given: (folder) => writeFileSync(join(folder, "court-data"), ""),
    env: {},
    says: /court-data\/keys can't be made: .*court-data is not a folder/,
  },
  COURT_STORE: { env: { COURT_STORE: "mysql://secret@h" }, says: /COURT_STORE: sqlite:<file>, postgres:/ },
  COURT_STORE_READ: {
    env: { COURT_STORE: "memory:", COURT_STORE_READ: "postgres://h/d" },
    says: /COURT_STORE_READ: only beside a COURT_STORE on PostgreSQL/,
  },
  COURT_SCHEDULER: { env: { COURT_SCHEDULER: "on" }, says: /COURT_SCHEDULER=on: one of embedded, off/ },
  COURT_JUDGE: {
    env: { COURT_JUDGE: "jury" },
    says: /COURT_JUDGE=jury: one of papers, papers,bench, papers,model, bench, model/,
  },
  COURT_MODEL_URL: {
    env: { ...model, COURT_MODEL_URL: "https://secret@models.example" },
    says: /COURT_MODEL_URL: the base address/,
  },
  COURT_MODEL_KEY: { env: { ...model, COURT_MODEL_KEY: "secret key" }, says: /COURT_MODEL_KEY: a key of/ },
  COURT_MODEL: { env: { ...model, COURT_MODEL: "no model" }, says: /COURT_MODEL: the name of a model/ },
  COURT_MODEL_PRICE: { env: { ...model, COURT_MODEL_PRICE: "3" }, says: /COURT_MODEL_PRICE: prices are US/ },
  COURT_MODEL_UNPRICED: {
    env: { ...model, COURT_MODEL_UNPRICED: "yes" },
    says: /COURT_MODEL_UNPRICED=yes: refuse or free/,
  },
  COURT_PANEL_URL: {
    env: { ...model, COURT_JUDGE: "panel:a,b", COURT_PANEL_URL: "https://models.example" },
    says: /COURT_PANEL_URL: one for each of the 2 members/,
  },
  COURT_PANEL_KEY: {
    env: { ...model, COURT_JUDGE: "panel:a,b", COURT_PANEL_KEY: "a secret,b" },
    says: /COURT_PANEL_KEY: keys of printable characters/,
  },
  COURT_PANEL_PRICE: {
    env: { ...model, COURT_JUDGE: "panel:a,b", COURT_PANEL_PRICE: "3/15,much" },
    says: /COURT_PANEL_PRICE: prices are US dollars/,
  },
  COURT_MODEL_TIMEOUT: {
    env: { ...model, COURT_MODEL_TIMEOUT: "0" },
    says: /COURT_MODEL_TIMEOUT=0: seconds for one answer/,
  },
  COURT_COUNSEL: { env: { ...model, COURT_COUNSEL: "a=b" }, says: /COURT_COUNSEL: prices are US dollars/ },
  "COURT_EVM_RPC_<id>": {
    env: { COURT_EVM_RPC_7: "https://rpc.example" },
    says: /COURT_EVM_RPC_7: the court reads only the chains/,
  },
  COURT_ESPLORA: { env: { COURT_ESPLORA: "secret" }, says: /COURT_ESPLORA: the http or https address/ },
  COURT_KOIOS: { env: { COURT_KOIOS: "secret" }, says: /COURT_KOIOS: the http or https address/ },
  COURT_PRICES: { env: { COURT_PRICES: "https://prices.example/secret" }, says: /COURT_PRICES: addresses/ },
  COURT_XPUB_EVM: { env: { COURT_XPUB_EVM: "xprv-secret" }, says: /COURT_XPUB_EVM: / },
  COURT_XPUB_BTC: { env: { COURT_XPUB_BTC: "zprv-secret" }, says: /COURT_XPUB_BTC: / },
  COURT_XPUB_ADA: { env: { COURT_XPUB_ADA: "acct_xsk-secret" }, says: /COURT_XPUB_ADA: / },
  COURT_READ_EVERY: { env: { COURT_READ_EVERY: "0" }, says: /COURT_READ_EVERY: seconds between two reads/ },
  COURT_SANDBOX: { env: { COURT_SANDBOX: "yes" }, says: /COURT_SANDBOX=yes: one of 0, 1/ },
  COURT_RATE_LIMIT: { env: { COURT_RATE_LIMIT: "20" }, says: /COURT_RATE_LIMIT=20: off, or like/ },
  COURT_TRUSTED_PROXIES: {
    env: { COURT_TRUSTED_PROXIES: "proxy.example" },
    says: /COURT_TRUSTED_PROXIES=proxy\.example: addresses or ranges/,
  },
  COURT_SMTP_URL: { env: { ...mail, COURT_SMTP_URL: "http://secret" }, says: /COURT_SMTP_URL: smtp:/ },
  COURT_SMTP_FROM: { env: { ...mail, COURT_SMTP_FROM: "court" }, says: /COURT_SMTP_FROM: the address that/ },
  COURT_LOCAL_SERVICES: { env: { COURT_LOCAL_SERVICES: "1" }, says: /COURT_LOCAL_SERVICES=1: only in a san/ },
  COURT_FORMATS: { env: { COURT_FORMATS: "adrp" }, says: /COURT_FORMATS=adrp: off, all, or some of / },
  COURT_WITNESSES: {
    given: (folder) => writeFileSync(join(folder, "policy"), "quorum all\n"),
    env: { COURT_WITNESSES: "policy" },
    says: /COURT_WITNESSES: policy, line 1: all is not defined in an earlier line/,
  },
  COURT_METRICS: { env: { COURT_METRICS: "9464" }, says: /COURT_METRICS=9464: an address and a port/ },
  COURT_LOG: { env: { COURT_LOG: "xml" }, says: /COURT_LOG=xml: one of human, json/ },
  COURT_LOG_LEVEL: { env: { COURT_LOG_LEVEL: "loud" }, says: /COURT_LOG_LEVEL=loud: one of debug/ },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: "secret:4318" },
    says: /OTEL_EXPORTER_OTLP_ENDPOINT: the http or https address of a collector/,
  },
}

const misspelt: Readonly<Record<string, Row>> = {
  COURT_STROE: { env: { COURT_STROE: "secret" }, says: /COURT_STROE: .*; did you mean COURT_STORE\?/ },
  COURT_EVM_RCP_1: {
    env: { COURT_EVM_RCP_1: "secret" },
    says: /COURT_EVM_RCP_1: .*; did you mean COURT_EVM_RPC_<id>/,
  },
  COURT_PORT: { env: { COURT_PORT: "8081" }, says: /COURT_PORT: .*; did you mean PORT\?/ },
  COURT_VERBOSE: { env: { COURT_VERBOSE: "1" }, says: /COURT_VERBOSE: .*; agent-court serve --help lists/ },
}

const store = (name: string) => (folder: string) => ({ COURT_STORE: `sqlite:${join(folder, name)}` })

const stores: Readonly<Record<string, Row>> = {
  "the file of another program": {
    given: (folder) => {
      const other = new Sqlite(join(folder, "other.db"))
      other.exec("CREATE TABLE migrations (id); CREATE TABLE invoices (id)")
      other.close()
    },
    env: store("other.db"),
    says: /COURT_STORE: the SQLite store .*other\.db is refused: it holds the tables of another program/,
  },
  "a file that is no database": {
    given: (folder) => writeFileSync(join(folder, "notes.txt"), "Buy milk, and mind the gap. ".repeat(200)),
    env: store("notes.txt"),
    says: /COURT_STORE: .*notes\.txt\) can't be used: the file is not a SQLite database/,
  },
  "a folder where the file is to be": {
    given: (folder) => mkdirSync(join(folder, "court.db")),
    env: store("court.db"),
    says: /COURT_STORE: .*court\.db\) can't be used: it can't be opened as a file/,
  },
  "a file that the account may only read": {
    given: (folder) => {
      const file = join(folder, "court.db")
      new Sqlite(file)
        .exec("CREATE TABLE records (id); CREATE TABLE journal (id); CREATE TABLE tasks (id)")
        .close()
      chmodSync(file, 0o444)
      chmodSync(folder, 0o777)
    },
    through: powerless,
    env: store("court.db"),
    says: /COURT_STORE: .*court\.db\) can't be used: this account may only read the file or its folder/,
  },
  "a path that leads through a file": {
    given: (folder) => writeFileSync(join(folder, "file"), ""),
    env: store("file/court.db"),
    says: /COURT_STORE: .*file\/court\.db\) can't be used: a part of its path is a file, not a folder/,
  },
  "a server that is not there": {
    env: { COURT_STORE: "postgres://u:secret@127.0.0.1:1/court" },
    says: /COURT_STORE: .*PostgreSQL, 127\.0\.0\.1:1\/court\) can't be used: nothing listens at this address/,
  },
  "a server that nobody knows": {
    env: { COURT_STORE: "postgres://u:secret@database.invalid/court" },
    says: /COURT_STORE: .*PostgreSQL, database\.invalid\/court\) can't be used: .* host/,
  },
  "a server that does not answer": {
    env: () => ({ COURT_STORE: `postgres://u:secret@127.0.0.1:${silentPort}/court` }),
    says: /COURT_STORE: .*can't be used: the server does not answer in time/,
  },
  "an address that is none": {
    env: { COURT_STORE: "postgres://u:secret@h:99999/court" },
    says: /COURT_STORE: .*can't be read; like postgres:/,
  },
  "a wrong password": {
    env: () => ({ COURT_STORE: server.url.replace("postgres@", "guarded:secret@") }),
    says: /COURT_STORE: .*can't be used: password authentication failed for user "guarded"/,
  },
  "no password": {
    env: () => ({ COURT_STORE: server.url.replace("postgres@", "guarded@") }),
    says: /COURT_STORE: .*can't be used: the server asks for a password, and the address has none/,
  },
  "a database that is not there": {
    env: () => ({ COURT_STORE: server.url.replace(/postgres$/, "elsewhere") }),
    says: /COURT_STORE: .*can't be used: database "elsewhere" does not exist/,
  },
}

/** Makes keys as a first start does, and spoils them. */
const keys = (spoil: (keysFolder: string) => void) => (folder: string) => {
  const own = join(folder, "court-data", "keys")
  FileKeys.ensure(own)
  spoil(own)
}
const spoilt: Readonly<Record<string, Row>> = {
  "a key that others can read": {
    given: keys((own) => chmodSync(join(own, "notary"), 0o644)),
    env: {},
    says: /court-data\/keys\/notary can be read by others; run: chmod 600 .*court-data\/keys\/notary/,
  },
  "a key that can't be read": {
    given: keys((own) => {
      rmSync(join(own, "jwks"))
      mkdirSync(join(own, "jwks"), { mode: 0o700 })
    }),
    env: {},
    says: /court-data\/keys\/jwks can't be used for keys: EISDIR/,
  },
  "a file that holds no key": {
    given: keys((own) => writeFileSync(join(own, "payout"), "secret")),
    env: {},
    says: /court-data\/keys\/payout does not hold 32 bytes/,
  },
  "a list of retired keys that is none": {
    given: keys((own) => writeFileSync(join(own, "retired.json"), "secret")),
    env: {},
    says: /court-data\/keys\/retired\.json holds no list of retired keys/,
  },
  "the keys of a court whose store is not there": {
    given: keys((own) => void FileKeys.keepCourtId(own, "019ab000-0000-7000-8000-000000000001")),
    env: {},
    says: /the keys in .* are those of court 019ab000-.*court\.db\) is new\..* serve --new/,
  },
}

const listening: Readonly<Record<string, Row>> = {
  "a port that is taken": {
    env: () => ({ PORT: String(silentPort) }),
    says: /PORT=\d+: another program listens on 127\.0\.0\.1 at this port/,
  },
  "a port for metrics that is taken": {
    env: () => ({ COURT_METRICS: `127.0.0.1:${silentPort}` }),
    says: /COURT_METRICS=127\.0\.0\.1:\d+: another program listens on 127\.0\.0\.1 at this port/,
  },
  "an address of another machine": {
    env: { HOST: "192.0.2.1" },
    says: /HOST=192\.0\.2\.1: this machine has no such address/,
  },
}

describe.concurrent("a court that can't start", () => {
  for (const [what, rows] of Object.entries({
    "a bad value of": badValues,
    "the variable": misspelt,
    "": { ...stores, ...spoilt, ...listening },
  }))
    for (const [name, row] of Object.entries(rows))
      it(`Rule 2.6 prints one line and leaves no file for ${`${what} ${name}`.trim()}`, refuses(row), 60_000)
})

it("Rule 2.6 a store with a record that this version can't read is refused by the record's kind, and no record is changed", async () => {
  const stores = join(import.meta.dirname, "stores")
  const recordsOf = (file: string) => {
    const db = new Sqlite(file)
    const found = db.prepare("SELECT * FROM records").all()
    db.close()
    return found
  }
  let folder = ""
  let before: ReadonlyArray<unknown> = []
  const { code, error } = await started({
    given: (made) => {
      folder = made
      const file = join(folder, "court.db")
      writeFileSync(file, gunzipSync(readFileSync(join(stores, "4f7391cc.db.gz"))))
      const other = new Sqlite(file)
      other.exec(
        `INSERT INTO records (kind, id, version, body) VALUES ('founding', 'court', 1, '{"courtId":"x"}')`,
      )
      other.close()
      before = recordsOf(file)
    },
    env: (made) => ({ ...store("court.db")(made), COURT_SANDBOX: "1" }),
    says: /./,
  })
  expect([code, error]).toEqual([
    1,
    expect.stringMatching(
      /^agent-court: COURT_STORE: .*has a record that this version can't read, .*\(founding \["notary"\] is missing\)\. No record was changed\. Serve it with the version that wrote it/,
    ),
  ])
  expect(recordsOf(join(folder, "court.db"))).toEqual(before)
})
