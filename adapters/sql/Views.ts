/**
 * Readable views of each kind of record, of the journal and of the tasks, for the court's own people with a SQL client. They show
 * everything, also private fields. Names and columns are the same in every dialect.
 */

import { Acceptances } from "../../core/agents/Acceptance.ts"
import { Agents, Heartbeats, ManifestVersions, Stakes } from "../../core/agents/Agent.ts"
import { Allowances } from "../../core/agents/Allowance.ts"
import { Credentials, Keyrings } from "../../core/agents/Credential.ts"
import { Deliveries } from "../../core/agents/Delivery.ts"
import { Notices } from "../../core/agents/Notice.ts"
import { Operators } from "../../core/agents/Operator.ts"
import { Approvals } from "../../core/agents/Proof.ts"
import { Retainers } from "../../core/agents/Retainer.ts"
import { Standings } from "../../core/agents/Standing.ts"
import { Appeals } from "../../core/appeals/Appeal.ts"
import { Proposals } from "../../core/bench/Judge.ts"
import { Quotations } from "../../core/chains/Price.ts"
import { Readings } from "../../core/chains/Reading.ts"
import { CountedTransfers } from "../../core/chains/Transfer.ts"
import { Entries } from "../../core/compliance/Entry.ts"
import { PaymentAddresses } from "../../core/compliance/PaymentAddress.ts"
import { Proofs } from "../../core/compliance/Proof.ts"
import { Briefs } from "../../core/counsel/Brief.ts"
import { Desks } from "../../core/counsel/Desk.ts"
import { ReferenceDays, References } from "../../core/counsel/Reference.ts"
import { Dealings } from "../../core/dealings/Dealing.ts"
import { HoldCounts, Holds, MetOrders, PartPayments, Payings } from "../../core/holds/Hold.ts"
import { Payouts } from "../../core/holds/Payout.ts"
import { Judgments, SeriesCounters } from "../../core/judgments/Judgment.ts"
import { Seals } from "../../core/kernel/Notary.ts"
import { LibraryArticles, LibraryInstruments, LibraryResearches } from "../../core/law/Library.ts"
import { Balances, LedgerEntries } from "../../core/ledger/Account.ts"
import { MatterCharges } from "../../core/ledger/Charged.ts"
import { Invoices, OpenInvoiceCounts } from "../../core/ledger/Invoice.ts"
import { JudgmentDays } from "../../core/ledger/Law.ts"
import { AddressSerieses } from "../../core/ledger/Rails.ts"
import { FeeCredits } from "../../core/ledger/RecordWork.ts"
import { DocketLists, Eligibilities, Filers } from "../../core/matters/Docket.ts"
import { Matters } from "../../core/matters/Matter.ts"
import { Shares } from "../../core/matters/Shares.ts"
import { Suits } from "../../core/matters/Suits.ts"
import { Invitations } from "../../core/quotes/Invitation.ts"
import { InvitationLogs } from "../../core/quotes/InvitationLog.ts"
import { Quotes } from "../../core/quotes/Quote.ts"
import { InstrumentVersions, VariedFigures } from "../../core/registrar/Amendment.ts"
import { Foundings } from "../../core/registrar/Founding.ts"
import { LastEvents } from "../../core/registrar/LastEvent.ts"
import { SandboxTimes } from "../../core/sandbox/SandboxClock.ts"
import { Sources, Tenders } from "../../core/tenders/Tender.ts"
import { type Column, type ColumnType, columnsOf } from "./Columns.ts"

const kinds = {
  acceptances: Acceptances,
  address_series: AddressSerieses,
  advisory_references: References,
  agents: Agents,
  allowances: Allowances,
  appeals: Appeals,
  approvals: Approvals,
  balances: Balances,
  briefs: Briefs,
  chain_readings: Readings,
  compliance_proofs: Proofs,
  compliance_entries: Entries,
  counsel_desks: Desks,
  counted_transfers: CountedTransfers,
  credentials: Credentials,
  dealings: Dealings,
  deliveries: Deliveries,
  docket_lists: DocketLists,
  eligibilities: Eligibilities,
  fee_credits: FeeCredits,
  filers: Filers,
  foundings: Foundings,
  heartbeats: Heartbeats,
  instrument_versions: InstrumentVersions,
  invitation_logs: InvitationLogs,
  invitations: Invitations,
  invoices: Invoices,
  judgment_days: JudgmentDays,
  judgment_series: SeriesCounters,
  judgments: Judgments,
  keyrings: Keyrings,
  last_events: LastEvents,
  ledger_entries: LedgerEntries,
  library_articles: LibraryArticles,
  library_instruments: LibraryInstruments,
  library_research: LibraryResearches,
  hold_counts: HoldCounts,
  met_orders: MetOrders,
  part_payments: PartPayments,
  payings: Payings,
  payment_addresses: PaymentAddresses,
  holds: Holds,
  manifests: ManifestVersions,
  matter_charges: MatterCharges,
  matters: Matters,
  list_shares: Shares,
  notices: Notices,
  open_invoice_counts: OpenInvoiceCounts,
  operators: Operators,
  payouts: Payouts,
  proposals: Proposals,
  quotations: Quotations,
  quotes: Quotes,
  reference_days: ReferenceDays,
  retainers: Retainers,
  sandbox_clock: SandboxTimes,
  seals: Seals,
  sources: Sources,
  stakes: Stakes,
  standings: Standings,
  suits: Suits,
  tenders: Tenders,
  varied_figures: VariedFigures,
}

export interface View {
  readonly name: string
  /** The kind of the records that it shows. */
  readonly kind: string
  /** Columns of the body, between the record's `id` and its `serial` number and `record_version`. */
  readonly columns: ReadonlyArray<Column>
}

export const views: ReadonlyArray<View> = Object.entries(kinds).map(([name, kind]) => ({
  name,
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

const quoted = (name: string): string => `"${name}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

// The years 1 to 9999. No rule makes an instant beyond them; such an instant shows as null instead of making the view fail.
const shown = (milliseconds: string, timestamp: string): string =>
  `case when ${milliseconds} between -62135596800000 and 253402300799999 then ${timestamp} end`

const refuseForeignSchema = `
do $$ begin
  if to_regnamespace('court') is not null
    and coalesce(obj_description(to_regnamespace('court'), 'pg_namespace'), '') not like 'Views of agent-court%'
  then raise exception 'the database has a schema named court that is somebody else''s'; end if;
end $$`

const postgresInstant = `create function court.instant(milliseconds bigint) returns timestamptz
language sql immutable parallel safe return ${shown("milliseconds", "to_timestamp(milliseconds / 1000.0)")}`

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
    shown(milliseconds, `strftime('%Y-%m-%dT%H:%M:%fZ', ${milliseconds} / 1000.0, 'unixepoch')`),
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
        ...columns.map((column) => `${dialect.value(column)} as ${quoted(column.name)}`),
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
