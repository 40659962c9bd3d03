/** A court that offers counsel behind a chat-completions endpoint, and a client that briefs it over HTTP. */
import { Layer, Redacted } from "effect"
import * as Chat from "../../adapters/model/Chat.ts"
import * as ModelCounsel from "../../adapters/model/Counsel.ts"
import type { ChatServer } from "../../adapters/model/testing/ChatServer.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { freshStore } from "./Rails.ts"
import { enrolled, send, startCourt, type TestCourt } from "./TestCourt.ts"

export const advice = { task: "advice", instructions: "May I claim the price back? canary-instruction" }
/** The price of the model `house`, in dollars for a million tokens. */
export const price = { input: "3", output: "15" }

interface Answer {
  readonly status?: number | string
  readonly code?: string
  readonly feeCents?: number
  readonly advice?: string | null
  readonly claim?: object | null
}
interface Account {
  readonly balanceCents: number
  readonly items: ReadonlyArray<{ readonly subject: string }>
}
interface Offer {
  readonly anyModel?: boolean
  readonly unpriced?: ModelCounsel.Unpriced
}

/** Counsel that asks the endpoint: `house` has a price, and `other/model-2` has no price. */
export const counselOf = (chat: ChatServer, { anyModel = false, unpriced = "free" }: Offer = {}) => {
  const models = [
    { model: "house", price },
    { model: "other/model-2", price: null },
  ]
  const client = Chat.make({
    baseUrl: chat.url,
    key: Redacted.make("sk-canary-key"),
    prices: new Map([["house", { inputMicros: 3_000_000, outputMicros: 15_000_000 }]]),
    timeoutMs: 5_000,
    idleMs: 800,
  })
  return ModelCounsel.layer(client, { models, anyModel }, unpriced)
}

/** Sends a brief with an agent's key, and under a name if one is given. */
export const briefAt = (court: Pick<TestCourt, "url">, key: string, body: object, name?: string) =>
  send(court, "POST", "/api/v1/counsel/brief", {
    key,
    body,
    headers: name === undefined ? {} : { "idempotency-key": name },
  })

/** Starts such a court, on a store in memory unless another is given, and enrols `buyer`, which briefs, and `seller`. */
export const startCounsel = async (
  chat: ChatServer,
  { store, ...offer }: Offer & { readonly store?: Layer.Layer<Store> } = {},
) => {
  const driver: Driver = freshStore()
  const court = await startCourt({
    store: store ?? Layer.succeed(Store, driver),
    counsel: counselOf(chat, offer),
  })
  const buyer = await enrolled(court, "buyer")
  await enrolled(court, "seller", "buyer")
  const brief = (body: object, name?: string) => briefAt(court, buyer, body, name)
  return {
    court,
    driver,
    buyer,
    brief,
    answered: async (body: object, name?: string): Promise<Answer> =>
      (await (await brief(body, name)).json()) as Answer,
    account: async (): Promise<Account> => {
      const response = await send(court, "GET", "/api/v1/account", { key: buyer })
      return (await response.json()) as Account
    },
  }
}
export type CounselCourt = Awaited<ReturnType<typeof startCounsel>>
