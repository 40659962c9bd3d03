import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Effect } from "effect"
import { actOf, traceOf } from "../Acts.ts"
import { Broken, type Case, type Kit, type Place, test } from "../Case.ts"
import { changes, readJournal, readList, start } from "../Changes.ts"
import { equal, holds, sameMembers } from "../Expect.ts"

const durable = test("durable", "durable")

// Compiled or as it is, the script lies beside this folder and has this file's ending.
const script = new URL(`../child${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
const runtime = "Deno" in globalThis ? ["run", "-A"] : []
const startMs = 20_000

/** Runs the committing child until it has named this many acts and a little longer, kills it, and gives all it named. */
const killedAfter = (kit: Kit, place: Place, prefix: string, acts: number) =>
  Effect.async<ReadonlyArray<string>, Broken>((resume) => {
    const args = [...runtime, script.pathname, kit.module, place.location, prefix]
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

/** Every act that was acknowledged is there, and each that is there is whole. */
const allWhole = (place: Place, prefix: string, acknowledged: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const store = yield* place.open
    const present = yield* readList(store, prefix, "", 100)
    const missing = acknowledged.filter((name) => !present.includes(name))
    yield* equal("acknowledged acts that are missing", missing, [])
    for (const name of present) {
      const trace = yield* traceOf(store, prefix, name)
      yield* holds(
        `all of act ${name}`,
        Object.values(trace).every((part) => part === name),
        trace,
      )
    }
    const { events } = yield* readJournal(store, prefix, null)
    yield* sameMembers(
      "acts in the journal",
      events.map(({ data }) => data),
      [...present],
    )
    yield* equal("the tally", yield* store.tallies([prefix]), [present.length])
    const query = { kinds: [prefix], worker: "w", now: start, until: start + 1, limit: 1000 }
    const tasks: Array<string> = []
    for (let more = true; more; ) {
      const leased = yield* store.lease(query)
      tasks.push(...leased.map(({ body }) => String(body)))
      more = leased.length > 0
    }
    yield* sameMembers("acts with a task", tasks, [...present])
  })

export const durability: ReadonlyArray<Case> = [
  durable(
    "reopened",
    "what was committed is there when the store is closed and opened again",
    ({ place, own }) =>
      Effect.gen(function* () {
        const made = yield* place
        const prefix = own("acts")
        const names = Array.from({ length: 20 }, (_, i) => String(i))
        const write = Effect.flatMap(made.open, (store) =>
          Effect.forEach(names, (name) => store.commit(actOf(prefix, name)), { concurrency: 5 }),
        )
        yield* Effect.scoped(write)
        yield* Effect.scoped(allWhole(made, prefix, names))
        const again = Effect.flatMap(made.open, (store) => store.commit(changes(actOf(prefix, "0"))))
        yield* equal("an act sent again", (yield* Effect.scoped(again))._tag, "Replayed")
      }),
  ),

  durable(
    "killed",
    "a process killed at any moment loses nothing it acknowledged and leaves nothing by halves",
    (kit) =>
      Effect.gen(function* () {
        const place = yield* kit.place
        for (let round = 0; round < 3; round++) {
          const prefix = kit.own(`round ${round}`)
          const acknowledged = yield* killedAfter(kit, place, prefix, 40 + kit.random.int(80))
          yield* Effect.scoped(allWhole(place, prefix, acknowledged))
        }
      }),
  ),
]
