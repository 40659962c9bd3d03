/**
 * Dispute evidence of a payment by an agent (`dispute+jwt` of ext-disputes): the grant by which an owner let its agent pay, the receipt of
 * the payment that names the grant by its hash, and what the owner says differs between the two.
 */
import type { SignedTerms } from "../../../core/evidence/index.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import * as Jws from "../Jws.ts"
import { type Members, membersOf, textOf } from "../Read.ts"
import {
  type Check,
  checkOf,
  clock,
  cutToBounds,
  type Documents,
  type Found,
  fails,
  type Opened,
  placeChecks,
  type Statement,
  type Verifier,
} from "../Verifier.ts"
import { nameOrQuote, quote, show, timeOf } from "../Words.ts"
import {
  checkList,
  constraintChecks,
  type Delta,
  deltasOf,
  limitOf,
  type Requested,
  readTaken,
  requestIn,
  sumField,
  type Taken,
} from "./Delta.ts"
import { examineToken, needsOf, readToken, referenceOf, sha256Of, signedAtOf, type Token } from "./Token.ts"

/** The parts of an artifact; each is signed by itself. */
interface Dispute {
  readonly outer: Token
  readonly evidence: Members
  readonly grant: Token
  readonly receipt: Token
  readonly requested: Requested | null
  readonly taken: Taken
}

const read = (text: string): Dispute | null => {
  const outer = readToken(text.trim())
  if (outer === null || textOf(outer.jws.header, "typ") !== "dispute+jwt") return null
  const evidence = membersOf(outer.claims, "evidence") ?? {}
  const grant = readToken(textOf(evidence, "grant"))
  const receipt = readToken(textOf(evidence, "receipt"))
  if (grant === null || receipt === null) return null
  const requested = requestIn(receipt)
  return { outer, evidence, grant, receipt, requested, taken: readTaken(receipt, requested) }
}

/** Reasons of the draft that rest on what somebody else attests. They are not read. */
const attested: ReadonlySet<string> = new Set(["counterparty-mismatch", "offer-drift"])
const isAttested = ({ claims }: Token): boolean => attested.has(textOf(claims, "reason") ?? "")

/** Whether each token names the others: nobody can put another grant or another receipt in the place of one. */
const bindingChecks = (
  { outer, grant, receipt, requested }: Dispute,
  subject: boolean,
): ReadonlyArray<Check> => {
  const ack = membersOf(receipt.claims, "ack") ?? {}
  const { iss, sub } = outer.claims
  return [
    checkOf(
      "grant: reference",
      outer.claims.grant_ref === referenceOf(grant),
      "The dispute names the grant by its hash.",
      "The dispute does not name this grant by its hash.",
    ),
    checkOf(
      "receipt: reference",
      outer.claims.receipt_ref === referenceOf(receipt),
      "The dispute names the receipt by its hash.",
      "The dispute does not name this receipt by its hash.",
    ),
    checkOf(
      "receipt: grant",
      ack.grant === referenceOf(grant),
      "The receipt names the grant by its hash.",
      "The receipt does not name this grant by its hash, so that whoever signed it has not said that it knew of it.",
    ),
    checkOf(
      "issuer",
      typeof iss === "string" && iss === grant.claims.iss,
      "Whoever disputes is whoever granted.",
      "Whoever disputes is not whoever granted.",
    ),
    checkOf(
      "subject",
      typeof sub === "string" && sub === grant.claims.sub && (!subject || sub === ack.agent),
      "The dispute, the grant and the receipt name one agent.",
      "The dispute, the grant and the receipt do not name one agent.",
    ),
    ...(requested !== null && requested.option === undefined
      ? [fails("receipt: option", "The request for payment has no option of the name that was paid.")]
      : []),
    ...(requested === null && receipt.claims.paymentRequestToken !== undefined
      ? [fails("not_made", "Receipt: the request for payment in it is not a token, and was not read.")]
      : []),
  ]
}

/** The order in which the tokens were signed: a grant that was written after the payment allowed nothing and forbade nothing. */
const orderChecks = (
  { outer, grant, receipt }: Dispute,
  deltas: ReadonlyArray<Delta>,
  now: number,
): ReadonlyArray<Check> => {
  const [granted, paid, disputed] = [signedAtOf(grant), signedAtOf(receipt), signedAtOf(outer)]
  const ordered = granted !== null && paid !== null && disputed !== null && granted < paid && paid <= disputed
  const ended = deltas.some(({ field }) => field === "exp")
  const end = Number(grant.claims.exp)
  const isLive = paid !== null && (grant.claims.exp === undefined || end * 1000 >= paid)
  return [
    checkOf(
      "order",
      ordered,
      "The grant was signed first, then the receipt, then the dispute.",
      "The grant was not signed first, then the receipt, then the dispute, or one of them does not say when.",
    ),
    checkOf(
      "grant: in_term",
      isLive !== ended,
      ended ? "The term of the grant had ended at the payment." : "The grant was in its term at the payment.",
      "The term of the grant does not fit the dispute.",
    ),
    checkOf(
      "in_term",
      typeof outer.claims.exp === "number" && outer.claims.exp * 1000 >= now,
      "The term of the evidence has not ended.",
      "The term of the evidence has ended, or it states no term.",
    ),
    ...placeChecks("dispute", clock(outer.claims.iat, now)),
  ]
}

const typeCheck = ({ jws: { header } }: Token): Check =>
  checkOf(
    "grant: typ",
    textOf(header, "typ") === "grant+jwt",
    "The grant is of the type grant+jwt.",
    "The grant is not of the type grant+jwt.",
  )

const sumOf = (amount: unknown, currency: unknown): string =>
  `${show(amount ?? null)} units of ${show(currency ?? null)}`

const statementOf = (
  { outer, grant, receipt, taken, requested }: Dispute,
  deltas: ReadonlyArray<Delta>,
): ReadonlyArray<Statement> => {
  const { maxAmount, currency } = membersOf(grant.claims, "constraints") ?? {}
  const paid = `${sumOf(taken.amount, taken.currency)} to ${show(taken.recipient ?? null)}`
  const until = grant.claims.exp === undefined ? "" : `, until ${timeOf(grant.claims.exp)}`
  return [
    { by: "disputant", text: `Dispute: the reason is ${quote(textOf(outer.claims, "reason") ?? "")}.` },
    ...deltas.map(({ text }) => ({ by: "disputant", text })),
    {
      by: "owner",
      text: `Grant: ${show(grant.claims.sub ?? null)} may pay at most ${sumOf(maxAmount, currency)} to ${show(grant.claims.aud ?? null)}${until}.`,
    },
    {
      by: "issuer",
      text: `Receipt: ${show(taken.agent ?? null)} paid ${paid} at ${timeOf(taken.at)}, under the grant ${nameOrQuote(referenceOf(grant))}.`,
    },
    ...(requested === null ? [] : [{ by: "seller", text: `Request for payment: ${paid}.` }]),
    ...(textOf(receipt.claims, "transaction") === undefined
      ? []
      : [{ by: "issuer", text: `Receipt: transaction ${show(receipt.claims.transaction)}.` }]),
  ]
}

/** The mandate as whoever signed the receipt named it; null if the times or the texts are not of their form. */
const termsOf = (
  { outer, grant, receipt, taken }: Dispute,
  deltas: ReadonlyArray<Delta>,
): SignedTerms.Mandate | null => {
  const [grantedAt, takenAt] = [signedAtOf(grant), signedAtOf(receipt)]
  if (grantedAt === null || takenAt === null || isAttested(outer)) return null
  const { transaction, txHash } = receipt.claims
  const named = typeof transaction === "string" ? transaction : typeof txHash === "string" ? txHash : ""
  const currency = taken.currency ?? ""
  if (named.length > bounds.urlCharsMax || currency.length > bounds.urlCharsMax) return null
  return {
    kind: "mandate",
    by: "issuer",
    grantedBy: "owner",
    mandate: sha256Of(grant),
    receipt: sha256Of(receipt),
    signed: Jws.hashOfPayload(receipt.jws),
    transaction: named === "" ? null : named.toLowerCase(),
    grantedAt,
    takenAt,
    currency,
    limit: deltas.some(({ field }) => field === sumField) ? (limitOf(grant.claims) ?? null) : null,
    taken: taken.amount ?? null,
    forbids: deltas.some(({ field }) => field !== sumField),
  }
}

const examine = (dispute: Dispute, documents: Documents, now: number): Found => {
  const { outer, evidence, grant, receipt, requested, taken } = dispute
  const skipped = isAttested(outer)
  const deltas = skipped ? [] : deltasOf(evidence, grant.claims, taken)
  const parts = [
    examineToken(outer, "dispute", "disputant", documents),
    examineToken(grant, "grant", "owner", documents),
    examineToken(receipt, "receipt", "issuer", documents),
    ...(requested === null ? [] : [examineToken(requested.token, "request", "seller", documents)]),
  ]
  const said = cutToBounds(statementOf(dispute, deltas))
  const terms = termsOf(dispute, deltas)
  return {
    signers: parts.map(({ signer }) => signer),
    checks: [
      ...parts.flatMap(({ checks }) => checks),
      ...bindingChecks(dispute, !deltas.some(({ field }) => field === "sub")),
      ...orderChecks(dispute, deltas, now),
      typeCheck(grant),
      ...constraintChecks(grant.claims),
      ...(skipped
        ? [fails("not_made", "Dispute: its reason rests on what somebody else attests, which is not read.")]
        : [...checkList(evidence), ...deltas.map(({ check }) => check)]),
      ...said.checks,
    ],
    statement: said.statement,
    ...(terms === null ? {} : { terms: [terms] }),
  }
}

/** The verifier of `dispute+jwt`. It follows a draft, so that a court reads it only if its operator says so. */
export const dispute: Verifier = {
  format: "dispute_jwt",
  experimental: true,
  open: ({ text }): Opened | null => {
    const found = read(text)
    if (found === null) return null
    const { outer, grant, receipt, requested } = found
    const tokens = [outer, grant, receipt, ...(requested === null ? [] : [requested.token])]
    return {
      needs: tokens.flatMap(needsOf),
      examine: (documents, now) => examine(found, documents, now),
    }
  },
}
