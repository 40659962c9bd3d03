/** Mutants that keep something by its name in a plain object, or take a name that looks empty for none. */
import { Effect } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import { type Mutant, readMutant } from "./Mutant.ts"

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
