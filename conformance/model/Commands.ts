/** The random commands of the comparison with the model. */
import { Effect } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { Leased, StoreUnavailable } from "../../core/store/Store.ts"
import { type Draft, randomDraft, randomWords } from "./Drafts.ts"
import { type Command, choose, listUnder, ordinal, type Play, text } from "./Play.ts"

const commitCommand = ({ set, settles }: Draft): Command => ({
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
          // The numbers are of the earlier set's series, which are not known here, so only their count is compared.
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

const leaseCommand = (run: Play): Command => {
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
          listUnder(side.tokens, rest.id).push(token)
          return rest
        }),
      ),
  }
}

const listCommand = (run: Play): Command => {
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

/** Reads a list in the order of the commits, after its first entries. The store makes their keys, so records are compared instead. */
const placedListing = (run: Play): Command => {
  const query = { index: choose(run, run.names.placed), prefix: choose(run, run.names.lists) }
  const [passed, limit] = [run.random.int(3), 1 + run.random.int(6)]
  return {
    text: `list ${text({ ...query, passed, limit })}`,
    run: ({ store }) =>
      Effect.gen(function* () {
        const before = passed === 0 ? null : yield* store.list({ ...query, after: null, limit: passed })
        const after = before?.items.at(-1)?.key ?? null
        const { items, next } = yield* store.list({ ...query, after, limit })
        return {
          items: items.map(({ ref, version, body }) => ({ ref: { ...ref }, version, body })),
          more: next !== null && next === items.at(-1)?.key,
        }
      }),
  }
}

const searchCommand = (run: Play): Command => {
  const prefix = choose(run, ["", "", "a", "b", "😀1"])
  const phrases = Array.from({ length: 1 + run.random.int(2) }, () =>
    randomWords(run).split(" ").slice(0, 2).join(" "),
  )
  const query = {
    index: choose(run, run.names.indexes),
    prefix,
    after: null,
    limit: 1 + run.random.int(6),
    phrases,
  }
  return {
    text: `search ${text(query)}`,
    run: (side) =>
      Effect.map(side.store.search(query), ({ items, next }) => ({
        items: items.map(({ ref, version, body, key }) => ({ ref: { ...ref }, version, body, key })),
        next,
      })),
  }
}

const journalReading = (run: Play): Command => {
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

const receiptReading = (run: Play): Command => {
  const [id, now] = [choose(run, run.names.commands), run.now + run.random.int(30)]
  return {
    text: `receipt ${text({ id, now })}`,
    run: ({ store }) =>
      Effect.map(store.receipt(id, now), (found) =>
        found === null ? null : { ...found, numbers: found.numbers.length },
      ),
  }
}

/** Reads from one side everything that the sequence may have written. */
export const wholeState = (run: Play): Command => ({
  text: "read everything",
  run: (side) =>
    Effect.gen(function* () {
      const { store } = side
      const { kinds, ids, indexes, claims, subjects, tallies, blobs } = run.names
      const records = yield* store.read(kinds.flatMap((kind) => ids.map((id) => ({ kind, id }))))
      const lists = yield* Effect.forEach(indexes, (index) =>
        store.list({ index, prefix: "", after: null, limit: 1000 }),
      )
      const placed = yield* Effect.forEach(run.names.placed, (index) =>
        Effect.forEach(run.names.lists, (prefix) => store.list({ index, prefix, after: null, limit: 1000 })),
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
        placed: placed.flat().map(({ items }) => items.map(({ ref, version }) => [{ ...ref }, version])),
        holders: yield* Effect.forEach(claims, store.holder),
        events: journals.map(({ items }) => items.map(({ cursor: _, ...rest }) => rest)),
        tallies: yield* store.tallies(tallies),
        blobs: yield* Effect.forEach(blobs, store.blob),
      }
    }),
})

/** The next command of a sequence: usually a commit, otherwise a lease or a read. */
export const nextCommand = (run: Play): Effect.Effect<Command, StoreUnavailable> => {
  run.now += run.random.int(12)
  const roll = run.random.int(100)
  if (roll < 60) return Effect.map(randomDraft(run), commitCommand)
  if (roll < 75) return Effect.succeed(leaseCommand(run))
  if (roll < 79) return Effect.succeed(listCommand(run))
  if (roll < 82) return Effect.succeed(placedListing(run))
  if (roll < 87) return Effect.succeed(searchCommand(run))
  if (roll < 94) return Effect.succeed(journalReading(run))
  return Effect.succeed(receiptReading(run))
}
