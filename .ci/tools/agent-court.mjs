#!/usr/bin/env -S node --max-semi-space-size=16 --min-semi-space-size=16 --no-parallel-scavenge
// `npx agent-court` in a clone, after `npm ci`: compiles the sources if they have changed and runs the program, with the options that
// its own first line has. In the package, the compiled program itself has this name.
await import("../compile.mjs")
await import("../../dist/http/bin/agent-court.js")
