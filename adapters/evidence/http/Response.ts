/**
 * A response with the request that it answers, as a party presents them: `{request, response: {status, headers, body?}}`. The response
 * bears the signature. It covers components of the request by the parameter `req` (RFC 9421 §2.4).
 */
import { createHash } from "node:crypto"
import type { SignedTerms } from "../../../core/evidence/index.ts"
import type { Message } from "../../keys/httpSignature/SignatureBase.ts"
import { type Members, membersOf, numberOf, parseMembers, textOf } from "../Read.ts"
import { type Check, checkOf, fails } from "../Verifier.ts"
import { nameOrQuote } from "../Words.ts"
import { messageOf, type Request, read as readRequest } from "./Request.ts"

export interface Exchange {
  readonly request: Request
  readonly status: number
  /** The response in the form of a request: its headers and its body, at the address of the request. */
  readonly response: Request
}

const isStatus = (status: number | undefined): status is number =>
  status !== undefined && Number.isInteger(status) && status >= 100 && status <= 599

export const read = (value: Members): Exchange | null => {
  const asked = membersOf(value, "request")
  const answered = membersOf(value, "response")
  const request = asked === undefined ? null : readRequest(asked)
  if (request === null || answered === undefined) return null
  const status = numberOf(answered, "status")
  const response = readRequest({ ...answered, method: request.method, url: request.url.href })
  return response === null || !isStatus(status) ? null : { request, status, response }
}

/** The message whose base is signed. It has no method and no target of its own. */
export const messageOfResponse = ({ request, status, response }: Exchange): Message => ({
  method: "",
  targetUri: "",
  field: messageOf(response).field,
  status,
  request: messageOf(request),
})

/** The headers by which a request of x402 pays, and by which its response says that the payment was settled: of version 2, then 1. */
const payments = ["payment-signature", "x-payment"] as const
const settlements = ["payment-response", "x-payment-response"] as const

const target = ["@target-uri", "@authority", "@path", "@request-target"].map((name) => `${name};req`)

/** Whether the status and the request that it answers are signed. */
export const responseChecks = ({ request }: Exchange, covered: ReadonlySet<string>): ReadonlyArray<Check> => [
  checkOf(
    "covered",
    covered.has("@status") && covered.has("@method;req") && target.some((name) => covered.has(name)),
    "The status, and the method and the target of the request, are signed.",
    "The status, or the method or the target of the request, is not signed, so that the signature fits other exchanges too.",
  ),
  ...(request.url.search === "" ||
  !covered.has("@path;req") ||
  ["@target-uri;req", "@request-target;req", "@query;req"].some((name) => covered.has(name))
    ? []
    : [fails("covered", "The query of the request is not signed.")]),
]

export const responseSentences = (
  { request: { method, url }, status }: Exchange,
  at: string,
): ReadonlyArray<string> => [
  `Message: the response to ${nameOrQuote(method)} ${nameOrQuote(url.href)} has the status ${status}${at}.`,
]

const hash = /^0x[0-9a-f]{64}$/

/** The transaction that a header of settlement names; null if it is not of the form of x402. */
const transactionIn = (header: string): string | null => {
  const settled = parseMembers(Buffer.from(header, "base64").toString("utf8"))
  const transaction = textOf(settled ?? {}, "transaction")?.toLowerCase() ?? ""
  return hash.test(transaction) ? transaction : null
}

/**
 * The terms that an account reads of a response: only if the signature covers the target of the request, the status, and the header by which the
 * request paid. The transaction counts only if the header that names it is signed.
 */
export const responseTerms = (
  { request, status, response }: Exchange,
  covered: ReadonlySet<string>,
  by: string,
): SignedTerms.Response | null => {
  const paying = payments.find((name) => covered.has(`${name};req`))
  const paid = paying === undefined ? undefined : request.headers.get(paying)
  if (paid === undefined || !covered.has("@status") || !covered.has("@target-uri;req")) return null
  const settling = settlements.find((name) => covered.has(name))
  const settled = settling === undefined ? undefined : response.headers.get(settling)
  return {
    kind: "response",
    by,
    url: request.url.href,
    status,
    payment: createHash("sha256").update(paid).digest("hex"),
    transaction: settled === undefined ? null : transactionIn(settled),
  }
}
