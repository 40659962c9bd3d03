/** The scheduler: its loops, its ticks, and the work of each kind of task. */
export * as Loop from "./Loop.ts"
export * as Proposals from "./Proposals.ts"
export * as Scheduler from "./Scheduler.ts"
export * as Tick from "./Tick.ts"
export * as Work from "./Work.ts"
