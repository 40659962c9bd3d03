/** An agent's acts on its own record: manifest, stake, service address, operator's address. */
import { Either, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Changed from "../kernel/Change.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import { canonical } from "../kernel/Json.ts"
import { hours } from "../kernel/Time.ts"
import { limits } from "../store/Store.ts"
import { agent, enrolment } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import * as Acceptance from "./Acceptance.ts"
import { Agents, Handle, handleClaim, ManifestPatch, ManifestVersions, Stakes } from "./Agent.ts"
import { heartbeat, patchManifest, publishStake } from "./Commands.ts"
import { amendManifest } from "./Law.ts"
import * as Operator from "./Operator.ts"
import { setService } from "./Service.ts"

const { link } = enrolment("linked")
const seller = agent("seller")
const context = contextFor({ role: "agent", id: seller.id, handle: "seller" })
const stranger = contextFor({ role: "agent", id: "x", handle: "stranger" })
const from = {
  id: "op-1",
  email: "ops@example.com",
  name: "Example",
  places: { stated: 1, proven: 0 },
  notedAt: null,
}
const to = {
  id: "op-2",
  email: "new@example.com",
  name: "Example",
  places: { stated: 0, proven: 0 },
  notedAt: null,
}
const patchOf = (patch: ManifestPatch) => ({ handle: "seller", ...patch })

describe("the record of an agent", () => {
  it("Rule 2.1 a patch changes the fields it names, and the version goes up by one", () => {
    const { changes, reply } = Either.getOrThrow(
      patchManifest.decide(seller, patchOf({ model: "model-2" }), context),
    )
    expect(putsOf(ManifestVersions, changes)).toEqual([
      {
        agentId: seller.id,
        version: 2,
        filedAt: start,
        manifest: { ...seller.manifest, model: "model-2" },
      },
    ])
    expect(reply).toMatchObject({ manifestVersion: 2, modelChanged: true })
    // and it is the same agent with the same record
    expect(putsOf(Agents, changes)[0]?.id).toBe(seller.id)
  })

  it("Rule 2.1 a manifest that is too large for an event stands in it by the SHA-256 of its RFC 8785 text", () => {
    const wide = { capabilities: Array.from({ length: 50 }, () => "\u754c".repeat(300)) }
    const { changes } = Either.getOrThrow(patchManifest.decide(seller, patchOf(wide), context))
    const manifestSha256 = sha256Hex(canonical({ ...seller.manifest, ...wide }))
    expect(eventsOf(changes).map(({ data }) => data)).toEqual([
      { handle: "seller", manifestSha256, manifestVersion: 2, modelChanged: false },
    ])
  })

  it("Rule 2.1 the largest manifest fits into the record of its agent, and one byte more is refused", () => {
    const most = context.terms.manifestBytesMax
    const patch = (bytes: number) => {
      const parts = { authority: "\u0001".repeat(2_000), limits: "", capabilities: [] as Array<string> }
      const left = () =>
        bytes - byteLength(JSON.stringify([{ ...seller.manifest, ...parts }, seller.provenance]))
      while (left() > 1_000) parts.capabilities.push("\u754c".repeat(300))
      return patchOf({ ...parts, limits: "x".repeat(left()) })
    }
    const { changes } = Either.getOrThrow(patchManifest.decide(seller, patch(most), context))
    expect(byteLength(JSON.stringify(putsOf(Agents, changes)[0]))).toBeLessThan(limits.recordBytes - 10_000)
    expect(codeOf(patchManifest.decide(seller, patch(most + 1), context))).toBe("manifest_too_large")
  })

  it("Rule 2.1 a manifest takes twenty amendments on one day by Universal Time, and an amendment that changes nothing is free", () => {
    const self = { role: "agent", id: seller.id, handle: "seller" } as const
    const noon = Date.UTC(2026, 10, 20, 12)
    const facts = factsOf(Changed.put(Agents, seller), Changed.claim(handleClaim(seller.handle), seller.id))
    const amend = (limits: string, now: number) =>
      facts.decide(patchManifest, { handle: seller.handle, limits }, contextFor(self, now))
    for (let n = 1; n <= 20; n++) allowed(amend(`version ${n}`, noon))
    const refused = amend("one more", noon)
    expect(refused).toMatchObject({ left: { code: "daily_figure", waitSeconds: 12 * 60 * 60 } })
    expect(JSON.stringify(refused)).toContain("at most 20 amendments of a manifest on one day")
    expect(allowed(amend("version 20", noon)).changes).toEqual([])
    expect(codeOf(amend("one more", noon + hours(12) - 1))).toBe("daily_figure")
    expect(allowed(amend("one more", noon + hours(12))).reply.manifestVersion).toBe(22)
    const other = { handle: seller.handle, limits: "theirs" }
    expect(codeOf(facts.decide(patchManifest, other, stranger))).toBe("not_own")
  })

  it("Rule 2.1 a patch that changes nothing makes no version", () => {
    const { changes, reply } = Either.getOrThrow(
      patchManifest.decide(seller, patchOf({ model: seller.manifest.model }), context),
    )
    expect(changes).toEqual([])
    expect(reply.manifestVersion).toBe(1)
  })

  it("Dealings Act 3.4 after any patches the agent warrants the last value that was sent for each field", () => {
    const patch = fc.record(
      {
        model: fc.string({ minLength: 1, maxLength: 9 }),
        authority: fc.string({ minLength: 1, maxLength: 9 }),
        limits: fc.option(fc.string({ maxLength: 9 })),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(patch, { maxLength: 8 }), (patches) => {
        const amended = patches.reduce((current, next) => amendManifest(current, next, start), seller)
        expect(amended.manifest).toEqual(Object.assign({}, seller.manifest, ...patches))
        expect(amended.manifestVersion).toBeLessThanOrEqual(1 + patches.length)
      }),
    )
  })

  it("Rule 2.1 a patch with a field that manifests do not have is refused", () => {
    const decode = Schema.decodeUnknownEither(ManifestPatch, { onExcessProperty: "error" })
    expect(Either.isLeft(decode({ modle: "typo" }))).toBe(true)
    expect(Either.isRight(decode({}))).toBe(true)
  })

  it("Rule 2.1 a handle has 3 to 40 characters and neither begins nor ends with a dash", () => {
    const ok = Schema.is(Handle)
    expect(["abc", "a-b", "0".repeat(40)].filter((handle) => ok(handle))).toHaveLength(3)
    expect(["ab", "0".repeat(41), "-ab", "ab-", "Abc", "a_b", "a b"].filter((handle) => ok(handle))).toEqual(
      [],
    )
  })

  it("Rule 2.6 an agent changes its own record only", () => {
    expect(codeOf(patchManifest.decide(seller, patchOf({}), stranger))).toBe("not_own")
    expect(codeOf(publishStake.decide(seller, { handle: "seller", stakeCents: 1 }, stranger))).toBe("not_own")
    const service = { handle: "seller", body: {}, operatorId: null, mail: true, link }
    expect(
      codeOf(setService.decide({ agent: seller, from, to: null, stayed: null }, service, stranger)),
    ).toBe("not_own")
    expect(codeOf(heartbeat.decide(undefined, undefined, contextFor({ role: "public" })))).toBe("agents_only")
  })

  it("PD3 §3 a stake is recorded with the instant from which it counts", () => {
    const input = { handle: "seller", stakeCents: 77_700 }
    const { changes } = Either.getOrThrow(publishStake.decide(seller, input, context))
    expect(putsOf(Stakes, changes)).toEqual([{ agentId: seller.id, cents: 77_700, at: start }])
    expect(putsOf(Agents, changes)[0]?.stakeCents).toBe(77_700)
    expect(eventsOf(changes)[0]?.data).toMatchObject({ stakeCents: 77_700 })
  })

  it("Rule 2.7 a service URL is set, kept and removed without an event in the journal", () => {
    const set = (body: { serviceUrl?: string | null }) =>
      Either.getOrThrow(
        setService.decide(
          { agent: { ...seller, serviceUrl: "https://a.example" }, from, to: null, stayed: null },
          { handle: "seller", body, operatorId: null, mail: true, link },
          context,
        ),
      )
    expect(set({ serviceUrl: "https://b.example" }).reply.serviceUrl).toBe("https://b.example")
    expect(set({}).reply.serviceUrl).toBe("https://a.example")
    expect(set({ serviceUrl: null }).reply.serviceUrl).toBeNull()
    expect(eventsOf(set({ serviceUrl: null }).changes)).toEqual([])
  })
})

describe("another operator's address", () => {
  const proven = agent("seller", { identity: { status: "proven", by: "vouch", at: start } })
  const input = {
    handle: "seller",
    body: { operatorEmail: "new@example.com" },
    operatorId: "op-2",
    mail: true,
    link,
  }

  it("PD3 §2A an agent that moves to another address is stated again, and both addresses are told", () => {
    const { changes, reply } = Either.getOrThrow(
      setService.decide({ agent: proven, from, to, stayed: null }, input, context),
    )
    expect(putsOf(Agents, changes)[0]).toMatchObject({
      operatorId: "op-2",
      identity: { status: "stated" },
      operatorMovedAt: start,
    })
    expect(putsOf(Operator.Operators, changes)).toEqual([
      { ...to, places: { stated: 1, proven: 0 }, notedAt: start },
    ])
    expect(tasksOf(changes)).toMatchObject([
      { kind: Operator.noteTask, body: { operatorId: "op-1" } },
      { kind: Acceptance.task, body: { operatorId: "op-2", handle: "seller" } },
    ])
    expect(reply.operatorIdentity).toBe("stated")
    expect(eventsOf(changes).map(({ type }) => type)).toEqual(["agent.identity_stated"])
    // an agent that was only stated makes no event, and its old address gets no note
    const unproven = Either.getOrThrow(
      setService.decide({ agent: seller, from, to, stayed: null }, input, context),
    )
    expect(eventsOf(unproven.changes)).toEqual([])
    expect(tasksOf(unproven.changes).map(({ kind }) => kind)).toEqual([Acceptance.task])
    expect(JSON.stringify(eventsOf(changes))).not.toContain("op-2")
  })

  it("PD3 §2A the answer says whether a note was sent", () => {
    const sent = (mail: boolean, moves: boolean) =>
      Either.getOrThrow(
        setService.decide(
          { agent: proven, from, to: moves ? to : null, stayed: null },
          { ...input, mail },
          context,
        ),
      )
    expect(sent(true, true).reply.operatorEmail).toEqual({ address: "new@example.com", noteSent: true })
    for (const [mail, moves] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      expect(sent(mail, moves).reply.operatorEmail.noteSent).toBe(false)
      expect(tasksOf(sent(mail, moves).changes)).toEqual([])
    }
  })

  it("PD3 §1 moving takes a place at the new address, which may be full", () => {
    const full = { ...to, places: { stated: 5, proven: 0 } }
    expect(codeOf(setService.decide({ agent: proven, from, to: full, stayed: null }, input, context))).toBe(
      "operator_agents",
    )
  })

  it("PD3 §2A an agent moves once in 24 hours", () => {
    const moved = (ago: number) =>
      setService.decide(
        { agent: { ...proven, operatorMovedAt: start - ago }, from, to, stayed: null },
        input,
        context,
      )
    expect(codeOf(moved(hours(24) - 1))).toBe("operator_moved")
    expect(codeOf(moved(hours(24)))).toBeNull()
  })
})
