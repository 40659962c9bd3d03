/** Fills a store with copies of the acts that a court has made on it. */
import type { Copy, Model, Rows } from "./Copies.ts"

export interface Counts {
  readonly dealing: number
  readonly quote: number
  readonly entry: number
  readonly matter: number
}
export type KindOfAct = keyof Counts

/** For so many dealings: a tenth as many quotes and entries, and a hundredth as many matters. */
export const countsFor = (dealings: number): Counts => ({
  dealing: dealings,
  quote: Math.ceil(dealings / 10),
  entry: Math.ceil(dealings / 10),
  matter: Math.ceil(dealings / 100),
})

export interface Target {
  readonly rows: Rows
  /** The last place that the store has given, and the last number of a dealing and of a matter. */
  readonly last: { readonly place: number; readonly dealing: number; readonly matter: number }
  /** Takes the rows of one copy, whose first record has this place. Gives a promise if the next copy must wait. */
  readonly add: (rows: Rows, copy: Copy) => Promise<void> | undefined
  /** Writes what is left, and the last place and numbers that were given. */
  readonly finish: (last: Target["last"]) => Promise<void>
}

export interface Sample {
  readonly dealings: Array<string>
  readonly entries: Array<string>
  events: number
}
const samplesMax = 2_000

const kinds: ReadonlyArray<KindOfAct> = ["dealing", "quote", "entry", "matter"]
const hour = 3_600_000
const day = 24 * hour

/**
 * Adds the copies, the kinds mixed. Their instants go from those of the models, `age` milliseconds ago, up to now; what has a deadline that
 * waits is of the last hour. Receipts are kept for a day.
 */
export const fill = async (
  target: Target,
  models: ReadonlyArray<Model>,
  counts: Counts,
  age: number,
): Promise<Sample> => {
  const sample: Sample = { dealings: [], entries: [], events: target.rows.events.length }
  const rounds = Math.ceil(counts.dealing / 100)
  const done = { dealing: 0, quote: 0, entry: 0, matter: 0 }
  const numbers = { dealing: target.last.dealing, quote: 0, entry: 0, matter: target.last.matter }
  let place = target.last.place + 1
  for (let round = 1; round <= rounds; round++)
    for (const kind of kinds) {
      const some = models.filter((model) => model.kind === kind)
      for (const until = Math.floor((counts[kind] * round) / rounds); done[kind] < until; done[kind]++) {
        const model = some[done[kind] % some.length]
        if (model === undefined) throw new Error(`no model of a ${kind}`)
        const share = done[kind] / counts[kind]
        const shift = Math.floor(model.isOpen ? age - hour + share * hour : share * age)
        const copy = { shift, number: ++numbers[kind], place, isRecent: age - shift < day }
        const rows = model.copy(copy)
        const waits = target.add(rows, copy)
        if (waits !== undefined) await waits
        place += model.places
        sample.events += rows.events.length
        const samples = kind === "dealing" ? sample.dealings : kind === "entry" ? sample.entries : null
        if (samples !== null && done[kind] % Math.ceil(counts[kind] / samplesMax) === 0)
          samples.push(rows.records[0]?.id ?? "")
      }
    }
  await target.finish({ place: place - 1, dealing: numbers.dealing, matter: numbers.matter })
  return sample
}
