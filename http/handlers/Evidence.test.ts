/** Evidence as a running court verifies it: a signer that takes its document away, ends its key, or publishes for another purpose. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { listen } from "../../adapters/outbound/testing/Listening.ts"
import { hours } from "../../core/kernel/Time.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { keyPair } from "../testing/KeyPair.ts"
import { send } from "../testing/TestCourt.ts"
import { verifying } from "../testing/Verifying.ts"

type Body = Readonly<Record<string, unknown>>
interface Verified {
  readonly signers: ReadonlyArray<{ readonly agent: string | null }>
  readonly checks: ReadonlyArray<{ readonly check: string; readonly holds: boolean; readonly why: string }>
}
interface Document {
  readonly url: string
  readonly sha256: string
  readonly bytes: string
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const hashOf = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex")
type Pair = ReturnType<typeof keyPair>
const signed = (pair: Pair, kid: string, payload: object): string => {
  const input = `${encode({ alg: "EdDSA", kid })}.${encode(payload)}`
  return `${input}.${pair.sign(input)}`
}

describe("evidence at a running court", () => {
  const court = givenCourt({ verifiers: verifying({ allowLoopback: true }) })
  let did: string
  let document: unknown
  const [pair, other] = [keyPair(21), keyPair(22)]
  const published = (key: Pair, more: object = { assertionMethod: [`${did}#k`] }) => ({
    id: did,
    verificationMethod: [{ id: `${did}#k`, type: "JsonWebKey2020", controller: did, publicKeyJwk: key.jwk }],
    ...more,
  })

  const keys: Record<string, string> = givenAgents(court, ["buyer", "seller"], "one")

  /** A host that publishes the document, until the test ends. */
  const publish = async () => {
    const { port } = await listen((_request, response) => {
      response.statusCode = document === undefined ? 404 : 200
      response.end(JSON.stringify(document))
    })
    did = `did:web:127.0.0.1%3A${port}`
  }
  const ask = async (as: string, method: string, path: string, body?: object): Promise<Body> => {
    const key = keys[as] ?? ""
    const init = body === undefined ? { key } : { key, body }
    return (await (await send(court, method, `/api/v1${path}`, init)).json()) as Body
  }
  const check = async (content: string) =>
    (await ask("buyer", "POST", "/evidence/check", { content })).verified as Verified
  const failed = ({ checks }: Verified) => checks.filter(({ holds }) => !holds).map(({ check }) => check)
  const agentOf = ({ signers }: Verified) => signers[0]?.agent
  const at = (clock: number) => Math.floor(clock / 1000)
  const file = async (content: string): Promise<string> => {
    const claim = {
      facts: [{ n: 1, text: "It was signed.", evidence: ["token"] }],
      evidence: [{ label: "token", kind: "signature", content }],
      rules: ["An offer binds the supplier to deliver."],
      authorities: [],
      orders: [{ kind: "declaration", text: "So.", against: "seller", inFavourOf: "buyer", restsOn: [1] }],
    }
    const dealingAt = new Date(court.clock.now).toISOString()
    const body = { respondent: "seller", title: "Price of a report", valueCents: 100, dealingAt, claim }
    const { matter } = (await ask("buyer", "POST", "/matters", body)) as { readonly matter: Body }
    return String(matter.id)
  }
  const read = async (as: string, id: string) => {
    const { pleadings, documents } = (await ask(as, "GET", `/matters/${id}`)) as {
      readonly pleadings: {
        readonly claim: { readonly evidence: ReadonlyArray<{ readonly verified: Verified }> }
      }
      readonly documents: ReadonlyArray<Document>
    }
    return { verified: pleadings.claim.evidence[0]?.verified, documents }
  }

  it("Rule 4.11 given a signer whose did:web document is gone or changed, then the key that it has proven still speaks, both parties read what was fetched, and an end unsays nothing that was lodged", async () => {
    await publish()
    document = published(pair)
    const asked = { method: "did_web", did: `${did}#k` }
    const { id, challenge } = await ask("seller", "POST", "/agents/seller/proofs", asked)
    await ask("seller", "POST", `/agents/seller/proofs/${id}`, { signature: pair.sign(String(challenge)) })
    court.clock.now += hours(1)

    document = undefined
    const gone = signed(pair, `${did}#k`, { iat: at(court.clock.now), n: 1 })
    const without = await read("buyer", await file(gone))
    expect([agentOf(without.verified as Verified), without.documents]).toEqual(["seller", []])

    document = published(other)
    const changed = signed(pair, `${did}#k`, { iat: at(court.clock.now), n: 2 })
    const matter = await file(changed)
    for (const party of ["buyer", "seller"]) {
      const { verified, documents } = await read(party, matter)
      expect([agentOf(verified as Verified), failed(verified as Verified)]).toEqual(["seller", []])
      expect(documents).toHaveLength(1)
      const bytes = Buffer.from(documents[0]?.bytes ?? "", "base64")
      expect(JSON.parse(bytes.toString())).toEqual(document)
      expect(documents[0]?.sha256).toBe(hashOf(bytes))
    }

    const [lodged, unlodged] = [1, 2].map((n) => signed(pair, `${did}#k`, { offer: n }))
    await ask("buyer", "POST", "/notarise", { sha256: hashOf(String(lodged)) })
    court.clock.now += hours(1)
    const end = `/agents/seller/proofs/${encodeURIComponent(`${did.toLowerCase()}#k`)}/end`
    expect(await ask("seller", "POST", end, {})).toMatchObject({ endedAt: expect.any(String) })
    court.clock.now += hours(1)
    expect(agentOf(await check(String(lodged)))).toBe("seller")
    expect(agentOf(await check(String(unlodged)))).toBeNull()
  })

  it("Rule 4.11 given a key under keyAgreement alone, or a name spelt with %3a, then the check says which place is right, and the key is found", async () => {
    await publish()
    document = published(other, { keyAgreement: [`${did}#k`] })
    const agreed = await check(signed(other, `${did}#k`, { n: 3 }))
    expect(failed(agreed)).toEqual(["signature", "key_published", "authority"])
    expect(agreed.checks.find(({ check }) => check === "key_published")?.why).toContain(
      "under keyAgreement alone, where no key signs; a key that signs stands under assertionMethod",
    )
    document = published(other)
    expect(failed(await check(signed(other, `${did.replace("%3A", "%3a")}#k`, { n: 4 })))).toEqual([
      "authority",
    ])
  })

  it("Rule 4.11 given an artifact of more than 64 kB, or of more than 60 sentences, then a check that does not hold says so", async () => {
    const name = `${pair.did}#${pair.did.slice("did:key:".length)}`
    const long = signed(pair, name, { text: "x".repeat(66_000) })
    const { verified } = await read("seller", await file(long))
    expect(verified).toMatchObject({ format: "jws", checks: [{ check: "length", holds: false }] })
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`m${i}`, i]))
    expect(failed(await check(signed(pair, name, many)))).toEqual(["whole", "authority"])
  })
})
