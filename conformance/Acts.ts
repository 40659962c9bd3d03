/** Acts: commits that write to every part of a store, for cases that kill or reopen it. */
import { Effect } from "effect"
import type { ChangeSet } from "../core/store/ChangeSet.ts"
import type { Driver } from "../core/store/Store.ts"
import { equal, holds, sameMembers } from "./Case.ts"
import { changes, event, leaseAll, put, readJournal, readList, start, task } from "./Changes.ts"

/** The change set of an act: it writes to every part of a store, so that a missing part shows. */
export const actOf = (prefix: string, name: string): ChangeSet => {
  const id = `${prefix}/${name}`
  const ref = { kind: prefix, id }
  return changes({
    puts: [put(ref, 0, { name, filler: "x".repeat(500) }, [[prefix, name]])],
    claims: [{ claim: id, holder: name }],
    events: [event(prefix, name), event(id, name)],
    tasks: [task(id, prefix, start, name)],
    blobs: [{ sha256: id, text: name }],
    tallies: [{ name: prefix, add: 1 }],
    numbers: [{ series: prefix, ref }],
    receipt: { id, fingerprint: name, reply: name, expiresAt: start + 1000 },
  })
}

/** The trace of one act in a store: each member is the act's name if that part is there, and null if not. */
const traceOf = (store: Driver, prefix: string, name: string) =>
  Effect.gen(function* () {
    const id = `${prefix}/${name}`
    const [stored] = yield* store.read([{ kind: prefix, id }])
    const events = yield* store.journal({ subject: id, after: null, limit: 2 })
    const receipt = yield* store.receipt(id, start)
    return {
      record: stored == null ? null : name,
      holder: yield* store.holder(id),
      event: events.items.length === 0 ? null : events.items.map(({ data }) => data).join(),
      blob: yield* store.blob(id),
      receipt: receipt?.reply ?? null,
      number: stored?.number == null || stored.number !== receipt?.numbers[0] ? null : name,
    }
  })

/** The names of all acts in the store, once no more appear: a server may still be writing what a killed process had sent. */
const namesAtRest = (store: Driver, prefix: string) =>
  Effect.gen(function* () {
    for (let before = -1; ; ) {
      const present = yield* readList(store, prefix, "", 100)
      if (present.length === before) return present
      before = present.length
      yield* Effect.sleep(300)
    }
  })

/** Breaks the case unless every acknowledged act is in the store, and every act in the store is there with all its parts. */
export const allWhole = (store: Driver, prefix: string, acknowledged: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const present = yield* namesAtRest(store, prefix)
    const missing = acknowledged.filter((name) => !present.includes(name))
    yield* equal("acknowledged acts that are missing", missing, [])
    for (const name of present) {
      const trace = yield* traceOf(store, prefix, name)
      yield* holds(
        `all parts of act ${name}`,
        Object.values(trace).every((part) => part === name),
        trace,
      )
    }
    const { events } = yield* readJournal(store, prefix, null)
    yield* sameMembers(
      "acts in the journal",
      events.map(({ data }) => data),
      [...present],
    )
    yield* equal("the tally", yield* store.tallies([prefix]), [present.length])
    const query = { kinds: [prefix], worker: "w", now: start, until: start + 1, limit: 1000 }
    const leased = yield* leaseAll(store.lease(query), present.length)
    yield* sameMembers(
      "acts with a task",
      leased.map(({ body }) => String(body)),
      [...present],
    )
  })
