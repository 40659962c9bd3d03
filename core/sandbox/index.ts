/** The sandbox: a court whose clock is moved by hand. */
import { SandboxTimes } from "./SandboxClock.ts"

/** The kind of record of the clock of a sandbox court; it is a view for SQL clients. */
export const records = { SandboxTimes }

export { advance, type Move, now } from "./SandboxClock.ts"
