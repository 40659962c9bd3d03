/**
 * Readable views of each kind of record, of the journal and of the tasks, for the court's own people with a SQL client. They show
 * everything, also private fields. Names and columns are the same in every dialect.
 */

import { records as agents } from "../../core/agents/index.ts"
import { records as appeals } from "../../core/appeals/index.ts"
import { records as bench } from "../../core/bench/index.ts"
import { records as chains } from "../../core/chains/index.ts"
import { records as compliance } from "../../core/compliance/index.ts"
import { records as counsel } from "../../core/counsel/index.ts"
import { records as dealings } from "../../core/dealings/index.ts"
import { records as deliveries } from "../../core/deliveries/index.ts"
import { records as evidence } from "../../core/evidence/index.ts"
import { records as holds } from "../../core/holds/index.ts"
import { records as judgments } from "../../core/judgments/index.ts"
import { Seals } from "../../core/kernel/Notary.ts"
import { records as law } from "../../core/law/index.ts"
import { records as ledger } from "../../core/ledger/index.ts"
import { records as log } from "../../core/log/index.ts"
import { records as matters } from "../../core/matters/index.ts"
import { records as proofs } from "../../core/proofs/index.ts"
import { records as quotes } from "../../core/quotes/index.ts"
import { records as registrar } from "../../core/registrar/index.ts"
import { records as sandbox } from "../../core/sandbox/index.ts"
import { type Column, type ColumnType, columnsOf, snake } from "./Columns.ts"

/** The records of all areas. A view is named after its records: `FeeCredits` are shown as `fee_credits`. */
const groups = {
  ...agents,
  ...appeals,
  ...bench,
  ...chains,
  ...compliance,
  ...counsel,
  ...dealings,
  ...deliveries,
  ...evidence,
  ...holds,
  ...judgments,
  ...law,
  ...ledger,
  ...log,
  ...matters,
  ...proofs,
  ...quotes,
  ...registrar,
  ...sandbox,
  Seals,
}

/** The names of views for records whose own name would say too little among the names of all areas. */
const called: { readonly [records: string]: string } = {
  AddressSerieses: "address_series",
  Desks: "counsel_desks",
  Entries: "compliance_entries",
  LibraryResearches: "library_research",
  ManifestVersions: "manifests",
  Proofs: "compliance_proofs",
  Readings: "chain_readings",
  References: "advisory_references",
  SandboxTimes: "sandbox_clock",
  SeriesCounters: "judgment_series",
  Shares: "list_shares",
} satisfies { readonly [Records in keyof typeof groups]?: string }

interface View {
  readonly name: string
  readonly kind: string
  /** Columns of the body, between the record's `id` and its `serial` number and `record_version`. */
  readonly columns: ReadonlyArray<Column>
}

export const views: ReadonlyArray<View> = Object.entries(groups).map(([records, kind]) => ({
  name: called[records] ?? snake(records).slice(1),
  kind: kind.name,
  columns: columnsOf(kind.schema).filter((column) => column.name !== "id"),
}))

/** How one dialect writes a column, and where its tables are. */
interface Dialect {
  readonly schema: string
  readonly records: string
  readonly value: (column: Column) => string
  readonly instant: (column: string) => string
  readonly journal: string
  readonly tasks: string
}

const quote = (name: string): string => `"${name}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

// The years 1 to 9999. No rule makes an instant beyond them; such an instant shows as null instead of making the view fail.
const limitYears = (milliseconds: string, timestamp: string): string =>
  `case when ${milliseconds} between -62135596800000 and 253402300799999 then ${timestamp} end`

const refuseForeignSchema = `
do $$ begin
  if to_regnamespace('court') is not null
    and coalesce(obj_description(to_regnamespace('court'), 'pg_namespace'), '') not like 'Views of agent-court%'
  then raise exception 'the database has a schema named court that is somebody else''s'; end if;
end $$`

const postgresInstant = `create function court.instant(milliseconds bigint) returns timestamptz
language sql immutable parallel safe return ${limitYears("milliseconds", "to_timestamp(milliseconds / 1000.0)")}`

const postgresTypes: { readonly [Type in Exclude<ColumnType, "json" | "instant">]: string } = {
  text: "",
  integer: "::bigint",
  number: "::double precision",
  boolean: "::boolean",
}

const postgres: Dialect = {
  schema: "court.",
  records: "agent_court.records",
  journal: "agent_court.events order by tx, position",
  tasks: "agent_court.tasks",
  instant: (milliseconds) => `court.instant(${milliseconds})`,
  value: ({ path, type }) => {
    const steps = path.map(literal)
    const parent = ["body", ...steps.slice(0, -1)].join(" -> ")
    const text = `(${parent} ->> ${steps.at(-1)})`
    if (type === "instant") return postgres.instant(`${text}::bigint`)
    return type === "json" ? `${text}::json` : `${text}${postgresTypes[type]}`
  },
}

const sqlite: Dialect = {
  schema: "",
  records: "records",
  journal: "journal order by place",
  tasks: "tasks",
  instant: (milliseconds) =>
    limitYears(milliseconds, `strftime('%Y-%m-%dT%H:%M:%fZ', ${milliseconds} / 1000.0, 'unixepoch')`),
  value: ({ path, type }) => {
    const value = `json_extract(body, ${literal(`$.${path.join(".")}`)})`
    return type === "instant" ? sqlite.instant(value) : value
  },
}

const viewOf = (dialect: Dialect, name: string, columns: ReadonlyArray<string>, from: string): string =>
  `create view ${dialect.schema}${name} as select\n  ${columns.join(",\n  ")}\nfrom ${from}`

const render = (dialect: Dialect): ReadonlyArray<string> => [
  ...views.map(({ name, kind, columns }) =>
    viewOf(
      dialect,
      name,
      [
        "id",
        ...columns.map((column) => `${dialect.value(column)} as ${quote(column.name)}`),
        "number as serial",
        "version as record_version",
      ],
      `${dialect.records} where kind = ${literal(kind)}`,
    ),
  ),
  viewOf(
    dialect,
    "journal_events",
    [`${dialect.instant("at")} as "at"`, "type", "subject", "rules", "data", "id"],
    dialect.journal,
  ),
  viewOf(
    dialect,
    "waiting_tasks",
    [
      "id",
      "kind",
      `${dialect.instant("due_at")} as due_at`,
      `${dialect.instant("leased_until")} as leased_until`,
      "body",
    ],
    dialect.tasks,
  ),
]

const viewNames: ReadonlyArray<string> = [...views.map(({ name }) => name), "journal_events", "waiting_tasks"]

/** The statements that make the views in PostgreSQL. Their schema `court` is dropped and made again, with everything in it. */
export const postgresViews = (): ReadonlyArray<string> => [
  refuseForeignSchema,
  "drop schema if exists court cascade",
  "create schema court",
  "comment on schema court is 'Views of agent-court, made anew at its updates.'",
  postgresInstant,
  ...render(postgres),
]

/** The statements that make the views in SQLite, next to the tables. Existing views are dropped first. */
export const sqliteViews = (): ReadonlyArray<string> => [
  ...viewNames.map((name) => `drop view if exists ${name}`),
  ...render(sqlite),
]
