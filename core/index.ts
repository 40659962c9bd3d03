/**
 * The court as a library: its rules, its records, and the loop that runs them. It touches no clock, no network and no store;
 * a platform gives it those. `Court.execute` runs a command (`agents.Enrol.enrol`, say) in an envelope, against whatever
 * implements `Store.Store`. One namespace a file; those of an area stand under the area's name.
 */

export * as Actor from "./Actor.ts"
export * as agents from "./agents/index.ts"
export * as Change from "./Change.ts"
export * as ChangeSet from "./ChangeSet.ts"
export * as Command from "./Command.ts"
export * as Court from "./Court.ts"
export * as compliance from "./compliance/index.ts"
export * as dealings from "./dealings/index.ts"
export * as Hash from "./Hash.ts"
export * as Id from "./Id.ts"
export * as Json from "./Json.ts"
export * as judgments from "./judgments/index.ts"
export * as Kind from "./Kind.ts"
export * as ledger from "./ledger/index.ts"
export * as Money from "./Money.ts"
export * as matters from "./matters/index.ts"
export * as Notary from "./Notary.ts"
export * as Party from "./Party.ts"
export * as quotes from "./quotes/index.ts"
export * as Reader from "./Reader.ts"
export * as Refusal from "./Refusal.ts"
export * as Rule from "./Rule.ts"
export * as registrar from "./registrar/index.ts"
export * as rulebook from "./rulebook/index.ts"
export * as Schedule from "./Schedule.ts"
export * as Store from "./Store.ts"
export * as Time from "./Time.ts"
export * as tenders from "./tenders/index.ts"
