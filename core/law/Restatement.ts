/**
 * The restatement, which lists the rules of reported judgments by area, each with its present weight (Rule 5.7); and the queries
 * on it and on the library.
 */
import { Effect } from "effect"
import { Judgment } from "../judgments/index.ts"
import { rulesVersion } from "../kernel/Instrument.ts"
import { type PageAt, type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Numbered, Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { aidNote, catalogue, collections, readHeld, searchLibrary, searchResearch } from "./Catalogue.ts"
import type { ResearchKind } from "./Library.ts"
import { encodeRule, type RestatedRule, type Restatement, type Weight, weights } from "./View.ts"

const note =
  "Made from the reported judgments as their marks stand now. It is an aid and no source of law: read the judgment, at GET /api/v1/judgments/{citation}, before citing it. A rule that is moot carries nothing."

const gone: ReadonlySet<string> = new Set(["superseded", "vacated"])

/** Whether the rule of a judgment is moot: the judgment was vacated, set aside or superseded (Rule 5.7). */
export const isMoot = rule(
  ["Rule 5.7", "Rule 5.6"],
  ({ marks, finality }: Pick<Judgment.Judgment, "marks" | "finality">): boolean =>
    marks.vacated || marks.setAside || marks.supersededBy !== null || gone.has(finality.status),
)

const binds: { readonly [S in Judgment.Series]: boolean } = { MC: false, FB: true, UC: true, HC: true }

export const weightOf = rule(
  ["Rule 5.7"],
  (judgment: Pick<Judgment.Judgment, "marks" | "finality" | "series">): Weight => {
    if (isMoot(judgment)) return "none"
    return binds[judgment.series] ? "binding" : "persuasive"
  },
)

/** The key of an area: its words in lower case, joined by hyphens. */
export const areaKey = (label: string): string =>
  label
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")

const restateRule = ({ record: judgment, number }: Numbered<Judgment.Judgment>, now: Instant): RestatedRule =>
  encodeRule({
    ...judgment,
    reportCitation: Judgment.reportCitation(judgment, number),
    court: Judgment.courts[judgment.series],
    rule: judgment.ratio,
    areas: [...new Set(judgment.areas.map(areaKey))].filter((area) => area !== ""),
    weight: weightOf(judgment),
    fromPrinciple: judgment.fromPrinciple ?? false,
    moot: isMoot(judgment),
    finality: Judgment.finalityAt(judgment.finality, now),
  })

const places: ReadonlyArray<string> = weights
const byWeight = (a: RestatedRule, b: RestatedRule): number =>
  places.indexOf(a.weight) - places.indexOf(b.weight) || (a.deliveredAt < b.deliveredAt ? 1 : -1)

/** The restatement of these reported judgments at an instant. */
export const restate = rule(
  ["Rule 5.7"],
  (reported: ReadonlyArray<Numbered<Judgment.Judgment>>, now: Instant): Restatement => {
    const rules = reported.map((judgment) => restateRule(judgment, now)).sort(byWeight)
    // Judgments may spell one area differently: it is shown as the first of them spells it.
    const labels = new Map<string, string>()
    for (const label of reported.flatMap(({ record }) => record.areas))
      if (areaKey(label) !== "" && !labels.has(areaKey(label))) labels.set(areaKey(label), label.trim())
    return {
      rulesVersion,
      generatedAt: format(now),
      note,
      counts: {
        binding: rules.filter(({ weight }) => weight === "binding").length,
        reported: rules.length,
        moot: rules.filter(({ moot }) => moot).length,
      },
      areas: [...labels]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([area, label]) => ({ area, label, rules: rules.filter(({ areas }) => areas.includes(area)) })),
    }
  },
)

/** The restatement of one page of the reported judgments, the latest first, at an instant. */
export const restatement = (reader: Reader, { after, limit }: PageAt, now: Instant) =>
  Effect.map(
    reader.listNumbered(Judgment.Judgments, { index: Judgment.reportedIndex, prefix: "", after, limit }),
    ({ items, next }) => ({ ...restate(items, now), next }),
  )

/** A page of the instruments that are held or, if `q` is given, of the articles that hold all its words: `GET /international-law`. */
export const internationalLaw = query({
  name: "international-law",
  read: Effect.fnUntraced(function* (
    { q, page }: Paged & { readonly q?: string | undefined },
    _context: QueryContext,
    reader: Reader,
  ) {
    const { items, next } = yield* q === undefined ? catalogue(reader, page) : searchLibrary(reader, q, page)
    return { q: q ?? null, note: aidNote, items, next }
  }),
})

/** An instrument that is held, or one article of it: `GET /international-law/{id}`. Refused `unknown_text`, `unknown_article`. */
export const internationalLawInstrument = query({
  name: "international-law-instrument",
  read: (
    { id, article }: { readonly id: string; readonly article: string | undefined },
    _context: QueryContext,
    reader: Reader,
  ) => readHeld(reader, id, article),
})

/**
 * How much research of each kind is held and, if `q` is given, a page of the records that hold all its words:
 * `GET /international-law/research`.
 */
export const internationalLawResearch = query({
  name: "international-law-research",
  read: Effect.fnUntraced(function* (
    { kind, q, page }: Paged & { readonly kind?: ResearchKind | undefined; readonly q?: string | undefined },
    _context: QueryContext,
    reader: Reader,
  ) {
    const { items, next } =
      q === undefined ? { items: [], next: null } : yield* searchResearch(reader, q, kind, page)
    const held = yield* collections(reader, kind)
    return { kind: kind ?? null, q: q ?? null, note: aidNote, collections: held, items, next }
  }),
})

/** The restatement now, page by page: `GET /restatement`. */
export const readRestatement = query({
  name: "read-restatement",
  read: ({ page }: Paged, { now }: QueryContext, reader: Reader) => restatement(reader, page, now),
})
