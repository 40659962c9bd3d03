/** The machine of a court: the room on its disks, its clock, and whether the court answers on it. */
import { existsSync, statfsSync } from "node:fs"
import { dirname } from "node:path"
import { Schema } from "effect"
import { LastEvent } from "../../../core/registrar/index.ts"
import type { Config } from "../../court/Config.ts"
import { type Finding, findings, lengthOf, levelOf, sizeOf, wordsOf } from "./Finding.ts"

const askWithinMs = 3_000

/** The path itself, or the nearest folder above it that exists. */
const nearestExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))

// With fewer bytes than the first, an upgrade or a backup may not find room; with fewer than the second, acts will soon be refused.
const room = { warn: 2e9, fail: 2e8 }

export const disk = (path: string): Finding => {
  const { ok, warn, fail } = findings("disk")
  const { bavail, bsize, files, ffree } = statfsSync(nearestExisting(path))
  const free = bavail * bsize
  const says = `${sizeOf(free)} free for ${path}`
  const todo = "make room: a court on a full disk refuses acts (503) until there is some"
  // Some file systems count no files at all.
  if (free < room.fail || (files > 0 && ffree < 100)) return fail(says, todo)
  return free < room.warn ? warn(says, todo) : ok(says)
}

// The clocks of a court's processes may differ by as much as a clock may be behind the last event.
const off = { warn: 2_000, fail: LastEvent.behindMax }

/** How far this machine's clock is from another clock. */
export const clockOf = (whose: string, theirs: number, ours: number): Finding => {
  const { ok, warn, fail } = findings("clock")
  const apart = Math.abs(theirs - ours)
  const says = `${lengthOf(apart)} ${ours < theirs ? "behind" : "ahead of"} ${whose}`
  const todo = "synchronise the clock with NTP (timedatectl): it closes windows and dates seals"
  const level = levelOf(apart, off)
  return level === "fail"
    ? fail(says, todo)
    : level === "warn"
      ? warn(says, todo)
      : ok(apart < off.warn ? `the same as ${whose}` : says)
}

const ask = async (url: URL): Promise<Response> =>
  fetch(url, { method: "GET", redirect: "manual", signal: AbortSignal.timeout(askWithinMs) })

/** This machine's clock compared with a server's `Date` header, which is exact to the second. */
export const peer = async (address: string): Promise<Finding> => {
  const { warn } = findings("clock")
  try {
    const asked = Date.now()
    const response = await ask(new URL(address))
    await response.body?.cancel()
    const date = Date.parse(response.headers.get("date") ?? "")
    const ours = (asked + Date.now()) / 2
    // A `Date` is rounded down to the second, so half a second is added; the result may be wrong by as much.
    return Number.isNaN(date)
      ? warn(`${address} sends no Date`, "name a server that sends a Date")
      : clockOf(address, date + 500, ours)
  } catch (error) {
    return warn(`${address} does not answer: ${wordsOf(error)}`, "name a server that answers")
  }
}

const Problem = Schema.Struct({ errors: Schema.Array(Schema.Struct({ message: Schema.String })) })
const isProblem = Schema.is(Problem)

/** Whether a court answers at the configured address, and accepts acts. */
export const server = async ({ host, port }: Config): Promise<Finding> => {
  const { ok, warn, fail } = findings("server")
  if (port === 0) return ok("PORT=0: the court listens on an unknown port, so it was not asked")
  const name = host.includes(":") ? `[${host}]` : host === "0.0.0.0" ? "127.0.0.1" : host
  const url = new URL(`http://${name}:${port}/readyz`)
  try {
    const response = await ask(url)
    const body: unknown = await response.json()
    if (response.status === 200) return ok(`answers at ${url.origin}, and accepts acts`)
    const why = isProblem(body)
      ? body.errors.map(({ message }) => message).join("; ")
      : `status ${response.status}`
    return fail(`answers at ${url.origin}, and refuses acts: ${why}`, "see its store and its log")
  } catch {
    return warn(`no court answers at ${url.origin}`, "start it, or set its HOST and PORT")
  }
}
