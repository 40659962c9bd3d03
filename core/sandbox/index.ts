/** The sandbox: a court whose clock is moved by hand. */
import { SandboxTimes } from "./SandboxClock.ts"

export const records = { SandboxTimes }

export { advance, keepFired, type Move, moveClock, now } from "./SandboxClock.ts"
