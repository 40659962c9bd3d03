/** The scheduler: its loops, its ticks, the work of each kind of task, and a whole court for a program that embeds it. */
export * as Cosigning from "./Cosigning.ts"
export * as Embedded from "./Embedded.ts"
export * as Integrator from "./Integrator.ts"
export * as Loop from "./Loop.ts"
export * as Proposals from "./Proposals.ts"
export * as Scheduler from "./Scheduler.ts"
export * as Tick from "./Tick.ts"
export * as Work from "./Work.ts"
