/** Cases for stores that several processes use at once. The processes share no memory, and no lock except the store's own. */
import { Effect } from "effect"
import type { CommitResult, Driver } from "../../core/store/Store.ts"
import { type Case, type Distant, equal, holds, type Kit, type Steps, sameMembers, test } from "../Case.ts"
import { changes, commit, put, start, task } from "../Changes.ts"

const upTo = (length: number) => Array.from({ length }, (_, n) => n)
const rounds = upTo(12)
const callsOfRace = upTo(60)
/** A lease is the slowest of these calls, above all if many are made at once. */
const leasesOfRace = upTo(10)

/** A case in which other processes have the store open. They race each other; this process prepares each race and reads its result. */
const between = (
  what: string,
  title: string,
  steps: (others: ReadonlyArray<Distant>, kit: Kit) => ReturnType<Steps>,
): Case =>
  test("shared", "shared")(`processes.${what}`, title, function* (kit) {
    yield* steps(yield* kit.elsewhere, kit)
  })

// The messages of a race reach another process in so much time, unless the machine is busy.
const messagesMs = 10

/**
 * Makes calls from every other process at the same instant, and gives the results of all processes for each call. All of them know the
 * instant before it comes. If each began when its message arrived, the first would often have ended before the next began. And each makes
 * many calls, in the same order: a refusal takes less time than a commit, so a process that is behind draws level.
 */
const race = <A, E>(
  others: ReadonlyArray<Distant>,
  call: (opener: Driver, n: number, w: number) => Effect.Effect<A, E>,
  calls: ReadonlyArray<number> = callsOfRace,
) =>
  Effect.suspend(() => {
    const instant = Date.now() + messagesMs
    const callsOf = (other: Distant, w: number) =>
      Effect.all(
        calls.map((n) => call(other.at(instant), n, w)),
        { concurrency: "unbounded" },
      )
    return Effect.all(others.map(callsOf), { concurrency: "unbounded" })
  }).pipe(Effect.map((results) => calls.map((n) => results.flatMap((own) => own.slice(n, n + 1)))))

/** Commits change sets from every other process at the same instant. */
const raceToCommit = (
  others: ReadonlyArray<Distant>,
  set: (n: number, w: number) => Parameters<typeof changes>[0],
) => race(others, (opener, n, w) => opener.commit(changes(set(n, w))))

const winners = (results: ReadonlyArray<CommitResult>): ReadonlyArray<string> =>
  results.flatMap(({ _tag }, w) => (_tag === "Committed" ? [String(w)] : []))

const countTagged = (results: ReadonlyArray<CommitResult>, tag: CommitResult["_tag"]): number =>
  results.filter(({ _tag }) => _tag === tag).length

const leases = between(
  "leases",
  "workers in different processes never get the same task, and together get all tasks",
  function* (others, { store, own }) {
    const query = { kinds: [own("tasks")], worker: "w", now: start, until: start + 1000, limit: 1 }
    const given: Array<string> = []
    for (const round of rounds) {
      const tasks = leasesOfRace.map((n) => task(own(`${round}/${n}`), own("tasks"), start - n))
      yield* commit(store, { tasks })
      // A store that leases tasks twice might never run out of them, so the number of turns is limited.
      for (let turn = 0, more = true; more && turn < 4; turn++) {
        const leased = (yield* race(others, (opener) => opener.lease(query), leasesOfRace)).flat(2)
        given.push(...leased.map(({ id }) => id))
        more = leased.length > 0
      }
    }
    const all = rounds.length * leasesOfRace.length
    yield* equal(
      "the number of tasks leased, and of different tasks among them",
      [given.length, new Set(given).size],
      [all, all],
    )
  },
)

const numbers = between(
  "numbers",
  "no two processes get the same serial number, and a later commit gets a higher one",
  function* (others, { store, own }) {
    const draw = (opener: Driver, id: string) => {
      const ref = { kind: own("kind"), id }
      return commit(opener, { puts: [put(ref, 0)], numbers: [{ series: own("s"), ref }] })
    }
    const drawn = yield* Effect.forEach(rounds, (round) =>
      race(others, (opener, n, w) => draw(opener, `${w}/${round}/${n}`)),
    )
    const all = drawn.flat(3)
    const expected = rounds.length * callsOfRace.length * others.length
    yield* equal(
      "the number of serial numbers, and of different ones among them",
      [all.length, new Set(all).size],
      [expected, expected],
    )
    const openers = [store, ...others, store, ...others]
    const inTurn = yield* Effect.forEach(openers, (opener, i) => draw(opener, `turn ${i}`))
    const turns = inTurn.flat()
    yield* holds(
      "numbers that rise from commit to commit",
      turns.every((number, i) => i === 0 || number > (turns[i - 1] ?? number)),
      turns,
    )
  },
)

const claims = between(
  "claims",
  "if processes claim one name at the same time, exactly one gets it",
  function* (others, { store, own }) {
    for (const round of rounds) {
      const name = (n: number) => own(`name ${round}/${n}`)
      const races = yield* raceToCommit(others, (n, w) => ({
        claims: [{ claim: name(n), holder: String(w) }],
      }))
      for (const [n, results] of races.entries()) {
        const holder = (yield* store.holder(name(n))) ?? "nobody"
        yield* equal("the process that claimed the name, compared with its holder", winners(results), [
          holder,
        ])
        yield* equal("the number of conflicts", countTagged(results, "Conflict"), others.length - 1)
      }
    }
  },
)

const versions = between(
  "versions",
  "if processes put the same version at the same time, exactly one succeeds, and its record is kept",
  function* (others, { store, own }) {
    for (const round of rounds) {
      const refs = callsOfRace.map((n) => ({ kind: own("kind"), id: `${round}/${n}` }))
      yield* commit(store, { puts: refs.map((ref) => put(ref, 0, "first")) })
      const races = yield* raceToCommit(others, (n, w) => ({
        puts: refs.slice(n, n + 1).map((ref) => put(ref, 1, String(w))),
      }))
      const stored = yield* store.read(refs)
      for (const [n, results] of races.entries()) {
        yield* equal("the process whose put succeeded, compared with the record", winners(results), [
          String(stored[n]?.body),
        ])
        yield* equal("the version", stored[n]?.version, 2)
        yield* equal("the number of conflicts", countTagged(results, "Conflict"), others.length - 1)
      }
    }
  },
)

const receipts = between(
  "receipts",
  "if processes send one command at the same time, one commit is recorded and the others are replays",
  function* (others, { store, own }) {
    for (const round of rounds) {
      const races = yield* raceToCommit(others, (n) => ({
        tallies: [{ name: own("tally"), add: 1 }],
        receipt: {
          id: own(`command ${round}/${n}`),
          fingerprint: "f",
          reply: round,
          expiresAt: start + 1000,
        },
      }))
      for (const results of races)
        yield* sameMembers(
          "the results of the commits",
          results.map(({ _tag }) => _tag),
          ["Committed", ...others.slice(1).map(() => "Replayed" as const)],
        )
    }
    yield* equal("the tally", yield* store.tallies([own("tally")]), [rounds.length * callsOfRace.length])
  },
)

export const processes: ReadonlyArray<Case> = [leases, numbers, claims, versions, receipts]
