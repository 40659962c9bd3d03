/** A case for a process that is stopped in the middle of a write, and goes on later than anybody expected. */
import { Effect, Fiber, Schedule } from "effect"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import { type Case, equal, NotProbed, test } from "../Case.ts"
import { changes, event, put, start } from "../Changes.ts"

/** How long a process stays stopped if the module doesn't say after how long the store takes a lock (`lockMs`). */
const usualLockMs = 1_000
const beyondLockMs = 500
const mostRounds = 12
/** A round counts if the store waited for the stopped process, which therefore held a lock. */
const roundsOfInterest = 3
const waitedMs = 250
const actsOfRound = Array.from({ length: 24 }, (_, n) => n)
const triesWhenUnavailable = 20

/** Commits, and asks again if the store was unavailable: the receipt tells what has become of the commit. */
const commitSurely = (store: Driver, set: ChangeSet) =>
  Effect.retry(store.commit(set), {
    times: triesWhenUnavailable,
    schedule: Schedule.spaced(100),
  }).pipe(
    Effect.map((result) => {
      if (result._tag === "Committed") return result.numbers
      return result._tag === "Replayed" ? result.receipt.numbers : []
    }),
  )

const stopped = test("shared", "shared")(
  "processes.stopped",
  "a process that was stopped in the middle of a write, and goes on when others have written, overwrites nothing and gives nothing twice",
  function* ({ elsewhere, store, own, random, lockMs }) {
    if (process.platform === "win32")
      return yield* new NotProbed({ message: "this system can't stop a process (SIGSTOP)" })
    const [holder] = yield* elsewhere
    if (holder === undefined) return
    const pauseMs = (lockMs ?? usualLockMs) + beyondLockMs
    const numbers: Array<number> = []
    let rounds = 0
    for (let waited = 0; rounds < mostRounds && waited < roundsOfInterest; rounds++) {
      const round = rounds
      const refOf = (n: number) => ({ kind: own("kind"), id: `${round}/${n}` })
      const acts = (writer: Driver, name: string) =>
        Effect.all(
          actsOfRound.map((n) =>
            commitSurely(
              writer,
              changes({
                puts: [put(refOf(n), 0, name)],
                claims: [{ claim: own(`name ${round}/${n}`), holder: name }],
                tallies: [{ name: own("tally"), add: 1 }],
                numbers: [{ series: own("series"), ref: refOf(n) }],
                events: [event(own("subject"), [round, n])],
                receipt: {
                  id: own(`${name} ${round}/${n}`),
                  fingerprint: name,
                  reply: null,
                  expiresAt: start + 1000,
                },
              }),
            ),
          ),
          { concurrency: "unbounded" },
        )
      const theirs = yield* Effect.fork(acts(holder, "theirs"))
      yield* Effect.sleep(random.int(20))
      const { mine, tookMs } = yield* Effect.gen(function* () {
        yield* holder.pause
        const began = performance.now()
        const writing = yield* Effect.fork(acts(store, "mine"))
        yield* Effect.timeoutOption(Effect.disconnect(Fiber.await(writing)), pauseMs)
        return { mine: writing, tookMs: performance.now() - began }
      }).pipe(Effect.ensuring(holder.resume))
      if (tookMs > waitedMs) waited += 1
      const [byThem, byUs] = [yield* Fiber.join(theirs), yield* Fiber.join(mine)]
      const winners = actsOfRound.map((n) => [
        ...(byThem[n]?.length === 1 ? ["theirs"] : []),
        ...(byUs[n]?.length === 1 ? ["mine"] : []),
      ])
      const expected = winners.map((of) => of[0] ?? "nobody")
      yield* equal(
        "the processes whose commit was acknowledged, for each record",
        winners,
        expected.map((name) => [name]),
      )
      for (const reader of [store, holder]) {
        const stored = yield* reader.read(actsOfRound.map(refOf))
        yield* equal(
          "the records, compared with the acknowledged commits",
          stored.map((record) => record?.body ?? null),
          expected,
        )
        const holders = yield* Effect.forEach(actsOfRound, (n) => reader.holder(own(`name ${round}/${n}`)))
        yield* equal("the holders of the names", holders, expected)
      }
      numbers.push(...byThem.flat(), ...byUs.flat())
    }
    const all = rounds * actsOfRound.length
    yield* equal(
      "the number of serial numbers, and of different ones among them",
      [numbers.length, new Set(numbers).size],
      [all, all],
    )
    yield* equal("the tally", yield* store.tallies([own("tally")]), [all])
    const page = yield* store.journal({ subject: own("subject"), after: null, limit: 1000 })
    yield* equal("the number of events", page.items.length, all)
  },
)

export const stopping: ReadonlyArray<Case> = [stopped]
