/** The checker of histories: it accepts what a correct store can answer, and rejects the rest and stores that lose races. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Json } from "../core/kernel/Json.ts"
import type { ChangeSet } from "../core/store/ChangeSet.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { changes, put } from "./Changes.ts"
import { type Act, findUnexplained, record, violation } from "./linearizability/History.ts"
import type { Question } from "./linearizability/Spec.ts"
import { type Mutant, mutants } from "./mutants/index.ts"

const commit = (parts: Partial<ChangeSet>): Question => ({ _tag: "commit", set: changes(parts) })
const write = (id: string, expected: number, body: Json = expected) =>
  commit({ puts: [put({ kind: "k", id }, expected, body)] })
const claim = (holder: string) => commit({ claims: [{ claim: "name", holder }] })
const add = (n: number) => commit({ tallies: [{ name: "t", add: n }] })
const named = (reply: Json) =>
  commit({
    tallies: [{ name: "t", add: 1 }],
    receipt: { id: "c", fingerprint: "f", reply, expiresAt: Number.MAX_SAFE_INTEGER },
  })
const read = (...ids: ReadonlyArray<string>): Question => ({ _tag: "read", ids })
const sum: Question = { _tag: "tallies", names: ["t"] }
const holder: Question = { _tag: "holder", claim: "name" }

const committed: Json = { _tag: "Committed" }
const stale = (...ids: ReadonlyArray<string>): Json => ({ _tag: "Conflict", stale: ids, taken: [] })
const found = (id: string, version: number, body: Json = version - 1): Json => ({ id, version, body })

/** An act from one instant to another; without an answer, it has no end. */
const act = (from: number, to: number, question: Question, answer?: Json): Act => ({
  client: from,
  question,
  answer,
  from,
  to: answer === undefined ? Number.POSITIVE_INFINITY : to,
})

/** A commit that puts two records. */
const both = commit({ puts: ["1", "2"].map((id) => put({ kind: "k", id }, 0)) })

describe("histories that some order explains", () => {
  const rows: ReadonlyArray<readonly [title: string, ...history: ReadonlyArray<Act>]> = [
    ["the empty history"],
    [
      "a read during a write sees it",
      act(0, 3, write("1", 0), committed),
      act(1, 2, read("1"), [found("1", 1)]),
    ],
    [
      "a read during a write does not see it",
      act(0, 3, write("1", 0), committed),
      act(1, 2, read("1"), [null]),
    ],
    [
      "of two concurrent writes one is stale",
      act(0, 3, write("1", 0), committed),
      act(1, 2, write("1", 0), stale("1")),
    ],
    ["a commit without an answer was done", act(0, 0, write("1", 0)), act(1, 2, read("1"), [found("1", 1)])],
    ["a commit without an answer was not done", act(0, 0, write("1", 0)), act(1, 2, read("1"), [null])],
    [
      "a commit without an answer is done late",
      act(0, 0, write("1", 0)),
      act(1, 2, read("1"), [null]),
      act(3, 4, read("1"), [found("1", 1)]),
    ],
    [
      "a command is repeated while it runs",
      act(0, 3, named("x"), committed),
      act(1, 2, named("x"), { _tag: "Replayed", reply: "x" }),
      act(4, 5, sum, [1]),
    ],
  ]
  it.each(rows.map(([title, ...history]) => [title, history] as const))("%s", (_title, history) => {
    expect(findUnexplained(history)).toBeNull()
  })
})

describe("histories that no order explains", () => {
  const rows: ReadonlyArray<readonly [title: string, ...history: ReadonlyArray<Act>]> = [
    [
      "a read after a write does not see it",
      act(0, 1, write("1", 0), committed),
      act(2, 3, read("1"), [null]),
    ],
    ["a read sees a later write", act(0, 1, read("1"), [found("1", 1)]), act(2, 3, write("1", 0), committed)],
    [
      "a read goes back in time",
      act(0, 9, write("1", 0), committed),
      act(1, 2, read("1"), [found("1", 1)]),
      act(3, 4, read("1"), [null]),
    ],
    ["an update is lost", act(0, 3, write("1", 0, "a"), committed), act(1, 2, write("1", 0, "b"), committed)],
    [
      "a read sees a part of a commit",
      act(0, 9, both, committed),
      act(1, 2, read("1", "2"), [found("1", 1, null), null]),
    ],
    [
      "two readers see two orders",
      act(0, 20, write("1", 0), committed),
      act(1, 21, write("2", 0), committed),
      act(2, 3, read("1", "2"), [found("1", 1), null]),
      act(4, 5, read("1", "2"), [null, found("2", 1)]),
    ],
    ["a name is given twice", act(0, 3, claim("us"), committed), act(1, 2, claim("them"), committed)],
    [
      "the holder of a name changes without a commit",
      act(0, 1, claim("us"), committed),
      act(2, 3, holder, "them"),
    ],
    ["an addition is lost", act(0, 3, add(1), committed), act(1, 2, add(2), committed), act(4, 5, sum, [2])],
    ["a command is done twice", act(0, 1, named("x"), committed), act(2, 3, named("x"), committed)],
    [
      "a stale commit was done",
      act(0, 1, write("1", 0), committed),
      act(2, 3, write("1", 0, "b"), stale("1")),
      act(4, 5, read("1"), [found("1", 2, "b")]),
    ],
    ["a commit is stale for no reason", act(0, 1, write("1", 0), stale("1"))],
    [
      "a commit without an answer is done and then undone",
      act(0, 0, write("1", 0)),
      act(1, 2, read("1"), [found("1", 1)]),
      act(3, 4, read("1"), [null]),
    ],
  ]
  it.each(rows.map(([title, ...history]) => [title, history] as const))("%s", (_title, history) => {
    expect(findUnexplained(history)).not.toBeNull()
  })
})

const seeds = Array.from({ length: 40 }, (_, i) => i + 1)
const recorded = (seed: number) =>
  Effect.runPromise(Effect.flatMap(MemoryStore.make, (store) => record([store], "h", seed)))

const corrupted = (history: ReadonlyArray<Act>, which: Act, answer: Json): ReadonlyArray<Act> =>
  history.map((one) => (one === which ? { ...one, answer } : one))

describe("recorded histories", () => {
  it.each(seeds)("history %i is linearizable, and not with an answer changed", async (seed) => {
    const history = await recorded(seed)
    expect(findUnexplained(history)).toBeNull()
    const tallies = history.filter(({ question }) => question._tag === "tallies")
    const done = history.filter(
      ({ question, answer }) =>
        question._tag === "commit" &&
        question.set.puts.length > 0 &&
        JSON.stringify(answer) === JSON.stringify(committed),
    )
    const reads = history.filter(({ question }) => question._tag === "read")
    for (const one of tallies) expect(findUnexplained(corrupted(history, one, [-1, -1]))).not.toBeNull()
    for (const one of done)
      expect(findUnexplained(corrupted(history, one, { _tag: "Mismatch" }))).not.toBeNull()
    for (const one of reads) {
      // The answer to a read is a list.
      const ahead = (one.answer as ReadonlyArray<Json>).map((_, i) => found(String(i + 1), 99))
      expect(findUnexplained(corrupted(history, one, ahead))).not.toBeNull()
    }
  })
})

describe("stores that lose a race", () => {
  const races = [
    "commit.version.race",
    "commit.version.check-race",
    "holder.race",
    "tallies.race",
    "receipt.race",
    "read.snapshot",
  ]
  const racing = mutants.filter(({ caughtBy }) => races.includes(caughtBy))
  const foundIn = ({ spoil }: Mutant, histories: number) =>
    Effect.runPromise(
      Effect.flatMap(MemoryStore.make, (store) => violation([spoil(store)], "h", 1, histories, 1)),
    )

  it("there is a mutant for every race", () => {
    expect(racing.map(({ caughtBy }) => caughtBy).sort()).toEqual([...races].sort())
  })

  it.each(racing)("one that $breaks is found within a hundred histories", async (mutant) => {
    expect(await foundIn(mutant, 100)).toContain("no order explains")
  })
})
