import { Effect } from "effect"
import { type Case, equal, test } from "../Case.ts"
import { changes, commit, commitEnds, event, longAgo, put, start, task } from "../Changes.ts"

const receipt = test("receipt")

const reply = { zebra: 1, apple: { z: [1, { b: 2, a: 1 }], a: "ü" }, "10": "ten", "9": "nine" }
const of = (id: string, fingerprint = "print", expiresAt = start + 1000) => ({
  id,
  fingerprint,
  reply,
  expiresAt,
})

export const receipts: ReadonlyArray<Case> = [
  receipt("absent", "a command that was never committed has no receipt", function* ({ store, own }) {
    yield* equal("the receipt", yield* store.receipt(own("command"), start), null)
  }),

  receipt("kept", "a receipt has the reply and the numbers of the commit", function* ({ store, own }) {
    const ref = { kind: own("kind"), id: "1" }
    const numbers = yield* commit(store, {
      puts: [put(ref, 0)],
      numbers: [{ series: own("series"), ref }],
      receipt: of(own("command")),
    })
    const found = yield* store.receipt(own("command"), start)
    yield* equal("the receipt", found, { fingerprint: "print", reply, numbers, expiresAt: start + 1000 })
  }),

  receipt(
    "bytes",
    "a reply keeps the order of its members, so that it can be repeated byte for byte",
    function* ({ store, own }) {
      yield* commit(store, { receipt: of(own("command")) })
      const found = yield* store.receipt(own("command"), start)
      yield* equal("the reply's text", JSON.stringify(found?.reply), JSON.stringify(reply))
      const replayed = yield* store.commit(changes({ receipt: { ...of(own("command")), reply: null } }))
      const text = replayed._tag === "Replayed" ? JSON.stringify(replayed.receipt.reply) : null
      yield* equal("the replayed reply's text", text, JSON.stringify(reply))
    },
  ),

  receipt(
    "replayed",
    "a repeated command is answered from its receipt and writes nothing",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      const set = (id: string) => ({
        puts: [put({ ...ref, id }, 0)],
        numbers: [{ series: own("series"), ref: { ...ref, id } }],
        tallies: [{ name: own("tally"), add: 1 }],
        events: [event(own("subject"))],
        tasks: [task(own(`task ${id}`), own("tasks"), start)],
        claims: [{ claim: own(`claim ${id}`), holder: "x" }],
        blobs: [{ sha256: own(`blob ${id}`), text: "x" }],
        receipt: of(own("command")),
      })
      const numbers = yield* commit(store, set("1"))
      const again = yield* store.commit(changes(set("2")))
      yield* equal("the result of the commit", again, {
        _tag: "Replayed",
        receipt: { fingerprint: "print", reply, numbers, expiresAt: start + 1000 },
      })
      yield* equal("the tally", yield* store.tallies([own("tally")]), [1])
      yield* equal("the second record", yield* store.read([{ ...ref, id: "2" }]), [null])
      yield* equal("the second claim", yield* store.holder(own("claim 2")), null)
      yield* equal("the second blob", yield* store.blob(own("blob 2")), null)
      const events = yield* store.journal({ subject: own("subject"), after: null, limit: 10 })
      yield* equal("the number of events", events.items.length, 1)
      const lease = { kinds: [own("tasks")], worker: "w", now: start, until: start + 1, limit: 10 }
      yield* equal(
        "the tasks",
        (yield* store.lease(lease)).map(({ id }) => id),
        [own("task 1")],
      )
    },
  ),

  receipt(
    "mismatch",
    "a command with a known id and another fingerprint is a mismatch and writes nothing",
    function* ({ store, own }) {
      yield* commit(store, { receipt: of(own("command")) })
      const other = changes({ receipt: of(own("command"), "other"), tallies: [{ name: own("t"), add: 1 }] })
      yield* equal("the result of the commit", yield* store.commit(other), { _tag: "Mismatch" })
      yield* equal("the tally", yield* store.tallies([own("t")]), [0])
      const found = yield* store.receipt(own("command"), start)
      yield* equal("the receipt", found?.fingerprint, "print")
    },
  ),

  receipt("first", "receipts are checked before preconditions", function* ({ store, own }) {
    const ref = { kind: own("kind"), id: "1" }
    yield* commit(store, { puts: [put(ref, 0)], receipt: of(own("command")) })
    const puts = [put(ref, 0)]
    const settles = [{ id: own("task"), token: "none" }]
    yield* commitEnds(store, { puts, settles, receipt: of(own("command")) }, "Replayed")
    yield* commitEnds(store, { puts, settles, receipt: of(own("command"), "other") }, "Mismatch")
  }),

  receipt(
    "conflict",
    "a commit that ends in a conflict leaves no receipt, so that the command can be tried again",
    function* ({ store, own }) {
      const ref = { kind: own("kind"), id: "1" }
      yield* commitEnds(store, { puts: [put(ref, 1)], receipt: of(own("command")) }, "Conflict")
      yield* equal("the receipt", yield* store.receipt(own("command"), start), null)
      yield* commitEnds(store, { puts: [put(ref, 0)], receipt: of(own("command")) }, "Committed")
    },
  ),

  receipt(
    "expiry",
    "a receipt expires at its instant, by the instants of reads and commits and by no other clock",
    function* ({ store, own }) {
      const tallies = [{ name: own("tally"), add: 1 }]
      yield* commit(store, { tallies, receipt: of(own("command")) })
      const last = yield* store.receipt(own("command"), start + 999)
      yield* equal("the fingerprint one millisecond before the receipt expires", last?.fingerprint, "print")
      yield* equal(
        "the receipt at the instant at which it expires",
        yield* store.receipt(own("command"), start + 1000),
        null,
      )
      yield* commitEnds(store, { at: start + 999, tallies, receipt: of(own("command")) }, "Replayed")
      const again = of(own("command"), "other", start + 5000)
      yield* commitEnds(store, { at: start + 1000, tallies, receipt: again }, "Committed")
      yield* equal("the tally", yield* store.tallies([own("tally")]), [2])
      const found = yield* store.receipt(own("command"), start + 1000)
      yield* equal("the new receipt", found?.fingerprint, "other")
    },
  ),

  receipt(
    "unexpired-stay",
    "a receipt that has not expired stays while later ones are written and expire",
    function* ({ store, own }) {
      yield* commit(store, { receipt: of(own("long"), "print", start + 1_000_000) })
      for (let i = 0; i < 40; i++)
        yield* commit(store, {
          at: start + i * 10,
          receipt: of(own(`short ${i}`), "print", start + i * 10 + 5),
        })
      const found = yield* store.receipt(own("long"), start + 500)
      yield* equal("the receipt", found?.expiresAt, start + 1_000_000)
    },
  ),

  receipt(
    "whole-time",
    "a receipt is kept to its last millisecond, however long that is, and however long ago by the machine's clock",
    function* ({ store, own }) {
      const year = 366 * 86_400_000
      for (const [at, keptMs] of [
        [start, 3_600_000],
        [start, year],
        [longAgo, 1_000],
        [longAgo, year],
      ] as const) {
        const command = of(own(`${at}/${keptMs}`), "print", at + keptMs)
        const last = command.expiresAt - 1
        yield* commit(store, { at, receipt: command })
        // A later commit gives the store an occasion to clear what has expired.
        yield* commit(store, { at: last, receipt: of(own(`later than ${at}/${keptMs}`), "print", last + 1) })
        const found = yield* store.receipt(command.id, last)
        yield* equal(`the fingerprint after ${keptMs - 1} ms`, found?.fingerprint, "print")
        yield* commitEnds(store, { at: last, receipt: command }, "Replayed")
      }
    },
  ),

  receipt(
    "race",
    "if one command is sent many times at the same time, one commit is recorded and the others are replays",
    function* ({ store, own }) {
      const set = changes({ tallies: [{ name: own("tally"), add: 1 }], receipt: of(own("command")) })
      const results = yield* Effect.replicateEffect(store.commit(set), 16, { concurrency: "unbounded" })
      const tags = results.map(({ _tag }) => _tag).sort()
      yield* equal("the results of the commits", tags, ["Committed", ...Array(15).fill("Replayed")])
      yield* equal("the tally", yield* store.tallies([own("tally")]), [1])
    },
  ),
]
