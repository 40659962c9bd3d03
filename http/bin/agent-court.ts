#!/usr/bin/env -S node --max-semi-space-size=16 --min-semi-space-size=16 --no-parallel-scavenge
/**
 * `agent-court`, the program. Its first line has the options that V8 takes only as it begins: the size of the young generation, and that
 * one thread collects it, since several threads took more processor time than they saved. `operate/Heap.ts` sets the others after the start.
 */
import { existsSync } from "node:fs"
import module from "node:module"
import { join } from "node:path"
import { setTimeout } from "node:timers"
import { setFlagsFromString } from "node:v8"
import { settleHeap } from "../operate/Heap.ts"
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
// A court that serves knows when its start is over.
if (name !== "serve") setTimeout(settleHeap, 10_000).unref()

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
