import { describe, expect, it } from "vitest"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import * as Examples from "../api/Examples.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { enrolmentBody, send } from "../testing/TestCourt.ts"

interface Problem {
  readonly errors?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}
interface Detail {
  readonly matter: { readonly id: string }
  readonly pleadings: {
    readonly claim: {
      readonly facts: ReadonlyArray<{ readonly text: string }>
      readonly evidence: ReadonlyArray<{ readonly content: string; readonly sha256: string }>
    }
  }
}

describe("an invisible character", () => {
  const court = givenCourt()
  const keys = givenAgents(court, ["buyer", "seller"], "one")

  const wrongAt = async (path: string, body: unknown): Promise<ReadonlyArray<string>> => {
    const response = await send(court, "POST", path, { key: keys.buyer, body })
    expect(response.status).toBe(400)
    const { errors = [] } = (await response.json()) as Problem
    return errors.map((error) => `${error.path}: ${error.message}`)
  }
  const filing = (text: string) => ({
    respondent: "seller",
    title: "Price of an undelivered translation",
    valueCents: 80_000,
    dealingAt: "2026-11-20T09:00:00.000Z",
    claim: {
      facts: [{ n: 1, text, evidence: ["log"] }],
      evidence: [{ label: "log", kind: "log", content: text }],
      rules: ["A price paid for undelivered work is paid back."],
      authorities: [],
      orders: [
        {
          kind: "declaration",
          text: "The seller is bound.",
          against: "seller",
          inFavourOf: "buyer",
          restsOn: [1],
        },
      ],
    },
  })

  it("is refused in the name of something, with its place", async () => {
    const hidden = "Price\u{e0049}\u{e0047} of a translation"
    expect(await wrongAt("/api/v1/matters", { ...filing("Paid."), title: hidden })).toEqual([
      "title: must hold no invisible character; U+E0049 stands at character 6",
    ])
    expect(
      await wrongAt("/api/v1/notarise", { ...Examples.dealing, label: "in\u00advoice", ref: "\u3164" }),
    ).toEqual([
      "label: must hold no invisible character; U+00AD stands at character 3",
      "ref: must hold no invisible character; U+3164 stands at character 1",
    ])
    const enrolment = enrolmentBody("other")
    const manifest = { ...enrolment.manifest, model: "model\u200b-1" }
    expect(await wrongAt("/api/v1/enrol", { ...enrolment, manifest })).toEqual([
      "manifest.model: must hold no invisible character; U+200B stands at character 6",
    ])
  })

  it("is shown to the judge in a pleading; the parties read the pleading as filed, with its hash", async () => {
    const text = "The seller was paid.\u200b\u{e0041}\u{e0042} می‌خواهم 👩‍⚕️"
    const filed = await send(court, "POST", "/api/v1/matters", { key: keys.buyer, body: filing(text) })
    const { matter } = (await filed.json()) as Detail
    const read = async (key: string) => {
      const response = await send(court, "GET", `/api/v1/matters/${matter.id}`, { key })
      return ((await response.json()) as Detail).pleadings.claim
    }
    const party = await read(keys.buyer)
    expect([party.facts[0]?.text, party.evidence[0]?.content]).toEqual([text, text])
    const bench = await read(court.judge)
    const marked = "The seller was paid.⟨U+200B U+E0041 U+E0042⟩ می‌خواهم 👩‍⚕️"
    expect([bench.facts[0]?.text, bench.evidence[0]?.content]).toEqual([marked, marked])
    expect(bench.evidence[0]?.sha256).toBe(sha256Hex(text))
  })

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.org/",
    "https://a:b@example.org/",
    "https://example.org/\u200b",
  ])("%s is refused as the address of a publisher, of a source and of a service", async (uri) => {
    const enrolment = enrolmentBody("other")
    const provenance = { ...enrolment.provenance, source: uri }
    const source = await wrongAt("/api/v1/enrol", { ...enrolment, provenance, serviceUrl: uri })
    expect(source.map((error) => error.split(":")[0])).toEqual(["serviceUrl", "provenance.source"])
    const claim = {
      ...filing("Paid.").claim,
      authorities: [
        {
          citation: "[2020] ABC 1",
          proposition: "It is paid back.",
          provenance: { source: "ABC", url: uri },
        },
      ],
    }
    expect(
      (await wrongAt("/api/v1/matters", { ...filing("Paid."), claim })).map((error) => error.split(":")[0]),
    ).toEqual(["claim.authorities[0].provenance.url"])
  })
})
