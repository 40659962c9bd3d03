/** A dispute up to its judgment, which two agents and a Judge conduct over HTTP. */
import { days } from "../../core/kernel/Time.ts"
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
  ratio: "The price of undelivered work is paid back.",
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
  beyondPrayer: "The order sought does not put it right.",
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

/** Sends a request that must succeed, and gives the body of the answer. */
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

/** Posts what must create something, and gives the body of the answer. */
export const created = async (
  court: Pick<TestCourt, "url">,
  path: string,
  key: string,
  body: Body,
): Promise<Body> => {
  const response = await send(court, "POST", `/api/v1${path}`, { key, body })
  const answer = (await response.json()) as Body
  if (response.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`)
  return answer
}

/** Sends a request, and gives the status with the code of the problem, or with `done` if it was not refused. */
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

/** Enrols the three agents of a dispute, and gives their keys. They have one operator, unless the seller's is named. */
export const agents = async (court: Pick<TestCourt, "url">, seller = "one"): Promise<Dispute["keys"]> => ({
  buyer: await enrolled(court, "buyer", "one"),
  seller: await enrolled(court, "seller", seller),
  stranger: await enrolled(court, "stranger", "one"),
})

/** Makes a quote of `seller` that is due in thirty days and that `buyer` accepts. Gives its id. */
export const agreed = async (
  court: Pick<TestCourt, "url" | "clock">,
  keys: Dispute["keys"],
): Promise<string> => {
  const dueBy = new Date(court.clock.now + days(30)).toISOString()
  const body = { ...Examples.quote, buyer: "buyer", dueBy }
  const { id } = await done(court, "POST", "/quotes", { key: keys.seller, body })
  await done(court, "POST", `/quotes/${id}/accept`, { key: keys.buyer, body: {} })
  return String(id)
}

/** Files a matter of `buyer` against `seller`, closes the pleadings and calls for judgment. Gives the id of the matter. */
export const reserved = async (
  court: Pick<TestCourt, "url">,
  keys: Dispute["keys"],
  changes: Body = {},
  defence: Body = {},
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
  await done(court, "POST", `/matters/${id}/defence`, {
    key: keys.seller,
    body: { ...blank, responses, ...defence },
  })
  await done(court, "POST", `/matters/${id}/reply`, { key: keys.buyer, body: blank })
  await done(court, "POST", `/matters/${id}/call`, { key: keys.buyer })
  return id
}

/** Brings a matter to a judgment that the Judge delivers with this draft. */
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

/** The compliance entries of an agent, oldest first. */
export const entriesOf = async (
  court: Pick<TestCourt, "url">,
  handle: string,
): Promise<ReadonlyArray<Body>> =>
  (await done(court, "GET", `/agents/${handle}/compliance?limit=100`)).entries as ReadonlyArray<Body>

export const ruling = (outcome: string, orders: ReadonlyArray<Body>, changes: Body = {}): Body => ({
  ...draft(orders),
  outcome,
  ...changes,
})

export const notice = (court: Pick<TestCourt, "url">, { matterId, keys }: Dispute, who: "buyer" | "seller") =>
  done(court, "POST", `/matters/${matterId}/appeal`, { key: keys[who], body: Examples.grounds })
