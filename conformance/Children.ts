import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { Broken, type Kit } from "./Case.ts"

// Compiled or as it is, the script lies beside this file and has this file's ending.
const script = new URL(`./child${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
const runtime = "Deno" in globalThis ? ["run", "-A"] : []
const startMs = 20_000

/** Runs the committing child until it has named this many acts and a little longer, kills it, and gives all it named. */
export const killedAfter = (kit: Kit, location: string, prefix: string, acts: number) =>
  Effect.async<ReadonlyArray<string>, Broken>((resume) => {
    const args = [...runtime, fileURLToPath(script), kit.module, location, prefix]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] })
    const named: Array<string> = []
    const errors: Array<string> = []
    const kill = () => child.kill("SIGKILL")
    const tooLate = setTimeout(kill, startMs)
    createInterface(child.stdout).on("line", (line) => {
      named.push(line)
      // The moment of the kill has nothing to do with the end of a commit.
      if (named.length === acts) setTimeout(kill, kit.random.int(15))
    })
    createInterface(child.stderr).on("line", (line) => errors.push(line))
    child.on("close", () => {
      clearTimeout(tooLate)
      const message = `the child named ${named.length} of ${acts} commits: ${errors.join("\n")}`
      resume(named.length < acts ? Effect.fail(new Broken({ message })) : Effect.succeed(named))
    })
    return Effect.sync(kill)
  })
