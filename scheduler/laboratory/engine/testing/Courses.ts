/** For benchmarks: sequences of acts on an entry, and a shuffled order in which a run visits entries, since it must not follow memory. */

import type { EntryAct } from "../../../../core/compliance/index.ts"
import {
  attest,
  confirm,
  decide,
  dispute,
  open,
  pass,
  resume,
  supersede,
  suspend,
} from "../../../../core/compliance/testing/Given.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { hours } from "../../../../core/kernel/Time.ts"

const { deliveredAt, dueAt } = open
const late = dueAt + hours(100)

/** Eight sequences of three acts on an entry of `Given.ts`, each act with its instant. */
export const courses: ReadonlyArray<ReadonlyArray<readonly [EntryAct, number]>> = [
  [
    [attest(deliveredAt + 1), deliveredAt + 2],
    [pass, dueAt + 5],
    [dispute(), late],
  ],
  [
    [confirm, dueAt - 1],
    [dispute(), dueAt],
    [decide("unsatisfied"), late],
  ],
  [
    [pass, dueAt],
    [pass, late],
    [decide("satisfied", deliveredAt + 7, true), late],
  ],
  [
    [attest(deliveredAt), deliveredAt],
    [dispute("bound"), deliveredAt + 3],
    [decide("satisfied"), late],
  ],
  [
    [pass, dueAt],
    [attest(dueAt + 1), dueAt + 2],
    [pass, late],
  ],
  [
    [suspend, dueAt - 1],
    [resume, dueAt + 9],
    [attest(dueAt + 10), dueAt + 11],
  ],
  [
    [attest(deliveredAt), dueAt - 2],
    [suspend, dueAt - 1],
    [resume, late],
  ],
  [
    [pass, dueAt],
    [confirm, dueAt + 1],
    [supersede, late],
  ],
]

/** The indices below `length`, shuffled with a fixed seed (mulberry32), so that every run has the same order. */
export const shuffled = (length: number): Uint32Array => {
  const order = Uint32Array.from({ length }, (_, i) => i)
  let state = 20261120
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const [one, other] = [needPresent(order[i], "an index"), needPresent(order[j], "an index")]
    order[i] = other
    order[j] = one
  }
  return order
}
