import { Effect, Either, Layer } from "effect"
import type { Kind } from "../store/Kind.ts"
import { loadStore } from "../store/Loading.ts"
import { addressesOf, nameOf } from "./Hosts.ts"

const loaded = loadStore("the PostgreSQL store", "@effect/sql-pg", () => import("./index.ts"))
const usage = "postgres://<user>@<host>[,<host>…]/<database>"

/** The meaning of an error that only a pooler gives. */
const sayPooled = (mode: string): string =>
  `a pooler in ${mode} mode stands before it; set pool_mode = session (http/docs/operating.md, Poolers)`

/** The backup that PostgreSQL's own tools must make. The command has the variable and not its value, which may hold a password. */
const dumpAdvice = (path: string): ReadonlyArray<string> => [
  `This backup has only the keys. Now take the store with a tool of PostgreSQL, which must be as new as the server:`,
  `  pg_dump --dbname="$COURT_STORE" --format=custom --no-owner --no-privileges --schema=agent_court --schema=court --file=${path}/court.dump`,
  `Or keep a base backup and the log, with which nothing is lost before the failure: pg_basebackup, archive_command (http/docs/operating.md).`,
]

export const kind: Kind = {
  title: "PostgreSQL",
  usage,
  system: "postgresql",
  lasts: true,
  begins: /^postgres(?:ql)?:\/\/./,
  read: (url) =>
    Either.mapBoth(addressesOf(url), {
      onLeft: (part) => `${part} can't be read; like ${usage}`,
      onRight: () => url,
    }),
  replicas: (url) =>
    Either.mapBoth(addressesOf(url), { onLeft: (part) => `${part} can't be read`, onRight: () => url }),
  name: (url) => `PostgreSQL, ${nameOf(url)}`,
  file: () => null,
  open: ({ at: url, read }, allowUnsafe = false) =>
    Layer.unwrapEffect(
      Effect.map(loaded, ({ PostgresStore }) =>
        PostgresStore.layer({ url, allowUnsafe, ...(read === undefined ? {} : { read }) }),
      ),
    ),
  inspect: (url) => Effect.flatMap(loaded, ({ PostgresInspection }) => PostgresInspection.make(url)),
  backup: {
    tools: null,
    facts: "store",
    otherwise: dumpAdvice,
    taking:
      "For a court on PostgreSQL it takes the keys, and says which tool takes the store. Take the keys first.",
    restoring:
      "For a court on PostgreSQL it restores only the keys: load the dump first (pg_restore --exit-on-error --no-owner --dbname=… <backup>/court.dump), name that database in COURT_STORE, then restore.",
  },
  meanings: {
    no_primary: "none of its servers takes writes, or none answers",
    "25006": "the database is read-only, and a court writes",
    "26000": sayPooled("transaction"),
    "42P05": sayPooled("transaction"),
  },
  sayings: [
    [/transaction blocks not allowed in statement pooling/, sayPooled("statement")],
    [/password must be a (?:non-empty )?string/, "the server asks for a password, and the address has none"],
  ],
}
