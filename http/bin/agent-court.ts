#!/usr/bin/env node
import { run } from "./Cli.ts"
import { commands } from "./Commands.ts"

process.exitCode = await run(commands, process.argv.slice(2), { out: console.log, error: console.error })
