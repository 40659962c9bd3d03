/**
 * The judges of a court, by their kind and their version, and the counts of their work. A kind is one of a few, so that a judge that gets
 * another name stands beside its earlier versions.
 */
import { Effect, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { versions } from "../kernel/Instrument.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import { chars, count, enforced, rule } from "../kernel/Section.ts"
import { days, hours, Instant, latestFirst, minutes } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"

export const recordOfJudges = enforced(
  "PD17 §1A",
  "The record of judges",
  (t) =>
    `The journal tells which judge drafted a judgment at first instance, by its kind and a version of at most ${chars(t.judgeVersionCharsMax)}, how each of its drafts fared, and whether it left the matter to the next judge. The journal has codes and numbers for this, and no words of a draft. A judge is asked for at most ${count(t.draftAttemptsMax, "draft")} each time that the matter is reserved. A draft that the bench confirms without a change counts for the judge that made it; any other judgment of the bench counts for the bench. The record of a judge adds this up for each version, and shows the latest ${count(t.judgeVersionsShown, "version")} of a kind; its total counts all of them.`,
)

/** The kinds of judges: the papers, one model, a panel of models, a Judge on the bench, and a judge that somebody else wrote. */
export const JudgeKind = Schema.Literal("papers", "model", "panel", "bench", "other")
export type JudgeKind = typeof JudgeKind.Type

/** A judge: its kind, and its version, such as the name of its model. */
export const Name = Schema.Struct({
  judge: JudgeKind,
  version: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.judgeVersionCharsMax)),
})
export interface Name extends Schema.Schema.Type<typeof Name> {}

/** A judge by a kind and a version of any length; a version that is too long ends in the SHA-256 of all of it. */
export const nameJudge = rule(["PD17 §1A"], (judge: JudgeKind, version: string): Name => {
  const sha256 = sha256Hex(version)
  const short = version.slice(0, bounds.judgeVersionCharsMax - sha256.length - 1)
  return { judge, version: version.length > bounds.judgeVersionCharsMax ? `${short} ${sha256}` : version }
})

/** A Judge on the bench. The court has one key for all of them, so that they have one record. */
export const theBench: Name = { judge: "bench", version: "a Judge" }

/** The judge on the papers: its version is that of PD15, since its work is what PD15 says. */
export const thePapers: Name = { judge: "papers", version: `PD15 ${versions.PD15}` }

/** Why a judge gave no draft, by codes that hold no word of a model or of a party. */
const failures = {
  unreachable: "no answer came, or it broke off",
  timed_out: "no whole answer came in time",
  busy: "the endpoint was busy",
  refused: "the endpoint refused to answer",
  failed: "the endpoint failed",
  unreadable: "the answer was too long, or was not in the form of the endpoint",
  unusable: "the answer broke the Rules, and so did the answer after its faults were told",
  no_member: "no member of the panel gave an answer",
  refused_by_rules: "the Rules refused the finished draft",
  untold: "the judge did not say why",
} as const

/** Why a judge gave no draft, as a code; `draftFailures` has the words. */
export const DraftFailure = Schema.Literal(
  ...(Object.keys(failures) as [keyof typeof failures, ...Array<keyof typeof failures>]),
)
export type DraftFailure = typeof DraftFailure.Type

/** Why a judge gave no draft, in words, by their codes. */
export const draftFailures: Readonly<Record<DraftFailure, string>> = failures

/** The spans that the times from a reservation to its judgment are sorted into, in milliseconds; a longer time has a place after the last of them. */
export const spans: ReadonlyArray<number> = [
  ...[minutes(1) / 60, minutes(1) / 6],
  ...[1, 5, 15, 30].map(minutes),
  ...[1, 2, 4, 8, 16].map(hours),
  ...[1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 60].map(days),
]

/** The place of a time among the spans; one after the last if it is longer. */
export const spanOf = (ms: number): number => {
  const found = spans.findIndex((most) => ms <= most)
  return found === -1 ? spans.length : found
}

/** The name of one count of a judge, which its tally bears in the store. */
export type CountName =
  | `decided/${number}`
  | `failed/${DraftFailure}`
  | "drafted"
  | "repaired"
  | "left"
  | "replaced"
  | "vacated"

/** Every count that is kept of a judge. */
export const countNames: ReadonlyArray<CountName> = [
  ...[...spans, null].map((_, i): CountName => `decided/${i}`),
  ...DraftFailure.literals.map((why): CountName => `failed/${why}`),
  "drafted",
  "repaired",
  "left",
  "replaced",
  "vacated",
]

/** The id of a judge, which is the same for the same kind and version. */
export const idOf = ({ judge, version }: Name): string => `${judge}/${sha256Hex(version)}`

/** The name of the tally in which a store keeps one count of a judge. */
export const judgeTally = (name: Name, count: CountName): string => `judge/${idOf(name)}/${count}`

const JudgeVersion = Schema.Struct({ ...Name.fields, since: Instant })
/** A version of a judge, and the instant from which the court knows it. */
export interface Version extends Schema.Schema.Type<typeof JudgeVersion> {}

/** The versions of each kind of judge, the latest first. */
export const judgesIndex = "judges.versions"

export const Versions = Kind.make<Version>({
  name: "judge-version",
  schema: JudgeVersion,
  id: idOf,
  index: (version) => [
    {
      index: judgesIndex,
      key: `${version.judge}/${latestFirst(version.since)}/${sha256Hex(version.version)}`,
    },
  ],
})

/** A judge whose work is counted in a commit, and whether the court has known this version before. */
export interface Seat {
  readonly name: Name
  readonly isNew: boolean
}

/** Reads whether the court knows this version of a judge: if it does not, `isNew` is true. */
export const seat = (reader: Reader, name: Name): Effect.Effect<Seat, StoreUnavailable> =>
  Effect.map(reader.find(Versions, idOf(name)), (found) => ({ name, isNew: Option.isNone(found) }))

/** The changes that count work of a judge; a version that is new is recorded with them. */
export const countWork = (
  { name, isNew }: Seat,
  now: Instant,
  counts: ReadonlyArray<CountName>,
): ReadonlyArray<Change> => [
  ...(isNew ? [Changed.putLatest(Versions, { ...name, since: now })] : []),
  ...counts.map((count) => Changed.tally(judgeTally(name, count), 1)),
]

/** Counts for the judge of a judgment; nothing if the judgment has no judge, as one by consent or one from before judges were recorded. */
export const countFor = (name: Name | undefined, count: CountName): ReadonlyArray<Change> =>
  name === undefined ? [] : [Changed.tally(judgeTally(name, count), 1)]
