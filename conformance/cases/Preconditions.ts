/**
 * Cases for preconditions: each of the four kinds is left out, holds or fails, in every combination, in a change set that also writes to
 * every part of the store. A conflict must name all that failed, and nothing may be written.
 */
import { Effect } from "effect"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type { CommitResult } from "../../core/store/Store.ts"
import { type Case, equal, type Kit, sameMembers, test } from "../Case.ts"
import { changes, commit, event, put, start, task } from "../Changes.ts"

const kinds = ["check", "put", "claim", "settle"] as const
type Precondition = (typeof kinds)[number]
type State = "out" | "holds" | "fails"
type Combination = Readonly<Record<Precondition, State>>

interface Setup {
  readonly kit: Kit
  readonly own: (name: string) => string
  readonly ref: (name: string) => { readonly kind: string; readonly id: string }
  readonly tokens: Readonly<Record<string, string>>
}

/** Writes what the change set needs: two records, a name held by us and one held by others, a waiting task and two leased ones. */
const setUp = (kit: Kit, name: string) =>
  Effect.gen(function* () {
    const own = (part: string) => kit.own(`${name}/${part}`)
    const ref = (id: string) => ({ kind: own("kind"), id })
    yield* commit(kit.store, {
      puts: [put(ref("checked"), 0), put(ref("changed"), 0, "before", [[own("index"), "before"]])],
      claims: [
        { claim: own("ours"), holder: "us" },
        { claim: own("theirs"), holder: "them" },
      ],
      tasks: [
        task(own("waiting"), own("tasks"), start),
        task(own("good"), own("leased"), start),
        task(own("lost"), own("leased"), start),
      ],
    })
    const query = { kinds: [own("leased")], worker: "w", now: start, until: start + 1000, limit: 10 }
    const leased = yield* kit.store.lease(query)
    const tokens = Object.fromEntries(leased.map(({ id, token }) => [id, token]))
    return { kit, own, ref, tokens } satisfies Setup
  })

/** A change set that writes to every part of the store, with the preconditions of the combination. */
const changeSet = ({ own, ref, tokens }: Setup, combination: Combination): ChangeSet => {
  const choose = <A>(kind: Precondition, holds: A, fails: A): ReadonlyArray<A> =>
    ({ out: [], holds: [holds], fails: [fails] })[combination[kind]]
  const putChanged = (expected: number) => put(ref("changed"), expected, "after", [[own("index"), "after"]])
  return changes({
    checks: choose("check", { ref: ref("checked"), version: 1 }, { ref: ref("checked"), version: 2 }),
    puts: [
      ...choose("put", putChanged(1), putChanged(0)),
      put(ref("new"), 0, "new", [[own("index"), "new"]]),
    ],
    claims: [
      ...choose("claim", { claim: own("free"), holder: "us" }, { claim: own("theirs"), holder: "us" }),
      { claim: own("unclaimed"), holder: "us" },
    ],
    releases: [{ claim: own("ours"), holder: "us" }],
    events: [event(own("subject"))],
    tasks: [task(own("new"), own("tasks"), start)],
    cancels: [own("waiting")],
    settles: choose(
      "settle",
      { id: own("good"), token: tokens[own("good")] ?? "" },
      { id: own("lost"), token: "another" },
    ),
    blobs: [{ sha256: own("blob"), text: "text" }],
    tallies: [{ name: own("tally"), add: 1 }],
    numbers: [{ series: own("series"), ref: ref("new") }],
    receipt: { id: own("command"), fingerprint: "print", reply: "done", expiresAt: start + 1000 },
  })
}

/** Everything that the change set could have changed. Reading it leases the waiting task, so it is read only once. */
const stateOf = ({ kit: { store }, own, ref }: Setup) =>
  Effect.gen(function* () {
    const records = yield* store.read([ref("checked"), ref("changed"), ref("new")])
    const listed = yield* store.list({ index: own("index"), prefix: "", after: null, limit: 10 })
    const journal = yield* store.journal({ subject: own("subject"), after: null, limit: 10 })
    const query = { worker: "w", now: start, until: start + 1, limit: 10 }
    const waiting = yield* store.lease({ ...query, kinds: [own("tasks")] })
    const leased = yield* store.lease({
      ...query,
      kinds: [own("leased")],
      now: start + 1000,
      until: start + 1001,
    })
    return {
      versions: records.map((stored) => stored?.version ?? 0),
      keys: listed.items.map(({ key }) => key),
      holders: yield* Effect.forEach(["ours", "theirs", "free", "unclaimed"].map(own), store.holder),
      events: journal.items.length,
      waiting: waiting.map(({ id }) => id),
      leased: leased.map(({ id }) => id).sort(),
      blob: yield* store.blob(own("blob")),
      tally: yield* store.tallies([own("tally")]),
      receipt: (yield* store.receipt(own("command"), start))?.reply ?? null,
    }
  })

const untouchedStore = ({ own }: Setup) => ({
  versions: [1, 1, 0],
  keys: ["before"],
  holders: ["us", "them", null, null],
  events: 0,
  waiting: [own("waiting")],
  leased: [own("good"), own("lost")],
  blob: null,
  tally: [0],
  receipt: null,
})

const writtenStore = ({ own }: Setup, { put, claim, settle }: Combination) => ({
  versions: [1, put === "holds" ? 2 : 1, 1],
  keys: put === "holds" ? ["after", "new"] : ["before", "new"],
  holders: [null, "them", claim === "holds" ? "us" : null, "us"],
  events: 1,
  waiting: [own("new")],
  leased: settle === "holds" ? [own("lost")] : [own("good"), own("lost")],
  blob: "text",
  tally: [1],
  receipt: "done",
})

const checkNamed = ({ own, ref }: Setup, combination: Combination, result: CommitResult) => {
  const failing = (kind: Precondition) => combination[kind] === "fails"
  const stale = [...(failing("check") ? [ref("checked")] : []), ...(failing("put") ? [ref("changed")] : [])]
  if (result._tag !== "Conflict") return equal("the result of the commit", result._tag, "Conflict")
  return Effect.all([
    sameMembers("stale", result.stale, stale),
    sameMembers("taken", result.taken, failing("claim") ? [own("theirs")] : []),
    sameMembers("lost", result.lost, failing("settle") ? [own("lost")] : []),
  ])
}

const examine = (kit: Kit, combination: Combination) =>
  Effect.gen(function* () {
    const setup = yield* setUp(kit, kinds.map((kind) => combination[kind]).join("-"))
    const result = yield* kit.store.commit(changeSet(setup, combination))
    const what = `the state after a commit with ${JSON.stringify(combination)}`
    if (Object.values(combination).includes("fails")) {
      yield* checkNamed(setup, combination, result)
      yield* equal(what, yield* stateOf(setup), untouchedStore(setup))
    } else {
      yield* equal("the result of the commit", result._tag, "Committed")
      yield* equal(what, yield* stateOf(setup), writtenStore(setup, combination))
    }
  })

/** Every combination in which exactly these preconditions fail. */
const combinations = (failing: ReadonlyArray<Precondition>): ReadonlyArray<Combination> =>
  kinds.reduce<ReadonlyArray<Combination>>(
    (all, kind) => {
      const states: ReadonlyArray<State> = failing.includes(kind) ? ["fails"] : ["out", "holds"]
      return all.flatMap((combination) => states.map((state) => ({ ...combination, [kind]: state })))
    },
    [{ check: "out", put: "out", claim: "out", settle: "out" }],
  )

const subsets: ReadonlyArray<ReadonlyArray<Precondition>> = Array.from(
  { length: 2 ** kinds.length },
  (_, bits) => kinds.filter((_, i) => (bits >> i) & 1),
)

const testCommit = test("commit")

export const preconditions: ReadonlyArray<Case> = subsets.map((failing) =>
  testCommit(
    failing.length === 0 ? "preconditions.hold" : `preconditions.fail.${failing.join("+")}`,
    failing.length === 0
      ? "if every precondition holds, everything is written"
      : `if the ${failing.join(" and the ")} fail${failing.length === 1 ? "s" : ""}, the conflict names it and nothing is written`,
    function* (kit) {
      for (const combination of combinations(failing)) yield* examine(kit, combination)
    },
  ),
)
