#!/usr/bin/env -S node --max-semi-space-size=16 --min-semi-space-size=16 --heap-growing-percent=30 --no-allocation-site-pretenuring --no-parallel-scavenge
/**
 * `agent-court`, the program. Its options for V8: the heap stays close to the size of the live objects, since a court keeps little in
 * memory. Nothing is allocated directly in the old generation, since almost everything that a request makes dies with it. One thread
 * collects the young generation: several threads took more processor time than they saved.
 */
import { existsSync } from "node:fs"
import module from "node:module"
import { join } from "node:path"
import { setTimeout } from "node:timers"
import { setFlagsFromString } from "node:v8"
import { outliveTerminal, whyUnsupported } from "../terminal/Terminal.ts"
import { exitCodes, run } from "./Cli.ts"
import { commands } from "./Commands.ts"
import { restartWithOptions } from "./YoungGeneration.ts"

restartWithOptions()
// The heap of this thread has its bounds by now. Without this, the first options would override the bounds that worker threads ask for.
setFlagsFromString("--max-semi-space-size=0")
setFlagsFromString("--min-semi-space-size=0")

const [name] = process.argv.slice(2)
const data = process.env.COURT_DATA ?? "court-data"
// The code that was compiled for one start is kept for the next, in the folder to which only the court's account writes. Deno keeps it by
// itself.
if (name === "serve" && existsSync(data)) module.enableCompileCache?.(join(data, "compiled"))

outliveTerminal()
const answer = (): number | Promise<number> => {
  const wrong = whyUnsupported(process.versions.node)
  if (wrong !== null) {
    console.error(wrong)
    return exitCodes.failed
  }
  return run(commands, process.argv.slice(2), { out: console.log, error: console.error })
}
process.exitCode = await answer()
// A connection that a library has left open may delay the end of the process by one second at most.
setTimeout(() => process.exit(), 1_000).unref()
