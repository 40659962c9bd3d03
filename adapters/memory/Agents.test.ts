/** Agents and dealings through the real loop, on the model store. */
import { Effect, Either, Option } from "effect"
import { describe, expect, it } from "vitest"
import { agentView } from "../../core/agents/AgentView.ts"
import { enrol } from "../../core/agents/Enrol.ts"
import { heartbeat } from "../../core/agents/Heartbeat.ts"
import { inbox } from "../../core/agents/Inbox.ts"
import { revokeKeys, rotateKey } from "../../core/agents/Keys.ts"
import { authenticate } from "../../core/agents/Lookup.ts"
import { serve } from "../../core/agents/Notice.ts"
import { patchManifest } from "../../core/agents/PatchManifest.ts"
import { issueApproval, proveOperator, vouch } from "../../core/agents/Proof.ts"
import { publishStake } from "../../core/agents/PublishStake.ts"
import { setService } from "../../core/agents/SetService.ts"
import { put } from "../../core/Change.ts"
import { command } from "../../core/Command.ts"
import { Entries, type Entry } from "../../core/compliance/Entry.ts"
import { open as openEntry } from "../../core/compliance/testing/Given.ts"
import { dealingById, dealingsOf } from "../../core/dealings/DealingView.ts"
import { notarise } from "../../core/dealings/Notarise.ts"
import { reviewDealing } from "../../core/dealings/Review.ts"
import { sha256Hex } from "../../core/Hash.ts"
import { type Judgment, Judgments } from "../../core/judgments/Judgment.ts"
import { claimant } from "../../core/judgments/testing/Cases.ts"
import { hours } from "../../core/Time.ts"
import { enrolment } from "../../core/testing/Agents.ts"
import { start } from "../../core/testing/Context.ts"
import { registrar, stage } from "./testing/Stage.ts"

const anyone = { role: "public" } as const
const sha256 = "ab".repeat(32)
const view = (court: ReturnType<typeof stage>, handle: string) =>
  court.read((reader) => agentView(reader, handle, court.now()))

const delivered: Judgment = {
  citation: "[2026] MC 1",
  series: "MC",
  year: 2026,
  number: 1,
  matterId: "matter-1",
  appealId: null,
  court: "Magistrate",
  title: "A matter",
  deliveredAt: start,
  payloadSha256: sha256,
  claimant,
  respondent: claimant,
  respondentBound: true,
  basis: "contested",
  orders: [],
  currency: "USD",
  areas: [],
  catchwords: [],
  ratio: "ratio",
  costCents: null,
  finality: { status: "final", until: null },
  entries: [],
  marks: { reported: true, vacated: false, setAside: false, supersededBy: null },
}

describe("agents on a store", () => {
  it("Rule 2.1 fifty at once for one handle: exactly one gets it", async () => {
    const court = stage()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        court.codeOf(
          enrol,
          { ...enrolment("wanted"), credentialId: `key-${i}`, operatorId: `op-${i}` },
          anyone,
        ),
      ),
    )
    expect(outcomes.filter((code) => code === null)).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set([null, "handle_taken"]))
  })

  it("PD3 §1 twenty agents of one operator at once: exactly five are enrolled", async () => {
    const court = stage()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => court.codeOf(enrol, enrolment(`agent-${i}`), anyone)),
    )
    expect(outcomes.filter((code) => code === null)).toHaveLength(5)
    expect(new Set(outcomes)).toEqual(new Set([null, "operator_agents"]))
  })

  it("PD3 §2 an approval is used once, however many come with it", async () => {
    // given an agent that the Registrar has proven, and an approval that it issues
    const court = stage()
    const elder = await court.enrolled("elder")
    await court.act(proveOperator, { id: "elder" }, registrar)
    await court.act(issueApproval, { approvalId: sha256Hex("token") }, elder)
    // when three agents come with the token at once
    const outcomes = await Promise.all(
      ["one", "two", "three"].map((handle) =>
        court.codeOf(enrol, { ...enrolment(handle), approval: "token" }, anyone),
      ),
    )
    // then one is enrolled, and proven
    expect([...outcomes].sort()).toEqual(["approval_unusable", "approval_unusable", null])
    const winner = ["one", "two", "three"][outcomes.indexOf(null)] ?? ""
    expect((await view(court, winner)).operatorIdentity).toBe("proven")
  })

  it("PD3 §2 the Registrar proves all agents at an operator's address by its id; a later one is stated again", async () => {
    const court = stage()
    await court.enrolled("one")
    await court.enrolled("two")
    const elder = { role: "agent", id: "", handle: "one" } as const
    expect(await court.act(proveOperator, { id: "op-1" }, registrar)).toMatchObject({
      proven: ["one", "two"],
    })
    await court.enrolled("three")
    expect((await view(court, "three")).operatorIdentity).toBe("stated")
    await court.act(vouch, { handle: "three" }, elder)
    expect((await view(court, "three")).operatorIdentity).toBe("proven")
    expect(await court.codeOf(proveOperator, { id: "nobody" }, registrar)).toBe("unknown_operator")
  })

  it("Rule 2.6 a key serves from enrolment until it is rotated away or revoked", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const who = (key: string) => court.read((reader) => authenticate(reader, key, court.now()))
    expect(await who("key-of-seller")).toEqual(Option.some(seller))
    await court.act(rotateKey, { handle: "seller", credentialId: "second", revokePrevious: false }, seller)
    expect(Option.isSome(await who("key-of-seller")) && Option.isSome(await who("second"))).toBe(true)
    court.advance(hours(24))
    expect(Option.isNone(await who("key-of-seller"))).toBe(true)
    await court.act(revokeKeys, { handle: "seller", reasons: "published" }, registrar)
    expect(Option.isNone(await who("second")) && Option.isNone(await who("unknown"))).toBe(true)
  })

  it("Rule 2.3 the public record shows the agent and nothing of its operator", async () => {
    const court = stage()
    const seller = await court.enrolled("seller", "secret-operator")
    await court.act(patchManifest, { handle: "seller", patch: { model: "model-2" } }, seller)
    await court.act(publishStake, { handle: "seller", body: { stakeCents: 4_200 } }, seller)
    await court.act(
      setService,
      { handle: "seller", body: { serviceUrl: "https://private.example" }, operatorId: null, mail: false },
      seller,
    )
    await court.act(heartbeat, undefined, seller)
    const record = await view(court, "seller")
    expect(record).toMatchObject({
      handle: "seller",
      manifestVersion: 2,
      stakeCents: 4_200,
      operatorIdentity: "stated",
      label: "no record",
      reputation: 0,
      dealings: { lodged: 0, reviewed: 0 },
      orders: [],
      lastHeartbeatAt: new Date(court.now()).toISOString(),
    })
    expect(JSON.stringify(record)).not.toMatch(/secret-operator|private\.example|@/)
    const journal = await Effect.runPromise(court.driver.journal({ subject: null, after: null, limit: 100 }))
    expect(journal.items.map(({ type }) => type)).toEqual([
      "agent.enrolled",
      "agent.manifest_amended",
      "agent.stake_published",
    ])
    expect(JSON.stringify(journal.items)).not.toMatch(/secret-operator|private\.example|@/)
  })

  it("PD11 §1 the public record lists the orders against an agent and whether they were honoured", async () => {
    // given judgments against the seller: one to pay, with its entry, and one that only declares, in favour of nobody else
    const court = stage()
    const seller = await court.enrolled("seller")
    const against = { id: seller.id, handle: "seller", operatorId: "op-1" }
    const order = (n: number, kind: "pay" | "declaration") =>
      ({ n, kind, text: `order ${n}`, amountCents: 700, against, inFavourOf: claimant, hours: 72 }) as const
    const judgment: Judgment = {
      ...delivered,
      orders: [
        order(1, "declaration"),
        order(2, "pay"),
        { ...order(3, "pay"), against: claimant, inFavourOf: against },
      ],
      entries: ["entry-1", "entry-gone"],
    }
    const entry: Entry = {
      ...openEntry,
      citation: judgment.citation,
      n: 2,
      bound: against,
      status: "notified",
    }
    const lay = command({
      name: "lay",
      sections: ["PD11 §1"],
      gather: () => Effect.void,
      decide: () => Either.right({ changes: [put(Judgments, judgment), put(Entries, entry)], reply: null }),
    })
    await court.act(lay, undefined, registrar)
    // then its record shows the orders that bind it, with the status of the entry where there is one
    const deliveredAt = new Date(judgment.deliveredAt).toISOString()
    const common = { citation: judgment.citation, amountCents: 700, deliveredAt }
    expect((await view(court, "seller")).orders).toEqual([
      { ...common, n: 1, kind: "declaration", text: "order 1", status: null },
      { ...common, n: 2, kind: "pay", text: "order 2", status: "notified" },
    ])
  })

  it("Rule 2.2 a handle that nobody holds has no record", async () => {
    const court = stage()
    const found = await court.read((reader) => Effect.either(agentView(reader, "nobody", court.now())))
    expect(Either.isLeft(found)).toBe(true)
    expect(await court.codeOf(vouch, { handle: "nobody" }, await court.enrolled("elder"))).toBe(
      "unknown_agent",
    )
  })

  it("Rule 2.7 the inbox gives everything served, oldest first, page by page", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const say = command({
      name: "say",
      sections: ["Rule 2.7"],
      gather: (_text: string) => Effect.void,
      decide: (_facts, text, { id, now }) =>
        Either.right({
          changes: serve({
            id: id(0),
            agentId: seller.id,
            type: "test.said",
            subject: "agent/seller",
            at: now,
            text,
            data: {},
          }),
          reply: null,
        }),
    })
    for (const text of ["first", "second", "third"]) {
      await court.act(say, text, registrar)
      court.advance(1)
    }
    const page = (after: string | null) =>
      court.read((reader) => inbox(reader, seller.id, { after, limit: 2 }))
    const first = await page(null)
    expect(first.items.map(({ text }) => text)).toEqual(["first", "second"])
    expect((await page(first.next)).items.map(({ text }) => text)).toEqual(["third"])
  })
})

describe("dealings on a store", () => {
  it("Dealings Act 1.1 entries are numbered upwards, the same hash again included, and found by it", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    await court.act(notarise, { sha256 }, seller)
    await court.act(notarise, { sha256: sha256.toUpperCase() }, seller)
    const { items } = await court.read((reader) =>
      dealingsOf(reader, sha256, anyone, { after: null, limit: 9 }),
    )
    expect(items).toHaveLength(2)
    const [first, second] = items.map(({ sequence }) => sequence ?? 0)
    expect(second).toBeGreaterThan(first ?? 0)
    expect((await view(court, "seller")).dealings).toEqual({ lodged: 2, reviewed: 0 })
  })

  it("Dealings Act 1.2 two reviews at once: one counts, for both sides", async () => {
    const court = stage()
    const [seller, buyer] = [await court.enrolled("seller"), await court.enrolled("buyer")]
    const { id } = await court.act(notarise, { sha256, counterparty: "buyer", valueCents: 12_345 }, seller)
    const review = { id, body: { outcome: "confirmed" } } as const
    const outcomes = await Promise.all([
      court.codeOf(reviewDealing, review, buyer),
      court.codeOf(reviewDealing, review, buyer),
    ])
    expect([...outcomes].sort()).toEqual(["already_reviewed", null])
    expect((await view(court, "seller")).dealings.reviewed).toBe(1)
    expect((await view(court, "buyer")).dealings.reviewed).toBe(1)
  })

  it("Dealings Act 1.3 who takes the name of a counterparty after lodgement learns and reviews nothing", async () => {
    // given an entry that names somebody not enrolled
    const court = stage()
    const seller = await court.enrolled("seller")
    const { id } = await court.act(
      notarise,
      { sha256, counterparty: "latecomer", valueCents: 12_345 },
      seller,
    )
    // when an agent enrols under that name
    const latecomer = await court.enrolled("latecomer")
    // then the entry is as closed to it as to anybody
    const seen = await court.read((reader) => dealingById(reader, id, latecomer))
    expect(seen).not.toHaveProperty("valueCents")
    expect(await court.codeOf(reviewDealing, { id, body: { outcome: "confirmed" } }, latecomer)).toBe(
      "not_counterparty",
    )
    expect(await court.read((reader) => dealingById(reader, id, seller))).toMatchObject({
      valueCents: 12_345,
    })
    expect(await court.codeOf(reviewDealing, { id: "none", body: { outcome: "confirmed" } }, latecomer)).toBe(
      "unknown_dealing",
    )
  })
})
