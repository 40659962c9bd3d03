/** Cases for stores that several processes use at once. The processes share no memory, and no lock except the store's own. */
import { Effect } from "effect"
import type { CommitResult, Driver } from "../../core/store/Store.ts"
import { type Case, equal, holds, type Kit, type Run, sameMembers, test } from "../Case.ts"
import { changes, commit, put, start, task } from "../Changes.ts"

const rounds = Array.from({ length: 20 }, (_, round) => round)

/** The same store, opened in three processes: this one and two others. */
const everywhere = ({ store, elsewhere }: Kit) => Effect.map(elsewhere, (others) => [store, ...others])

const between = (
  what: string,
  title: string,
  run: (openers: ReadonlyArray<Driver>, kit: Kit) => ReturnType<Run>,
): Case =>
  test("shared", "shared")(`processes.${what}`, title, (kit) =>
    Effect.flatMap(everywhere(kit), (openers) => run(openers, kit)),
  )

/** Commits once from every process at the same time. */
const atOnce = (openers: ReadonlyArray<Driver>, set: (w: number) => Parameters<typeof changes>[0]) =>
  Effect.all(
    openers.map((opener, w) => opener.commit(changes(set(w)))),
    { concurrency: "unbounded" },
  )

const winners = (results: ReadonlyArray<CommitResult>): ReadonlyArray<string> =>
  results.flatMap(({ _tag }, w) => (_tag === "Committed" ? [String(w)] : []))

const tagged = (results: ReadonlyArray<CommitResult>, tag: CommitResult["_tag"]): number =>
  results.filter(({ _tag }) => _tag === tag).length

const leases = between(
  "leases",
  "workers in different processes never get the same task, and together get all tasks",
  (openers, { store, own }) =>
    Effect.gen(function* () {
      const query = { kinds: [own("tasks")], worker: "w", now: start, until: start + 1000, limit: 2 }
      const given: Array<string> = []
      for (const round of rounds) {
        const tasks = Array.from({ length: 6 }, (_, n) => task(own(`${round}/${n}`), own("tasks"), start - n))
        yield* commit(store, { tasks })
        // A store that leases tasks twice might never run out of them, so the number of turns is limited.
        for (let turn = 0, more = true; more && turn < 12; turn++) {
          const leased = yield* Effect.all(
            openers.map((opener) => opener.lease(query)),
            { concurrency: "unbounded" },
          )
          given.push(...leased.flat().map(({ id }) => id))
          more = leased.some((share) => share.length > 0)
        }
      }
      yield* equal(
        "the number of tasks leased, and of different tasks among them",
        [given.length, new Set(given).size],
        [120, 120],
      )
    }),
)

const numbers = between(
  "numbers",
  "no two processes get the same serial number, and a later commit gets a higher one",
  (openers, { own }) =>
    Effect.gen(function* () {
      const draw = (opener: Driver, id: string) => {
        const ref = { kind: own("kind"), id }
        return commit(opener, { puts: [put(ref, 0)], numbers: [{ series: own("s"), ref }] })
      }
      const drawn = yield* Effect.forEach(rounds, (round) =>
        Effect.all(
          openers.map((opener, w) => draw(opener, `${w}/${round}`)),
          { concurrency: "unbounded" },
        ),
      )
      const all = drawn.flat(2)
      yield* equal(
        "the number of serial numbers, and of different ones among them",
        [all.length, new Set(all).size],
        [60, 60],
      )
      const inTurn = yield* Effect.forEach([...openers, ...openers], (opener, i) => draw(opener, `turn ${i}`))
      const turns = inTurn.flat()
      yield* holds(
        "numbers that rise from commit to commit",
        turns.every((number, i) => i === 0 || number > (turns[i - 1] ?? number)),
        turns,
      )
    }),
)

const claims = between(
  "claims",
  "if processes claim one name at the same time, exactly one gets it",
  (openers, { store, own }) =>
    Effect.forEach(
      rounds,
      (round) =>
        Effect.gen(function* () {
          const claim = own(`name ${round}`)
          const results = yield* atOnce(openers, (w) => ({ claims: [{ claim, holder: String(w) }] }))
          const holder = (yield* store.holder(claim)) ?? "nobody"
          yield* equal("the process that claimed the name, compared with its holder", winners(results), [
            holder,
          ])
          yield* equal("the number of conflicts", tagged(results, "Conflict"), openers.length - 1)
        }),
      { discard: true },
    ),
)

const versions = between(
  "versions",
  "if processes put the same version at the same time, exactly one succeeds, and its record is kept",
  (openers, { store, own }) =>
    Effect.forEach(
      rounds,
      (round) =>
        Effect.gen(function* () {
          const ref = { kind: own("kind"), id: String(round) }
          yield* commit(store, { puts: [put(ref, 0, "first")] })
          const results = yield* atOnce(openers, (w) => ({ puts: [put(ref, 1, String(w))] }))
          const [stored] = yield* store.read([ref])
          yield* equal("the process whose put succeeded, compared with the record", winners(results), [
            String(stored?.body),
          ])
          yield* equal("the version", stored?.version, 2)
          yield* equal("the number of conflicts", tagged(results, "Conflict"), openers.length - 1)
        }),
      { discard: true },
    ),
)

const receipts = between(
  "receipts",
  "if processes send one command at the same time, one commit is recorded and the others are replays",
  (openers, { store, own }) =>
    Effect.gen(function* () {
      for (const round of rounds) {
        const receipt = {
          id: own(`command ${round}`),
          fingerprint: "f",
          reply: round,
          expiresAt: start + 1000,
        }
        const results = yield* atOnce(openers, () => ({
          tallies: [{ name: own("tally"), add: 1 }],
          receipt,
        }))
        yield* sameMembers(
          "the results of the commits",
          results.map(({ _tag }) => _tag),
          ["Committed", ...openers.slice(1).map(() => "Replayed" as const)],
        )
      }
      yield* equal("the tally", yield* store.tallies([own("tally")]), [rounds.length])
    }),
)

export const processes: ReadonlyArray<Case> = [leases, numbers, claims, versions, receipts]
