/** Loads documents into the library of a court. Several are loaded at once, and no document is visible until it is complete. */
import { Effect, Option } from "effect"
import { perform } from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { Library, Load, Loadable, records as lawRecords } from "../../core/law/index.ts"
import { Store } from "../../core/store/Store.ts"
import { collection } from "./collection/index.ts"

const registrar = { actor: { role: "registrar" } } as const

/** The edition in which the library holds a document. Null if it holds no edition. */
const findHeldEdition = (of: Loadable.Loadable) =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    if (of.type === "instrument")
      return Option.match(yield* reader.find(Library.LibraryInstruments, of.id), {
        onNone: () => null,
        onSome: ({ edition }) => edition.id,
      })
    return Option.match(yield* reader.find(lawRecords.LibraryResearches, of.id), {
      onNone: () => null,
      onSome: ({ edition }) => edition,
    })
  })

const instrument = (of: Loadable.Instrument) =>
  Effect.gen(function* () {
    for (const part of Load.parts(of)) yield* perform(Load.loadPart, part, registrar)
    const { reply } = yield* perform(Load.loadInstrument, of, registrar)
    const { replaced } = reply
    if (replaced !== null) {
      const old = { instrumentId: of.id, edition: replaced }
      while ((yield* perform(Load.retirePart, old, registrar)).reply.left) {}
    }
    return reply.loaded
  })

/** Which documents are loaded: all, or only documents of which the library holds no edition. */
export type What = "all" | "missing"

const load = (of: Loadable.Loadable, what: What) =>
  Effect.gen(function* () {
    const held = yield* findHeldEdition(of)
    if (held === Loadable.editionOf(of) || (held !== null && what === "missing")) return "unchanged"
    if (of.type === "instrument") return yield* instrument(of)
    const { reply } = yield* perform(Load.loadResearch, of, registrar)
    return reply.loaded
  })

/** How many documents were new, changed and unchanged. */
export type Counts = { readonly [Outcome in Load.Loaded]: number }

/** How many documents are loaded at once. Their commits share the waits for the disk. */
const atOnce = 8

/** Loads documents, calls `done` after each, and gives how many were new, changed and unchanged. */
export const loadAll = (
  documents: ReadonlyArray<Loadable.Loadable>,
  what: What = "all",
  done: (of: Loadable.Loadable, loaded: Load.Loaded) => void = () => {},
) =>
  Effect.gen(function* () {
    const counts = { new: 0, changed: 0, unchanged: 0 }
    const one = (of: Loadable.Loadable) =>
      Effect.map(load(of, what), (loaded) => {
        counts[loaded] += 1
        done(of, loaded)
      })
    yield* Effect.forEach(documents, one, { concurrency: atOnce, discard: true })
    return counts satisfies Counts
  })

/** Loads the shipped collection into a court whose library is empty. */
export const stock = Effect.gen(function* () {
  const store = yield* Store
  const [held = 0] = yield* store.tallies([Library.heldTally("instruments")])
  if (held === 0) yield* loadAll(collection, "missing")
})
