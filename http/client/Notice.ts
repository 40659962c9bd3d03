/**
 * Checks that a call to a service address came from the court. A call follows Standard Webhooks with the asymmetric signature (`v1a`,
 * Ed25519) by the key that stands first in the court's `/.well-known/jwks.json`.
 */
import { verifyEd25519 } from "../../core/kernel/Ed25519.ts"
import type { JwksDocument } from "../../core/kernel/Notary.ts"

interface Fields {
  readonly [name: string]: string | ReadonlyArray<string> | undefined
}
const haveGet = (
  headers: NoticeCall["headers"],
): headers is { readonly get: (name: string) => string | null } => typeof headers.get === "function"

/** A call as it came. The body is signed byte for byte: give it as it was received, before any parser. */
export interface NoticeCall {
  /** The header fields, as `fetch` and `node:http` have them. */
  readonly headers: Fields | { readonly get: (name: string) => string | null }
  readonly body: string | Uint8Array
}

/** The facts that the receiver of a notice knows of itself and of the court. */
export interface NoticeExpected {
  /** The handle of the agent that is called. The court's call to another agent is signed too, and its receiver can pass it on to you. */
  readonly agent: string
  readonly jwks: JwksDocument
  /** The time now, in milliseconds since 1970; the clock of the machine if it is left out. */
  readonly now?: number
  /** How far the time of sending may be from now, either way, in seconds; 300 if it is left out. */
  readonly toleranceSeconds?: number
}

/**
 * The checks of a call that can fail. `headers`: one of the three `webhook-` fields is missing, or can't be read. `time`: it was sent too
 * long ago, or by a clock too far ahead. `signature`: the key that the court signs by now has not signed it. `form`: the body isn't a
 * notice. `agent`: it is for another agent.
 */
export type NoticeCheck = "headers" | "time" | "signature" | "form" | "agent"

/** The words for each check of a notice that failed. */
export const noticeFailures: Readonly<Record<NoticeCheck, string>> = {
  headers: "webhook-id, webhook-timestamp and webhook-signature are not all there",
  time: "the call was not sent within the tolerance of now",
  signature: "the court's key has not signed this body with this id and this time",
  form: "the body is no notice",
  agent: "the notice is for another agent",
}

/**
 * The content of the body of a call, served at `timestamp` (RFC 3339). A challenge has the type `court.verification`, and the text to
 * answer with in `data.challenge`.
 */
export interface CalledNotice {
  readonly type: string
  readonly timestamp: string
  readonly agent: string
  readonly data: {
    readonly id: string
    readonly subject: string
    readonly text: string
    readonly [member: string]: string | number | boolean | null
  }
}

/** Whether a call is a notice of the court to this agent, and what was checked in vain. Only a valid call has a notice. */
export interface NoticeVerdict {
  readonly valid: boolean
  readonly failed: ReadonlyArray<NoticeCheck>
  /** The `webhook-id`. A notice is sent again under its id until an answer comes: act once on each, and keep the ids that you had. */
  readonly id: string | null
  readonly notice: CalledNotice | null
}

const toleranceSeconds = 300
const signaturesMax = 8

/** The one value of a field; null if it is missing or stands there twice. */
const fieldOf = ({ headers }: NoticeCall, name: string): string | null => {
  if (haveGet(headers)) return headers.get(name)
  const values = Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? value : [],
  )
  return values.length === 1 ? (values[0] ?? null) : null
}

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0))

const isMembers = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isNotice = (value: unknown): value is CalledNotice =>
  isMembers(value) &&
  isMembers(value.data) &&
  [value.type, value.timestamp, value.agent, value.data.id, value.data.subject, value.data.text].every(
    (member) => typeof member === "string",
  )

const parseNotice = (body: Uint8Array): CalledNotice | null => {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
    return isNotice(value) ? value : null
  } catch {
    return null
  }
}

/** The bytes that are signed: the id, the time of sending and the body, joined by dots. */
const signedBytes = (id: string, timestamp: string, body: Uint8Array): Uint8Array => {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

/** A key or a signature that isn't a point of the curve verifies nothing. */
const verifies = (signature: string, signed: Uint8Array, x: string): boolean => {
  try {
    return verifyEd25519(bytesOf(signature), signed, bytesOf(x))
  } catch {
    return false
  }
}

/** Whether one of the signatures is by the key that stands first: those behind it are retired, and sign no call. */
const isSigned = (field: string, signed: Uint8Array, { keys }: JwksDocument): boolean => {
  const [key] = keys
  if (key?.kty !== "OKP" || key.crv !== "Ed25519" || key.x === undefined) return false
  const { x } = key
  return field
    .split(" ")
    .slice(0, signaturesMax)
    .some((one) => {
      const [, signature = ""] = /^v1a,([A-Za-z0-9+/]{86}==)$/.exec(one) ?? []
      return signature !== "" && verifies(signature, signed, x)
    })
}

/**
 * Whether a call is the court's, sent now and to this agent; if not, every check that failed. It remembers no ids: who has recorded a
 * call can send it again within the tolerance, so act once on each `id`.
 */
export const checkNotice = (call: NoticeCall, expected: NoticeExpected): NoticeVerdict => {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    fieldOf(call, name),
  )
  if (!id || !signatures || !timestamp || !/^[\w-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp))
    return { valid: false, failed: ["headers"], id: null, notice: null }
  const body = typeof call.body === "string" ? new TextEncoder().encode(call.body) : call.body
  const now = (expected.now ?? Date.now()) / 1000
  const away = Math.abs(now - Number(timestamp))
  const notice = parseNotice(body)
  const checks: ReadonlyArray<NoticeCheck | null> = [
    away <= (expected.toleranceSeconds ?? toleranceSeconds) ? null : "time",
    isSigned(signatures, signedBytes(id, timestamp, body), expected.jwks) ? null : "signature",
    notice === null ? "form" : null,
    notice === null || notice.agent === expected.agent ? null : "agent",
  ]
  const failed = checks.filter((check) => check !== null)
  const valid = failed.length === 0
  return { valid, failed, id, notice: valid ? notice : null }
}

/** How long keys that were read from the court serve before a call that they have not signed has them read again, in milliseconds. */
const keysServeMs = 60_000

/**
 * `checkNotice` with the keys of a court: read once, and again if they have not signed a call, at most once a minute, so that nobody can
 * make the receiver ask the court by calls that aren't notices.
 */
export const checkingNotices = (readJwks: () => Promise<JwksDocument>) => {
  let kept: { readonly at: number; readonly jwks: Promise<JwksDocument> } | null = null
  const read = (): Promise<JwksDocument> => {
    const reading = { at: Date.now(), jwks: readJwks() }
    kept = reading
    reading.jwks.catch(() => {
      kept = null
    })
    return reading.jwks
  }
  return async (
    call: NoticeCall,
    expected: Omit<NoticeExpected, "jwks"> & { readonly jwks?: JwksDocument },
  ): Promise<NoticeVerdict> => {
    const jwks = expected.jwks ?? (await (kept?.jwks ?? read()))
    const verdict = checkNotice(call, { ...expected, jwks })
    const isStale = expected.jwks === undefined && kept !== null && Date.now() - kept.at > keysServeMs
    return verdict.failed.includes("signature") && isStale
      ? checkNotice(call, { ...expected, jwks: await read() })
      : verdict
  }
}
