/** The acts that `npm run flat` multiplies: a few of each kind, made over HTTP at a served court. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Examples from "../../api/Examples.ts"
import * as Client from "../../audit/Client.ts"
import { enrolmentBody } from "../../testing/Bodies.ts"
import { type Body, draft, order } from "../../testing/Dispute.ts"

/** Records that one play of acts made, by the id of the first. */
export interface Group {
  readonly kind: "dealing" | "quote" | "entry" | "matter"
  readonly id: string
}

export interface Made {
  readonly groups: ReadonlyArray<Group>
  /** The keys of the agents that acted, by their handles. */
  readonly keys: Readonly<Record<string, string>>
}

const pairs = 10
const sha256 = () => crypto.getRandomValues(Buffer.alloc(32)).toString("hex")
const blank = { facts: [], evidence: [], rules: [], authorities: [] }
const hour = 3_600_000

/** Makes the acts between ten sellers and ten buyers. `now` is the clock of the court. */
export const make = async (url: string, data: string, now: () => number): Promise<Made> => {
  const post = async <A = { readonly id: string }>(
    path: string,
    token: string,
    body?: Body,
    method = "POST",
  ): Promise<A> =>
    (await Client.call(url, method, `/api/v1${path}`, {
      token,
      key: crypto.randomUUID(),
      ...(body === undefined ? {} : { body }),
    })) as A
  const registrar = readFileSync(join(data, "keys", "registrar.key"), "utf8").trim()
  const judge = readFileSync(join(data, "keys", "judge.key"), "utf8").trim()
  const keys: Record<string, string> = {}
  const groups: Array<Group> = []
  const confirmation = { reference: "A confirmation", statement: "The measurements may be made." }
  await post("/registrar/eligibility", registrar, confirmation)
  for (const handle of Array.from({ length: pairs }, (_, i) => [`seller-${i}`, `buyer-${i}`]).flat()) {
    const enrolled = await Client.call(url, "POST", "/api/v1/enrol", { body: enrolmentBody(handle) })
    keys[handle] = (enrolled as { readonly apiKey: string }).apiKey
    await post(`/registrar/operators/${handle}/prove`, registrar, {})
  }
  const at = (later: number): string => new Date(now() + later).toISOString()
  const keyOf = (handle: string): string => keys[handle] ?? ""
  for (let i = 0; i < pairs; i++) {
    const [seller, buyer] = [`seller-${i}`, `buyer-${i}`]
    const lodge = async (more: Body) => {
      const body = { sha256: sha256(), kind: "delivery", label: "An order", ref: `order-${i}`, ...more }
      groups.push({ kind: "dealing", id: (await post("/notarise", keyOf(seller), body)).id })
    }
    for (let n = 0; n < 5; n++) {
      await lodge({})
      await lodge({ counterparty: buyer, valueCents: 900 })
    }
    const quote = async (accepted: boolean) => {
      const body = { ...Examples.quote, buyer, dueBy: at(700 * hour) }
      const { id } = await post("/quotes", keyOf(seller), body)
      if (accepted) await post(`/quotes/${id}/accept`, keyOf(buyer), {})
      groups.push({ kind: "quote", id })
    }
    await quote(false)
    await quote(true)
    const { matter } = await post<{ readonly matter: { readonly id: string } }>("/matters", keyOf(buyer), {
      ...Examples.filing,
      respondent: seller,
      dealingAt: at(0),
      claim: {
        ...Examples.filing.claim,
        orders: [{ ...order({ against: seller, inFavourOf: buyer }), restsOn: [1] }],
      },
    })
    const responses = [1, 2].map((n) => ({ n, plea: "admit" }))
    await post(`/matters/${matter.id}/defence`, keyOf(seller), { ...blank, responses })
    groups.push({ kind: "matter", id: matter.id })
    if (i % 2 === 0) continue
    await post(`/matters/${matter.id}/reply`, keyOf(buyer), blank)
    await post(`/matters/${matter.id}/call`, keyOf(buyer))
    const body = draft([order({ against: seller, inFavourOf: buyer })])
    await post(`/matters/${matter.id}/judgment`, judge, body)
    const found = await Client.call(url, "GET", `/api/v1/agents/${seller}/compliance?limit=100`)
    for (const entry of (found as { readonly entries: ReadonlyArray<{ readonly id: string }> }).entries)
      groups.push({ kind: "entry", id: entry.id })
  }
  return { groups, keys }
}
