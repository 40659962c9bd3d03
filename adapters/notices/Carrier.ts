/**
 * Carries a notice to the service URL of its agent, and sends e-mail. Calls follow Standard Webhooks with the asymmetric signature (`v1a`,
 * ed25519): the court shares no secret with an agent, and the receiver of a call checks it with the key of `/.well-known/jwks.json`. Calls
 * are signed by HTTP Message Signatures (RFC 9421) too: `keyid` is a verification method of `/.well-known/did.json`, so a receiver that
 * knows the address of the court needs nothing else.
 */

import { hash } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { type Channel, type Notice, Service } from "../../core/agents/index.ts"
import { format } from "../../core/kernel/Time.ts"
import { baseOf, inputOf, type Message, tag } from "../keys/httpSignature/SignatureBase.ts"
import { writeList } from "../keys/httpSignature/StructuredFields.ts"
import * as Fetch from "../outbound/Fetch.ts"
import * as Guard from "../outbound/Guard.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import { timeEffect, within } from "../telemetry/Tracing.ts"
import { type Mail, Mailer } from "./Mailer.ts"

/** Signs a text that names the key. The signature is in base64. */
export type Signs = (
  textOf: (keyid: string) => string,
) => Effect.Effect<{ readonly keyid: string; readonly signature: string }>

interface Call {
  readonly url: string
  readonly body: string
  readonly headers: { readonly [name: string]: string }
  /** The time of sending by the machine's clock, in seconds. */
  readonly sentAt: number
}

const components = ["@method", "@target-uri", "content-digest", "content-type", "webhook-id"]

/** The header fields of a signed call. A call to an invalid address has no fields; it is refused before it is sent. */
export const fields = (
  signs: Signs,
  { url, body, headers, sentAt }: Call,
): Effect.Effect<{ readonly [name: string]: string }> => {
  const targetUri = URL.parse(url)?.href.replace(/#.*$/, "")
  if (targetUri === undefined) return Effect.succeed({})
  const digest = `sha-256=:${hash("sha256", body, "base64")}:`
  const all: { readonly [name: string]: string } = { ...headers, "content-digest": digest }
  const message: Message = { method: "POST", targetUri, field: (name) => all[name] ?? null }
  const inputFor = (keyid: string) => inputOf(components, { created: sentAt, keyid, alg: "ed25519", tag })
  const textOf = (keyid: string): string => {
    const built = baseOf(message, inputFor(keyid))
    if ("missing" in built) throw new Error(`a call has no ${built.missing}`)
    return built.base
  }
  return Effect.map(signs(textOf), ({ keyid, signature }) => ({
    "content-digest": digest,
    "signature-input": `court=${writeList(inputFor(keyid))}`,
    signature: `court=:${signature}:`,
  }))
}

/** The agent that is called: its handle and its service address. */
export interface Called {
  readonly handle: string
  readonly url: string
}

/** Carries notices to the services of agents, and proves that a service is theirs. */
export interface CarrierService {
  readonly toService: (notice: Notice.Notice, to: Called) => Effect.Effect<Channel.Tried>
  /** Calls with a challenge. The outcome is `delivered` if the answer is the challenge. */
  readonly challenge: (call: Notice.Notice, to: Called, challenge: string) => Effect.Effect<Channel.Tried>
  /** Sends an e-mail. Null in a court that sends no e-mail. */
  readonly mail: ((mail: Mail) => Effect.Effect<Channel.Tried>) | null
}
/** The port by which notices leave the court: as calls of an agent's service, and as e-mail. */
export class Carrier extends Context.Tag("agent-court/Carrier")<Carrier, CarrierService>() {}

/**
 * The body of the call, in the form that Standard Webhooks recommends. It names the agent that is called, so that nobody who is called
 * can pass the call on as one to somebody else.
 */
const bodyOf = (notice: Notice.Notice, agent: string): string =>
  JSON.stringify({
    type: notice.type,
    timestamp: format(notice.at),
    agent,
    data: { ...notice.data, id: notice.id, subject: notice.subject, text: shownText(notice) },
  })

/** A notice as an e-mail to the operator of its agent. */
export const mailOf = (notice: Notice.Notice, address: string): Mail => ({
  id: notice.id,
  to: address,
  subject: `Agent Dispute Court: ${notice.type}`,
  text: `${shownText(notice)}\n\nNotice ${notice.id}, served ${format(notice.at)}.\nGET /api/v1/inbox has it in full.\n`,
})

/** The time of sending by the machine's clock, in seconds. It is not the court's time, since receivers compare it with their own clocks. */
const seconds = Effect.map(Clock.currentTimeMillis, (ms) => Math.floor(ms / 1000))

/** The addresses to which calls may go, and the limits of an answer in time and size. */
export interface Options extends Guard.Options, Partial<Fetch.Limits> {}

const limits: Fetch.Limits = { timeoutMs: 5_000, maxBytes: 64 * 1024 }

const outcomeOf = ({ status, bytes }: Fetch.Answered, isRight: (text: string) => boolean) => {
  if (status < 200 || status >= 300) return "answered_otherwise"
  return isRight(Buffer.from(bytes).toString("utf8")) ? "delivered" : "challenge_unanswered"
}

/** The wait that an answer asks for (RFC 9110, 10.2.3): a number of seconds, or a time by the machine's clock. */
const retryAfterOf = (field: string | undefined, now: number): { readonly retryAfterMs?: number } => {
  if (field === undefined) return {}
  const wait = /^\d{1,9}$/.test(field) ? Number(field) * 1_000 : Date.parse(field) - now
  return Number.isNaN(wait) ? {} : { retryAfterMs: Math.max(0, wait) }
}

/** Posts to a service URL and gives the outcome, without the text of the answer. An answer that was cut or broke off counts by its status. */
export const makePost = (options: Options = {}) => {
  const fetch = Fetch.make(Guard.chosenByOthers(options))
  return (
    request: Required<Fetch.Request>,
    isRight: (text: string) => boolean = () => true,
  ): Effect.Effect<Channel.Tried> =>
    Effect.zipWith(fetch(request, { ...limits, ...options }), Clock.currentTimeMillis, (fetched, now) =>
      fetched._tag === "Failed"
        ? { outcome: fetched.why, status: null }
        : {
            outcome: outcomeOf(fetched, isRight),
            status: fetched.status,
            ...retryAfterOf(fetched.headers["retry-after"], now),
          },
    )
}

/** An attempt, timed and counted by its outcome. Telemetry holds neither the address nor the notice. */
const observeCarrying = (
  channel: "service" | "challenge" | "email",
  attempt: Effect.Effect<Channel.Tried>,
): Effect.Effect<Channel.Tried> =>
  within(`deliver ${channel}`, { kind: "client", attributes: { "court.channel": channel } }, (span) => {
    const recordEnd = (seconds: number, outcome: string): void => {
      Metrics.deliveries.record(seconds, channel, outcome)
      span?.attribute("court.outcome", outcome)
    }
    return timeEffect(
      attempt,
      (seconds, { outcome }) => recordEnd(seconds, outcome),
      (seconds) => recordEnd(seconds, "broken_off"),
    )
  })

/** Carries notices over HTTPS, with each call signed. */
export const layer = (options: Options = {}) =>
  Layer.effect(
    Carrier,
    Effect.gen(function* () {
      const signer = yield* NoticeSigner
      const mailer = yield* Mailer
      const post = makePost(options)
      const call = (notice: Notice.Notice, { handle, url }: Called, isRight?: (text: string) => boolean) =>
        Effect.gen(function* () {
          const body = bodyOf(notice, handle)
          const sentAt = yield* seconds
          const signature = yield* signer.sign(signedContent(notice.id, sentAt, body))
          const sent = headers(notice.id, sentAt, signature)
          const signed = yield* fields(signer.signRequest, { url, body, headers: sent, sentAt })
          return yield* post({ url, body, headers: { ...sent, ...signed } }, isRight)
        })
      return {
        toService: (notice, to) => observeCarrying("service", call(notice, to)),
        challenge: (notice, to, challenge) =>
          observeCarrying(
            "challenge",
            call(notice, to, (body) => Service.answers(body, challenge)),
          ),
        mail: mailer.configured ? (mail) => observeCarrying("email", mailer.send(mail)) : null,
      }
    }),
  )

/** Signs the calls of the court, so that a receiver knows them. */
export interface NoticeSignerService {
  /** ed25519 over the UTF-8 bytes of a text, in base64. */
  readonly sign: (text: string) => Effect.Effect<string>
  /** The same of a text that names the key: by the name that the court's did:web gives it. */
  readonly signRequest: Signs
}
/** The port that signs the calls of the court to services, by ed25519. */
export class NoticeSigner extends Context.Tag("agent-court/NoticeSigner")<
  NoticeSigner,
  NoticeSignerService
>() {}

/** The content that is signed: the id, the time of sending in seconds and the body, joined by dots. */
const signedContent = (id: string, seconds: number, body: string): string => `${id}.${seconds}.${body}`

/** The headers of a call, after the Standard Webhooks specification. */
export const headers = (id: string, seconds: number, signature: string) => ({
  "content-type": "application/json",
  "user-agent": "agent-court",
  "webhook-id": id,
  "webhook-timestamp": String(seconds),
  "webhook-signature": `v1a,${signature}`,
})

/** An address for each act that a notice can ask for. */
export type Addresses = { readonly [Act in Notice.Act]: string }

/** The address of each act that a notice asks for, as method and path. `{id}` stands for the id of the record. */
export const addresses: Addresses = {
  "close-quote": "POST /api/v1/quotes/{id}/close",
  plead: "POST /api/v1/matters/{id}/defence",
  reply: "POST /api/v1/matters/{id}/reply",
  "answer-questions": "POST /api/v1/matters/{id}/answers",
  "call-for-judgment": "POST /api/v1/matters/{id}/call",
  discontinue: "POST /api/v1/matters/{id}/discontinue",
  "accept-consent": "POST /api/v1/matters/{id}/consent/accept",
  attest: "POST /api/v1/compliance/{id}/attest",
  "register-address": "POST /api/v1/compliance/{id}/address",
  appeal: "POST /api/v1/matters/{id}/appeal",
  "apply-for-leave": "POST /api/v1/matters/{id}/leave",
  "read-appeal": "GET /api/v1/appeals/{id}",
  "withdraw-appeal": "POST /api/v1/matters/{id}/withdraw",
  "state-estimate": "POST /api/v1/registrar/appeals/{id}/estimate",
  "assign-matter": "POST /api/v1/registrar/matters/{id}/assign",
  "read-opinion": "GET /api/v1/advisory/{id}",
  "read-briefs": "GET /api/v1/counsel/briefs",
  "file-for-client": "POST /api/v1/matters",
  "review-dealing": "POST /api/v1/dealings/{id}/review",
  "read-awaiting": "GET /api/v1/dealings?counterparty=me&awaiting=review",
}

/** The text of a notice as its reader sees it, with the addresses of the acts that it asks for. */
export const shownText = ({ text, asks = [] }: Pick<Notice.Notice, "text" | "asks">): string => {
  const [first, ...more] = asks.map(({ act, on }) => addresses[act].replace("{id}", on))
  if (first === undefined) return text
  return more.length === 0
    ? `${text} The address is ${first}.`
    : `${text} The addresses are ${[first, ...more].join(" and ")}.`
}
