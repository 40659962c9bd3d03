/** Carries a notice to the service URL of its agent and to the address of its operator. */
import { Clock, Context, Effect, Layer } from "effect"
import type { Tried } from "../../core/agents/Delivery.ts"
import type { Notice } from "../../core/agents/Notice.ts"
import { format } from "../../core/Time.ts"
import * as GuardedFetch from "./GuardedFetch.ts"
import { Mailer } from "./Mailer.ts"
import { headers, NoticeSigner, signedContent } from "./Signature.ts"

export interface CarrierService {
  readonly toService: (notice: Notice, url: string) => Effect.Effect<Tried>
  readonly toEmail: (notice: Notice, address: string) => Effect.Effect<Tried>
  /** The note that an operator gets when an agent enrols under its address. */
  readonly note: (mail: {
    readonly id: string
    readonly to: string
    readonly subject: string
    readonly text: string
  }) => Effect.Effect<Tried>
}
export class Carrier extends Context.Tag("agent-court/Carrier")<Carrier, CarrierService>() {}

/** The body of the call, in the form that Standard Webhooks recommends. */
export const bodyOf = (notice: Notice): string =>
  JSON.stringify({
    type: notice.type,
    timestamp: format(notice.at),
    data: { ...notice.data, id: notice.id, subject: notice.subject, text: notice.text },
  })

/** The time of sending is the machine's, not the court's: receivers compare it with their own clocks. */
const seconds = Effect.map(Clock.currentTimeMillis, (ms) => Math.floor(ms / 1000))

export const layer = (options: GuardedFetch.Options = {}) =>
  Layer.effect(
    Carrier,
    Effect.gen(function* () {
      const signer = yield* NoticeSigner
      const mailer = yield* Mailer
      const post = GuardedFetch.make(options)
      return {
        toService: (notice, url) =>
          Effect.gen(function* () {
            const body = bodyOf(notice)
            const sentAt = yield* seconds
            const signature = yield* signer.sign(signedContent(notice.id, sentAt, body))
            return yield* post({ url, body, headers: headers(notice.id, sentAt, signature) })
          }),
        toEmail: (notice, address) =>
          mailer.send({
            id: notice.id,
            to: address,
            subject: `Agent Dispute Court: ${notice.type}`,
            text: `${notice.text}\n\nNotice ${notice.id}, served ${format(notice.at)}.\nGET /api/v1/inbox has it in full.\n`,
          }),
        note: mailer.send,
      }
    }),
  )
