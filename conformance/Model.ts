/**
 * Random sequences of commands, given to the store under test and to the store in memory, which must answer alike and end in the
 * same state. Everything follows from a seed. What a store may choose freely is compared by what it stands for: tokens and
 * cursors by where they came from, numbers by their order.
 */
import { Effect } from "effect"
import * as MemoryStore from "../adapters/memory/MemoryStore.ts"
import type { ChangeSet } from "../core/ChangeSet.ts"
import { canonical, type Json } from "../core/Json.ts"
import type { Driver, Leased, StoreUnavailable } from "../core/Store.ts"
import type { Instant } from "../core/Time.ts"
import { changes, put, start } from "./Changes.ts"
import * as Random from "./Random.ts"

/** The first command of a run whose answers differ. */
export interface Difference {
  readonly seed: number
  readonly step: number
  readonly command: string
  readonly expected: string
  readonly actual: string
}

export const describe = ({ seed, step, command, expected, actual }: Difference): string =>
  `seed ${seed}, step ${step}\n  asked:    ${command}\n  expected: ${expected}\n  got:      ${actual}`

const stepsOfRun = 120

/** One store of the two, with what it gave that only it understands. */
interface Side {
  readonly store: Driver
  /** Tokens by task id, oldest first. */
  readonly tokens: Map<string, Array<string>>
  /** Numbers in the order in which they were given, by series. */
  readonly numbers: Map<string, Array<number>>
  /** Cursors of events, by event id. */
  readonly cursors: Map<string, string>
}

/** A command for either side; its answer is what the two must have in common. */
interface Command {
  readonly text: string
  readonly run: (side: Side) => Effect.Effect<Json, StoreUnavailable>
}

const text = (value: unknown): string => canonical(JSON.parse(JSON.stringify(value ?? null)) as Json) // any text that JSON.parse reads is Json

const remembered = <A>(map: Map<string, Array<A>>, key: string): Array<A> => {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}

/** A number as its place among those that its series gave, from 0. */
const ordinal = (side: Side, series: string, number: number | null): number | null => {
  if (number === null) return null
  const given = remembered(side.numbers, series)
  if (!given.includes(number)) given.push(number)
  // A number that is out of order or comes twice shows as a difference.
  return [...given].sort((a, b) => a - b).indexOf(number)
}

/** The names that a run plays with: few, so that commands meet. */
const names = (prefix: string) => ({
  kinds: ["note", "paper"].map((kind) => `${prefix}/${kind}`),
  ids: ["1", "2", "3", "é", "😀"],
  indexes: [`${prefix}/i`, `${prefix}/j`],
  claims: ["a", "b", "c"].map((claim) => `${prefix}/${claim}`),
  holders: ["us", "them"],
  tasks: ["t1", "t2", "t3", "t4"].map((task) => `${prefix}/${task}`),
  taskKinds: ["x", "y"].map((kind) => `${prefix}/${kind}`),
  subjects: ["s1", "s2"].map((subject) => `${prefix}/${subject}`),
  tallies: ["n", "m"].map((tally) => `${prefix}/${tally}`),
  blobs: ["p", "q"].map((blob) => `${prefix}/${blob}`),
  commands: ["c1", "c2", "c3"].map((command) => `${prefix}/${command}`),
})
type Names = ReturnType<typeof names>

interface Run {
  readonly random: Random.Random
  readonly names: Names
  readonly model: Side
  /** Rises from command to command; a task's due instant never comes twice, so leases have one order. */
  now: Instant
  serial: number
  readonly events: Array<string>
}

const choose = <A>({ random }: Run, from: ReadonlyArray<A>): A => from[random.int(from.length)] as A // the lists of names are not empty

/** Each of these, now and then. */
const some = <A>({ random }: Run, from: ReadonlyArray<A>, percent: number): ReadonlyArray<A> =>
  from.filter(() => random.chance(percent))

/** The version that the model has now; one time in ten another. */
const versionOf = (run: Run, ref: { readonly kind: string; readonly id: string }) =>
  Effect.map(run.model.store.read([ref]), ([stored]) => {
    const version = stored?.version ?? 0
    return run.random.chance(90) ? version : run.random.int(version + 2)
  })

const randomPuts = (run: Run) =>
  Effect.forEach(
    run.names.kinds.flatMap((kind) => some(run, run.names.ids, 12).map((id) => ({ kind, id }))),
    (ref) =>
      Effect.map(versionOf(run, ref), (expected) => {
        const body = { n: run.serial++, text: choose(run, ["", "ü", "'\"\\", "😀"]) }
        const key = () =>
          `${choose(run, ["a", "a/", "b", "\uffff", "😀"])}${run.random.int(3)}/${ref.kind}/${ref.id}`
        const index = some(run, run.names.indexes, 60).map((name) => [name, key()] as const)
        return put(ref, expected, body, index)
      }),
  )

/** A commit whose tokens are still to be filled in by each side: `settles` names the n-th newest token of a task. */
interface Draft {
  readonly set: ChangeSet
  readonly settles: ReadonlyArray<{ readonly id: string; readonly newest: number }>
}

const randomDraft = (run: Run) =>
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

const committing = ({ set, settles }: Draft): Command => ({
  text: `commit ${text({ ...set, settles })}`,
  run: (side) => {
    const filled = settles.map(({ id, newest }) => ({
      id,
      token: side.tokens.get(id)?.at(-1 - newest) ?? "none",
    }))
    const ordinals = (numbers: ReadonlyArray<number>) =>
      numbers.map((number, i) => ordinal(side, set.numbers[i]?.series ?? "", number))
    return Effect.map(side.store.commit({ ...set, settles: filled }), (result): Json => {
      switch (result._tag) {
        case "Committed":
          return { _tag: result._tag, numbers: ordinals(result.numbers) }
        case "Replayed": {
          // The numbers of a replay belong to the series of the earlier set, which the reply doesn't tell; how many is compared.
          const { fingerprint, reply, expiresAt, numbers } = result.receipt
          return { _tag: result._tag, fingerprint, reply, expiresAt, numbers: numbers.length }
        }
        case "Mismatch":
          return { _tag: result._tag }
        case "Conflict":
          return {
            _tag: result._tag,
            stale: result.stale.map(text).sort(),
            taken: [...result.taken].sort(),
            lost: [...result.lost].sort(),
          }
      }
    })
  },
})

const leasing = (run: Run): Command => {
  const { random, names } = run
  const kinds = random.chance(40) ? names.taskKinds : [choose(run, names.taskKinds)]
  const now = run.now
  const query = {
    kinds,
    worker: choose(run, ["w", "v"]),
    now,
    until: now + random.int(60),
    limit: 1 + random.int(4),
  }
  return {
    text: `lease ${text(query)}`,
    run: (side) =>
      Effect.map(side.store.lease(query), (leased) =>
        leased.map(({ token, ...rest }: Leased): Json => {
          remembered(side.tokens, rest.id).push(token)
          return rest
        }),
      ),
  }
}

const listing = (run: Run): Command => {
  const after = run.random.chance(50)
    ? null
    : choose(run, ["", "a", "a/0", "a1", "b2/", "\ud7ff", "\uffff1/", "😀0"])
  const prefix = choose(run, ["", "", "a", "a/", "b", "\uffff", "😀1"])
  const query = { index: choose(run, run.names.indexes), prefix, after, limit: 1 + run.random.int(6) }
  return {
    text: `list ${text(query)}`,
    run: (side) =>
      Effect.map(side.store.list(query), ({ items, next }) => ({
        items: items.map(({ ref, version, number, body, key }) => ({
          ref: { ...ref },
          version,
          body,
          key,
          number: ordinal(side, ref.kind, number),
        })),
        next,
      })),
  }
}

const journalReading = (run: Run): Command => {
  const subject = choose(run, run.names.subjects)
  const after = run.random.chance(60) || run.events.length === 0 ? null : choose(run, run.events)
  const limit = 1 + run.random.int(8)
  return {
    text: `journal ${text({ subject, after, limit })}`,
    run: (side) =>
      Effect.map(
        side.store.journal({
          subject,
          after: after === null ? null : (side.cursors.get(after) ?? null),
          limit,
        }),
        ({ items }) =>
          items.map(({ cursor, ...rest }): Json => {
            side.cursors.set(rest.id, cursor)
            return rest
          }),
      ),
  }
}

const receiptReading = (run: Run): Command => {
  const [id, now] = [choose(run, run.names.commands), run.now + run.random.int(30)]
  return {
    text: `receipt ${text({ id, now })}`,
    run: ({ store }) =>
      Effect.map(store.receipt(id, now), (found) =>
        found === null ? null : { ...found, numbers: found.numbers.length },
      ),
  }
}

/** Everything that a run can have written, read from one side. */
const wholeState = (run: Run): Command => ({
  text: "everything",
  run: (side) =>
    Effect.gen(function* () {
      const { store } = side
      const { kinds, ids, indexes, claims, subjects, tallies, blobs } = run.names
      const records = yield* store.read(kinds.flatMap((kind) => ids.map((id) => ({ kind, id }))))
      const lists = yield* Effect.forEach(indexes, (index) =>
        store.list({ index, prefix: "", after: null, limit: 1000 }),
      )
      const journals = yield* Effect.forEach(subjects, (subject) =>
        store.journal({ subject, after: null, limit: 1000 }),
      )
      for (const { id, cursor } of journals.flatMap(({ items }) => items)) side.cursors.set(id, cursor)
      return {
        records: records.map((stored) =>
          stored === null
            ? null
            : {
                version: stored.version,
                body: stored.body,
                number: ordinal(side, stored.ref.kind, stored.number),
              },
        ),
        keys: lists.map(({ items }) => items.map(({ key, version }) => [key, version])),
        holders: yield* Effect.forEach(claims, store.holder),
        events: journals.map(({ items }) => items.map(({ cursor: _, ...rest }) => rest)),
        tallies: yield* store.tallies(tallies),
        blobs: yield* Effect.forEach(blobs, store.blob),
      }
    }),
})

const nextCommand = (run: Run): Effect.Effect<Command, StoreUnavailable> => {
  run.now += run.random.int(12)
  const roll = run.random.int(100)
  if (roll < 60) return Effect.map(randomDraft(run), committing)
  if (roll < 75) return Effect.succeed(leasing(run))
  if (roll < 87) return Effect.succeed(listing(run))
  if (roll < 94) return Effect.succeed(journalReading(run))
  return Effect.succeed(receiptReading(run))
}

const sideOf = (store: Driver): Side => ({ store, tokens: new Map(), numbers: new Map(), cursors: new Map() })

/** One run of one seed. */
const runOnce = (store: Driver, seed: number): Effect.Effect<Difference | null, StoreUnavailable> =>
  Effect.gen(function* () {
    const model = sideOf(yield* MemoryStore.make)
    const tested = sideOf(store)
    const prefix = `${Date.now().toString(36)}/${seed}`
    const random = Random.make(seed)
    const run: Run = { random, names: names(prefix), model, now: start, serial: 0, events: [] }
    for (let step = 0; step < stepsOfRun; step++) {
      const command = step % 20 === 19 ? wholeState(run) : yield* nextCommand(run)
      const expected = text(yield* command.run(model))
      const actual = text(yield* command.run(tested))
      if (expected !== actual) return { seed, step, command: command.text, expected, actual }
    }
    return null
  })

/** Runs sequences from `seed` on and gives the first difference, or null where there is none. A difference's own seed repeats it. */
export const compare = (
  store: Driver,
  seed: number,
  runs: number,
): Effect.Effect<Difference | null, StoreUnavailable> =>
  Effect.gen(function* () {
    for (let i = 0; i < runs; i++) {
      const difference = yield* runOnce(store, seed + i)
      if (difference !== null) return difference
    }
    return null
  })
