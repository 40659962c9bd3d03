/** Reads the library: its catalogue, one instrument or article, a search of its articles, and the research (PD17 §3). */

import { Effect, Option } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import type { PageAt } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { phrasesOf, wordsOf } from "../store/Search.ts"
import { limits, type Page } from "../store/Store.ts"
import {
  articleId,
  articlesIndex,
  editionPrefix,
  heldTally,
  instrumentsIndex,
  type LibraryArticle,
  LibraryArticles,
  type LibraryInstrument,
  LibraryInstruments,
  LibraryResearches,
  type ResearchKind,
  researchIndex,
} from "./Library.ts"
import { type CatalogueItem, encodeHeld, type HeldInstrument, researchItem, summary } from "./View.ts"

/** The note that goes with everything that the library serves. */
export const aidNote =
  "An aid kept for reading and for grading tenders. Keeping a text does not adopt it as the Court's law (PD17 §3); check it against the official edition."

const base = "/api/v1/international-law"
const hrefOf = (id: string, article: string | null): string =>
  article === null ? `${base}/${id}` : `${base}/${id}?article=${encodeURIComponent(article)}`

const excerptChars = 280

/** The part of a text around the first word that was looked for; its beginning if only the title or the heading has the word. */
export const excerpt = (text: string, phrases: ReadonlyArray<string>): string => {
  const line = text.replace(/\s+/g, " ").trim()
  const wanted = new Set(phrases.flatMap((phrase) => phrase.split(" ").slice(0, 1)))
  const first = [...line.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].find(([word]) =>
    wordsOf(word).some((one) => wanted.has(one)),
  )
  const at = Math.max(0, (first?.index ?? 0) - excerptChars / 4)
  const from = at === 0 ? 0 : line.indexOf(" ", at) + 1
  const cut = Array.from(line.slice(from, from + excerptChars * 2))
    .slice(0, excerptChars)
    .join("")
  return `${from > 0 ? "… " : ""}${cut}${from + cut.length < line.length ? " …" : ""}`
}

export const catalogue = (reader: Reader, { after, limit }: PageAt) =>
  Effect.map(
    reader.list(LibraryInstruments, { index: instrumentsIndex, prefix: "", after, limit }),
    ({ items, next }): Page<CatalogueItem> => ({
      items: items.map((of) => ({
        instrument: summary(of),
        article: null,
        heading: null,
        excerpt: of.note,
        href: hrefOf(of.id, null),
      })),
      next,
    }),
  )

/** A page of the articles that match a query, in the order of the catalogue. Only articles of a current edition match. */
export const searchLibrary = (reader: Reader, query: string, { after, limit }: PageAt) =>
  Effect.gen(function* () {
    const phrases = phrasesOf(query)
    const found = yield* reader.search(LibraryArticles, {
      index: articlesIndex,
      prefix: "",
      after,
      limit,
      phrases,
    })
    const ids = [...new Set(found.items.map(({ instrumentId }) => instrumentId))]
    const instruments = (yield* reader.findAll(LibraryInstruments, ids)).flatMap(Option.toArray)
    const byId = new Map(instruments.map((of) => [of.id, of]))
    const items = found.items.flatMap((hit): ReadonlyArray<CatalogueItem> => {
      const instrument = byId.get(hit.instrumentId)
      if (instrument === undefined || instrument.edition.id !== hit.edition) return []
      const { article, heading } = hit
      const said = excerpt(hit.text, phrases)
      return [
        {
          instrument: summary(instrument),
          article,
          heading,
          excerpt: said,
          href: hrefOf(instrument.id, article),
        },
      ]
    })
    return { items, next: found.next } satisfies Page<CatalogueItem>
  })

const needInstrument = (reader: Reader, id: string) =>
  reader.need(LibraryInstruments, id, () => refusal("unknown_text", { id }))

/** The articles of an instrument's current edition, in order. No instrument is loaded with more of them than one page takes. */
const contents = (reader: Reader, { id, edition }: LibraryInstrument) =>
  Effect.map(
    reader.list(LibraryArticles, {
      index: articlesIndex,
      prefix: editionPrefix(id, edition.id),
      // The head, which has place 0, comes first and is left out.
      after: `${editionPrefix(id, edition.id)}000001`,
      limit: limits.pageItems,
    }),
    ({ items }) => items,
  )

/** An instrument with its contents, or with one of its articles. */
export interface Held {
  readonly instrument: LibraryInstrument
  readonly contents: ReadonlyArray<LibraryArticle>
  readonly article: LibraryArticle | null
}

/**
 * Reads an instrument, and one of its articles if one is asked for: `31`, `art. 31` and `Article 31` name the same one. Refused
 * `unknown_text`, `unknown_article`.
 */
export const readHeld = (reader: Reader, id: string, label: string | undefined) =>
  Effect.gen(function* () {
    const instrument = yield* needInstrument(reader, id)
    if (label === undefined)
      return { instrument, contents: yield* contents(reader, instrument), article: null } satisfies Held
    const held = instrument.edition.articles
    const article = yield* reader.need(LibraryArticles, articleId(id, instrument.edition.id, label), () =>
      refusal("unknown_article", { id, article: label, held }),
    )
    // A label without a letter or a digit finds the head.
    if (article.article === null) return yield* refusal("unknown_article", { id, article: label, held })
    return { instrument, contents: [], article } satisfies Held
  })

/** The number of an article in its edition. Only the head has no number, and it is never shown. */
const labelOf = ({ article }: LibraryArticle): string => needPresent(article, "the number of an article")

export const theLibrary = enforced(
  "PD17 §3",
  "The library",
  () =>
    "The Court keeps a library of instruments of international law, each in one edition with its source, and of research on them. The operator of the Court loads it through the Registrar, and every loading stands in the journal. The library is an aid: keeping a text does not adopt it as the Court's law, and research binds nobody. When a tender is graded, a text of the library is a text that the Court holds (Rule 4.10A). A new edition takes nothing from a grade that was given before.",
)

/** The view of an instrument or of one of its articles, with its edition and source. It says that the text is not adopted as law. */
export const heldView = rule(
  ["PD17 §3"],
  ({ instrument, contents, article }: Held): HeldInstrument =>
    encodeHeld({
      ...instrument,
      provenance: instrument.edition,
      adopted: false,
      disclaimer: aidNote,
      contents: contents.map((of) => ({
        article: labelOf(of),
        heading: of.heading,
        href: hrefOf(instrument.id, of.article),
      })),
      article: article === null ? null : { ...article, article: labelOf(article) },
    }),
)

const lineOf = (label: string, value: string | null): ReadonlyArray<string> =>
  value === null ? [] : [`- ${label}: ${value}`]

const titleOf = (of: LibraryArticle): string =>
  of.heading === null ? labelOf(of) : `${labelOf(of)}: ${of.heading}`

/** An instrument of the library as one text, its facts first, as it is cited and hashed (PD17 §3). */
export const heldText = rule(["PD17 §3"], ({ instrument: of, contents, article }: Held): string => {
  const { edition } = of
  const facts = [
    ...lineOf("Also", [...(of.shortTitle === null ? [] : [of.shortTitle]), ...of.names].join("; ") || null),
    ...lineOf("Made", [of.madeOn, of.madeAt].filter((part) => part !== null).join(", ") || null),
    ...lineOf("In force from", of.inForceFrom),
    ...lineOf("Organisation", of.organisation),
    ...lineOf("Official address", of.officialUrl),
    `- Edition: ${edition.name} (${edition.language})`,
    ...lineOf("Source", [edition.source, edition.url].filter((part) => part !== null).join(", ")),
    ...lineOf("Translator", edition.translator),
    ...lineOf("Note on the edition", edition.note),
  ].join("\n")
  const list = contents.map((one) => `- ${titleOf(one)}`).join("\n")
  return [
    `# ${of.title}`,
    facts,
    `> ${aidNote}`,
    ...(of.note === null || article !== null ? [] : [of.note]),
    ...(list === "" ? [] : ["## Contents", list]),
    ...(article === null ? [] : [`## ${titleOf(article)}`, article.text.trim()]),
    "",
  ].join("\n\n")
})

const researchKinds: ReadonlyArray<ResearchKind> = ["cases", "commentary"]
const labels: { readonly [K in ResearchKind]: string } = {
  cases: "Cases of international courts and tribunals",
  commentary: "Commentary on instruments",
}

/** How many records each collection of research has. */
export const collections = (reader: Reader, kind: ResearchKind | undefined) => {
  const asked = researchKinds.filter((one) => kind === undefined || one === kind)
  return Effect.map(reader.tallies(asked.map(heldTally)), (counts) =>
    asked.map((one, i) => ({ kind: one, label: labels[one], records: needPresent(counts[i], "a count") })),
  )
}

export const searchResearch = (
  reader: Reader,
  query: string,
  kind: ResearchKind | undefined,
  { after, limit }: PageAt,
) =>
  Effect.map(
    reader.search(LibraryResearches, {
      index: researchIndex,
      prefix: kind === undefined ? "" : `${kind}/`,
      after,
      limit,
      phrases: phrasesOf(query),
    }),
    ({ items, next }) => ({ items: items.map(researchItem), next }),
  )
