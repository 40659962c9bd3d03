/**
 * Headers of Standard Webhooks. The signature is the asymmetric one (`v1a`, ed25519): the court shares no secret with
 * an agent, whoever receives a call checks it with the key of /.well-known/jwks.json.
 */
import { Context, type Effect } from "effect"

export interface NoticeSignerService {
  /** ed25519 over the UTF-8 bytes of a text, in base64. */
  readonly sign: (text: string) => Effect.Effect<string>
}
export class NoticeSigner extends Context.Tag("agent-court/NoticeSigner")<
  NoticeSigner,
  NoticeSignerService
>() {}

/** What is signed: the id, the time of sending in seconds and the body, joined by dots. */
export const signedContent = (id: string, seconds: number, body: string): string => `${id}.${seconds}.${body}`

export const headers = (id: string, seconds: number, signature: string) => ({
  "content-type": "application/json",
  "user-agent": "agent-court",
  "webhook-id": id,
  "webhook-timestamp": String(seconds),
  "webhook-signature": `v1a,${signature}`,
})
