/**
 * The texts that a judge of the court read, kept beside its judgment: a manifest names each part by its SHA-256, so that whoever may read
 * the parts computes the judgment again. Deals are kept as the facts from which their accounts are drawn.
 */
import { Effect, Option, Schema } from "effect"
import { type Deal, withoutOthers } from "../account/index.ts"
import type { SeriesCounter } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { byteLength, Sha256, sha256Hex } from "../kernel/Hash.ts"
import { elementsMax, listOf } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { blobOf, readText, type Text, textOf } from "../kernel/Text.ts"
import { format, type Instant, Timestamp } from "../kernel/Time.ts"
import type { FeeFacts, MatterCharge } from "../ledger/index.ts"
import { Matters, partySide } from "../matters/index.ts"
import { limits } from "../store/Store.ts"
import type { DeliveryFacts, Manner } from "./Compose.ts"
import type { JudgedDeal } from "./Determined.ts"
import { asOfCall, type JudgedBundle } from "./Judged.ts"

/** The parts in the order in which they are kept while there is room: the smallest are needed for all others. */
const partNames = ["figures", "delivery", "deals", "papers"] as const
/** The parts of a bundle, each hashed for itself. */
export type PartName = (typeof partNames)[number]

interface KeptDeal extends Pick<JudgedDeal, "sides"> {
  readonly facts: Deal
}

/** The deals as of the call. Entries of one hash are one debt, so that several entries may name it. */
export interface KeptDeals {
  readonly asOf: Instant
  readonly quote: KeptDeal | null
  readonly debts: ReadonlyArray<KeptDeal & { readonly on: ReadonlyArray<string> }>
}

/** The facts on which the Court's own part of a judgment rests: its number, its cap, and the bound of its costs. */
export interface KeptDelivery {
  readonly manner: Manner
  readonly deliveredAt: Instant
  readonly counter: SeriesCounter | null
  readonly stakes: ReadonlyArray<readonly [agentId: string, cents: number]>
  readonly charged: ReadonlyArray<MatterCharge>
  readonly day: FeeFacts["day"]
}

/** The papers. A piece of evidence stands in them by its SHA-256, and its content in the papers of the matter. */
export type KeptPapers = Omit<JudgedBundle, "deals">

/** The parts by name, as they are before they are written. */
export interface Parts {
  readonly figures: Terms
  readonly delivery: KeptDelivery
  /** Null for a matter that was filed before PD15 was in force. */
  readonly deals: KeptDeals | null
  readonly papers: KeptPapers
}

const Part = Schema.Struct({
  part: Schema.Literal(...partNames, "judgment"),
  sha256: Sha256,
  bytes: Schema.NonNegativeInt,
  kept: Schema.Boolean.annotations({ description: "False if it was too large to be kept" }),
})

export const Manifest = Schema.Struct({
  schema: Schema.Literal("court.bundle/1"),
  matterId: Schema.String,
  citation: Schema.String,
  judge: Schema.String.annotations({ description: "Who decided, and how, as the reasons say it" }),
  asOf: Timestamp.annotations({ description: "The call: the instant of the accounts" }),
  figuresAt: Timestamp.annotations({ description: "The filing: the instant of the figures and versions" }),
  versions: listOf(
    Schema.Struct({ instrument: Schema.String, version: Schema.String }),
    elementsMax,
  ).annotations({
    description: "What the Registrar had put in force; any other instrument was in its first version",
  }),
  parts: listOf(Part, partNames.length + 1),
}).annotations({ identifier: "BundleManifest" })
export type Manifest = typeof Manifest.Type

/** Where the manifest of a matter's judgment is. A rehearing replaces it. */
const KeptBundle = Schema.Struct({ matterId: Schema.String, manifestSha256: Schema.String })
type KeptBundle = typeof KeptBundle.Type
export const Bundles = Kind.make<KeptBundle>({
  name: "bundle",
  schema: KeptBundle,
  id: ({ matterId }) => matterId,
})

/** Of other agents and their deals the facts show nothing but what the account reckons with. */
const keptDeal = ({ facts, sides }: JudgedDeal): KeptDeal => ({ facts: withoutOthers(facts), sides })

const dealsOf = ({ deals, matter }: JudgedBundle): KeptDeals | null => {
  if (deals === null) return null
  const { quote, debts } = deals
  const entriesOf = (deal: JudgedDeal) => [...debts].flatMap(([on, one]) => (one === deal ? [on] : []))
  return {
    asOf: asOfCall(matter),
    quote: quote === null ? null : keptDeal(quote),
    debts: [...new Set(debts.values())].map((deal) => ({ ...keptDeal(deal), on: entriesOf(deal) })),
  }
}

type Pleading = KeptPapers["claim"]
const withoutContent = <A extends { readonly evidence: Pleading["evidence"] }>(paper: A): A => ({
  ...paper,
  evidence: paper.evidence.map((piece) => ({ ...piece, content: "" })),
})
/** Neither the operators of the parties nor how often consent was offered is for all that read a bundle (PD3, Rule 4.7). */
const shownMatter = (matter: JudgedBundle["matter"]): JudgedBundle["matter"] => ({
  ...matter,
  claimant: { ...matter.claimant, operatorId: null },
  respondent: { ...matter.respondent, operatorId: null },
  offers: [],
})
const papersOf = ({ deals: _, ...papers }: JudgedBundle): KeptPapers => ({
  ...papers,
  matter: shownMatter(papers.matter),
  claim: withoutContent(papers.claim),
  defence: papers.defence && withoutContent(papers.defence),
  reply: papers.reply && withoutContent(papers.reply),
  questions: papers.questions.map(withoutContent),
})

/** The parts of what a judge read and of what its delivery rests on. */
export const partsOf = (
  bundle: JudgedBundle,
  facts: Pick<DeliveryFacts, "charged" | "counter" | "fee" | "stakes" | "terms">,
  manner: Manner,
  deliveredAt: Instant,
): Parts => ({
  figures: facts.terms,
  delivery: {
    manner,
    deliveredAt,
    counter: Option.getOrNull(facts.counter),
    stakes: [...facts.stakes],
    charged: facts.charged,
    day: facts.fee.day,
  },
  deals: dealsOf(bundle),
  papers: papersOf(bundle),
})

const entryOf = (part: PartName | "judgment", { sha256, text }: Text, kept: boolean) => ({
  part,
  sha256,
  bytes: byteLength(text),
  kept,
})

/** Half of a change set is for the judgment and what its judge read; its records have the other half. */
const roomFor = (payload: string): number => limits.changeSetBytes / 2 - byteLength(payload)

/** Which parts are kept. A part that is too large for a text, or for the commit of the judgment, is named by its hash alone. */
const chooseParts = (parts: Parts, payload: string) => {
  let room = roomFor(payload)
  return partNames.map((part) => {
    const text = textOf(parts[part])
    const entry = entryOf(part, text, byteLength(text.text) <= Math.min(room, limits.blobBytes))
    if (entry.kept) room -= entry.bytes
    return { text, entry }
  })
}

const sealed = (changes: ReadonlyArray<Change>): { readonly id: string; readonly payload: string } => {
  const seal = changes.find((change) => change._tag === "Seal")
  return needPresent(seal, "the seal of a delivery")
}

/** The changes that keep what a judge read beside the changes that deliver its judgment. */
export const keepBundle = rule(
  ["Rule 5.2"],
  (
    bundle: JudgedBundle,
    manner: Manner,
    facts: DeliveryFacts,
    delivery: ReadonlyArray<Change>,
    { now, schedule }: CommandContext,
  ): ReadonlyArray<Change> => {
    const { id: citation, payload } = sealed(delivery)
    const { matter } = bundle
    const chosen = chooseParts(partsOf(bundle, facts, manner, now), payload)
    const judgment = entryOf("judgment", { sha256: sha256Hex(payload), text: payload }, true)
    const inForce = new Map(
      schedule.versions
        .filter(({ inForceFrom }) => inForceFrom <= matter.filedAt)
        .map(({ instrument, version }) => [instrument, version] as const),
    )
    const manifest = textOf({
      schema: "court.bundle/1",
      matterId: matter.id,
      citation,
      judge: manner.judgeLine,
      asOf: format(asOfCall(matter)),
      figuresAt: format(matter.filedAt),
      versions: [...inForce].map(([instrument, version]) => ({ instrument, version })),
      parts: [judgment, ...chosen.map(({ entry }) => entry)],
    } satisfies Manifest)
    return [
      Changed.put(Bundles, { matterId: matter.id, manifestSha256: manifest.sha256 }),
      blobOf(manifest),
      ...chosen.flatMap(({ text, entry }) => (entry.kept ? [blobOf(text)] : [])),
    ]
  },
)

const manifestOf = Effect.fnUntraced(function* (reader: Reader, id: string, { actor }: QueryContext) {
  const matter = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
  const isOffice = actor.role === "registrar" || actor.role === "judge"
  if (!isOffice && partySide(matter, actor) === null) return yield* refusal("not_a_party", {})
  const { manifestSha256: sha256 } = yield* reader.need(Bundles, id, () => refusal("unknown_bundle", { id }))
  return { sha256, manifest: yield* readText(reader, Manifest, sha256) }
})

/** The list of the parts from which a judgment was decided, under the hash that the judgment names. */
export const BundleView = Schema.Struct({
  sha256: Sha256.annotations({ description: "The SHA-256 of the RFC 8785 form of `manifest`" }),
  manifest: Manifest,
}).annotations({ identifier: "Bundle" })

/** A part of a kept bundle by the hash of its bytes, for whoever judges a matter again. */
export const BundlePartView = Schema.Struct({
  sha256: Sha256,
  text: Schema.String.annotations({ description: "The bytes that have this hash, as UTF-8" }),
}).annotations({ identifier: "BundlePart" })

/**
 * The manifest of what a judge of the court read in a matter: `GET /matters/{id}/bundle`. Refused `unknown_matter`, `unknown_bundle`, and
 * `not_a_party` to everybody but the parties, the judges and the Registrar.
 */
export const readBundle = query({
  name: "read-bundle",
  read: ({ id }: { readonly id: string }, context: QueryContext, reader: Reader) =>
    manifestOf(reader, id, context),
})

/** A part of it: `GET /matters/{id}/bundle/{sha256}`. Refused as the manifest is, and if the manifest has no such part or could not keep it. */
export const readBundlePart = query({
  name: "read-bundle-part",
  read: Effect.fnUntraced(function* (
    { id, sha256 }: { readonly id: string; readonly sha256: string },
    context: QueryContext,
    reader: Reader,
  ) {
    const { manifest } = yield* manifestOf(reader, id, context)
    const part = manifest.parts.find((one) => one.kept && one.sha256 === sha256)
    if (part === undefined) return yield* refusal("unknown_bundle", { id })
    return { sha256, text: needPresent(yield* reader.blob(sha256), `the text ${sha256}`) }
  }),
})
