/** The sandbox: a court whose clock is moved by hand. */
import { keepFired, moveClock, SandboxTimes } from "./SandboxClock.ts"

export const records = { SandboxTimes }
export const commands = { moveClock, keepFired }

export { advance, keepFired, type Move, moveClock, now, SandboxTimes } from "./SandboxClock.ts"
