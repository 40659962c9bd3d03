/** The fixtures of tests that carry notices: an agent with its operator and its service, mail, and the services of a scheduler. */
import { generateKeyPairSync, sign } from "node:crypto"
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"
import { Effect, Layer, type Ref } from "effect"
import * as Carrier from "../../adapters/notices/Carrier.ts"
import { NoticeSigner } from "../../adapters/notices/Carrier.ts"
import * as Mailer from "../../adapters/notices/Mailer.ts"
import { open } from "../../adapters/outbound/testing/Listening.ts"
import type { Agent, Operator } from "../../core/agents/index.ts"
import type { Store } from "../../core/store/Store.ts"
import { agent } from "../../core/testing/Agents.ts"
import { host, noKeys, noNotary, start } from "./World.ts"

export const keys = generateKeyPairSync("ed25519")
const signed = (text: string): string => sign(null, Buffer.from(text), keys.privateKey).toString("base64")
export const keyid = "did:web:court.test#key"
const signer = Layer.succeed(NoticeSigner, {
  sign: (text) => Effect.sync(() => signed(text)),
  signRequest: (textOf) => Effect.sync(() => ({ keyid, signature: signed(textOf(keyid)) })),
})

const closing: Array<() => void> = []
export const closeServices = (): void => {
  for (const close of closing.splice(0)) close()
}

export interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An agent's service on 127.0.0.1. `answer` gives each answer from the calls so far, the last of which is the one to answer. */
export const serviceThat = async (
  answer: (calls: ReadonlyArray<Call>) => {
    readonly status: number
    readonly text: string
    readonly headers?: OutgoingHttpHeaders
  },
) => {
  const calls: Array<Call> = []
  const { url, close } = await open((request, response) => {
    let body = ""
    request.on("data", (chunk) => {
      body += chunk
    })
    request.on("end", () => {
      calls.push({ headers: request.headers, body })
      const { status, text, headers } = answer(calls)
      response.writeHead(status, headers).end(text)
    })
  })
  closing.push(close)
  return { url: `${url}hook`, calls }
}

/** A service that answers with these statuses in turn, and with the last one from then on. */
export const service = (...statuses: ReadonlyArray<number>) =>
  serviceThat((calls) => ({
    status: statuses[Math.min(calls.length, statuses.length) - 1] ?? 200,
    text: "the answer of a stranger",
  }))

/** An agent with a proven operator and a service that has answered before. */
export const agentAt = (serviceUrl: string | null, given: Partial<Agent.Agent> = {}): Agent.Agent =>
  agent("seller", {
    id: "agent-1",
    operatorId: "operator-1",
    identity: { status: "proven", by: "acceptance", at: start },
    serviceUrl,
    serviceAnsweredAt: start,
    stakeCents: 0,
    ...given,
  })

export const operatorOne: typeof Operator.Operators.schema.Type = {
  id: "operator-1",
  email: "owner@operator.test",
  name: "Owner",
  places: { stated: 0, proven: 1 },
  notedAt: null,
}

/** The services of a scheduler that carries notices. */
export const surroundings = (
  store: Layer.Layer<Store, unknown>,
  time: Ref.Ref<number>,
  options: { readonly fetch?: Carrier.Options; readonly mailer?: Mailer.MailerService },
) => {
  const mailer = Layer.succeed(Mailer.Mailer, options.mailer ?? Mailer.off)
  const carrier = Carrier.layer(options.fetch ?? { allowLoopback: true })
  return Layer.mergeAll(
    store,
    host(time),
    noNotary,
    noKeys,
    Layer.provide(carrier, Layer.merge(signer, mailer)),
  )
}
