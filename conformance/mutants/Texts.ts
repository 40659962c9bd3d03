/** Mutants of texts and of the largest sizes. */
import { Effect } from "effect"
import { isPlaced } from "../../core/store/ChangeSet.ts"
import type { Ref } from "../../core/store/Ref.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { alterMutant, type Mutant, readMutant } from "./Mutant.ts"

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
