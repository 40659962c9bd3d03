/** The bounds within which findings are kept. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { byteLength } from "../kernel/Hash.ts"
import type { Reader } from "../kernel/Reader.ts"
import { published } from "../kernel/Schedule.ts"
import { contextFor, start } from "../testing/Context.ts"
import { registrar, stage } from "../testing/Stage.ts"
import { examineEvidence, keepFindings, piecesToExamine } from "./Findings.ts"
import { artifact, examined, fetched, keyring, known, proof, reading, signer } from "./testing/Artifacts.ts"
import { type Examined, Verifiers } from "./Verified.ts"

const terms = published.at(start)
const keep = (pieces: ReadonlyArray<Partial<Examined>>, changes = {}) =>
  keepFindings(
    pieces.map((one, position) => ({ position, examined: examined(one), lodgedAt: null })),
    keyring({ proofs: new Map([["jwk:one", [proof("seller")]]]) }),
    start,
    { ...terms, ...changes },
  )
const failed = (kept: ReturnType<typeof keep>) =>
  kept.findings.pieces.map(({ verified }) =>
    verified.checks.filter(({ holds }) => !holds).map(({ check }) => check),
  )

describe("piecesToExamine", () => {
  it("Rule 4.11 the first pieces are examined that have the form of an artifact and are not too long", () => {
    const long = JSON.stringify({ a: "x".repeat(terms.examinedPieceBytesMax) })
    const contents = ["We accept.", long, artifact(), ...Array(30).fill("{}")]
    const { pieces, unread } = piecesToExamine(contents, terms)
    expect(pieces.length).toBe(terms.examinedPiecesMax)
    expect(pieces[0]?.position).toBe(2)
    expect(unread.map(({ position, why }) => [position, why]).slice(0, 2)).toEqual([
      [1, expect.stringContaining("longer than")],
      [2 + terms.examinedPiecesMax, expect.stringContaining("after the first 20 pieces")],
    ])
    expect(unread).toHaveLength(contents.length - pieces.length - 1)
  })
})

describe("keepFindings", () => {
  it("Rule 4.11 each document is kept once, with its address, its hash and its time", () => {
    const [a, b] = [fetched("a"), fetched("b")]
    const kept = keep([{ documents: [a, b] }, { documents: [a] }])
    expect(kept.documents).toEqual([a, b])
    expect(kept.findings.documents.map(({ url }) => url)).toEqual([a.url, b.url])
    expect(kept.text.text).not.toContain(a.text)
    expect(failed(kept)).toEqual([[], []])
  })

  it("Rule 4.11 given more documents than are kept, then the pieces that rest on them say so, and the others stand", () => {
    const many = Array.from({ length: terms.keptDocumentsMax + 1 }, (_, i) => fetched(`d${i}`))
    const big = fetched("big", "x".repeat(terms.keptDocumentsBytesMax + 1))
    const kept = keep([{ documents: many }, { documents: [big] }, { documents: [fetched("a")] }])
    expect(failed(kept)).toEqual([["documents"], ["documents"], []])
    expect(kept.documents).toEqual([fetched("a")])
  })

  it("Rule 4.11 given more findings than are kept, then nothing is kept of the pieces that are too long", () => {
    const long = {
      statement: [{ by: "seller", text: "x".repeat(terms.findingsBytesMax) }],
      documents: [fetched("a")],
    }
    const kept = keep([long, {}])
    expect(failed(kept)).toEqual([["length"], []])
    expect(kept.findings.pieces[0]?.verified).toMatchObject({ signers: [], statement: [] })
    expect(kept.documents).toEqual([])
  })

  it("Rule 4.11 the findings of as many pieces as are examined, each too long, take little room", () => {
    const long = { statement: [{ by: "seller", text: "x".repeat(terms.findingsBytesMax) }] }
    const kept = keep(Array(terms.examinedPiecesMax).fill(long))
    expect(byteLength(kept.text.text)).toBeLessThan(10_000)
  })
})

describe("the card of a party", () => {
  const address = `eip155:8453:0x${"aB".repeat(20)}`
  const host = "seller.example"
  const card = (changes: Partial<Examined> = {}) =>
    examined({
      format: "a2a_card",
      signers: [signer({ role: "signer", entitled: "host", host })],
      statement: [{ by: "signer", text: "Card: “Seller”." }],
      addresses: [address],
      ...changes,
    })
  const offer = examined({ signers: [signer({ fingerprint: `evm:0x${"ab".repeat(20)}` })] })
  const whoseOffer = (one: Examined, parties = ["buyer", "seller"]) => {
    const proofs = new Map([
      ["jwk:one", [proof("seller")]],
      ["jwk:two", [proof("buyer")]],
    ])
    const keys = keyring({ proofs, parties: parties.map((handle) => known(handle)) })
    const found = [offer, one].map((it, position) => ({ position, examined: it, lodgedAt: null }))
    return keepFindings(found, keys, start, terms).findings.pieces.map(({ position, verified }) => [
      position,
      verified.signers[0]?.agent,
    ])
  }

  it("Rule 4.11 makes the address that it names the party's, wherever the card stands in the paper", () => {
    expect(whoseOffer(card())).toEqual([
      [0, "seller"],
      [1, "seller"],
    ])
  })

  it.each([
    ["that is not published by the host of the card", card({ signers: [signer({ role: "signer" })] })],
    [
      "whose signature fails",
      card({ checks: [{ check: "signature", holds: false, why: "It is not by the key." }] }),
    ],
    [
      "that two agents signed, one of them by a key of its own",
      card({
        signers: [
          signer({ role: "signer", entitled: "host", host }),
          signer({ role: "signer", fingerprint: "jwk:two" }),
        ],
      }),
    ],
    ["that names no address", card({ addresses: [] })],
  ])("Rule 4.11 gives no address by a card %s", (_what, one) => {
    expect(whoseOffer(one)[0]).toEqual([0, null])
  })

  it("Rule 4.11 of an agent that is no party gives no address", () => {
    expect(whoseOffer(card(), ["buyer"])[0]).toEqual([0, null])
  })

  it("Rule 4.11 does not rest on another card, nor on itself", () => {
    const own = signer({ role: "signer", fingerprint: `evm:0x${"ab".repeat(20)}`, entitled: "host", host })
    expect(whoseOffer(card({ signers: [own] }))).toEqual([
      [0, null],
      [1, null],
    ])
  })
})

describe("examineEvidence", () => {
  const examining = (verifiers: typeof Verifiers.Service) => (reader: Reader) =>
    Effect.provideService(
      examineEvidence(reader, ["{}"], { parties: [null], quote: null }, contextFor(registrar)),
      Verifiers,
      verifiers,
    )

  it("Rule 4.11 pieces are counted for the agent that files, and for nobody if an office asks", async () => {
    const { read } = stage()
    const asked: Array<string | null> = []
    const none = { examine: () => Effect.succeed([]) }
    const counting: typeof Verifiers.Service = {
      examine: (_contents, { agentId }) => {
        asked.push(agentId)
        return none.examine()
      },
    }
    expect(await read(examining(counting))).toBeNull()
    expect(asked).toEqual([null])
  })

  it("Rule 4.11 given a piece with the marks of an artifact that is too long, then a check says that it was not examined", async () => {
    const long = JSON.stringify({ signatures: "x".repeat(terms.examinedPieceBytesMax) })
    const filed = (contents: ReadonlyArray<string>) =>
      stage().read((reader) =>
        Effect.provideService(
          examineEvidence(reader, contents, { parties: [], quote: null }, contextFor(registrar)),
          Verifiers,
          reading,
        ),
      )
    const found = await filed(["We accept.", long])
    expect(found?.findings.pieces).toMatchObject([
      { position: 1, verified: { signers: [], checks: [{ check: "length", holds: false }] } },
    ])
    expect(await filed([long.replace("signatures", "table")])).toBeNull()
  })

  it("Rule 4.11 a court without verifiers recognises nothing", async () => {
    const none = await Effect.runPromise(Effect.provide(Verifiers, Verifiers.none))
    expect(await stage().read(examining(none))).toBeNull()
  })
})
