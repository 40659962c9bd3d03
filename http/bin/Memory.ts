/** The memory of a court at rest. */
import { setTimeout } from "node:timers"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

const afterMs = 3_000

/**
 * Gives the memory that a start took back to the system, once, a little after the start. V8 would free its heap too, but would keep the
 * pages for later: it gives them up only if it is told that memory is short. Deno has no such call, and nothing is done there.
 */
export const giveBackMemory = (): void => {
  if ("Deno" in globalThis) return
  setTimeout(() => {
    setFlagsFromString("--expose-gc")
    runInNewContext("gc")({ type: "major", flavor: "last-resort" })
  }, afterMs).unref()
}
