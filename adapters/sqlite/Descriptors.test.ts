/** The locks and descriptors of a process that opens and closes stores of one file. */
import { execFile } from "node:child_process"
import {
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Effect, Exit, Scope } from "effect"
import { afterEach, beforeEach, expect, it } from "vitest"
import { empty } from "../../core/store/ChangeSet.ts"
import * as Descriptors from "./Descriptors.ts"
import * as SqliteStore from "./SqliteStore.ts"

const underDeno = "Deno" in globalThis
let file: string
beforeEach(() => {
  file = join(realpathSync(mkdtempSync(join(tmpdir(), "court-descriptors-"))), "court.db")
})
afterEach(() => rmSync(dirname(file), { recursive: true }))

/** Opens the store, makes each of its threads do something, and gives what closes it. */
const opened = async () => {
  const scope = Effect.runSync(Scope.make())
  const store = await Effect.runPromise(SqliteStore.make({ file, copyAtFrames: 1 }).pipe(Scope.extend(scope)))
  await Effect.runPromise(store.commit(empty(1)))
  await Effect.runPromise(store.tallies(["acts"]))
  return { store, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** The locks of this process on a file, by its number in the file system: https://man7.org/linux/man-pages/man5/proc_locks.5.html */
const locksOn = (path: string) =>
  readFileSync("/proc/locks", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, , , , pid, place]) => Number(pid) === process.pid && place?.endsWith(`:${statSync(path).ino}`),
    )
    .map(([, , , access, , , first, last]) => `${access} ${first} ${last}`)

/** How many descriptors of a file this process has open. */
const descriptorsOf = (path: string): number =>
  readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path
    } catch {
      return false // The listing's own descriptor is closed by now.
    }
  }).length

it("a process that closes one of two stores keeps the locks of the other on the index of the log", async () => {
  // given a process with two stores of a file
  const [first, second] = [await opened(), await opened()]
  const locks = [locksOn(file), locksOn(`${file}-shm`)]
  expect(locks[1]).not.toEqual([])
  // when it closes one
  await first.close()
  // then it holds its locks still, so that no process that opens the file takes its index for abandoned
  expect([locksOn(file), locksOn(`${file}-shm`)]).toEqual(locks)
  // and what it records then is there for the next process
  await Effect.runPromise(second.store.commit({ ...empty(2), tallies: [{ name: "acts", add: 1 }] }))
  const program = fileURLToPath(new URL("./testing/countActs.ts", import.meta.url))
  const runtime = underDeno ? ["run", "-A"] : []
  const { stdout } = await promisify(execFile)(process.execPath, [...runtime, program, file])
  expect(stdout.trim()).toBe("1")
  expect([locksOn(file), locksOn(`${file}-shm`)]).toEqual(locks)
  await second.close()
})

it("a process keeps the descriptors of the index until it has closed all its stores", async () => {
  const index = `${file}-shm`
  const [first, second] = [await opened(), await opened()]
  const kept = descriptorsOf(index)
  expect(kept).toBeGreaterThan(0)
  await second.close()
  expect(descriptorsOf(index)).toBe(kept)
  await first.close()
  // SQLite removes the index with the log. Under Deno the threads end a little later.
  await expect.poll(() => descriptorsOf(index) + descriptorsOf(`${index} (deleted)`)).toBe(0)
})

it("a store that could not close a connection in time leaves the descriptors of its file open", () => {
  // given two stores of a file, each with a descriptor of it
  writeFileSync(file, "")
  const [first, second] = [Descriptors.of(file), Descriptors.of(file)]
  for (const store of [first, second]) store.keep(openSync(file, "r"))
  // when one of them is closed with a connection that is still open, and the other one without
  first.leave(false)
  second.leave(true)
  // then both stay open, since closing either would take the locks of that connection
  expect(descriptorsOf(file)).toBe(2)
})
