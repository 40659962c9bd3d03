/** The scheduler inside another program: `Scheduler.start` over the services that its works need; `Tick` for a turn of one's own. */
export * as Deadlines from "./Deadlines.ts"
export * as Loop from "./Loop.ts"
export * as Scheduler from "./Scheduler.ts"
export * as Tick from "./Tick.ts"
export * as Work from "./Work.ts"
export * as Works from "./Works.ts"
