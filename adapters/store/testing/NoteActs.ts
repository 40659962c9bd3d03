/** The acts that the tests of inspections commit to a store. */
import { empty } from "../../../core/store/ChangeSet.ts"
import type { Driver } from "../../../core/store/Store.ts"

/** The instant before the first act. */
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
