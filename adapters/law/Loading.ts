/** Loading documents into the library of a court: one after the other, each whole before it shows. */
import { Effect } from "effect"
import { heldTally, LibraryInstruments } from "../../core/law/Library.ts"
import {
  type Loaded,
  loadInstrument,
  loadPart,
  loadResearch,
  parts,
  retirePart,
} from "../../core/law/Load.ts"
import { editionOf, type Loadable, type LoadableInstrument } from "../../core/law/Loadable.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/Store.ts"
import { perform } from "../host/Host.ts"
import { collection } from "./collection/index.ts"

const registrar = { actor: { role: "registrar" } } as const

const instrument = (of: LoadableInstrument) =>
  Effect.gen(function* () {
    const edition = editionOf(of)
    const { reader } = Reader.make(yield* Store)
    const found = yield* reader.find(LibraryInstruments, of.id)
    if (found._tag === "Some" && found.value.edition.id === edition) return "unchanged"
    for (const part of parts(of)) yield* perform(loadPart, part, registrar)
    const { reply } = yield* perform(loadInstrument, of, registrar)
    const { replaced } = reply
    if (replaced !== null) {
      const old = { instrumentId: of.id, edition: replaced }
      while ((yield* perform(retirePart, old, registrar)).reply.left) {}
    }
    return reply.loaded
  })

/** Loads one document; says what became of it. */
export const load = (of: Loadable) =>
  of.type === "instrument"
    ? instrument(of)
    : Effect.map(perform(loadResearch, of, registrar), ({ reply }): Loaded => reply.loaded)

export type Counts = { readonly [What in Loaded]: number }

/** Loads documents in their order. `done` is told of each. */
export const loadAll = (
  documents: ReadonlyArray<Loadable>,
  done: (of: Loadable, loaded: Loaded) => void = () => {},
) =>
  Effect.gen(function* () {
    const counts = { new: 0, changed: 0, unchanged: 0 }
    for (const of of documents) {
      const loaded = yield* load(of)
      counts[loaded] += 1
      done(of, loaded)
    }
    return counts satisfies Counts
  })

/** Gives a court whose library is empty the collection that is shipped, so that its readers find something. */
export const stock = Effect.gen(function* () {
  const store = yield* Store
  const [held = 0] = yield* store.tallies([heldTally("instruments")])
  if (held === 0) yield* loadAll(collection)
})
