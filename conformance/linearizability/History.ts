/**
 * Histories: several concurrent clients, each of which sends one question after another about a few records, names and tallies.
 *
 * A history is linearizable (Herlihy and Wing, 1990) if its acts have an order that explains every answer, in which each act takes
 * effect at an instant between its question and its answer. The search is that of Wing and Gong (1993), and it remembers the states that
 * it has tried.
 */

import { Effect, type Option } from "effect"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import type { Driver, Stored, StoreUnavailable } from "../../core/store/Store.ts"
import { changes, put, start } from "../Changes.ts"
import * as Random from "../Random.ts"
import { answer, nothing, type Question, resultOf, type State, textOf } from "./Spec.ts"

/** One act of a history. `from` and `to` number the questions and answers in their order; without an answer, `to` is infinite. */
export interface Act {
  readonly client: number
  readonly question: Question
  readonly answer: Json | undefined
  readonly from: number
  readonly to: number
}

/** The longest order that explains some of the acts, and the acts that it leaves unexplained. */
interface Unexplained {
  readonly explained: ReadonlyArray<Act>
  readonly left: ReadonlyArray<Act>
}

const matches = (act: Act, given: Json): boolean =>
  act.answer === undefined || canonical(act.answer) === canonical(given)

/** Null if some order explains the whole history. */
export const findUnexplained = (history: ReadonlyArray<Act>): Unexplained | null => {
  const known = new Set<string>()
  const order: Array<number> = []
  let longest: ReadonlyArray<number> = []

  const explains = (done: bigint, state: State): boolean => {
    const left = history.flatMap((act, i) => ((done >> BigInt(i)) & 1n ? [] : [{ act, i }]))
    // An act without an answer may never have taken effect.
    if (left.every((one) => one.act.answer === undefined)) return true
    const place = `${done.toString(36)} ${textOf(state)}`
    if (known.has(place)) return false
    known.add(place)
    // An act that was answered before another was asked comes before it.
    const firstAnswer = Math.min(...left.map(({ act }) => act.to))
    for (const { act, i } of left) {
      if (act.from > firstAnswer) continue
      const given = answer(state, act.question)
      if (!matches(act, given.answer)) continue
      // An act without an answer that changes nothing need not be placed.
      if (act.answer === undefined && given.after === state) continue
      order.push(i)
      if (order.length > longest.length) longest = [...order]
      if (explains(done | (1n << BigInt(i)), given.after)) return true
      order.pop()
    }
    return false
  }

  if (explains(0n, nothing)) return null
  const explained = longest.flatMap((i) => history[i] ?? [])
  return { explained, left: history.filter((act) => !explained.includes(act)) }
}

const showAct = ({ client, question, answer, from, to }: Act): string => {
  const asked = JSON.stringify(question, (key, value) =>
    key === "at" || (Array.isArray(value) && value.length === 0) || value === null ? undefined : value,
  )
  return `  ${String(from).padStart(3)}–${Number.isFinite(to) ? to : "…"} client ${client}: ${asked} → ${JSON.stringify(answer) ?? "no answer"}`
}

/** The acts in words, for whoever looks for the cause. */
export const describe = ({ explained, left }: Unexplained): string =>
  [
    "no order explains these answers. The longest order found explains these acts:",
    ...explained.map(showAct),
    "and none of these can follow:",
    ...left.map(showAct),
  ].join("\n")

export const actsOfHistory = 40

interface Names {
  readonly kind: string
  readonly index: string
  readonly ids: ReadonlyArray<string>
  readonly claims: ReadonlyArray<string>
  readonly tallies: ReadonlyArray<string>
  readonly commands: ReadonlyArray<string>
}
const namesOf = (prefix: string): Names => ({
  kind: `${prefix}/k`,
  index: `${prefix}/i`,
  ids: ["1", "2", "3"],
  claims: ["a", "b"].map((name) => `${prefix}/${name}`),
  tallies: ["t", "u"].map((name) => `${prefix}/${name}`),
  commands: ["c", "d", "e"].map((name) => `${prefix}/${name}`),
})

/** One client, with the version of each record as it last read it. */
interface Client {
  readonly n: number
  readonly versions: Map<string, number>
}

const some = (random: Random.Random, from: ReadonlyArray<string>, percent: number) =>
  from.filter(() => random.chance(percent))
const one = (random: Random.Random, from: ReadonlyArray<string>): string =>
  from[random.int(from.length)] ?? ""

const commitOf = (random: Random.Random, names: Names, client: Client, serial: number): Question => {
  const version = (id: string) => (client.versions.get(id) ?? 0) + (random.chance(10) ? 1 : 0)
  const puts = some(random, names.ids, 40)
  const checks = some(random, names.ids, 15).filter((id) => !puts.includes(id))
  const holder = random.chance(50) ? "us" : "them"
  return {
    _tag: "commit",
    set: changes({
      puts: puts.map((id) =>
        put({ kind: names.kind, id }, version(id), serial, random.chance(60) ? [[names.index, id]] : []),
      ),
      checks: checks.map((id) => ({ ref: { kind: names.kind, id }, version: version(id) })),
      claims: some(random, names.claims, 15).map((claim) => ({ claim, holder })),
      releases: some(random, names.claims, 15).map((claim) => ({ claim, holder })),
      tallies: some(random, names.tallies, 25).map((name) => ({ name, add: 1 + random.int(3) })),
      receipt: random.chance(20)
        ? {
            id: one(random, names.commands),
            fingerprint: random.chance(80) ? "f" : "g",
            reply: serial,
            expiresAt: start + 1_000_000,
          }
        : null,
    }),
  }
}

const questionOf = (random: Random.Random, names: Names, client: Client, serial: number): Question => {
  const roll = random.int(100)
  if (roll < 50) return commitOf(random, names, client, serial)
  if (roll < 75) return { _tag: "read", ids: names.ids }
  if (roll < 82) return { _tag: "list" }
  if (roll < 88) return { _tag: "holder", claim: one(random, names.claims) }
  if (roll < 95) return { _tag: "tallies", names: names.tallies }
  return { _tag: "receipt", id: one(random, names.commands) }
}

const recordOf = (stored: Stored | null): Json =>
  stored === null ? null : { id: stored.ref.id, version: stored.version, body: stored.body }

const askStore = (
  store: Driver,
  { kind, index }: Names,
  question: Question,
): Effect.Effect<Json, StoreUnavailable> => {
  switch (question._tag) {
    case "commit":
      return Effect.map(store.commit(question.set), resultOf)
    case "read":
      return Effect.map(store.read(question.ids.map((id) => ({ kind, id }))), (found) => found.map(recordOf))
    case "list":
      return Effect.map(store.list({ index, prefix: "", after: null, limit: 10 }), ({ items }) =>
        items.map(recordOf),
      )
    case "holder":
      return store.holder(question.claim)
    case "tallies":
      return Effect.map(store.tallies(question.names), (sums) => [...sums])
    case "receipt":
      return Effect.map(store.receipt(question.id, start), (found) => found?.reply ?? null)
  }
}

const isRecord = (value: Json): value is { readonly id: string; readonly version: number } =>
  typeof value === "object" && value !== null && "version" in value

const learn = (client: Client, question: Question, answer: Json): void => {
  if (Array.isArray(answer))
    for (const found of answer.filter(isRecord)) client.versions.set(found.id, found.version)
  if (question._tag === "commit" && canonical(answer) === canonical({ _tag: "Committed" }))
    for (const { ref, expected } of question.set.puts) client.versions.set(ref.id, expected + 1)
}

/** Whether a question can be repeated safely: a commit with a receipt. */
const isRepeatable = (question: Question): boolean =>
  question._tag === "commit" && question.set.receipt !== null

/** Records the history of several clients on these openers of one store. An act whose answer is lost has no end. */
export const record = (
  openers: readonly [Driver, ...Driver[]],
  prefix: string,
  seed: number,
): Effect.Effect<ReadonlyArray<Act>> => {
  const random = Random.make(seed)
  const names = namesOf(prefix)
  const clients = 2 + random.int(5)
  const acts: Array<Act> = []
  let clock = 0
  // Questions and answers are delayed, so that acts overlap even on a store that runs one at a time.
  const slowly = Effect.suspend(() => (random.chance(25) ? Effect.yieldNow() : Effect.void))
  const play = (n: number) =>
    Effect.gen(function* () {
      const client: Client = { n, versions: new Map() }
      const store = openers[n % openers.length] ?? openers[0]
      let unsettled: Question | null = null
      for (let i = n; i < actsOfHistory; i += clients) {
        const question: Question = unsettled ?? questionOf(random, names, client, i)
        const from = clock++
        yield* slowly
        const answer: Option.Option<Json> = yield* Effect.option(askStore(store, names, question))
        yield* slowly
        const to = answer._tag === "Some" ? clock++ : Number.POSITIVE_INFINITY
        const given: Json | undefined = answer._tag === "Some" ? answer.value : undefined
        acts.push({ client: n, question, answer: given, from, to })
        if (given !== undefined) learn(client, question, given)
        // A commit with a receipt is repeated until its result is known.
        unsettled = given === undefined && isRepeatable(question) ? question : null
        if (given === undefined) yield* Effect.sleep(10)
      }
    })
  return Effect.map(
    Effect.all(
      Array.from({ length: clients }, (_, n) => play(n)),
      { concurrency: "unbounded" },
    ),
    () => acts,
  )
}

/** Records histories on consecutive seeds, `at` of them at the same time. Gives the first that no order explains, in words, or null. */
export const violation = (
  openers: readonly [Driver, ...Driver[]],
  prefix: string,
  seed: number,
  histories: number,
  at = 8,
): Effect.Effect<string | null> =>
  Effect.gen(function* () {
    const seeds = Array.from({ length: histories }, (_, i) => seed + i)
    let found: string | null = null
    yield* Effect.forEach(
      seeds,
      (one) =>
        Effect.suspend(() => {
          if (found !== null) return Effect.void
          return Effect.map(record(openers, `${prefix}/${one}`, one), (history) => {
            const wrong = findUnexplained(history)
            if (wrong !== null) found ??= `history ${one}: ${describe(wrong)}`
          })
        }),
      { concurrency: at, discard: true },
    )
    return found
  })
