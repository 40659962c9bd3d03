/** Random change sets for the comparison with the model. */
import { Effect } from "effect"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import { changes, put, start } from "../Changes.ts"
import { choose, type Play, some, text } from "./Play.ts"

/** The version that the model has now, or in one case of ten a random one. */
const versionOf = (run: Play, ref: { readonly kind: string; readonly id: string }) =>
  Effect.map(run.model.store.read([ref]), ([stored]) => {
    const version = stored?.version ?? 0
    return run.random.chance(90) ? version : run.random.int(version + 2)
  })

const vocabulary = ["a", "b", "ab", "the", "é", "条", "7"]
/** A few words from a small vocabulary, so that searches find them. */
export const randomWords = (run: Play): string =>
  Array.from({ length: 1 + run.random.int(5) }, () => choose(run, vocabulary)).join(" ")

const randomPuts = (run: Play) =>
  Effect.forEach(
    run.names.kinds.flatMap((kind) => some(run, run.names.ids, 12).map((id) => ({ kind, id }))),
    (ref) =>
      Effect.map(versionOf(run, ref), (expected) => {
        const body = { n: run.serial++, text: choose(run, ["", "ü", "'\"\\", "😀"]) }
        const key = () =>
          `${choose(run, ["a", "a/", "b", "\uffff", "😀"])}${run.random.int(3)}/${ref.kind}/${ref.id}`
        const index = some(run, run.names.indexes, 60).map((name) =>
          run.random.chance(50) ? ([name, key()] as const) : ([name, key(), randomWords(run)] as const),
        )
        const keyed = put(ref, expected, body, index)
        const placed = some(run, run.names.placed, 50).flatMap((name) =>
          some(run, run.names.lists, 50).map((list) => ({
            index: name,
            list,
            rest: `${ref.kind}/${ref.id}`,
          })),
        )
        return { ...keyed, index: [...keyed.index, ...placed] }
      }),
  )

/** A commit without its tokens, which each side fills in: `newest` 0 means the newest token of the task, 1 the one before. */
export interface Draft {
  readonly set: ChangeSet
  readonly settles: ReadonlyArray<{ readonly id: string; readonly newest: number }>
}

export const randomDraft = (run: Play) =>
  Effect.gen(function* () {
    const { random, names } = run
    const puts = yield* randomPuts(run)
    const refs = names.kinds.flatMap((kind) => some(run, names.ids, 5).map((id) => ({ kind, id })))
    const checked = refs.filter((ref) => !puts.some((put) => text(put.ref) === text(ref)))
    const checks = yield* Effect.forEach(checked, (ref) =>
      Effect.map(versionOf(run, ref), (version) => ({ ref, version })),
    )
    const claims = some(run, names.claims, 8).map((claim) => ({ claim, holder: choose(run, names.holders) }))
    const releases = some(run, names.claims, 8).map((claim) => ({
      claim,
      holder: choose(run, names.holders),
    }))
    const events = some(run, names.subjects, 30).map((subject) => {
      const id = `event-${run.serial++}`
      run.events.push(id)
      return { id, at: run.now, type: "model.noted", subject, rules: ["PD1 §1"], data: run.serial }
    })
    const tasks = some(run, names.tasks, 12).map((id) => ({
      id,
      kind: choose(run, names.taskKinds),
      dueAt: start + run.serial++ * 3 - 100,
      body: run.serial,
    }))
    const set = changes({
      at: run.now,
      checks,
      puts,
      claims,
      releases,
      events,
      tasks,
      cancels: some(run, names.tasks, 4),
      blobs: some(run, names.blobs, 6).map((sha256) => ({ sha256, text: `text ${run.serial++}` })),
      drops: some(run, names.blobs, 3),
      tallies: some(run, names.tallies, 15).map((name) => ({ name, add: random.int(21) - 10 })),
      numbers: puts.filter(({ expected }) => expected === 0).map(({ ref }) => ({ series: ref.kind, ref })),
      receipt: random.chance(25)
        ? {
            id: choose(run, names.commands),
            fingerprint: choose(run, ["f", "f", "g"]),
            reply: { said: run.serial },
            expiresAt: run.now + random.int(120),
          }
        : null,
    })
    const settles = some(run, names.tasks, 10).map((id) => ({ id, newest: random.chance(85) ? 0 : 1 }))
    return { set, settles } satisfies Draft
  })
