#!/usr/bin/env -S node --max-semi-space-size=8
// The young generation is kept small: what a court keeps in memory is little, and its size then does not grow with the load.
import { run } from "./Cli.ts"
import { commands } from "./Commands.ts"

process.exitCode = await run(commands, process.argv.slice(2), { out: console.log, error: console.error })
