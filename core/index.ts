/**
 * The court as a library: its rules, its records, and the loop that runs them. It uses no clock, no network and no store of its own; a
 * platform provides these as ports. `Court.execute` runs a command, such as `matters.commands.fileMatter`, in an envelope, and
 * `Court.ask` runs a query, over any implementation of `store.Store`. `Host.perform` fills the envelope from the ports of a process.
 * The index of an area names its records, commands, queries and tables. `Embedding.test.ts` is an example of a whole program.
 */
export * as agents from "./agents/index.ts"
export * as appeals from "./appeals/index.ts"
export * as bench from "./bench/index.ts"
export * as compliance from "./compliance/index.ts"
export * as counsel from "./counsel/index.ts"
export * as Deadlines from "./Deadlines.ts"
export * as dealings from "./dealings/index.ts"
export * as docket from "./docket/index.ts"
export * as enrolment from "./enrolment/index.ts"
export * as holds from "./holds/index.ts"
export * as judgments from "./judgments/index.ts"
export * as Court from "./kernel/Court.ts"
export * as Host from "./kernel/Host.ts"
export * as Instrument from "./kernel/Instrument.ts"
export * as Notary from "./kernel/Notary.ts"
export * as Refusal from "./kernel/Refusal.ts"
export * as Schedule from "./kernel/Schedule.ts"
export * as Time from "./kernel/Time.ts"
export * as law from "./law/index.ts"
export * as ledger from "./ledger/index.ts"
export * as matters from "./matters/index.ts"
export * as Notices from "./Notices.ts"
export * as payouts from "./payouts/index.ts"
export * as quotes from "./quotes/index.ts"
export * as registrar from "./registrar/index.ts"
export * as rulebook from "./rulebook/index.ts"
export * as sandbox from "./sandbox/index.ts"
export * as store from "./store/index.ts"
