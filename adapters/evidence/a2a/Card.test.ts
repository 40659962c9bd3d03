import { FlattenedSign } from "jose"
import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { canonical, type Json } from "../../../core/kernel/Json.ts"
import { examine, recognise } from "../Formats.ts"
import { documents, es256, now, type Pair } from "../testing/Artifacts.ts"

const jku = "https://agent.example/.well-known/jwks.json"
const card = {
  name: "Route planner",
  description: "",
  supportedInterfaces: [{ url: "https://agent.example/a2a/v1", protocolBinding: "JSONRPC" }],
  provider: { organization: "Example Inc.", url: "https://agent.example" },
  version: "1.2.0",
  capabilities: { streaming: false, extensions: [] },
  iconUrl: null,
  skills: [{ id: "s", name: "Routes", description: "Plans routes.", tags: [] }],
}
const read = (value: unknown, texts = {}) => examine(JSON.stringify(value), documents(texts), now)
const failed = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)

const signature = async ({ privateKey }: Pair, payload: object, header: object = {}) => {
  // It is made of JSON; a type can't say so.
  const bytes = Buffer.from(canonical(payload as Json))
  const { signature, protected: protectedText } = await new FlattenedSign(bytes)
    .setProtectedHeader({ alg: "ES256", typ: "JOSE", kid: "k", jku, ...header })
    .sign(privateKey)
  return { protected: protectedText, signature }
}
const set = ({ jwk }: Pair) => ({ [jku]: JSON.stringify({ keys: [{ ...jwk, kid: "k" }] }) })

/** The forms in which signers write a card: as the specification says, as SDKs do, and as it is. */
const specified = { ...card, capabilities: { streaming: false }, iconUrl: undefined }
const { description: _, ...rest } = specified
const bySdk = { ...rest, skills: [{ id: "s", name: "Routes", description: "Plans routes." }] }

describe("an agent card", () => {
  it.each([
    ["the specification", specified],
    ["the SDKs", bySdk],
    ["those who leave out nothing", card],
  ])("Rule 4.2 signed in the form of %s verifies, by the key of its host", async (_who, form) => {
    const keys = await es256()
    const signed = { ...card, signatures: [await signature(keys, form)] }
    expect(recognise(JSON.stringify(signed))?.needs).toEqual([jku, expect.stringMatching(/^court:key:/)])
    const found = read(signed, set(keys))
    expect(failed(found)).toEqual([])
    expect(found?.signers[0]).toMatchObject({
      key: `${jku}#k`,
      valid: true,
      entitled: "host",
      host: "agent.example",
    })
    expect(found?.statement.slice(0, 4).map(({ text }) => text)).toEqual([
      "Card: “Route planner” at https://agent.example/a2a/v1, version 1.2.0.",
      "Card: the description is “”.",
      "Card: an interface is “{'protocolBinding':'JSONRPC','url':'https://agent.example/a2a/v1'}”.",
      "Card: the provider is “Example Inc.”, with “{'url':'https://agent.example'}”.",
    ])
  })

  const flow = { authorizationUrl: "https://a.example", tokenUrl: "https://a.example" }
  const bare = { name: "A", supportedInterfaces: [{ url: "https://agent.example/" }] }
  it.each([
    ["a requirement with an empty list", { securityRequirements: [{ schemes: { o: { list: [] } } }] }, {}],
    [
      "an extension that is not required",
      { capabilities: { streaming: false, extensions: [{ uri: "https://e.example", required: false }] } },
      { capabilities: { streaming: false, extensions: [{ uri: "https://e.example" }] } },
    ],
    [
      "a flow without PKCE",
      {
        securitySchemes: {
          o: { oauth2SecurityScheme: { flows: { authorizationCode: { ...flow, pkceRequired: false } } } },
        },
      },
      { securitySchemes: { o: { oauth2SecurityScheme: { flows: { authorizationCode: flow } } } } },
    ],
    [
      "an empty example",
      { skills: [{ id: "s", name: "S", examples: ["", "Go."], tags: [""] }] },
      { skills: [{ id: "s", name: "S", examples: ["Go."] }] },
    ],
  ])("Rule 4.11 signed by an SDK, which leaves out %s, verifies", async (_what, shown, signed) => {
    const keys = await es256()
    const signatures = [await signature(keys, { ...bare, ...signed })]
    const found = read({ ...bare, ...shown, signatures }, set(keys))
    expect(failed(found)).toEqual([])
    expect(found?.signers[0]).toMatchObject({ valid: true, entitled: "host" })
  })

  it("Rule 4.11 given members outside the schema, which an SDK does not sign, then they are named and nothing is said by them", async () => {
    const keys = await es256()
    const wallet = `eip155:8453:0x${"ab".repeat(20)}`
    const unsigned = {
      services: [{ name: "wallet", endpoint: wallet }],
      url: "https://victim.example",
      skills: [{ id: "s", name: "S", price: 5 }, { id: 7 }],
    }
    const signatures = [await signature(keys, { ...bare, skills: [{ id: "s", name: "S" }] })]
    const found = read({ ...bare, ...unsigned, signatures }, set(keys))
    expect(failed(found)).toEqual(["members"])
    expect(found?.checks.find(({ check }) => check === "members")?.why).toBe(
      "These members are not signed: services, url, skills.0.price, skills.1.id.",
    )
    expect(found?.statement[0]?.text).toBe("Card: “A” at https://agent.example/.")
    const odd = {
      provider: 1,
      capabilities: [],
      securitySchemes: { o: 1 },
      skills: {},
      iconUrl: null,
      a: 1,
      b: 2,
    }
    const strange = read({ ...bare, ...odd, signatures: [await signature(keys, bare)] }, set(keys))
    expect(strange?.checks.find(({ check }) => check === "members")?.why).toContain(", and others.")
  })

  it("Rule 4.11 given a card at eight addresses, then each is told, with every other member that is signed", async () => {
    const keys = await es256()
    const urls = Array.from({ length: 8 }, (_, i) => `https://agent.example/a2a/${i}`)
    const form = {
      name: "A",
      supportedInterfaces: [...urls.map((url) => ({ url })), 5],
      provider: 6,
      skills: [{ id: "s", name: "S", description: "D.", tags: ["a"] }, 7],
      capabilities: { streaming: true },
    }
    const found = read({ ...form, signatures: [await signature(keys, form)] }, set(keys))
    expect(failed(found)).toEqual([])
    expect(found?.statement.map(({ text }) => text)).toEqual([
      "Card: “A” at https://agent.example/a2a/0.",
      "Card: the description is “”.",
      ...urls.map((url) => `Card: an interface is “{'url':'${url}'}”.`),
      "Card: an interface is 5.",
      "Card: “provider” is 6.",
      "Card: a skill is “S”, described as “D.”, with “{'id':'s','tags':['a']}”.",
      "Card: a skill is 7.",
      "Card: “capabilities” is “{'streaming':true}”.",
    ])
  })

  it("Rule 4.11 given more than is shown, then a check says so", async () => {
    const keys = await es256()
    const services = Array.from({ length: 70 }, (_, i) => ({
      name: "wallet",
      endpoint: `eip155:${i + 1}:0x${"ab".repeat(20)}`,
    }))
    const form = { ...bare, services, description: "x".repeat(700) }
    const found = read({ ...form, signatures: [await signature(keys, form)] }, set(keys))
    expect(found?.statement).toHaveLength(60)
    expect(found?.checks.filter(({ holds }) => !holds)).toEqual([
      { check: "whole", holds: false, why: "It says 74 sentences. The first 60 are shown." },
      {
        check: "whole",
        holds: false,
        why: "Texts are cut in 1 of its sentences, each where “…” stands. Read the piece itself.",
      },
    ])
  })

  it("Rule 4.2 with one member changed, of two hosts, or by another host's key is not its host's", async () => {
    const keys = await es256()
    const signatures = [await signature(keys, card)]
    expect(failed(read({ ...card, name: "Other", signatures }, set(keys)))).toEqual(["signature"])
    const two = { ...card, url: "https://other.example" }
    const both = read({ ...two, signatures: [await signature(keys, two)] }, set(keys))
    expect(both?.signers[0]).toMatchObject({ valid: true, entitled: null })
    const elsewhere = { ...card, supportedInterfaces: [{ url: "https://victim.example/" }] }
    expect(
      read({ ...elsewhere, signatures: [await signature(keys, elsewhere)] }, set(keys))?.signers[0],
    ).toMatchObject({ entitled: null })
  })

  it("Rule 4.2 each signature is a signer; malformed signatures and too many signatures say so", async () => {
    const [one, two] = [await es256(), await es256()]
    const other = { typ: "JWT", jku: undefined, kid: "x", jwk: two.jwk }
    const signatures = [
      await signature(one, card),
      await signature(two, card, other),
      5,
      { protected: "!" },
      {},
    ]
    const found = read({ ...card, signatures }, set(one))
    expect(found?.signers.map(({ role, valid }) => [role, valid])).toEqual([
      ["signer", true],
      ["signer 2", true],
    ])
    expect(failed(found)).toEqual(["signature 2: key_published", "typ", "signature", "signatures"])
  })

  it("Rule 4.2 of a card with bare members, little is said", async () => {
    const bare = { name: "A", signatures: [{}], skills: [{}] }
    expect(read(bare)?.statement).toEqual([])
    const keys = await es256()
    const { signatures: _, ...unsigned } = bare
    expect(
      read({ ...bare, signatures: [await signature(keys, unsigned)] }, set(keys))?.statement,
    ).toHaveLength(3)
    expect(recognise(JSON.stringify({ name: "A", signatures: [] }))).toBeNull()
    expect(recognise(JSON.stringify({ signatures: [1] }))).toBeNull()
  })

  it("Rule 4.11 names the addresses of its agent as its services say, and no other address in it", async () => {
    const keys = await es256()
    const wallet = `eip155:8453:0x${"aB".repeat(20)}`
    const services = [
      { name: "agentWallet", endpoint: wallet },
      { name: "wallet", endpoint: "0xabc" },
      { name: "wallet" },
      { name: "partner", endpoint: wallet.replace("8453", "1") },
    ]
    const form = { ...specified, services, partners: [wallet.replace("8453", "10")] }
    const found = read({ ...form, signatures: [await signature(keys, form)] }, set(keys))
    expect(failed(found)).toEqual([])
    expect(found?.statement.map(({ text }) => text)).toContain(`Card: the agent's own address is ${wallet}.`)
  })
})
