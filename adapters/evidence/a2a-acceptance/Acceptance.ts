/**
 * A message of A2A by which a requester accepts or rejects the output of a task (the proposed extension of acceptance criteria). A2A signs no
 * messages, so the court reads a message as a token that its sender signed: `{"a2aMessage": token}`, with the payload `{iat, message}`.
 */

import { read, version } from "../../../core/criteria/index.ts"
import type { SignedTerms } from "../../../core/evidence/index.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { asDoubles } from "../Digits.ts"
import * as Jws from "../Jws.ts"
import { isMembers, listOf, type Members, membersOf, numberOf, parseMembers, textOf } from "../Read.ts"
import {
  type Check,
  checkOf,
  clock,
  cutToBounds,
  type Documents,
  type Found,
  fails,
  type Verifier,
} from "../Verifier.ts"
import { instantOf, quote, show } from "../Words.ts"

const extension =
  "https://github.com/sweengineeringlabs/a2a-proposal/tree/main/extension/experimental-ext-acceptance/v1"
const reasons = ["SCHEMA_MISMATCH", "MISSING_ARTIFACT", "QUALITY_THRESHOLD_NOT_MET", "OUT_OF_SCOPE", "OTHER"]

/** A message of a task. The members that it doesn't have are null. */
interface Message {
  readonly taskId: string
  readonly extensions: ReadonlyArray<unknown>
  readonly decision: Members | null
  readonly criteria: Members | null
}

const messageIn = (payload: Members): Message | null => {
  const message = membersOf(payload, "message") ?? {}
  const metadata = membersOf(message, "metadata") ?? {}
  const decision = membersOf(metadata, `${extension}/decision`) ?? null
  const criteria = membersOf(metadata, `${extension}/criteria`) ?? null
  const taskId = textOf(message, "taskId") ?? ""
  return decision === null && criteria === null
    ? null
    : { taskId, extensions: listOf(message, "extensions"), decision, criteria }
}

/** The document of criteria to which the schema of a task comes: one check, that the delivery is JSON which fits it. */
export const criteriaFrom = (artifactSchema: Json): { readonly [name: string]: Json } => ({
  version,
  artifact: { bytesMax: bounds.artifactBytesMax },
  checks: [{ id: "artifact", kind: "schema", schema: artifactSchema }],
})

/** The SHA-256 of the criteria of a task as a quote may state them; null if the court does not evaluate its schema. */
const criteriaHash = (criteria: Members | null): string | null => {
  const schema = membersOf(criteria ?? {}, "artifactSchema")
  if (schema === undefined) return null
  // It was parsed as JSON; a type can't say so.
  const found = read(criteriaFrom(asDoubles(schema) as Json))
  return "criteria" in found ? found.criteria.digest.replace("sha256:", "") : null
}

const decisionChecks = ({ decision, extensions }: Message): ReadonlyArray<Check> => [
  checkOf(
    "extensions",
    extensions.includes(extension),
    "The message says that it is of the extension.",
    "The message does not say that it is of the extension.",
  ),
  ...(decision === null
    ? []
    : [
        checkOf(
          "decision",
          decision.action === "accept" ||
            (decision.action === "reject" && reasons.includes(String(decision.reason))),
          "It accepts, or it rejects with a reason that the extension knows.",
          "It neither accepts nor rejects with a reason that the extension knows.",
        ),
      ]),
]

const sentences = ({ taskId, decision, criteria }: Message, hash: string | null): ReadonlyArray<string> => [
  ...(decision === null
    ? []
    : [
        `Task: ${show(taskId)}, the decision is ${show(decision.action ?? null)}${decision.reason === undefined ? "" : `, for ${show(decision.reason)}`}.`,
      ]),
  ...(criteria === null
    ? []
    : [
        `Task: ${show(taskId)}, the criteria are ${quote(textOf(criteria, "description") ?? "")}, by the evaluator ${show(criteria.evaluator ?? "client")}.`,
      ]),
  ...(hash === null ? [] : [`Task: its schema as criteria of this court has the SHA-256 ${hash}.`]),
]

const examine = (
  token: Jws.Jws,
  payload: Members,
  message: Message,
  documents: Documents,
  now: number,
): Found => {
  const signedAt = instantOf(numberOf(payload, "iat"))
  const { signer, checks } = Jws.examine(token, documents, { role: "requester", signedAt, host: null })
  const hash = criteriaHash(message.criteria)
  const said = cutToBounds(sentences(message, hash).map((text) => ({ by: "requester", text })))
  const { taskId, decision } = message
  const terms: ReadonlyArray<SignedTerms.Delivery> =
    decision?.action === "accept" && signedAt !== null && taskId !== ""
      ? [
          {
            kind: "delivery",
            by: "requester",
            deal: taskId,
            says: "accepted",
            millionths: 0,
            sha256: null,
            criteria: hash,
            signedAt,
          },
        ]
      : []
  return {
    signers: [signer],
    checks: [
      ...checks,
      ...(signedAt === null
        ? [fails("clock", "It does not say when it was signed.")]
        : clock(payload.iat, now)),
      ...decisionChecks(message),
      ...said.checks,
    ],
    statement: said.statement,
    ...(terms.length === 0 ? {} : { terms }),
  }
}

export const acceptance: Verifier = {
  format: "a2a_acceptance",
  experimental: true,
  open: ({ value }) => {
    const token = isMembers(value) ? Jws.parse(textOf(value, "a2aMessage")?.trim() ?? "") : null
    const payload = parseMembers(token?.payload ?? "")
    const message = payload === undefined ? null : messageIn(payload)
    if (token === null || payload === undefined || message === null) return null
    return {
      needs: Jws.needs(token),
      examine: (documents, now) => examine(token, payload, message, documents, now),
    }
  },
}
