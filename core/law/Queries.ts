/** The questions about the law that the court holds: the library, its research, and the restatement. */
import { Effect } from "effect"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { aidNote, catalogue, collections, readHeld, searchLibrary, searchResearch } from "./Catalogue.ts"
import type { ResearchKind } from "./Library.ts"
import { restatement } from "./Restatement.ts"

/** The instruments that are held, or the articles that hold all the words asked for: `GET /international-law`. */
export const searchLaw = query({
  name: "search-law",
  read: Effect.fnUntraced(function* (
    { q, page }: Paged & { readonly q: string | undefined },
    _context: QueryContext,
    reader: Reader,
  ) {
    const { items, next } = yield* q === undefined ? catalogue(reader, page) : searchLibrary(reader, q, page)
    return { q: q ?? null, note: aidNote, items, next }
  }),
})

/** An instrument that is held, or one article of it: `GET /international-law/{id}`. Refused `unknown_instrument`, `unknown_article`. */
export const readLaw = query({
  name: "read-law",
  read: (
    { id, article }: { readonly id: string; readonly article: string | undefined },
    _context: QueryContext,
    reader: Reader,
  ) => readHeld(reader, id, article),
})

/** What is held of research, by kind, and of it what holds all the words asked for: `GET /international-law/research`. */
export const searchPapers = query({
  name: "search-papers",
  read: Effect.fnUntraced(function* (
    { kind, q, page }: Paged & { readonly kind: ResearchKind | undefined; readonly q: string | undefined },
    _context: QueryContext,
    reader: Reader,
  ) {
    const { items, next } =
      q === undefined ? { items: [], next: null } : yield* searchResearch(reader, q, kind, page)
    const held = yield* collections(reader, kind)
    return { kind: kind ?? null, q: q ?? null, note: aidNote, collections: held, items, next }
  }),
})

/** What the reported judgments hold, as rules: `GET /restatement`. */
export const readRestatement = query({
  name: "read-restatement",
  read: (_input: object, { now }: QueryContext, reader: Reader) => restatement(reader, now),
})
