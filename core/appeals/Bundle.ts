/** The bundle of an appeal that the court's judge decided, and the reason why nothing is kept of another appeal. */
import { Effect, Schema } from "effect"
import { KeptBundle } from "../bench/index.ts"
import { Judgment } from "../judgments/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type Query, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { readText } from "../kernel/Text.ts"
import { Matter } from "../matters/index.ts"
import { type Appeal, Appeals } from "./Appeal.ts"
import { benchLine } from "./Delivery.ts"
import type { On } from "./Queries.ts"

const Sealed = Schema.Struct({ reasons: Schema.String })

/** The line of the judge in reasons: their third paragraph, after the title and the citation (Rule 5.2). */
const judgeLineOf = (reasons: string): string =>
  needPresent(reasons.split("\n\n")[2], "the line of the judge").replaceAll("*", "")

const whyNothing = Effect.fnUntraced(function* (reader: Reader, { citation, court }: Appeal) {
  if (citation === null) return "it has not been decided"
  const judgment = yield* reader.need(Judgment.Judgments, citation, () =>
    refusal("unknown_judgment", { citation }),
  )
  const { reasons } = yield* readText(reader, Sealed, judgment.payloadSha256)
  return judgeLineOf(reasons) === benchLine(court)
    ? "a Judge decided it on the bench, and the record that a person read is not computed again"
    : "the court's judge decided it in an earlier version of this court, which kept nothing of appeals"
})

const nameOf = (id: string): string => `appeal ${id}`

const ofAppeal = Effect.fnUntraced(function* (reader: Reader, id: string, context: QueryContext) {
  const appeal = yield* reader.need(Appeals, id, () => refusal("unknown_appeal", { id }))
  const { matterId } = appeal
  const matter = yield* reader.need(Matter.Matters, matterId, () =>
    refusal("unknown_matter", { id: matterId }),
  )
  const kept = yield* KeptBundle.keptOf(reader, matter, id, context)
  return (
    kept ?? (yield* refusal("unknown_bundle", { of: nameOf(id), why: yield* whyNothing(reader, appeal) }))
  )
})

/**
 * The manifest of what the court's judge read in an appeal: `GET /appeals/{id}/bundle`. Refused `unknown_appeal`, `unknown_bundle` with the
 * reason, and `not_a_party` to everybody but the parties, the judges and the Registrar.
 */
export const readAppealBundle: Query<On, KeptBundle.BundleView> = query({
  name: "read-appeal-bundle",
  read: ({ id }: On, context: QueryContext, reader: Reader) =>
    Effect.map(ofAppeal(reader, id, context), KeptBundle.shownManifest),
})

/** A part of it: `GET /appeals/{id}/bundle/{sha256}`. Refused as the manifest is, and if the manifest has no such part or could not keep it. */
export const readAppealBundlePart: Query<On & { readonly sha256: string }, KeptBundle.BundlePartView> = query(
  {
    name: "read-appeal-bundle-part",
    read: ({ id, sha256 }: On & { readonly sha256: string }, context: QueryContext, reader: Reader) =>
      Effect.flatMap(ofAppeal(reader, id, context), (kept) =>
        KeptBundle.partOf(reader, kept, sha256, nameOf(id)),
      ),
  },
)
