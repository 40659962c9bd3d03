/**
 * Mutants of texts, of the largest sizes, and of names: some keep something by its name in a plain object, or treat a name that looks empty
 * as a missing name.
 */
import { Effect } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import { isPlaced, type Ref } from "../../core/store/ChangeSet.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { alterMutant, commitMutant, leakMutant, type Mutant, nothingAt, readMutant } from "./Mutant.ts"

export const textMutants: ReadonlyArray<Mutant> = [
  readMutant("blob.first-stays", "replaces a text under its hash", (store) => {
    const texts = new Map<string, string>()
    return {
      commit: (set) => {
        for (const { sha256, text } of set.blobs) texts.set(sha256, text)
        return store.commit(set)
      },
      blob: (sha256) => Effect.sync(() => texts.get(sha256) ?? null),
    }
  }),
  alterMutant("blob.exact", "trims texts", (set) => ({
    ...set,
    blobs: set.blobs.map(({ sha256, text }) => ({ sha256, text: text.trim() })),
  })),
  alterMutant("blob.dropped", "keeps a text that is dropped", (set) => ({ ...set, drops: [] })),
  alterMutant("blob.dropped", "drops the first text of a set alone", (set) => ({
    ...set,
    drops: set.drops.slice(1),
  })),
  readMutant("blob.dropped", "gives a text that was dropped from its memory of texts", (store) => {
    const texts = new Map<string, string>()
    return {
      commit: (set) => {
        for (const { sha256, text } of set.blobs) texts.set(sha256, text)
        return store.commit(set)
      },
      blob: (sha256) => Effect.map(store.blob(sha256), (found) => found ?? texts.get(sha256) ?? null),
    }
  }),
  commitMutant("blob.put-again", "takes no text again that was dropped", (set, store) =>
    Effect.flatMap(store.commit({ ...set, drops: [] }), (result) =>
      Effect.as(store.commit({ ...nothingAt(set), drops: set.drops }), result),
    ),
  ),
  leakMutant("blob.drop-conflict", "drops the texts of a conflict", ({ drops }) => ({ drops })),
  readMutant("texts.apart", "normalises Unicode in ids", (store) => ({
    read: (refs) => store.read(refs.map(({ kind, id }) => ({ kind, id: id.normalize("NFC") }))),
  })),
  alterMutant("texts.names", "drops control characters", (set) => ({
    ...set,
    puts: set.puts.map((put) => ({
      ...put,
      ref: { ...put.ref, id: put.ref.id.replaceAll("\u0001", "") },
    })),
  })),
]

export const limitMutants: ReadonlyArray<Mutant> = [
  readMutant("limits.record", "refuses bodies over 50,000 bytes", (store) => ({
    commit: (set) =>
      set.puts.some(({ body }) => Buffer.byteLength(JSON.stringify(body)) > 50_000)
        ? Effect.fail(new StoreUnavailable({ operation: "commit", cause: "item too large" }))
        : store.commit(set),
  })),
  readMutant("limits.names", "cuts ids at 255 characters", (store) => {
    const cut = ({ kind, id }: Ref): Ref => ({ kind, id: id.slice(0, 255) })
    return {
      read: (refs) => store.read(refs.map(cut)),
      commit: (set) => store.commit({ ...set, puts: set.puts.map((put) => ({ ...put, ref: cut(put.ref) })) }),
    }
  }),
  alterMutant("limits.names", "cuts keys at 512 characters", (set) => ({
    ...set,
    puts: set.puts.map((put) => ({
      ...put,
      index: put.index.map((entry) => (isPlaced(entry) ? entry : { ...entry, key: entry.key.slice(0, 512) })),
    })),
  })),
  alterMutant("limits.operations", "writes only the first 32 puts", (set) => ({
    ...set,
    puts: set.puts.slice(0, 32),
  })),
  alterMutant("limits.checks", "makes only the first 1,000 checks", (set) => ({
    ...set,
    checks: set.checks.slice(0, 1_000),
  })),
  alterMutant("limits.large", "writes only the first 1,000 events", (set) => ({
    ...set,
    events: set.events.slice(0, 1_000),
  })),
  alterMutant("limits.large", "gives numbers to the first 1,000 records", (set) => ({
    ...set,
    numbers: set.numbers.slice(0, 1_000),
  })),
  readMutant("limits.page", "gives at most 100 items a page", (store) => ({
    list: (query) => store.list({ ...query, limit: Math.min(query.limit, 100) }),
  })),
]

export const bareMutants: ReadonlyArray<Mutant> = [
  readMutant("holder.bare", "keeps the holders of names in a plain object", (store) => {
    const holders: Record<string, string> = {}
    return {
      holder: (claim) => Effect.sync(() => holders[claim] ?? null),
      commit: (set) =>
        Effect.tap(store.commit(set), ({ _tag }) => {
          if (_tag !== "Committed") return
          for (const { claim, holder } of set.releases) if (holders[claim] === holder) delete holders[claim]
          for (const { claim, holder } of set.claims) holders[claim] = holder
        }),
    }
  }),
  readMutant("holder.bare", "takes a name that is empty for no name", (store) => ({
    holder: (claim) => (claim === "" ? Effect.succeed(null) : store.holder(claim)),
  })),
  readMutant("texts.bare", "keeps tallies in a plain object", (store) => {
    const sums: Record<string, number> = {}
    return {
      tallies: (names) => Effect.sync(() => names.map((name) => sums[name] ?? 0)),
      commit: (set) =>
        Effect.tap(store.commit(set), ({ _tag }) => {
          if (_tag === "Committed")
            for (const { name, add } of set.tallies) sums[name] = (sums[name] ?? 0) + add
        }),
    }
  }),
  readMutant("texts.bare", "takes an empty id for none", (store) => ({
    read: (refs) =>
      Effect.map(store.read(refs), (found) => found.map((stored) => (stored?.ref.id === "" ? null : stored))),
  })),
  readMutant("texts.members", "copies the members of a body into a plain object", (store) => ({
    read: (refs) =>
      Effect.map(store.read(refs), (found) =>
        found.map((stored) => {
          if (stored === null) return null
          const body: Record<string, Json> = {}
          if (typeof stored.body !== "object" || stored.body === null || Array.isArray(stored.body))
            return stored
          for (const [name, member] of Object.entries(stored.body)) body[name] = member
          return { ...stored, body }
        }),
      ),
  })),
]
