import { Effect } from "effect"
import { type Case, equal, holds, test } from "../Case.ts"
import { changes, commit, event, put, readJournal } from "../Changes.ts"

const commits = test("commit")

export const numbering: ReadonlyArray<Case> = [
  commits(
    "numbers.given",
    "a new record gets a number from its series and keeps it",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      const [number] = yield* commit(store, { puts: [put(ref, 0)], numbers: [{ series: own("s"), ref }] })
      yield* holds("a whole number above 0", Number.isSafeInteger(number) && Number(number) > 0, number)
      yield* commit(store, { puts: [put(ref, 1)] })
      yield* commit(store, { puts: [put(ref, 2)] })
      const [stored] = yield* store.read([ref])
      yield* equal("the record's number and version", [stored?.number, stored?.version], [number, 3])
    },
  ),

  commits(
    "numbers.order",
    "a commit returns its numbers in the order in which the change set asks for them",
    function* ({ store, own }) {
      const refs = ["a", "b", "c"].map((id) => ({ kind: own("kind"), id }))
      const [a, b, c] = refs
      if (a === undefined || b === undefined || c === undefined) return
      const first = { series: own("first"), ref: a }
      yield* commit(store, { puts: [put(a, 0)], numbers: [first] })
      const numbers = yield* commit(store, {
        puts: [put(b, 0), put(c, 0)],
        numbers: [
          { series: own("second"), ref: c },
          { series: own("first"), ref: b },
        ],
      })
      const found = yield* store.read([c, b])
      yield* equal(
        "the records' numbers",
        found.map((stored) => stored?.number ?? null),
        [...numbers],
      )
    },
  ),

  commits(
    "numbers.rising",
    "the numbers of a series rise from commit to commit, within a commit and after a conflict",
    function* ({ store, own }) {
      const seen: Array<number> = []
      for (let i = 0; i < 5; i++) {
        const refs = ["a", "b"].map((id) => ({ kind: own("kind"), id: `${i}${id}` }))
        const set = {
          puts: refs.map((ref) => put(ref, 0)),
          numbers: refs.map((ref) => ({ series: own("s"), ref })),
        }
        seen.push(...(yield* commit(store, set)))
        yield* store.commit(changes(set))
      }
      const rising = seen.every((number, i) => i === 0 || number > (seen[i - 1] ?? 0))
      yield* holds("rising numbers", rising && seen.length === 10, seen)
    },
  ),

  commits(
    "numbers.told",
    "an event that names a numbered record has its number in `data.sequence`; other events are unchanged",
    function* ({ store, own }) {
      const refs = ["a", "b"].map((id) => ({ kind: own("kind"), id }))
      const told = refs.map((numbered, i) => ({ ...event(own("s"), { ü: [i, null] }), numbered }))
      const plain = event(own("s"), { sequence: "its own" })
      const numbers = yield* commit(store, {
        puts: refs.map((ref) => put(ref, 0)),
        numbers: refs.map((ref) => ({ series: own("series"), ref })).reverse(),
        events: [...told, plain],
      })
      const { events } = yield* readJournal(store, own("s"), null)
      const [b, a] = numbers
      yield* equal(
        "the data of the events",
        events.map(({ data }) => data),
        [{ ü: [0, null], sequence: a ?? null }, { ü: [1, null], sequence: b ?? null }, plain.data],
      )
    },
  ),

  commits(
    "numbers.race",
    "numbers are unique if many commits draw them at the same time, and rise for a client that sends one commit after another",
    function* ({ store, own }) {
      const draw = (id: string) => {
        const ref = { kind: own("kind"), id }
        return commit(store, { puts: [put(ref, 0)], numbers: [{ series: own("s"), ref }] })
      }
      const worker = (w: number) =>
        Effect.forEach(
          Array.from({ length: 10 }, (_, i) => i),
          (i) => draw(`${w}/${i}`),
        )
      const drawn = yield* Effect.all(
        Array.from({ length: 8 }, (_, w) => worker(w)),
        { concurrency: "unbounded" },
      )
      const all = drawn.flat(2)
      yield* equal("the number of different numbers", new Set(all).size, 80)
      for (const mine of drawn.map((numbers) => numbers.flat()))
        yield* equal(
          "the numbers of one client, in order",
          mine,
          [...mine].sort((a, b) => a - b),
        )
    },
  ),
]

const tallies = test("tallies")

export const tallying: ReadonlyArray<Case> = [
  tallies(
    "sums",
    "sums come in the order asked, with 0 for a name without additions; a sum may be negative",
    function* ({ store, own }) {
      const add = (name: string, by: number) => ({ name: own(name), add: by })
      yield* commit(store, { tallies: [add("a", 5), add("b", -7)] })
      yield* commit(store, { tallies: [add("a", -2), add("c", 2 ** 45)] })
      yield* commit(store, { tallies: [add("c", 1)] })
      const names = ["b", "none", "a", "c", "a"].map(own)
      yield* equal("the sums", yield* store.tallies(names), [-7, 0, 3, 2 ** 45 + 1, 3])
      yield* equal("the sums of nothing", yield* store.tallies([]), [])
    },
  ),

  tallies("twice", "if a change set names a tally twice, both amounts are added", function* ({ store, own }) {
    const name = own("a")
    yield* commit(store, {
      tallies: [
        { name, add: 1 },
        { name, add: 1 },
        { name, add: 3 },
      ],
    })
    yield* equal("the sum", yield* store.tallies([name]), [5])
  }),

  tallies("race", "additions at the same time never conflict, and none is lost", function* ({ store, own }) {
    const names = [own("a"), own("b")]
    const add = (order: ReadonlyArray<string>) =>
      commit(store, { tallies: order.map((name) => ({ name, add: 1 })) })
    const all = Array.from({ length: 60 }, (_, i) => add(i % 2 === 0 ? names : [...names].reverse()))
    yield* Effect.all(all, { concurrency: "unbounded", discard: true })
    yield* equal("the sums", yield* store.tallies(names), [60, 60])
  }),
]
