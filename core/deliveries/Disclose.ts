/** The disclosure of a delivery: `POST /quotes/{id}/artifact`. */

import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Either, Option, Schema } from "effect"
import type { Check, Criteria } from "../criteria/index.ts"
import { Findings, readableTexts } from "../evidence/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { hashBytes, sha256Hex } from "../kernel/Hash.ts"
import { ById } from "../kernel/Id.ts"
import { member, optional } from "../kernel/Json.ts"
import { afterOf } from "../kernel/Machine.ts"
import { firstOf, refusedIn } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { textOf } from "../kernel/Text.ts"
import type { Instant } from "../kernel/Time.ts"
import { Screen } from "../matters/index.ts"
import {
  base64Of,
  criteriaOf,
  Evaluator,
  evaluate,
  partsOf,
  type Quote,
  quotes,
  sizeOf,
} from "../quotes/index.ts"
import {
  Attestations,
  addAttestations,
  attestationsSaid,
  type Brought,
  examineAttestations,
  takeAttestations,
} from "./Attestation.ts"
import { type Disclosure, Disclosures } from "./Disclosure.ts"
import { keepBytes, keptText } from "./Kept.ts"
import { type DisclosureFacts, disclosureChecks, mattersOn, sideOf } from "./Law.ts"
import { disclosureView } from "./Queries.ts"

/** The body by which a party discloses the bytes of which a close states the hash (PD14). */
export const Disclosing = Schema.Struct({
  content: member(base64Of(bounds.artifactBytesMax), "The bytes of the close, in base64."),
  attestations: optional(Attestations, attestationsSaid),
}).annotations({ identifier: "Disclosing" })
const Input = Schema.Struct({ ...ById.fields, ...Disclosing.fields })
type Input = typeof Input.Type

interface Facts extends DisclosureFacts {
  readonly quote: Quote.Quote
  readonly artifact: string
  readonly criteria: Criteria | null
  readonly evaluation: Evaluator.Evaluation | null
  readonly brought: ReadonlyArray<Brought>
  readonly kept: Findings.Kept | null
}

const movesOf = ({ quote, artifact }: Pick<Facts, "quote" | "artifact">, { actor, now }: CommandContext) =>
  quotes.perform(quote, { act: "disclose", who: partsOf(quote, actor), artifact }, now)

/** Every refusal that needs neither the evaluator nor a verifier. */
const checksOf = (
  facts: Pick<Facts, "quote" | "artifact" | "before" | "matters">,
  { content }: Input,
  context: CommandContext,
) => [
  ...disclosureChecks(facts, content, sideOf(facts.quote, context.actor), context.terms),
  refusedIn(movesOf(facts, context)),
]

/** The bytes that a content has, unless there are too many to be read. */
const artifactOf = (content: string): string =>
  sizeOf(content) > bounds.artifactBytesMax ? "" : bytesToHex(hashBytes(Evaluator.bytesOf(content)))

const checksIn = (criteria: Criteria | null): ReadonlyArray<Check> => criteria?.checks ?? []

/** The bytes are evaluated once: a later disclosure of a quote has the same ones. */
const evaluationOf = (
  { before }: DisclosureFacts,
  document: unknown,
  { content }: Input,
  agentId: string,
) => {
  if (before !== null) return Effect.succeed(before.evaluation)
  return document === null ? Effect.succeed(null) : evaluate({ document, content }, agentId)
}

/** The record of a first disclosure, before its act is noted. */
const beginDisclosure = (
  { quote, artifact, evaluation }: Facts,
  { content }: Input,
  side: Disclosure["disclosedBy"],
  now: Instant,
): Disclosure => ({
  id: quote.id,
  artifact,
  bytes: sizeOf(content),
  disclosedAt: now,
  disclosedBy: side,
  contentSha256: sha256Hex(keptText(quote.id, content)),
  evaluation,
  acts: [],
  attestations: [],
})

/** Discloses what was delivered, and evaluates it in the same act. */
export const discloseArtifact = command({
  name: "disclose-artifact",
  sections: ["PD14 §11", "PD14 §12", "PD14 §13", "PD1 §4"],
  input: Input,
  gather: (input, context, reader) =>
    Effect.gen(function* () {
      const quote = yield* quotes.need(reader, input.id)
      const before = Option.getOrNull(yield* reader.find(Disclosures, input.id))
      const matters = yield* mattersOn(reader, quote)
      const artifact = artifactOf(input.content)
      const facts = { quote, before, matters, artifact }
      yield* firstOf(checksOf(facts, input, context))
      const document = yield* criteriaOf(reader, quote)
      const criteria = document === null ? null : Evaluator.criteriaIn(document)
      const about = { quote, artifact, checks: checksIn(criteria) }
      const { kept, brought } = yield* examineAttestations(reader, input.attestations ?? [], about, context)
      yield* firstOf([refusedIn(takeAttestations(brought, about, context.now))])
      const agentId = context.actor.role === "agent" ? context.actor.id : ""
      const evaluation = yield* evaluationOf(facts, document, input, agentId)
      return { ...facts, criteria, kept, brought, evaluation } satisfies Facts
    }),
  decide: (facts: Facts, input, context) =>
    Either.gen(function* () {
      const { quote, artifact, criteria, brought, kept } = facts
      yield* firstOf(checksOf(facts, input, context))
      const moves = yield* movesOf(facts, context)
      const taken = yield* takeAttestations(
        brought,
        { quote, artifact, checks: checksIn(criteria) },
        context.now,
      )
      const side = needPresent(sideOf(quote, context.actor), "the side that discloses")
      const first = facts.before ?? beginDisclosure(facts, input, side, context.now)
      const verifiedSha256 = kept?.text.sha256 ?? null
      const record: Disclosure = {
        ...first,
        attestations: addAttestations(first.attestations, taken),
        acts: [...first.acts, { by: side, at: context.now, verifiedSha256 }],
      }
      const evaluationSha256 = record.evaluation === null ? null : textOf(record.evaluation).sha256
      const data = { artifact: `sha256:${artifact}`, evaluationSha256, verifiedSha256 }
      return {
        changes: [
          ...quotes.record([moves], null, context, data),
          Changed.put(Disclosures, record),
          ...(facts.before === null ? keepBytes(record, input.content, context) : []),
          ...Findings.keptChanges(kept),
        ],
        reply: disclosureView(record, afterOf(moves), criteria, context.now),
      }
    }),
  examine: ({ content }, context) =>
    Screen.screenPaper([{ path: "content", text: readableTexts(wordsIn(content)) }], context),
})

const strict = new TextDecoder("utf-8", { fatal: true })
const latin = new TextDecoder("latin1")
const legible = /[\x20-\x7e\xa0-\xff]{6,}/g

/** The words in some bytes: their text, or else what is legible among them, so that one bad byte hides nothing. */
export const wordsIn = (content: string): string => {
  const bytes = Evaluator.bytesOf(content)
  try {
    return strict.decode(bytes)
  } catch {
    return Array.from(latin.decode(bytes).matchAll(legible), ([word]) => word).join("\n")
  }
}
