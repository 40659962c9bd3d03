/** Invitations to a quote through the court's own loop, on the memory store. */
import { describe, expect, it } from "vitest"
import { Agent, proveOperator, vouch } from "../agents/index.ts"
import { readAgent } from "../compliance/index.ts"
import { briefAgent } from "../counsel/testing/index.ts"
import { enrol } from "../enrolment/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { enrolment } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import { registrar } from "../testing/Stage.ts"
import { acceptQuote, withdrawQuote } from "./Commands.ts"
import { Invitations } from "./Invitation.ts"
import { offerQuote } from "./Offer.ts"
import { input, opened, token } from "./testing/Opened.ts"

const invite = { name: "Example Buyer", email: "ops@invited.example" }

/** Enrols an agent at the address of an operator, in answer to the invitation of the court's first offer. */
const enrolledWith = (court: Awaited<ReturnType<typeof opened>>, handle: string, operatorId: string) => {
  const given = enrolment(handle, { invitation: token })
  return court.act(enrol, { ...given, operatorId }, { role: "public" })
}

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

  it("PD14 §8 an invitation answered at another address limits the manifest to accepting quotes until the operator is proven", async () => {
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
    // the proof brings the filed manifest into force
    await court.act(proveOperator, { id: "invited" }, registrar)
    expect((await shown()).manifest.capabilities).toEqual(["translate texts"])
    expect(await court.codeOf(offerQuote, input({ buyer: "seller" }), agent)).toBeNull()
    expect(await court.codeOf(briefAgent, brief, agent)).toBeNull()
    const types = (await court.events("agent/invited")).map(({ type }) => type)
    expect(types).toEqual(["agent.enrolled", "agent.identity_proven", "agent.manifest_amended"])
  })

  it("PD14 §8 an invitation serves once, within 14 days, and while the offer stands", async () => {
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

  it("PD14 §8 neither the token nor the address is in a record, and an address gets a limited number of invitations from all suppliers together", async () => {
    const court = await opened()
    await court.offer({ buyer: "invite", invite })
    const kept = await court.read((reader) => reader.find(Invitations, sha256Hex(token)))
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${token}|${invite.email}`))
    for (let n = 1; n < bounds.addressInvitations; n++) await court.offer({ buyer: "invite", invite })
    const other = { ...invite, email: "ops@another.example" }
    const dueBy = start + days(60)
    const again = () => court.codeOf(offerQuote, input({ buyer: "invite", invite, dueBy }), court.seller)
    expect(await again()).toBe("invitations_spent")
    // the invitations of another supplier count towards the same limit
    expect(await court.codeOf(offerQuote, input({ buyer: "invite", invite }), court.buyer)).toBe(
      "invitations_spent",
    )
    court.advance(hours(24))
    expect(await again()).toBe("invitations_spent")
    expect(await court.codeOf(offerQuote, input({ buyer: "invite", invite: other }), court.seller)).toBeNull()
    court.advance(days(13))
    expect(await again()).toBeNull()
  })

  it("PD14 §8 if the court sends no e-mail the answer says so", async () => {
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
    const sibling = await court.read((reader) => Agent.need(reader, "sibling"))
    expect(sibling.identity).toMatchObject({ status: "proven", by: "vouch" })
  })
})
