import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { byteLength } from "../kernel/Hash.ts"
import type { Reader } from "../kernel/Reader.ts"
import { published } from "../kernel/Schedule.ts"
import { contextFor, start } from "../testing/Context.ts"
import { registrar, stage } from "../testing/Stage.ts"
import * as Findings from "./Findings.ts"
import { artifact, examined, fetched, keyring, proof, reading, signer } from "./testing/Artifacts.ts"
import { type Examined, Verifiers } from "./Verified.ts"

const terms = published.at(start)
const keep = (pieces: ReadonlyArray<Partial<Examined>>, changes = {}) =>
  Findings.keepFindings(
    pieces.map((one, position) => ({ position, examined: examined(one), seen: null })),
    keyring({ proofs: new Map([["jwk:one", [proof("seller")]]]) }),
    start,
    { ...terms, ...changes },
  )
const failed = (kept: ReturnType<typeof keep>) =>
  kept.findings.pieces.map(({ verified }) =>
    verified.checks.filter(({ holds }) => !holds).map(({ check }) => check),
  )

describe("joinFindings", () => {
  it("Rule 4.11 given a piece that is added and for which there is no room, then a check of it says so, and what was found before stays", () => {
    const [before, added] = [keep([{}]), keep([{}])]
    const joined = Findings.joinFindings(before.findings, added, {
      ...terms,
      findingsBytesMax: byteLength(before.text.text),
    })
    expect(joined.findings.pieces[0]).toEqual(before.findings.pieces[0])
    expect(failed(joined).at(-1)).toContain("length")
  })
})

describe("piecesToExamine", () => {
  it("Rule 4.11 the first pieces are examined that have the form of an artifact and are not too long", () => {
    const long = JSON.stringify({ a: "x".repeat(terms.examinedPieceBytesMax) })
    const contents = ["We accept.", long, artifact(), ...Array(30).fill("{}")]
    const { pieces, unread } = Findings.piecesToExamine(contents, terms)
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
  it("Rule 4.11D each document is kept once, with its address, its hash and its time", () => {
    const [a, b] = [fetched("a"), fetched("b")]
    const kept = keep([{ documents: [a, b] }, { documents: [a] }])
    expect(kept.documents).toEqual([a, b])
    expect(kept.findings.documents.map(({ url }) => url)).toEqual([a.url, b.url])
    expect(kept.text.text).not.toContain(a.text)
    expect(failed(kept)).toEqual([[], []])
  })

  it("Rule 4.11D given more documents than are kept, then the pieces that rest on them say so, and the others stand", () => {
    const many = Array.from({ length: terms.keptDocumentsMax + 1 }, (_, i) => fetched(`d${i}`))
    const big = fetched("big", "x".repeat(terms.keptDocumentsBytesMax + 1))
    const kept = keep([{ documents: many }, { documents: [big] }, { documents: [fetched("a")] }])
    expect(failed(kept)).toEqual([["documents"], ["documents"], []])
    expect(kept.documents).toEqual([fetched("a")])
  })

  it("Rule 4.11D given more findings than are kept, then nothing is kept of the pieces that are too long", () => {
    const long = {
      statement: [{ by: "seller", text: "x".repeat(terms.findingsBytesMax) }],
      documents: [fetched("a")],
    }
    const kept = keep([long, {}])
    expect(failed(kept)).toEqual([["length"], []])
    expect(kept.findings.pieces[0]?.verified).toMatchObject({ signers: [], statement: [] })
    expect(kept.documents).toEqual([])
  })

  it("Rule 4.11D the findings of as many pieces as are examined, each too long, take little room", () => {
    const long = { statement: [{ by: "seller", text: "x".repeat(terms.findingsBytesMax) }] }
    const kept = keep(Array(terms.examinedPiecesMax).fill(long))
    expect(byteLength(kept.text.text)).toBeLessThan(10_000)
  })
})

describe("a card that names a wallet", () => {
  it("Rule 4.11B binds the wallet only if the wallet is proven too, since a card at one path may be a tenant's", () => {
    const evm = `evm:0x${"ab".repeat(20)}`
    const card = examined({
      format: "a2a_card",
      signers: [signer({ role: "signer", entitled: "host", host: "seller.example" })],
      statement: [{ by: "signer", text: "Card: the agent's own address is eip155:8453:0xabab." }],
    })
    const offer = examined({ signers: [signer({ fingerprint: evm })] })
    const whose = (...wallet: ReadonlyArray<ReturnType<typeof proof>>) => {
      const proofs = new Map([
        ["jwk:one", [proof("seller")]],
        [evm, wallet],
      ])
      const found = [card, offer].map((it, position) => ({ position, examined: it, seen: null }))
      return Findings.keepFindings(found, keyring({ proofs }), start, terms).findings.pieces.map(
        ({ verified }) => verified.signers[0]?.agent,
      )
    }
    expect(whose()).toEqual(["seller", null])
    expect(whose(proof("seller"))).toEqual(["seller", "seller"])
  })
})

describe("Findings.examine", () => {
  const examining = (verifiers: typeof Verifiers.Service) => (reader: Reader) =>
    Effect.provideService(
      Findings.examine(reader, ["{}"], { parties: [null], quote: null }, contextFor(registrar)),
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
          Findings.examine(reader, contents, { parties: [], quote: null }, contextFor(registrar)),
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
