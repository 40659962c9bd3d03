import { Effect } from "effect"
import {
  aidNote,
  catalogue,
  collections,
  heldText,
  heldView,
  readHeld,
  searchLibrary,
  searchResearch,
} from "../../core/law/Catalogue.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { LawGroup } from "../api/Law.ts"
import { reply } from "../server/Answer.ts"
import type { Handlers } from "../server/Handler.ts"
import { encodeCursor, pageOf } from "../server/Page.ts"

type Library = Pick<
  Handlers<typeof LawGroup>,
  "internationalLaw" | "internationalLawInstrument" | "internationalLawResearch"
>

const cursorOf = (next: string | null): string | null => (next === null ? null : encodeCursor(next))

export const library: Library = {
  internationalLaw: ({ query }) =>
    Effect.gen(function* () {
      const asked = yield* pageOf(query)
      const { reader } = Reader.make(yield* Store)
      const { items, next } = yield* query.q === undefined
        ? catalogue(reader, asked)
        : searchLibrary(reader, query.q, asked)
      return reply({ q: query.q ?? null, note: aidNote, items, nextCursor: cursorOf(next) })
    }),
  internationalLawInstrument: ({ path, query }) =>
    Effect.gen(function* () {
      const { reader } = Reader.make(yield* Store)
      const held = yield* readHeld(reader, path.id, query.article)
      return query.format === "md"
        ? reply(heldText(held), { "content-type": "text/markdown; charset=utf-8" })
        : reply(heldView(held))
    }),
  internationalLawResearch: ({ query: { kind, q, ...page } }) =>
    Effect.gen(function* () {
      const asked = yield* pageOf(page)
      const { reader } = Reader.make(yield* Store)
      const found =
        q === undefined ? { items: [], next: null } : yield* searchResearch(reader, q, kind, asked)
      return reply({
        kind: kind ?? null,
        q: q ?? null,
        note: aidNote,
        collections: yield* collections(reader, kind),
        items: found.items,
        nextCursor: cursorOf(found.next),
      })
    }),
}
