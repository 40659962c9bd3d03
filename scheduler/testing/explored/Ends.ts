/** The ends to which time alone leads: every record ends, or waits for an office that may be passed over by consent. */
import { records as appealRecords } from "../../../core/appeals/index.ts"
import { Entry } from "../../../core/compliance/index.ts"
import { records as holdRecords } from "../../../core/holds/index.ts"
import { Matter } from "../../../core/matters/index.ts"
import { awaitsOffice } from "../seeded/Waiting.ts"
import { nameOf } from "./Canonical.ts"
import type { Court } from "./Court.ts"
import { passTime } from "./Explore.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { viewOf } from "./View.ts"

const ended: ReadonlySet<string> = new Set([
  ...["decided", "discontinued", "lapsed"],
  ...["satisfied", "unsatisfied", "pending", "superseded"],
  ...["paid_out", "withdrawn", "leave_refused", "abated"],
])

/** The records that have not ended in a state in which nothing falls due any more. */
export const unended = (state: Snapshot): ReadonlyArray<string> => {
  const { all } = viewOf(state)
  const waiting = all(Matter.Matters).some(({ status }) => awaitsOffice.has(status))
  return [
    ...all(Matter.Matters).flatMap(({ status }) => (awaitsOffice.has(status) ? [] : [`matter ${status}`])),
    ...all(Entry.Entries).map(({ status }) => `entry ${status}`),
    ...all(appealRecords.Appeals).map(({ status }) => `appeal ${status}`),
    ...all(holdRecords.Holds).flatMap(({ status }) => (waiting ? [] : [`hold ${status}`])),
  ].filter((what) => !ended.has(what.split(" ")[1] ?? ""))
}

/** The records that are left in the last state of a way. Only a hold that waits for the bench may be looked at again and again. */
const leftIn = (state: Snapshot, passingsLeft: number): ReadonlyArray<string> => {
  const open = unended(state)
  const waits = viewOf(state)
    .all(Matter.Matters)
    .some(({ status }) => awaitsOffice.has(status))
  return open.length > 0 || waits || passingsLeft > 0 ? open : ["time passes without end"]
}

const passingsMax = 40

/** How time ends what is left: the number of its passings, and what has not ended after the last. */
export interface Ended {
  readonly passings: number
  readonly left: ReadonlyArray<string>
}

export const endings = (court: Court): ((state: Snapshot) => Ended) => {
  const known = new Map<string, Ended>()
  const endOf = (state: Snapshot, left = passingsMax): Ended => {
    const name = nameOf(state)
    const found = known.get(name)
    if (found !== undefined) return found
    const passed = left === 0 ? null : passTime(court, state)
    const end: Ended =
      passed === null || passed.led._tag !== "Done"
        ? { passings: 0, left: left > 0 && passed !== null ? ["time does not pass"] : leftIn(state, left) }
        : (({ passings, left: open }) => ({ passings: passings + 1, left: open }))(
            endOf(passed.led.state, left - 1),
          )
    known.set(name, end)
    return end
  }
  return endOf
}
