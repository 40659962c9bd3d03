/** The context of a command in a test: its time, its figures and its ids are inputs. */
import type { Actor } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { makeId } from "../kernel/Id.ts"
import { published, type Schedule } from "../kernel/Schedule.ts"

/** A Friday morning, the usual "now" of tests. */
export const start = Date.UTC(2026, 10, 20, 9)

const seed = "0123456789abcdef0123"

/** A context at `start` under the published figures, unless the test says otherwise. */
export const contextFor = (
  actor: Actor,
  now: number = start,
  schedule: Schedule = published,
): CommandContext => ({
  actor,
  now,
  terms: schedule.at(now),
  schedule,
  fresh: (name, k = 0) => makeId(now, seed, 0, name, k),
})
