/**
 * The heap of a command that goes on: it stays close to the size of the live objects, since a court keeps little in memory, and nothing is
 * allocated directly in the old generation, since almost everything that a request makes dies with it. V8 takes these options at any time.
 * While they are set, it refuses the code of Node's own modules that was compiled as Node was built, and each thread compiles these modules
 * again. So they are set after the start, and do not stand in the first line of the program.
 */
import module from "node:module"
import { setTimeout } from "node:timers"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

const options = ["--heap-growing-percent=30", "--no-allocation-site-pretenuring"]

export const settleHeap = (): void => {
  for (const option of options) setFlagsFromString(option)
}

/** The time from the opening of a court to the end of its start, in milliseconds. */
export const startEndsAfterMs = 3_000

/**
 * Writes the code that was compiled for the start, for the next start: V8 refuses compiled code that was made under other options, and a
 * disk that stands still later must not hold the serving thread. Then it settles the heap a little later, and gives the memory that the
 * start took back to the system. V8 would free its heap too, but would keep the pages for later: it gives them up only if it is told that
 * memory is short. Deno has no such call, and nothing is done there.
 */
export const endStart = (): void => {
  if ("Deno" in globalThis) return
  module.flushCompileCache?.()
  setTimeout(() => {
    settleHeap()
    setFlagsFromString("--expose-gc")
    runInNewContext("gc")({ type: "major", flavor: "last-resort" })
  }, startEndsAfterMs).unref()
}
