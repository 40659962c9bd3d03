/** Judgments in the forms of other protocols: what each says, and when it says nothing. */
import { readFile } from "node:fs/promises"
import { decodeFunctionData, encodeFunctionData, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import { Reputation } from "../../core/compliance/index.ts"
import type { Ruling } from "../../core/docket/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { canonical } from "../../core/kernel/Json.ts"
import { earning, named, ruling } from "../testing/Rulings.ts"
import { type Format, formats, formatsOf } from "./index.ts"
import { places, sdJwtVc } from "./sd-jwt-vc/index.ts"

const of = (name: string): Format => {
  const [found] = formatsOf([name])
  if (found === undefined) throw new Error(`no format ${name}`)
  return found
}
/** Values that fit what each format asks for. */
const values: { readonly [name: string]: string } = {
  supersedes: "a".repeat(64),
  dispute_chain_tip: "b".repeat(64),
  payment_mandate_ref: "mandate-1",
  agent: "seller",
  agentRegistry: `eip155:1:0x${"4".repeat(40)}`,
  agentId: "22",
  clientAddress: `eip155:1:0x${"5".repeat(40)}`,
  requestHash: `0x${"6".repeat(64)}`,
  jobId: "7",
  subject: `x402:operation:sha256:${"7".repeat(64)}`,
}
const rendered = (name: string, given: Ruling.Ruling, changes = {}) =>
  of(name).renders?.(given, { ...values, ...changes }, named) ?? { why: "no renderings" }
const documentOf = (name: string, given: Ruling.Ruling, changes = {}) => {
  const found = rendered(name, given, changes)
  if ("why" in found) throw new Error(found.why)
  return found.document
}
const rendering = formats.filter(({ renders }) => renders !== null)

describe("the formats of other protocols", () => {
  it("each has a name of its own and the version that was read, and names the court, renders judgments, has receipts, labels or reads artifacts", () => {
    expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length)
    for (const { read, specification, names, renders, reads, receipts, labels } of formats) {
      expect(read).not.toBe("")
      expect(specification).toMatch(/^https:\/\//)
      expect(names !== null && renders !== null).toBe(false)
      expect(
        [names ?? undefined, renders ?? undefined, reads, receipts, labels].some((one) => one !== undefined),
      ).toBe(true)
    }
  })

  it.each(formats.map(({ name }) => [name] as const))("%s knows no other format", async (name) => {
    expect(formatsOf([name]).map((one) => one.name)).toEqual([name])
    expect(formatsOf([name, "unknown"])).toHaveLength(1)
  })

  it.each(rendering.map(({ name }) => [name] as const))(
    "Rule 5.6 given a judgment that determines no account, then %s renders nothing and says why",
    (name) => {
      expect(rendered(name, ruling({ deal: null }))).toHaveProperty("why")
    },
  )

  it.each(["adrp-ruling", "adrp-escrow", "erc-8004-feedback", "erc-8183-evaluation"])(
    "Rule 6.0 given a judgment that may still change, then %s renders nothing, since nobody could take it back",
    (name) => {
      expect(rendered(name, ruling({ isFinal: false }))).toEqual({
        why: expect.stringContaining("open to appeal"),
      })
    },
  )
})

describe("ADRP", () => {
  it.each([
    [5_000, "release", undefined],
    [0, "refund", undefined],
    [1_250, "partial", { to_buyer: 0.75, to_seller: 0.25 }],
    [1, "partial", { to_buyer: 0.9998, to_seller: 0.0002 }],
  ] as const)("PD15 §11 given %i of 5,000 cents owed, then the verdict is %s", (owed, verdict, split) => {
    const bundle = documentOf("adrp-ruling", earning(owed))
    expect([bundle.verdict, bundle.partial_split]).toEqual([verdict, split])
    expect(bundle).toMatchObject({
      type: "RulingBundle",
      supersedes: values.supersedes,
      prev_hash: values.dispute_chain_tip,
      rationale_hash: "3".repeat(64),
      arbitrator_did: named.did,
    })
  })

  it("PD15 §11 the directive names the ruling that the same judgment gives, and splits as it does", () => {
    const ruled = documentOf("adrp-ruling", earning(1_250))
    expect(documentOf("adrp-escrow", earning(1_250))).toEqual({
      payment_mandate_ref: "mandate-1",
      action: "partial",
      split: { to_buyer: 0.75, to_seller: 0.25 },
      ruling_ref: sha256Hex(canonical(ruled)),
    })
    expect(documentOf("adrp-escrow", earning(0))).toMatchObject({ action: "refund", split: null })
  })

  it("Rule 5.6 given a thief that names a stranger's transaction, then the ruling bears no signature of the court", () => {
    expect(documentOf("adrp-ruling", earning(0), { supersedes: "f".repeat(64) })).toMatchObject({ sig: "" })
  })
})

describe("ERC-8004", () => {
  it.each([
    [5_000, 10_000, 100],
    [1_250, 2_500, 25],
    [4_999, 9_998, 99],
    [0, 0, 0],
  ])(
    "PD15 §11 given a supplier that earned %i of 5,000 cents, then its feedback is %i hundredths of a percent, and it isn't whole unless nothing is missing",
    (owed, value, response) => {
      expect(documentOf("erc-8004-feedback", earning(owed))).toMatchObject({
        agentId: 22,
        value,
        valueDecimals: 2,
        createdAt: "2026-11-20T09:00:00.000Z",
      })
      expect(documentOf("erc-8004-validation", earning(owed))).toMatchObject({ response })
    },
  )

  it("PD17 §1 the arguments of an answer have the names that the present text of the standard gives them, in their order", () => {
    const abi = parseAbi([
      "function validationResponse(bytes32 requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag)",
    ])
    const document = documentOf("erc-8004-validation", ruling())
    const args = abi[0].inputs.map(({ name }) => document[name]) as never
    const data = encodeFunctionData({ abi, args })
    expect(decodeFunctionData({ abi, data }).args).toEqual(Object.values(document))
    // The selector of the function in `abis/ValidationRegistry.json` at commit b9e466c2 of erc-8004/erc-8004-contracts.
    expect(data.slice(0, 10)).toBe("0x3d659a96")
  })

  it("PD11 §14 given a buyer or a stranger, then it gets no score from the supplier's deal", () => {
    for (const name of ["erc-8004-feedback", "erc-8004-validation"])
      for (const agent of ["buyer", "stranger"])
        expect(rendered(name, ruling(), { agent })).toHaveProperty("why")
  })

  it("Rule 6.0 an answer to a validation is soft until the judgment is final, and hard from then on", () => {
    const tagOf = (isFinal: boolean) => {
      return documentOf("erc-8004-validation", ruling({ isFinal })).tag
    }
    expect([tagOf(false), tagOf(true)]).toEqual(["soft finality", "hard finality"])
  })

  it("Rule 7.4 given a judgment that was vacated or superseded, then no validation is answered by it", () => {
    for (const finality of ["vacated", "superseded"] as const) {
      const { disposition } = ruling()
      const gone = ruling({ isFinal: false, disposition: { ...disposition, finality } })
      expect(rendered("erc-8004-validation", gone)).toEqual({ why: expect.stringContaining(finality) })
    }
  })

  it("PD17 §1 the hash of the answer stays while the judgment does, whenever it is read", () => {
    const { disposition } = ruling()
    const later = ruling({ disposition: { ...disposition, asOf: "2027-01-01T00:00:00.000Z" } })
    expect(documentOf("erc-8004-validation", later)).toEqual(documentOf("erc-8004-validation", ruling()))
  })
})

describe("ERC-8183", () => {
  it.each([
    [5_000, "complete(uint256,bytes32,bytes)"],
    [0, "reject(uint256,bytes32,bytes)"],
  ])(
    "PD15 §11 given %i of 5,000 cents owed, then the job ends by %s, with the digest of the judgment",
    (owed, act) => {
      expect(documentOf("erc-8183-evaluation", earning(owed))).toEqual({
        function: act,
        jobId: "7",
        reason: `0x${"3".repeat(64)}`,
        optParams: "0x",
      })
    },
  )

  it("PD2 §6E given a price that the judgment splits, then there is no call, since a job ends whole", () => {
    expect(rendered("erc-8183-evaluation", earning(1_250))).toHaveProperty("why")
  })
})

describe("the call of an evaluator", () => {
  it("PD2 §6E is a function of the escrow of jobs that the court's own example obeys", async () => {
    const contract = await readFile(
      new URL("../../adapters/chains/contracts/JobEscrow.sol", import.meta.url),
      "utf8",
    )
    for (const owed of [5_000, 0]) {
      const { function: called } = documentOf("erc-8183-evaluation", earning(owed))
      const [, name = "", types = ""] = /^(\w+)\(([\w,]+)\)$/.exec(String(called)) ?? []
      const [, parameters = ""] = new RegExp(`function ${name}\\(([^)]*)\\) external`).exec(contract) ?? []
      expect(parameters.split(", ").map((one) => one.split(" ")[0])).toEqual(types.split(","))
    }
  })
})

describe("labels as credentials", () => {
  const jwk = { kty: "OKP", crv: "Ed25519", x: "eA" }
  const issuing = { issuer: "https://court.example", seconds: 1, salt: "salt" }
  const agent = { handle: "seller", label: "good", reputation: 0, key: { proofId: "p1", jwk } }

  it("PD11 §9 every label has a place of its own in the status list", () => {
    expect(new Set(places)).toEqual(new Set(Reputation.Label.literals))
    expect(places).toHaveLength(Reputation.Label.literals.length)
  })

  it("PD3 §4 given a proven key, then the credential is bound to it, and its status list to the proof", () => {
    const issued = sdJwtVc.labels?.credential(agent, issuing)
    const uri = "https://court.example/api/v1/formats/sd-jwt-vc/agents/seller/status?proof=p1"
    expect(issued?.payload).toMatchObject({ cnf: { jwk }, status: { status_list: { idx: 2, uri } } })
    const status = (stands: boolean) => sdJwtVc.labels?.status(agent, { id: "p1", stands }, issuing).payload
    expect(status(true)?.sub).toBe(uri)
    expect(status(true)?.status_list).not.toEqual(status(false)?.status_list)
  })
})
