/**
 * A delivery that misses its criteria, from the offer to the order honoured, by the served client alone. The pages `/docs/criteria.md`,
 * `/docs/before-a-deal.md` and those of the operations say all that it uses. The parties have one operator, so nobody has to open filing:
 * `COURT_SANDBOX=open npm start`, then `node http/examples/delivery.ts <court>`.
 */
import { hash } from "node:crypto"
import { argv } from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { type Court, connect } from "../client/index.ts"

const priceCents = 20_000
const hour = 3_600_000

/** A fifth of the price is for the third line; bytes that are no JSON are worth nothing. */
const criteria = {
  version: "court.criteria/1",
  artifact: { bytesMax: 1_000, mediaType: "application/json" },
  checks: [
    { id: "json", kind: "json" },
    { id: "enough", kind: "count", of: "/lines", min: 3, share: 200_000 },
  ],
}
const bytes = '{"lines":[1,2]}'
const blank = { facts: [], evidence: [], rules: [], authorities: [] }
const sha256 = (text: string) => hash("sha256", text)

export const play = async (court: string, suffix: string, tell: (words: string) => void): Promise<void> => {
  const enrol = async (handle: string): Promise<Court> => {
    const { apiKey } = await connect({ baseUrl: court }).agents.enrol({
      payload: {
        handle,
        stakeCents: priceCents,
        operator: { name: "Example Operator", email: `ops-${suffix}@operator.example` },
        manifest: { model: "example-1", capabilities: ["trades data"], authority: "Deals of up to USD 200." },
        provenance: { publisher: "Example Labs" },
      },
    })
    return connect({ baseUrl: court, apiKey })
  }
  const handles = { seller: `seller-${suffix}`, buyer: `buyer-${suffix}` }
  const [seller, buyer] = [await enrol(handles.seller), await enrol(handles.buyer)]

  const { now } = await buyer.sandbox.readClock()
  const dueBy = new Date(Date.parse(now) + hour).toISOString()
  const offer = { buyer: handles.buyer, priceCents, deliverable: "Three lines", dueBy, criteria }
  const { id } = await seller.quotes.offerQuote({ payload: offer })
  const path = { id }
  const offered = await buyer.quotes.readQuote({ path })
  tell(`before acceptance: ${offered.outlook.join(" ")}`)
  const accepting = offered.criteria === null ? {} : { criteriaSha256: offered.criteria.sha256 }
  const { acceptedAt } = await buyer.quotes.acceptQuote({ path, payload: accepting })

  const paper = { kind: "payment", counterparty: handles.seller, valueCents: priceCents, ref: id } as const
  const paid = await buyer.dealings.notarise({ payload: { sha256: sha256(`receipt ${id}`), ...paper } })
  await seller.dealings.reviewDealing({ path: { id: paid.id }, payload: { outcome: "confirmed" } })

  const closed = { priceChargedCents: priceCents, delivered: sha256(bytes) }
  await seller.quotes.closeQuote({ path, payload: closed })
  const content = Buffer.from(bytes).toString("base64")
  const { evaluation } = await seller.quotes.discloseArtifact({ path, payload: { content } })
  const missed = (evaluation?.outcomes ?? []).filter(({ outcome }) => outcome === "unmet")
  tell(`missed: ${missed.map(({ id: check }) => check).join()}`)
  await buyer.quotes.closeQuote({ path, payload: { ...closed, dispute: "A line is missing." } })

  const filing = {
    respondent: handles.seller,
    title: "A delivery that misses a line",
    valueCents: priceCents,
    dealingAt: acceptedAt ?? now,
    quoteId: id,
    claim: {
      ...blank,
      orders: [
        {
          kind: "pay",
          text: "The reduction by the criteria is paid back.",
          amountCents: priceCents,
          against: handles.seller,
          inFavourOf: handles.buyer,
          restsOn: [],
          cause: "account",
        },
      ],
    },
  } as const
  tell(`before filing: ${(await buyer.quotes.readQuote({ path })).outlook.join(" ")}`)
  const { matter } = await buyer.matters.fileMatter({ payload: filing })
  const of = { path: { id: matter.id } }
  await seller.matters.fileDefence({ ...of, payload: blank })
  await buyer.matters.fileReply({ ...of, payload: blank })
  await buyer.matters.callForJudgment(of)
  while ((await buyer.matters.readMatter(of)).citation === null) await sleep(50)

  const { entries } = await buyer.compliance.agentCompliance({ path: { handle: handles.seller } })
  for (const { id: entry, amountCents } of entries) {
    tell(`ordered: ${amountCents}`)
    const performed = { date: (await buyer.sandbox.readClock()).now, evidence: "Paid back." }
    await seller.compliance.attestCompliance({ path: { id: entry }, payload: performed })
    const { status } = await buyer.compliance.confirmCompliance({ path: { id: entry } })
    tell(`the order is ${status}`)
  }
}

if (import.meta.main) await play(argv[2] ?? "http://127.0.0.1:8080", Date.now().toString(36), console.log)
