/** Courts in folders of their own, backups of them, and restores from these, for the tests of a file. */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either } from "effect"
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest"
import { type Config, read } from "../../court/Config.ts"
import { failureOf } from "../../court/StartFailure.ts"
import { type Options, restore } from "../backup/Restore.ts"
import { take } from "../backup/Take.ts"
import { runOn, serveCourt as servingHere } from "../Running.ts"
import { command, enrol, lodge, type Running, serving } from "./Process.ts"

const usual: Options = {
  replace: false,
  keepKeys: false,
  check: false,
  given: [],
  lodgements: 1_000,
  checkpoints: [],
  acceptLoss: false,
}

export const configOf = (data: string, environment: Readonly<Record<string, string>> = {}): Config =>
  Either.getOrThrow(read({ ...environment, COURT_DATA: data }))

/** The sentence with which a command is refused. */
export const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing was refused",
    (error: Error) => error.message,
  )

export const ended = async (running: Running, signal: NodeJS.Signals) => {
  running.child.kill(signal)
  await running.ended
}

/** Serves in this process until an agent has enrolled and lodged a hash. */
const lodgedOnce = (config: Config) =>
  runOn(
    config,
    Effect.flatMap(servingHere(config), (port) =>
      Effect.promise(async () => {
        const url = `http://${config.host}:${port}`
        await lodge(url, await enrol(url, "seller"))
      }),
    ),
  )

/** Call it once, at the top of a file. Everything is removed at the end. */
export const backups = () => {
  const root = mkdtempSync(join(tmpdir(), "agent-court-backup-"))
  // Taking and restoring a backup narrow the umask of this process, which other tests share.
  const umask = process.umask()
  const running: Array<Running> = []
  let made = 0
  let clock = Date.UTC(2026, 10, 22)
  let backup: string

  const fresh = () => join(root, String(made++))
  const outcome = <A>(config: Config, effect: Effect.Effect<A, unknown>): Promise<A> =>
    Effect.runPromise(effect.pipe(Effect.catchAllDefect(Effect.fail), Effect.mapError(failureOf(config))))
  const takenOf = (config: Config, folder: string) => outcome(config, take(config, folder, clock++))
  const restoredTo = (config: Config, from: string, options: Partial<Options> = {}) =>
    outcome(config, restore(config, from, { ...usual, ...options }, clock++))
  const copied = (folder: string) => {
    const copy = fresh()
    cpSync(folder, copy, { recursive: true })
    return copy
  }
  const started = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) => {
    const one = command(args, environment)
    running.push(one)
    return one
  }

  // A stopped court with one lodgement, and a backup of it. No test changes either.
  const original = fresh()
  beforeAll(async () => {
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true)
    await lodgedOnce({ ...configOf(original), port: 0 })
    output.mockRestore()
    backup = (await takenOf(configOf(original), fresh())).path
  })
  afterEach(() => {
    for (const { child } of running.splice(0)) child.kill("SIGKILL")
  })
  afterAll(() => {
    process.umask(umask)
    rmSync(root, { recursive: true, force: true })
  })

  return {
    fresh,
    original,
    backup: () => backup,
    another: () => copied(original),
    copied: () => copied(backup),
    takenOf,
    taken: (data: string, folder: string) => takenOf(configOf(data), folder),
    restoredTo,
    restored: (data: string, from: string, options?: Partial<Options>) =>
      restoredTo(configOf(data), from, options),
    started,
    /** Runs a command to its end, expects that it succeeds, and gives what it printed. */
    done: async (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) => {
      const { ended, written } = started(args, environment)
      expect([await ended, written.error]).toEqual([0, ""])
      return written.out.trim()
    },
    court: async (environment: Readonly<Record<string, string>>, flags: ReadonlyArray<string> = []) => {
      const one = await serving({ COURT_RATE_LIMIT: "100/s;burst=300", ...environment }, flags)
      running.push(one)
      return one
    },
  }
}
