/**
 * The texts that a judge of the court read, kept beside its judgment: a manifest names each part by its SHA-256, so that whoever may read
 * the parts computes the judgment again.
 */
import { Effect, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { byteLength, Sha256, sha256Hex } from "../kernel/Hash.ts"
import { elementsMax, listOf } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { blobOf, readText, type Text, textOf } from "../kernel/Text.ts"
import { format, type Instant, Timestamp } from "../kernel/Time.ts"
import { Matter, Parties } from "../matters/index.ts"
import { limits, type StoreUnavailable } from "../store/Store.ts"
import type { Manner } from "./Compose.ts"
import { asOfCall, type JudgedBundle } from "./Judged.ts"
import { type KeptFacts, type PartName, type Parts, partNames, partsOf } from "./Parts.ts"

const Part = Schema.Struct({
  part: Schema.Literal(...partNames, "judgment"),
  sha256: Sha256,
  bytes: Schema.NonNegativeInt,
  kept: Schema.Boolean.annotations({ description: "False if the commit of the judgment had no room for it" }),
})

/** The papers on which a judgment rests: their parts by hash, with the instants and the versions by which they were read. */
const Manifest = Schema.Struct({
  schema: Schema.Literal("court.bundle/1"),
  matterId: Schema.String,
  appealId: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The appeal that the judgment decides; absent at first instance",
  }),
  citation: Schema.String,
  judge: Schema.String.annotations({ description: "Who decided, and how, as the reasons say it" }),
  asOf: Timestamp.annotations({ description: "The call: the instant of the accounts" }),
  figuresAt: Timestamp.annotations({ description: "The filing: the instant of the figures and versions" }),
  versions: listOf(
    Schema.Struct({ instrument: Schema.String, version: Schema.String }),
    elementsMax,
  ).annotations({
    description:
      "The instruments that the Registrar had put in force; any other instrument was in its first version",
  }),
  parts: listOf(Part, partNames.length + 1),
}).annotations({ identifier: "BundleManifest" })
type Manifest = typeof Manifest.Type

/**
 * The place of the manifest of a judgment in a matter, which a rehearing replaces, or of a judgment on an appeal. On appeal the manifest
 * and all parts are one text, since that commit has the fewest operations left.
 */
const KeptBundle = Schema.Struct({
  matterId: Schema.String,
  manifestSha256: Schema.String,
  appeal: Schema.optionalWith(Schema.Struct({ id: Schema.String, sha256: Schema.String }), { exact: true }),
})
type KeptBundle = typeof KeptBundle.Type
export const Bundles = Kind.make<KeptBundle>({
  name: "bundle",
  schema: KeptBundle,
  id: ({ matterId, appeal }) => appeal?.id ?? matterId,
})

const entryOf = <P extends PartName | "judgment">(part: P, { sha256, text }: Text, kept: boolean) => ({
  part,
  sha256,
  bytes: byteLength(text),
  kept,
})

/** The bytes that a seal, a receipt and the consequences add to a commit at most. */
const besides = limits.recordBytes

/**
 * At most half of a change set is for the judgment and what its judge read, and no more than the other changes leave. A text may have more
 * bytes than that.
 */
const roomBeside = (delivery: ReadonlyArray<Change>, payload: string): number =>
  Math.min(
    limits.changeSetBytes / 2 - byteLength(payload),
    limits.changeSetBytes - byteLength(JSON.stringify(delivery)) - besides,
  )

/** Which parts are kept. A part that is too large for the commit of the judgment is named by its hash alone. */
const chooseParts = (parts: Parts, roomBytes: number) => {
  let room = roomBytes
  return partNames.map((part) => {
    const text = textOf(parts[part])
    const entry = entryOf(part, text, byteLength(text.text) <= room)
    if (entry.kept) room -= entry.bytes
    return { text, entry, value: parts[part] }
  })
}
type Chosen = ReturnType<typeof chooseParts>

const sealIn = (changes: ReadonlyArray<Change>): { readonly id: string; readonly payload: string } => {
  const seal = changes.find((change) => change._tag === "Seal")
  return needPresent(seal, "the seal of a delivery")
}

/** Each part as a text of its own, which the bundles of other matters may share. */
const keepApart = (matterId: string, manifest: Manifest, parts: Chosen): ReadonlyArray<Change> => {
  const text = textOf(manifest)
  return [
    Changed.put(Bundles, { matterId, manifestSha256: text.sha256 }),
    blobOf(text),
    ...parts.map(({ text }) => blobOf(text)),
  ]
}

/** The manifest, and by their names the parts that are kept. The RFC 8785 form of each has the hash that it has alone. */
const Together = Schema.Struct({
  manifest: Manifest,
  parts: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
})

const keepTogether = (
  matterId: string,
  id: string,
  manifest: Manifest,
  parts: Chosen,
): ReadonlyArray<Change> => {
  const values = Object.fromEntries(parts.map(({ entry, value }) => [entry.part, value]))
  const all = textOf({ manifest, parts: values } satisfies typeof Together.Type)
  const record = { matterId, manifestSha256: textOf(manifest).sha256, appeal: { id, sha256: all.sha256 } }
  return [Changed.put(Bundles, record), blobOf(all)]
}

/** The last version of each instrument that the Registrar had put in force at an instant. */
const versionsAt = ({ schedule }: CommandContext, at: Instant): Manifest["versions"] => {
  const dated = schedule.versions.filter(({ inForceFrom }) => inForceFrom <= at)
  const last = new Map(dated.map(({ instrument, version }) => [instrument, version] as const))
  return [...last].map(([instrument, version]) => ({ instrument, version }))
}

/** The changes that keep what a judge read beside the changes that deliver its judgment. */
export const keepBundle = rule(
  ["Rule 5.2"],
  (
    bundle: JudgedBundle,
    manner: Manner,
    facts: KeptFacts,
    delivery: ReadonlyArray<Change>,
    context: CommandContext,
  ): ReadonlyArray<Change> => {
    const { id: citation, payload } = sealIn(delivery)
    const { matter } = bundle
    const appealId = manner.appeal?.id
    const chosen = chooseParts(partsOf(bundle, facts, manner, context.now), roomBeside(delivery, payload))
    const judgment = entryOf("judgment", { sha256: sha256Hex(payload), text: payload }, true)
    const manifest: Manifest = {
      schema: "court.bundle/1",
      matterId: matter.id,
      ...(appealId === undefined ? {} : { appealId }),
      citation,
      judge: manner.judgeLine,
      asOf: format(asOfCall(matter)),
      figuresAt: format(matter.filedAt),
      versions: versionsAt(context, matter.filedAt),
      parts: [judgment, ...chosen.map(({ entry }) => entry)],
    }
    const kept = chosen.filter(({ entry }) => entry.kept)
    return appealId === undefined
      ? keepApart(matter.id, manifest, kept)
      : keepTogether(matter.id, appealId, manifest, kept)
  },
)

const bundleViewSchema = Schema.Struct({
  sha256: Sha256.annotations({ description: "The SHA-256 of the RFC 8785 form of `manifest`" }),
  manifest: Manifest,
}).annotations({ identifier: "Bundle" })

export interface BundleView extends Schema.Schema.Type<typeof bundleViewSchema> {}

/** The list of the parts from which a judgment was decided, under the hash that the judgment names. */
export const BundleView: Schema.Schema<BundleView> = bundleViewSchema

/** A part of a kept bundle by the hash of its bytes, for whoever judges a matter again. */
export const BundlePartView = Schema.Struct({
  sha256: Sha256,
  text: Schema.String.annotations({ description: "The bytes that have this hash, as UTF-8" }),
}).annotations({ identifier: "BundlePart" })
export interface BundlePartView extends Schema.Schema.Type<typeof BundlePartView> {}

/** The manifest of a judgment, and beside it the values of the parts if they are one text with it. */
export interface Kept extends BundleView {
  readonly parts: { readonly [part: string]: unknown } | null
}

/** Refuses everybody but the parties, the judges and the Registrar of a matter. */
const mayReadBundle = (matter: Matter.Matter, { actor }: QueryContext) =>
  actor.role === "registrar" || actor.role === "judge" || Parties.partySide(matter, actor) !== null
    ? Effect.void
    : refusal("not_a_party", {})

const read = (
  reader: Reader,
  { manifestSha256: sha256, appeal }: KeptBundle,
): Effect.Effect<Kept, StoreUnavailable> =>
  appeal === undefined
    ? Effect.map(readText(reader, Manifest, sha256), (manifest) => ({ sha256, manifest, parts: null }))
    : Effect.map(readText(reader, Together, appeal.sha256), (kept) => ({ sha256, ...kept }))

/** The manifest and the parts under the id of a matter, or of an appeal in it; null if nothing is kept. Refused `not_a_party`. */
export const keptOf = (
  reader: Reader,
  matter: Matter.Matter,
  id: string,
  context: QueryContext,
): Effect.Effect<Kept | null, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    yield* mayReadBundle(matter, context)
    const found = yield* reader.find(Bundles, id)
    return Option.isNone(found) ? null : yield* read(reader, found.value)
  })

/** The manifest as it is shown to whoever may read it: its SHA-256, and the hashes of its parts. */
export const shownManifest = ({ sha256, manifest }: Kept): BundleView => ({ sha256, manifest })

/** A part by its hash. Refused `unknown_bundle` if the manifest names no such part, or it was not kept. */
export const partOf = (
  reader: Reader,
  { manifest, parts }: Kept,
  sha256: string,
  of: string,
): Effect.Effect<BundlePartView, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const named = manifest.parts.find((one) => one.kept && one.sha256 === sha256)
    if (named === undefined)
      return yield* refusal("unknown_bundle", { of, why: "its manifest names no such part that was kept" })
    const beside = parts?.[named.part]
    const text = beside === undefined ? yield* reader.blob(sha256) : textOf(beside).text
    return { sha256, text: needPresent(text, `the text ${sha256}`) }
  })

const ofMatter = Effect.fnUntraced(function* (reader: Reader, id: string, context: QueryContext) {
  const matter = yield* reader.need(Matter.Matters, id, () => refusal("unknown_matter", { id }))
  const kept = yield* keptOf(reader, matter, id, context)
  const why = "it is undecided, or the bench decided it"
  return kept ?? (yield* refusal("unknown_bundle", { of: `matter ${id}`, why }))
})

/**
 * The manifest of what a judge of the court read in a matter: `GET /matters/{id}/bundle`. Refused `unknown_matter`, `unknown_bundle`, and
 * `not_a_party` to everybody but the parties, the judges and the Registrar.
 */
export const readBundle = query({
  name: "read-bundle",
  read: ({ id }: { readonly id: string }, context: QueryContext, reader: Reader) =>
    Effect.map(ofMatter(reader, id, context), shownManifest),
})

/** A part of it: `GET /matters/{id}/bundle/{sha256}`. Refused as the manifest is, and if the manifest has no such part or could not keep it. */
export const readBundlePart = query({
  name: "read-bundle-part",
  read: (
    { id, sha256 }: { readonly id: string; readonly sha256: string },
    context: QueryContext,
    reader: Reader,
  ) => Effect.flatMap(ofMatter(reader, id, context), (kept) => partOf(reader, kept, sha256, `matter ${id}`)),
})
