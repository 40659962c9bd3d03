/**
 * The commands that load the library (PD17 §3). The articles of an edition are stored first, in several commits. One more commit makes
 * it the current edition: readers now see it in place of the edition before, whose articles are taken out of the index afterwards.
 * Each step may be repeated.
 */
import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { byteLength } from "../kernel/Hash.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, when } from "../kernel/Refusal.ts"
import { format, type Instant } from "../kernel/Time.ts"
import {
  articlesIndex,
  articleWords,
  editionPrefix,
  heldTally,
  LibraryArticle,
  LibraryArticles,
  type LibraryInstrument,
  LibraryInstruments,
  type LibraryResearch,
  LibraryResearches,
  subjectOf,
} from "./Library.ts"
import * as Loadable from "./Loadable.ts"
import { citationKey, type Source, Sources } from "./Tender.ts"

const sections = ["PD17 §3", "Constitution 2.1"] as const

/** The most records, and the most bytes of articles, that one commit writes, so that every store takes it. */
const recordsMax = 20
const bytesMax = 400_000

const sizeOf = (article: LibraryArticle): number =>
  byteLength(JSON.stringify(article)) + byteLength(articleWords(article))

/** The articles of an edition, in parts that one commit takes. */
export const parts = (of: Loadable.Instrument): ReadonlyArray<ReadonlyArray<LibraryArticle>> => {
  const made: Array<Array<LibraryArticle>> = []
  let bytes = 0
  for (const article of Loadable.articlesOf(of)) {
    const size = sizeOf(article)
    const last = made.at(-1)
    if (last === undefined || last.length === recordsMax || bytes + size > bytesMax) {
      made.push([article])
      bytes = size
    } else {
      last.push(article)
      bytes += size
    }
  }
  return made
}

/** Stores one part of the articles of an edition. Readers see them once `loadInstrument` has named the edition. */
export const loadPart = command({
  name: "load-part",
  sections,
  input: Schema.Array(LibraryArticle),
  gather: (input, _context, reader) => reader.findAll(LibraryArticles, input.map(LibraryArticles.id)),
  decide: (_found, input, { actor }) =>
    Either.map(firstOf([when(actor.role !== "registrar", "registrar_only", {})]), () => ({
      changes: input.map((article) => Changed.put(LibraryArticles, article)),
      reply: { kept: input.length },
    })),
})

/** The source by which the Court knows a citation of something in the library (Rule 4.10). */
const sourceOf = (citation: string, kind: Source["kind"], instrument?: string): Source => ({
  id: `library/${citationKey(citation).slice(0, 16)}/${instrument ?? "research"}`,
  citation,
  kind,
  textSha256: null,
  ...(instrument === undefined ? {} : { instrument }),
})

const sourcesOf = (of: Loadable.Instrument): ReadonlyArray<Source> => {
  const citations = [of.title, ...(of.shortTitle === undefined ? [] : [of.shortTitle]), ...(of.names ?? [])]
  const all = citations.map((citation) => ({
    ...sourceOf(citation, "library", of.id),
    ...(of.area === undefined ? {} : { area: of.area }),
  }))
  return [...new Map(all.map((source) => [source.id, source])).values()]
}

const recordOf = (of: Loadable.Instrument, loadedAt: Instant): LibraryInstrument => ({
  id: of.id,
  title: of.title,
  shortTitle: of.shortTitle ?? null,
  category: of.category,
  names: of.names ?? [],
  organisation: of.organisation ?? null,
  madeOn: of.madeOn ?? null,
  madeAt: of.madeAt ?? null,
  inForceFrom: of.inForceFrom ?? null,
  officialUrl: of.officialUrl ?? null,
  note: of.note ?? null,
  edition: {
    id: Loadable.editionOf(of),
    name: of.edition.name,
    date: of.edition.date ?? null,
    language: of.edition.language,
    source: of.edition.source,
    url: of.edition.url ?? null,
    translator: of.edition.translator ?? null,
    note: of.edition.note ?? null,
    articles: of.articles?.length ?? 0,
    loadedAt,
  },
})

/** The outcome for a document: it is new, it replaced an earlier edition, or the same edition was there already. */
export type Loaded = "new" | "changed" | "unchanged"

/** The edition that was stored under an id before; null if no edition was stored. */
export interface Found {
  readonly edition: string | null
}

/** Reads the sources that loading puts, so that each put replaces the version that was read. */
const gatherSources = (reader: Reader, sources: ReadonlyArray<Source>) =>
  reader.findAll(
    Sources,
    sources.map(({ id }) => id),
  )

const outcomeOf = ({ edition }: Found, now: string): Loaded => {
  if (edition === now) return "unchanged"
  return edition === null ? "new" : "changed"
}

const loadedEvent = (
  id: string,
  data: { readonly type: string; readonly title: string; readonly edition: string; readonly source: string },
  now: Instant,
): Change =>
  Changed.event("library.loaded", subjectOf(id), ["PD17 §3"], { id, ...data, loadedAt: format(now) })

/** Makes an edition whose articles are stored the current one, in place of the one before. */
export const loadInstrument = command({
  name: "load-instrument",
  sections,
  input: Loadable.Instrument,
  gather: (input, _context, reader) =>
    Effect.gen(function* () {
      const found = yield* reader.find(LibraryInstruments, input.id)
      yield* gatherSources(reader, sourcesOf(input))
      return { edition: Option.match(found, { onNone: () => null, onSome: ({ edition }) => edition.id }) }
    }),
  decide: (found: Found, input, { actor, now }) =>
    Either.map(firstOf([when(actor.role !== "registrar", "registrar_only", {})]), () => {
      const record = recordOf(input, now)
      const loaded = outcomeOf(found, record.edition.id)
      const { title, edition } = record
      const data = { type: input.type, title, edition: edition.id, source: edition.source }
      const changes: ReadonlyArray<Change> =
        loaded === "unchanged"
          ? []
          : [
              Changed.put(LibraryInstruments, record),
              ...sourcesOf(input).map((source) => Changed.put(Sources, source)),
              loadedEvent(record.id, data, now),
              ...(loaded === "new" ? [Changed.tally(heldTally("instruments"), 1)] : []),
            ]
      return { changes, reply: { loaded, replaced: loaded === "changed" ? found.edition : null } }
    }),
})

/** Takes some articles of an edition that was replaced out of the index; `left` in the reply says whether there are more. */
export const retirePart = command({
  name: "retire-part",
  sections,
  input: Schema.Struct({ instrumentId: Schema.String, edition: Schema.String }),
  gather: (input, _context, reader) =>
    Effect.gen(function* () {
      const instrument = yield* reader.find(LibraryInstruments, input.instrumentId)
      const prefix = editionPrefix(input.instrumentId, input.edition)
      const query = { index: articlesIndex, prefix, after: null, limit: recordsMax }
      const { items, next } = yield* reader.list(LibraryArticles, query)
      const found = yield* reader.findAll(LibraryArticles, items.map(LibraryArticles.id))
      const shown = Option.exists(instrument, ({ edition }) => edition.id === input.edition)
      return { articles: shown ? [] : found.flatMap(Option.toArray), left: !shown && next !== null }
    }),
  decide: ({ articles, left }, _input, { actor }) =>
    Either.map(firstOf([when(actor.role !== "registrar", "registrar_only", {})]), () => ({
      changes: articles.map((article) =>
        Changed.put(LibraryArticles, { ...article, text: "", retired: true }),
      ),
      reply: { left },
    })),
})

const kinds = { case: "cases", commentary: "commentary" } as const

/** Stores a record of research, in place of an earlier one with the same id. */
export const loadResearch = command({
  name: "load-research",
  sections,
  input: Loadable.Research,
  gather: (input, _context, reader) =>
    Effect.gen(function* () {
      const found = yield* reader.find(LibraryResearches, input.id)
      if (input.citation !== undefined) yield* gatherSources(reader, [sourceOf(input.citation, "citator")])
      return Option.getOrNull(found)
    }),
  decide: (found: LibraryResearch | null, input, { actor, now }) =>
    Either.map(firstOf([when(actor.role !== "registrar", "registrar_only", {})]), () => {
      const edition = Loadable.editionOf(input)
      const loaded = outcomeOf({ edition: found?.edition ?? null }, edition)
      const kind = kinds[input.type]
      const record: LibraryResearch = {
        id: input.id,
        kind,
        title: input.title,
        citation: input.citation ?? null,
        by: input.by ?? null,
        date: input.date ?? null,
        about: input.about ?? [],
        summary: input.summary,
        source: input.source,
        url: input.url ?? null,
        edition,
        loadedAt: now,
      }
      const { title, source } = record
      const moved = found !== null && found.kind !== kind ? [Changed.tally(heldTally(found.kind), -1)] : []
      const added = found === null || found.kind !== kind ? [Changed.tally(heldTally(kind), 1)] : []
      const changes: ReadonlyArray<Change> =
        loaded === "unchanged"
          ? []
          : [
              Changed.put(LibraryResearches, record),
              ...(record.citation === null
                ? []
                : [Changed.put(Sources, sourceOf(record.citation, "citator"))]),
              loadedEvent(record.id, { type: input.type, title, edition, source }, now),
              ...moved,
              ...added,
            ]
      return { changes, reply: { loaded } }
    }),
})
