/** The sandbox: a court whose clock is moved by hand. */
import { SandboxTimes } from "./SandboxClock.ts"

export const records = { SandboxTimes }

export { advance, type Move, now } from "./SandboxClock.ts"
