/** The two courts that `npm run flat` compares: one with the acts that are copied, and one with many copies beside them. */
import { setTimeout as sleep } from "node:timers/promises"
import { modelOf } from "./Copies.ts"
import { type Court, clocks, serve } from "./Court.ts"
import { countsFor, fill, type Sample } from "./Filling.ts"
import * as Models from "./Models.ts"
import type * as Stores from "./Stores.ts"

export interface Subject {
  readonly store: Stores.Subject
  readonly made: Models.Made
  readonly sample: Sample
  readonly seller: string
}

const day = 86_400_000
const ageMs = 300 * day

export const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

const sampleOf = ({ groups }: Models.Made): Sample => {
  const of = (kind: string) => groups.filter((group) => group.kind === kind).map(({ id }) => id)
  return { dealings: of("dealing"), entries: of("entry"), events: 0 }
}

export const get = async <A>({ url }: Court, path: string, key?: string): Promise<A> => {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const answer = await fetch(`${url}/api/v1${path}`, { headers })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as A
}

/** A court with the acts that are copied, and with so many copies. */
export const make = async (store: Stores.Subject, copies: number): Promise<Subject> => {
  const age = copies === 0 ? 0 : ageMs
  const court = await serve(store.place, clocks.behind(age))
  const made = await Models.make(court.url, store.place.data, () => Date.now() - age)
  const { id: seller } = await get<{ readonly id: string }>(court, "/agents/seller-0")
  await sleep(2_500) // The log takes what was recorded.
  await court.stop()
  if (copies === 0) return { store, made, seller, sample: sampleOf(made) }
  const target = await store.target()
  const models = made.groups.map((group) => modelOf(group, target.rows))
  const begun = performance.now()
  const sample = await fill(target, models, countsFor(copies), ageMs)
  say(`filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return { store, made, seller, sample }
}
