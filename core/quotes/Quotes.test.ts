/** Quotes through the real loop, on the model store. */
import { describe, expect, it } from "vitest"
import type { Actor } from "../Actor.ts"
import { needAgent } from "../agents/Agent.ts"
import { enrol } from "../agents/Enrol.ts"
import { proveOperator, vouch } from "../agents/Proof.ts"
import { readAgent } from "../compliance/AgentRecord.ts"
import { briefAgent } from "../counsel/BriefAgent.ts"
import { notarise } from "../dealings/Commands.ts"
import { findFacts } from "../judgments/Burden.ts"
import { bundleOf } from "../matters/Bundle.ts"
import { fileMatter } from "../matters/FileMatter.ts"
import { fileDefence } from "../matters/Plead.ts"
import { bounds, make } from "../Schedule.ts"
import { sha256Hex } from "../Text.ts"
import { days, hours } from "../Time.ts"
import { enrolment } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { clock, registrar, stage } from "../testing/Stage.ts"
import { acceptQuote, closeQuote, declineQuote, passQuote, setRail, withdrawQuote } from "./Commands.ts"
import type { QuoteRequest } from "./Input.ts"
import { Invitations } from "./Invitation.ts"
import { offerQuote } from "./Offer.ts"
import { listQuotes, readQuote } from "./Queries.ts"
import { Quotes } from "./Quote.ts"

const request = (changes: Partial<QuoteRequest> = {}): QuoteRequest => ({
  buyer: "buyer",
  priceCents: 5_000,
  deliverable: "a translation",
  dueBy: start + days(4),
  ...changes,
})
const token = "the-token"
let asked = 0
/** What the host makes of an address. */
const emailHashOf = ({ invite, buyerEmail }: Partial<QuoteRequest>): string | null => {
  if (invite !== undefined) return `op-${invite.email.replace(/^ops@|\.example$/g, "")}`
  return buyerEmail === undefined ? null : "person-hash"
}
const input = (changes: Partial<QuoteRequest> = {}, mail = true) => ({
  body: request(changes),
  emailHash: emailHashOf(changes),
  invitation: {
    tokenSha256: sha256Hex(asked++ === 0 ? token : `${token}-${asked}`),
    nonce: "n",
    baseUrl: "http://court",
  },
  mail,
})
const close = { priceChargedCents: 5_000, delivered: "the translation" }
const invite = { name: "Example Buyer", email: "ops@invited.example" }

const opened = async () => {
  asked = 0
  const court = stage()
  const seller = await court.enrolled("seller", "op-seller")
  const buyer = await court.enrolled("buyer", "op-buyer")
  const offer = (changes: Partial<QuoteRequest> = {}) => court.act(offerQuote, input(changes), seller)
  return { ...court, seller, buyer, offer }
}

const enrolledWith = (court: Awaited<ReturnType<typeof opened>>, handle: string, operatorId: string) => {
  const given = enrolment(handle, { invitation: token })
  return court.act(enrol, { ...given, operatorId }, { role: "public" })
}

describe("quotes on a store", () => {
  it("PD14 §1 a quote is on offer with the commit: kept, served on the buyer, and due to lapse", async () => {
    const court = await opened()
    const quote = await court.offer()
    expect(quote).toMatchObject({ supplier: "seller", buyer: "buyer", currency: "USD", inspectionHours: 24 })
    expect(quote.next.map(({ who, act }) => `${who} ${act}`)).toEqual([
      "buyer accept",
      "buyer decline",
      "seller withdraw",
      "seller rail",
    ])
    expect(await court.inbox(court.buyer.id)).toEqual(["quote.offered"])
    expect(await court.inbox(court.seller.id)).toEqual([])
    await court.act(acceptQuote, { id: quote.id }, court.buyer)
    expect(await court.inbox(court.seller.id)).toEqual(["quote.accepted"])
  })

  it.each([
    ["unknown_agent", { buyer: "nobody" }],
    ["own_quote", { buyer: "seller" }],
    ["due_passed", { dueBy: start }],
    ["terms_not_in_force", { terms: { url: "https://x/absent", sha256: "0".repeat(64) } }],
    ["unknown_quote", { replaces: "01900000-0000-7000-8000-000000000000" }],
  ] as const)("PD14 §1 an offer is refused: %s", async (code, changes) => {
    const court = await opened()
    expect(await court.codeOf(offerQuote, input(changes), court.seller)).toBe(code)
  })

  it("PD14 §1 quotes are read by their parties and the Registrar, and each list holds one's own", async () => {
    const court = await opened()
    const other = await court.enrolled("other")
    const { id } = await court.offer()
    const seen = (actor: Actor) => court.ask(readQuote, { id }, actor)
    for (const actor of [court.seller, court.buyer, registrar]) expect((await seen(actor)).id).toBe(id)
    for (const actor of [other, { role: "judge" }, { role: "public" }] as const)
      expect(await court.askCodeOf(readQuote, { id }, actor)).toBe("not_a_party")
    const ids = async (actor: Actor) =>
      (await court.ask(listQuotes, { page: { after: null, limit: 9 } }, actor)).items.length
    expect([await ids(court.seller), await ids(court.buyer), await ids(registrar), await ids(other)]).toEqual(
      [1, 1, 1, 0],
    )
  })

  it("PD14 §2 a quote to the supplier's own operator is accepted at once, and closed twice by its Clerk", async () => {
    const court = await opened()
    const quote = await court.offer({ buyer: "operator" })
    expect(quote).toMatchObject({
      status: "accepted",
      buyer: "operator",
      next: [{ who: "seller", act: "close" }, { act: "rail" }],
    })
    await court.act(closeQuote, { id: quote.id, account: close }, court.seller)
    const settled = await court.act(closeQuote, { id: quote.id, account: close }, court.seller)
    expect(settled.status).toBe("settled")
    // nobody is told what it did itself
    expect(await court.inbox(court.seller.id)).toEqual([])
    const told = await court.events(`quote/${quote.id}`)
    expect(told.map(({ type, data }) => `${type} ${(data as { by: string }).by}`)).toEqual([
      "quote.offered supplier",
      "quote.accepted clerk",
      "quote.closed supplier",
      "quote.settled clerk",
    ])
  })

  it("PD14 §2 of a person a hash alone is kept, and an acceptance lodged as a dealing serves one quote", async () => {
    const court = await opened()
    const email = "someone@home.example"
    const [quote, second] = [
      await court.offer({ buyer: "person", buyerEmail: email }),
      await court.offer({ buyer: "person", buyerEmail: email }),
    ]
    expect(JSON.stringify(await court.read((reader) => reader.find(Quotes, quote.id)))).not.toContain(email)
    const lodge = async (kind: "acceptance" | "offer", by: Actor) =>
      (await court.act(notarise, { sha256: sha256Hex("yes"), kind }, by)).id
    const accepting = async (dealing?: string) =>
      court.codeOf(acceptQuote, { id: quote.id, ...(dealing === undefined ? {} : { dealing }) }, court.seller)
    expect(await accepting()).toBe("acceptance_wanted")
    expect(await accepting(await lodge("offer", court.seller))).toBe("acceptance_wanted")
    expect(await accepting(await lodge("acceptance", court.buyer))).toBe("acceptance_wanted")
    expect(await accepting("01900000-0000-7000-8000-000000000000")).toBe("unknown_dealing")
    const shown = await lodge("acceptance", court.seller)
    expect(await court.codeOf(acceptQuote, { id: quote.id, dealing: shown }, court.buyer)).toBe("not_a_party")
    expect(await accepting(shown)).toBeNull()
    expect(await court.codeOf(acceptQuote, { id: second.id, dealing: shown }, court.seller)).toBe(
      "acceptance_used",
    )
  })

  it("PD14 §4 a quote replaces another with its acceptance, and until then both stand", async () => {
    const court = await opened()
    const first = await court.offer()
    await court.act(acceptQuote, { id: first.id }, court.buyer)
    const second = await court.offer({ replaces: first.id, priceCents: 1 })
    const third = await court.offer({ replaces: second.id, priceCents: 2 })
    const status = async (id: string) => (await court.ask(readQuote, { id }, registrar)).status
    expect(await status(first.id)).toBe("accepted")
    // the revised offer stands in for the whole row
    await court.act(acceptQuote, { id: third.id }, court.buyer)
    expect([await status(first.id), await status(second.id), await status(third.id)]).toEqual([
      "replaced",
      "replaced",
      "accepted",
    ])
    expect(await court.codeOf(acceptQuote, { id: second.id }, court.buyer)).toBe("quote_state")
    const view = await court.ask(readQuote, { id: first.id }, registrar)
    expect(view).toMatchObject({ replacedBy: third.id, next: [] })
  })

  it("PD14 §4 nothing is replaced after delivery, nor by another's quote, nor for another buyer", async () => {
    const court = await opened()
    const other = await court.enrolled("other")
    const first = await court.offer()
    await court.act(acceptQuote, { id: first.id }, court.buyer)
    const second = await court.offer({ replaces: first.id })
    expect(await court.codeOf(offerQuote, input({ replaces: first.id, buyer: "other" }), court.seller)).toBe(
      "other_buyer",
    )
    expect(await court.codeOf(offerQuote, input({ replaces: first.id, buyer: "seller" }), court.buyer)).toBe(
      "not_supplier",
    )
    expect(await court.codeOf(offerQuote, input({ replaces: first.id }), other)).toBe("not_a_party")
    await court.act(closeQuote, { id: first.id, account: close }, court.seller)
    expect(await court.codeOf(offerQuote, input({ replaces: first.id }), court.seller)).toBe(
      "not_replaceable",
    )
    expect(await court.codeOf(acceptQuote, { id: second.id }, court.buyer)).toBe("not_replaceable")
  })

  it("PD14 §4 offers replace one another a few times in a row, and afresh once one is accepted", async () => {
    const court = await opened()
    let last = await court.offer()
    for (let n = 1; n < bounds.quoteRevisionsMax; n++) last = await court.offer({ replaces: last.id })
    expect(await court.codeOf(offerQuote, input({ replaces: last.id }), court.seller)).toBe("quote_revisions")
    await court.act(acceptQuote, { id: last.id }, court.buyer)
    expect(await court.codeOf(offerQuote, input({ replaces: last.id }), court.seller)).toBeNull()
  })

  it("PD14 §4 declined, withdrawn and lapsed offers bind nobody, and a task that comes late changes nothing", async () => {
    const court = await opened()
    const [a, b, c] = [await court.offer(), await court.offer(), await court.offer()]
    await court.act(declineQuote, { id: a.id }, court.buyer)
    await court.act(withdrawQuote, { id: b.id }, court.seller)
    court.advance(days(4))
    // an act after the time has passed is judged as if the scheduler had run, and the read says so too
    expect(await court.codeOf(acceptQuote, { id: c.id }, court.buyer)).toBe("quote_state")
    expect((await court.ask(readQuote, { id: c.id }, court.buyer)).status).toBe("lapsed")
    for (const { id } of [a, b, c]) await court.act(passQuote, { quoteId: id }, clock)
    const types = (await court.events()).map(({ type }) => type).filter((type) => type.startsWith("quote."))
    expect(types.sort()).toEqual(
      [
        "quote.declined",
        "quote.lapsed",
        "quote.offered",
        "quote.offered",
        "quote.offered",
        "quote.withdrawn",
      ].sort(),
    )
  })

  it("PD14 §3 the rail is kept in the court's form, and the buyer is told of a change", async () => {
    const court = await opened()
    const { id } = await court.offer()
    const rail = { network: "base", asset: "USDC", address: "0x52908400098527886E0F7030069857D2E4169EE7" }
    const set = await court.act(setRail, { ...rail, id }, court.seller)
    expect(set.rail).toMatchObject({ network: "eip155:8453", address: rail.address })
    expect(await court.inbox(court.buyer.id)).toContain("quote.rail_set")
    expect(await court.codeOf(setRail, { ...rail, address: "0x1", id }, court.seller)).toBe("rail_unreadable")
    expect(await court.codeOf(setRail, { ...rail, id }, court.buyer)).toBe("not_supplier")
  })

  it("PD14 §7 once in force, terms are kept as lodged or as read at their address, and read by the parties", async () => {
    const court = stage(make([{ name: "quoteTermsInForce", from: start + 1, value: 1 }]))
    const seller = await court.enrolled("seller")
    await court.enrolled("buyer")
    const url = "https://seller.example/terms"
    const lodged = { url, sha256: `sha256:${sha256Hex("as lodged").toUpperCase()}`, text: "as lodged" }
    expect(await court.codeOf(offerQuote, input({ terms: lodged }), seller)).toBe("terms_not_in_force")
    court.advance(1)
    const one = await court.act(offerQuote, input({ terms: lodged }), seller)
    expect(one.terms).toEqual({ url, sha256: sha256Hex("as lodged") })
    const read = { url, sha256: `0x${sha256Hex(`terms at ${url}`)}` }
    const two = await court.act(offerQuote, input({ terms: read }), seller)
    const text = await court.ask(readQuote, { id: two.id }, seller)
    expect(text.termsText).toBe(`terms at ${url}`)
    expect(await court.codeOf(offerQuote, input({ terms: { ...read, text: "other" } }), seller)).toBe(
      "terms_mismatch",
    )
    const absent = { ...read, url: "https://seller.example/absent" }
    expect(await court.codeOf(offerQuote, input({ terms: absent }), seller)).toBe("terms_unread")
  })
})

describe("invitations", () => {
  it("PD14 §8 an invitation answered at the address invited makes the buyer and proves the operator", async () => {
    const court = await opened()
    const quote = await court.offer({ buyer: "invite", invite })
    expect(quote).toMatchObject({
      status: "offered",
      buyer: "invite",
      invitation: { sent: true, name: invite.name },
    })
    const enrolled = await enrolledWith(court, "invited", "op-invited")
    expect(enrolled.operatorIdentity).toBe("proven")
    const agent: Actor = { role: "agent", ...enrolled.agent }
    expect(await court.inbox(enrolled.agent.id)).toEqual(["quote.answered"])
    expect(await court.inbox(court.seller.id)).toEqual(["quote.answered"])
    expect(await court.act(acceptQuote, { id: quote.id }, agent)).toMatchObject({
      status: "accepted",
      buyer: "invited",
    })
  })

  it("PD14 §8 answered elsewhere it limits the manifest to accepting quotes until the operator is proven", async () => {
    const court = await opened()
    const quote = await court.offer({ buyer: "invite", invite })
    const enrolled = await enrolledWith(court, "invited", "op-elsewhere")
    expect(enrolled.operatorIdentity).toBe("stated")
    expect(enrolled.manifest.manifest).toMatchObject({ capabilities: ["Accepts quotes."] })
    const agent: Actor = { role: "agent", ...enrolled.agent }
    const shown = () => court.ask(readAgent, { handle: "invited" })
    expect((await shown()).manifest.capabilities).toEqual(["Accepts quotes."])
    expect(await court.codeOf(offerQuote, input({ buyer: "seller" }), agent)).toBe("limited_manifest")
    const brief = { task: "advice", instructions: "May I?", counsel: "seller" } as const
    expect(await court.codeOf(briefAgent, brief, agent)).toBe("limited_manifest")
    expect(await court.codeOf(acceptQuote, { id: quote.id }, agent)).toBeNull()
    // the proof brings what was filed into force
    await court.act(proveOperator, { id: "invited" }, registrar)
    expect((await shown()).manifest.capabilities).toEqual(["translate texts"])
    expect(await court.codeOf(offerQuote, input({ buyer: "seller" }), agent)).toBeNull()
    expect(await court.codeOf(briefAgent, brief, agent)).toBeNull()
    const types = (await court.events("agent/invited")).map(({ type }) => type)
    expect(types).toEqual(["agent.enrolled", "agent.identity_proven", "agent.manifest_amended"])
  })

  it("PD14 §8 it serves once, within its days, and while the offer stands", async () => {
    const enrolling = async (
      spoil: (court: Awaited<ReturnType<typeof opened>>, id: string) => Promise<unknown>,
    ) => {
      const court = await opened()
      const quote = await court.offer({ buyer: "invite", invite, dueBy: start + days(60) })
      await spoil(court, quote.id)
      const given = { ...enrolment("late", { invitation: token }), operatorId: "op-invited" }
      return court.codeOf(enrol, given, { role: "public" })
    }
    expect(await enrolling(async () => {})).toBeNull()
    expect(await enrolling((court) => enrolledWith(court, "first", "op-invited"))).toBe("invitation_unusable")
    expect(await enrolling((court, id) => court.act(withdrawQuote, { id }, court.seller))).toBe(
      "invitation_unusable",
    )
    expect(await enrolling(async (court) => court.advance(days(14) - 1))).toBeNull()
    expect(await enrolling(async (court) => court.advance(days(14)))).toBe("invitation_unusable")
    const court = await opened()
    const unknown = { ...enrolment("late", { invitation: "guessed" }), operatorId: "op-invited" }
    expect(await court.codeOf(enrol, unknown, { role: "public" })).toBe("invitation_unusable")
  })

  it("PD14 §8 neither the token nor the address is in a record, and mail can't be turned on strangers at will", async () => {
    const court = await opened()
    await court.offer({ buyer: "invite", invite })
    const kept = await court.read((reader) => reader.find(Invitations, sha256Hex(token)))
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${token}|${invite.email}`))
    for (let n = 1; n < bounds.addressInvitations; n++) await court.offer({ buyer: "invite", invite })
    const other = { ...invite, email: "ops@another.example" }
    const dueBy = start + days(60)
    const again = () => court.codeOf(offerQuote, input({ buyer: "invite", invite, dueBy }), court.seller)
    expect(await again()).toBe("invitations_spent")
    // another supplier comes up against the same limit of the address
    expect(await court.codeOf(offerQuote, input({ buyer: "invite", invite }), court.buyer)).toBe(
      "invitations_spent",
    )
    court.advance(hours(24))
    expect(await again()).toBe("invitations_spent")
    expect(await court.codeOf(offerQuote, input({ buyer: "invite", invite: other }), court.seller)).toBeNull()
    court.advance(days(13))
    expect(await again()).toBeNull()
  })

  it("PD14 §8 where the court sends no e-mail the answer says so", async () => {
    const court = await opened()
    const quote = await court.act(offerQuote, input({ buyer: "invite", invite }, false), court.seller)
    expect(quote.invitation).toMatchObject({ sent: false })
    expect(quote.invitation?.note).toContain("sends no e-mail")
  })

  it("PD3 §2 an agent proven by an invitation vouches for others at its address", async () => {
    const court = await opened()
    await court.offer({ buyer: "invite", invite })
    const { agent } = await enrolledWith(court, "invited", "op-invited")
    await court.enrolled("sibling", "op-invited")
    await court.act(vouch, { handle: "sibling" }, { role: "agent", ...agent })
    const sibling = await court.read((reader) => needAgent(reader, "sibling"))
    expect(sibling.identity).toMatchObject({ status: "proven", by: "vouch" })
  })
})

describe("a matter that rests on a quote", () => {
  it("PD14 §6 the judge sees the quote that both closed, and it proves the facts whose evidence names it", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const buyer = await court.enrolled("buyer")
    const { id } = await court.act(offerQuote, input(), seller)
    const evidence = [{ label: "quote", kind: "document" as const, content: id }]
    const facts = [{ n: 1, text: "The price was agreed and charged.", evidence: ["quote"] }]
    const orders = [
      {
        kind: "pay" as const,
        text: "Pay the price.",
        amountCents: 5_000,
        against: "buyer",
        inFavourOf: "seller",
        restsOn: [1],
      },
    ]
    const suing = filing({ respondent: "buyer", quoteId: id, claim: claim({ facts, evidence, orders }) })
    // given a quote that nobody has accepted, there is nothing to rest on
    expect(await court.codeOf(fileMatter, suing, seller)).toBe("quote_not_accepted")
    await court.act(acceptQuote, { id }, buyer)
    const { matter } = await court.act(fileMatter, suing, seller)
    expect(matter.quoteId).toBe(id)
    await court.act(
      fileDefence,
      { matterId: matter.id, pleading: answering({ responses: [{ n: 1, plea: "deny" }] }) },
      buyer,
    )
    const found = async () =>
      findFacts(await court.read((reader) => bundleOf(reader, matter.id)))[0]?.finding._tag
    // when one side has closed it nothing is proved; when both have, alike, it is
    await court.act(closeQuote, { id, account: close }, seller)
    expect(await found()).toBe("Unproved")
    await court.act(closeQuote, { id, account: close }, buyer)
    expect(await found()).toBe("Closed")
  })
})
