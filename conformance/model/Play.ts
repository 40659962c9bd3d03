import type { Instant } from "../../core/Time.ts"
import type * as Random from "../Random.ts"
import type { Side } from "./Side.ts"

/** The names that a run plays with: few, so that commands meet. */
export const names = (prefix: string) => ({
  kinds: ["note", "paper"].map((kind) => `${prefix}/${kind}`),
  ids: ["1", "2", "3", "é", "😀"],
  indexes: [`${prefix}/i`, `${prefix}/j`],
  placed: [`${prefix}/o`, `${prefix}/p`],
  lists: ["m/", "n/"],
  claims: ["a", "b", "c"].map((claim) => `${prefix}/${claim}`),
  holders: ["us", "them"],
  tasks: ["t1", "t2", "t3", "t4"].map((task) => `${prefix}/${task}`),
  taskKinds: ["x", "y"].map((kind) => `${prefix}/${kind}`),
  subjects: ["s1", "s2"].map((subject) => `${prefix}/${subject}`),
  tallies: ["n", "m"].map((tally) => `${prefix}/${tally}`),
  blobs: ["p", "q"].map((blob) => `${prefix}/${blob}`),
  commands: ["c1", "c2", "c3"].map((command) => `${prefix}/${command}`),
})
export type Names = ReturnType<typeof names>

/** One run as it goes on. */
export interface Play {
  readonly random: Random.Random
  readonly names: Names
  readonly model: Side
  /** Rises from command to command; a task's due instant never comes twice, so leases have one order. */
  now: Instant
  serial: number
  readonly events: Array<string>
}

/** One of these. */
export const choose = <A>({ random }: Play, from: ReadonlyArray<A>): A => from[random.int(from.length)] as A // the lists of names are not empty

/** Each of these, now and then. */
export const some = <A>({ random }: Play, from: ReadonlyArray<A>, percent: number): ReadonlyArray<A> =>
  from.filter(() => random.chance(percent))
