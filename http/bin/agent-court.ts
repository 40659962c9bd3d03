#!/usr/bin/env -S node --max-semi-space-size=16 --heap-growing-percent=30 --no-allocation-site-pretenuring --no-parallel-scavenge
// The heap is kept close to what lives in it: a court keeps little in memory, and its size then hardly grows with the load. What a
// request makes dies with it, so nothing is put among the old objects on the guess that it will last. One thread collects the young ones:
// several took more of the processors than they saved.
import { setTimeout } from "node:timers"
import { exitCodes, run, unsupported } from "./Cli.ts"
import { commands } from "./Commands.ts"
import { outliveTerminal } from "./Log.ts"

outliveTerminal()
const answer = (): number | Promise<number> => {
  const wrong = unsupported(process.versions.node)
  if (wrong !== null) {
    console.error(wrong)
    return exitCodes.failed
  }
  return run(commands, process.argv.slice(2), { out: console.log, error: console.error })
}
process.exitCode = await answer()
// A connection that a library has left open holds up the end for a second, and not for as long as it stays open.
setTimeout(() => process.exit(), 1_000).unref()
