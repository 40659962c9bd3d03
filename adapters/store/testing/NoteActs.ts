/** The acts that the tests of inspections commit to a store, and what each inspection must see of them. */
import { Effect } from "effect"
import { empty } from "../../../core/store/ChangeSet.ts"
import type { Driver } from "../../../core/store/Store.ts"
import type { Inspection } from "../Inspection.ts"

export const at = 1_000

/** Commits act `n`: a record with a number, an event, and a task whose kind tells whether `n` is even. The task of act 2 has failed before. */
export const act = (store: Driver, n: number) =>
  store.commit({
    ...empty(at + n),
    puts: [{ ref: { kind: "note", id: `it's ${n}` }, expected: 0, body: { n }, index: [] }],
    numbers: [{ series: "notes", ref: { kind: "note", id: `it's ${n}` } }],
    events: [{ id: `e${n}`, at: at + n, type: "note.made", subject: "note", rules: [], data: { n } }],
    tasks: [
      {
        id: `t${n}`,
        kind: n % 2 === 0 ? "even" : "odd",
        dueAt: at + n,
        body: n === 2 ? { failures: 3 } : {},
      },
    ],
  })

/** The facts that an inspection reads of the acts, whatever the store. */
export const readActs = (inspection: Inspection) =>
  Effect.all({
    lastEventAt: inspection.lastEventAt,
    numbers: inspection.numbers,
    all: inspection.all("note"),
    read: inspection.read([
      { kind: "note", id: "it's 2" },
      { kind: "note", id: "none" },
    ]),
    waiting: inspection.waiting(at + 2),
    later: inspection.later(["even", "odd"], at + 2, 1),
    laterOfOneKind: inspection.later(["even"], at + 2, 10),
    journal: inspection.journal({ subject: null, after: null, limit: 2 }),
  })

/** The facts that it must have read after the acts 1 to 4. Each store has cursors of its own in its journal. */
export const readOfFourActs = {
  lastEventAt: at + 4,
  numbers: [{ series: "notes", last: 4 }],
  all: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }],
  read: [{ ref: { kind: "note", id: "it's 2" }, version: 1, number: 2, body: { n: 2 } }, null],
  waiting: [
    { kind: "even", count: 2, due: 1, oldestDueAt: at + 2, failed: 1 },
    { kind: "odd", count: 2, due: 1, oldestDueAt: at + 1, failed: 0 },
  ],
  later: [{ id: "t3", kind: "odd", dueAt: at + 3 }],
  laterOfOneKind: [{ id: "t4", kind: "even", dueAt: at + 4 }],
}
