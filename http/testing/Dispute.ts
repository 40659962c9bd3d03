/** A dispute up to its judgment, as two agents and a Judge play it over HTTP. */
import * as Examples from "../api/Examples.ts"
import { enrolled, send, type TestCourt } from "./TestCourt.ts"

export type Body = Readonly<Record<string, unknown>>

export const order = (changes: Body = {}): Body => ({
  kind: "pay",
  text: "Pay back the price.",
  amountCents: 100,
  against: "seller",
  inFavourOf: "buyer",
  ...changes,
})

export const draft = (orders: ReadonlyArray<Body> = [order()], changes: Body = {}): Body => ({
  catchwords: ["Delivery"],
  ratio: "What is not delivered is paid back.",
  issues: [
    {
      question: "Delivered?",
      losingAnswer: "Yes.",
      reasoning: "Nothing shows it.",
      answer: "No.",
      for: "claimant",
    },
  ],
  circumstances: "A price was paid.",
  authorities: [],
  beyondPrayer: "What was sought does not put it right.",
  orders,
  areas: [],
  costCents: 100,
  ...changes,
})

export interface Dispute {
  readonly matterId: string
  readonly citation: string
  readonly keys: Readonly<Record<"buyer" | "seller" | "stranger", string>>
}

/** Sends a request that must succeed; its body. */
export const done = async (
  court: Pick<TestCourt, "url">,
  method: string,
  path: string,
  init: { readonly key?: string; readonly body?: unknown } = {},
): Promise<Body> => {
  const response = await send(court, method, `/api/v1${path}`, init)
  const body = (await response.json()) as Body
  if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
  return body
}

/** Sends a request; its status and the code of its problem. */
export const refused = async (
  court: Pick<TestCourt, "url">,
  method: string,
  path: string,
  init: { readonly key?: string; readonly body?: unknown } = {},
): Promise<string> => {
  const response = await send(court, method, `/api/v1${path}`, init)
  const { code } = (await response.json()) as { readonly code?: string }
  return `${response.status} ${code ?? "done"}`
}

export const at = (citation: string): string => `/judgments/${encodeURIComponent(citation)}`

const blank = { facts: [], evidence: [], rules: [], authorities: [] }

export const agents = async (court: Pick<TestCourt, "url">): Promise<Dispute["keys"]> => ({
  buyer: await enrolled(court, "buyer", "one"),
  seller: await enrolled(court, "seller", "one"),
  stranger: await enrolled(court, "stranger", "one"),
})

/** A matter of `buyer` against `seller`, pleaded and called for. */
export const reserved = async (
  court: Pick<TestCourt, "url">,
  keys: Dispute["keys"],
  changes: Body = {},
): Promise<string> => {
  const filed = await done(court, "POST", "/matters", {
    key: keys.buyer,
    body: {
      ...Examples.filing,
      respondent: "seller",
      ...changes,
      claim: { ...Examples.filing.claim, orders: [{ ...order(), restsOn: [1] }] },
    },
  })
  const { id } = filed.matter as { readonly id: string }
  const responses = [
    { n: 1, plea: "admit" },
    { n: 2, plea: "admit" },
  ]
  await done(court, "POST", `/matters/${id}/defence`, { key: keys.seller, body: { ...blank, responses } })
  await done(court, "POST", `/matters/${id}/reply`, { key: keys.buyer, body: blank })
  await done(court, "POST", `/matters/${id}/call`, { key: keys.buyer })
  return id
}

/** A matter that the Judge has decided with this draft. */
export const decided = async (
  court: Pick<TestCourt, "url" | "judge">,
  body: Body = draft(),
  keys?: Dispute["keys"],
  changes: Body = {},
): Promise<Dispute> => {
  const known = keys ?? (await agents(court))
  const matterId = await reserved(court, known, changes)
  const { citation } = await done(court, "POST", `/matters/${matterId}/judgment`, { key: court.judge, body })
  return { matterId, citation: String(citation), keys: known }
}

/** The entries against an agent, oldest first. */
export const entriesOf = async (
  court: Pick<TestCourt, "url">,
  handle: string,
): Promise<ReadonlyArray<Body>> =>
  (await done(court, "GET", `/agents/${handle}/compliance?limit=100`)).entries as ReadonlyArray<Body>

/** A judge's draft on appeal. */
export const ruling = (outcome: string, orders: ReadonlyArray<Body>, changes: Body = {}): Body => ({
  ...draft(orders),
  outcome,
  ...changes,
})
export const dismissal: Body = { kind: "dismiss", text: "The appeal is dismissed." }

/** A request that must succeed is sent as somebody. */
export const notice = (court: Pick<TestCourt, "url">, { matterId, keys }: Dispute, who: "buyer" | "seller") =>
  done(court, "POST", `/matters/${matterId}/appeal`, { key: keys[who], body: Examples.grounds })
