/** The formats of other protocols over HTTP: off unless they are named, and renderings of a real judgment, which nobody signs. */
import { createHash, generateKeyPairSync, sign } from "node:crypto"
import { inflateSync } from "node:zlib"
import { decode } from "cbor2"
import { compactVerify, createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose"
import { beforeAll, describe, expect, it } from "vitest"
import * as SdJwt from "../../adapters/evidence/testing/Tokens.ts"
import { LogVerifiers } from "../../adapters/keys/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import { Checkpoint, Cosignature, Note, Proof } from "../../core/log/index.ts"
import { encodeTerms, type Forum, readAcceptance, termsFor } from "../formats/cbap-1/testing/Terms.ts"
import { receiptVerifies } from "../formats/cose-receipt/testing/Verify.ts"
import { formats } from "../formats/index.ts"
import { places } from "../formats/sd-jwt-vc/index.ts"
import { agents, agreed, at, type Body, decided, done, draft, order } from "../testing/Dispute.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { send } from "../testing/TestCourt.ts"

const all = formats.map(({ name }) => name)
const given = (values: { readonly [name: string]: string }) => ({
  given: Object.entries(values).map(([name, value]) => ({ name, value })),
})
const anchors = { supersedes: "a".repeat(64), dispute_chain_tip: "b".repeat(64) }
const hour = 3_600_000
const bytesOf = (base64: unknown) => new Uint8Array(Buffer.from(String(base64), "base64"))

describe("a court that names no format", () => {
  const court = givenCourt()

  it.each(["/api/v1/formats", "/api/v1/formats/atdrp", "/.well-known/dispute-services.json"])(
    "PD17 §1 has nothing at %s",
    async (path) => {
      expect((await send(court, "GET", path)).status).toBe(404)
    },
  )

  it("PD17 §1 describes no format, and its legal context names the card as its catalog", async () => {
    const described = await (await send(court, "GET", "/openapi.json")).text()
    expect(described).not.toContain("renderJudgment")
    const context = (await (await send(court, "GET", "/.well-known/legal-context.json")).json()) as {
      disputeResolution: { catalog: string }
    }
    expect(context.disputeResolution.catalog).toBe("http://court.test/.well-known/agent-card.json")
  })
})

describe("a court that speaks every format", () => {
  const court = givenCourt({ formats: all })
  let citation: string
  let open: string
  beforeAll(async () => {
    const keys = await agents(court)
    const quote = String(await agreed(court, keys))
    const determination = {
      deal: { kind: "quote", id: quote },
      price: 5_000,
      owed: 0,
      paid: 5_000,
      refunded: 0,
      balance: -5_000,
      undecided: null,
    }
    const body = { ...draft([order()]), determinations: [determination] }
    ;({ citation } = await decided(court, body, keys, { quoteId: quote }))
    court.clock.now += 73 * hour
    ;({ citation: open } = await decided(court, draft(), keys))
  })

  const json = async (path: string) => (await (await send(court, "GET", path)).json()) as Body
  const rendered = (of: string, format: string, body: object = {}) =>
    done(court, "POST", `${at(of)}/renderings/${format}`, { body })
  const refusedAs = async (of: string, format: string, body: object = {}) => {
    const answer = await send(court, "POST", `/api/v1${at(of)}/renderings/${format}`, { body })
    return [answer.status, ((await answer.json()) as Body).code]
  }

  it("PD17 §1 lists them, and marks their operations as experimental", async () => {
    const { items } = await json("/api/v1/formats")
    expect((items as ReadonlyArray<Body>).map(({ format }) => format)).toEqual(all)
    const { paths } = (await json("/openapi.json")) as { paths: Record<string, Record<string, Body>> }
    expect(paths["/api/v1/formats"]?.get).toMatchObject({ "x-experimental": true })
    expect(paths["/api/v1/docket"]?.get).not.toHaveProperty("x-experimental")
  })

  it("Rule 2.5 the clause id is the hash of the text at its source, in the catalog as in the legal context", async () => {
    const context = (await json("/.well-known/legal-context.json")) as {
      disputeResolution: Body
      atrHash: string
    }
    const { clauseId, source, catalog } = context.disputeResolution
    const clause = await (await send(court, "GET", new URL(String(source)).pathname)).text()
    expect(clauseId).toBe(`sha256:0x${createHash("sha256").update(clause).digest("hex")}`)
    const { services } = (await json(new URL(String(catalog)).pathname)) as { services: ReadonlyArray<Body> }
    expect(services[0]).toMatchObject({
      clause: { id: clauseId, url: source },
      terms: { sha256: context.atrHash.slice(2) },
    })
    expect(await json("/api/v1/formats/dispute-services")).toMatchObject({ services })
  })

  it("PD17 §1 names the court as an ATDRP provider and as a forum of CBAP-1 from the same record", async () => {
    expect(await json("/api/v1/formats/atdrp")).toEqual({
      provider_id: "did:web:court.test",
      name: "Agent Dispute Court",
      policy_url: "http://court.test/api/v1/rules",
      verify_url: "http://court.test/api/v1/judgments",
    })
    const { keys } = (await json("/.well-known/jwks.json")) as { keys: ReadonlyArray<Body> }
    expect(await json("/api/v1/formats/cbap-1")).toMatchObject({
      key: { kid: keys[0]?.kid, x: keys[0]?.x, alg: -19 },
    })
  })

  it("Rule 5.6 given a stranger that has this judgment rendered over another deal, then nothing in the answer is signed", async () => {
    const answer = await rendered(citation, "adrp-ruling", given({ ...anchors, supersedes: "f".repeat(64) }))
    expect(answer).toMatchObject({
      document: { verdict: "refund", arbitrator_did: "did:web:court.test", sig: "" },
      disposition: `http://court.test/api/v1${at(citation)}/disposition`,
    })
    expect(answer).not.toHaveProperty("signature")
    // A JWS of the court, wherever it stood, would begin so.
    expect(JSON.stringify(answer)).not.toContain('"eyJ')
  })

  it("Rule 5.6 the disposition to which a rendering points is signed, and says of which judgment it is", async () => {
    const { signature, ...rest } = await json(`/api/v1${at(citation)}/disposition`)
    const keys = (await json("/.well-known/jwks.json")) as unknown as JSONWebKeySet
    const { payload } = await compactVerify(String(signature), createLocalJWKSet(keys))
    expect(new TextDecoder().decode(payload)).toBe(canonical(rest as Json))
    // The disposition of a judgment that may still change is not signed.
    const disposition = `/api/v1${at(open)}/disposition`
    expect(await json(disposition)).toMatchObject({ schema: "cp.disposition/1", signature: null })
  })

  it("PD15 §11 an ERC-8183 job is rejected where nothing was earned, and its reason is the hash of the words under seal", async () => {
    const { document } = await rendered(citation, "erc-8183-evaluation", given({ jobId: "7" }))
    const { payloadSha256 } = await json(`/api/v1${at(citation)}/disposition`)
    expect(document).toMatchObject({
      function: "reject(uint256,bytes32,bytes)",
      reason: `0x${payloadSha256}`,
    })
  })

  it("Rule 5.4 the hash in an answer to an ERC-8004 validation is that of the words under seal at its address", async () => {
    const asked = given({ agent: "seller", requestHash: `0x${"6".repeat(64)}` })
    const { document } = await rendered(citation, "erc-8004-validation", asked)
    const { responseURI, responseHash, response } = document as Body
    const { payload } = await json(new URL(String(responseURI)).pathname)
    expect(responseHash).toBe(`0x${createHash("sha256").update(String(payload)).digest("hex")}`)
    expect(response).toBe(0)
  })

  const twice = ["1", "2"].map((value) => ({ name: "jobId", value }))
  const [ruling, invalid] = ["adrp-ruling", "400 invalid_request"]
  it.each<[string, string, object, string]>([
    ["a format that it does not speak", "jams", given({}), "404 unknown_format"],
    ["a format that renders nothing", "atdrp", given({}), "422 not_rendered"],
    ["values that are missing", ruling, given({}), invalid],
    ["a value that does not fit", ruling, given({ ...anchors, supersedes: "x" }), invalid],
    ["a value that the form does not take", ruling, given({ ...anchors, verdict: "release" }), invalid],
    ["a value that is given twice", "erc-8183-evaluation", { given: twice }, invalid],
    ["a member that no rendering takes", ruling, { verdict: "release" }, invalid],
  ])("PD17 §1 given %s, then it is refused", async (_, format, body, answer) => {
    expect((await refusedAs(citation, format, body)).join(" ")).toBe(answer)
  })

  const labelOf = async (handle: string) => {
    const answer = await json(`/api/v1/formats/sd-jwt-vc/agents/${handle}`)
    const [token] = needPresent(SdJwt.parse(String(answer.credential)), "a token")
    return {
      answer,
      token: needPresent(token, "a token"),
      payload: needPresent(token, "a token").payload as Body,
    }
  }
  /** The status of a credential by the list at its address, read without code of the court. */
  const statusIn = async ({ status_list }: { status_list: { idx: number; uri: string } }) => {
    const { pathname, search } = new URL(status_list.uri)
    const response = await send(court, "GET", pathname + search)
    expect(response.headers.get("content-type")).toContain("application/statuslist+jwt")
    const keys = createLocalJWKSet((await json("/.well-known/jwks.json")) as unknown as JSONWebKeySet)
    const currentDate = new Date(court.clock.now)
    const { payload } = await jwtVerify(await response.text(), keys, { typ: "statuslist+jwt", currentDate })
    expect(payload.sub).toBe(status_list.uri)
    const { bits, lst } = payload.status_list as { bits: number; lst: string }
    const bytes = inflateSync(Buffer.from(lst, "base64url"))
    const place = status_list.idx * bits
    return ((bytes[place >> 3] ?? 0xff) >> (place & 7)) & (2 ** bits - 1)
  }

  it("PD11 §9 given a label, then its credential verifies by jose and by the court's own reader, and its status is valid", async () => {
    const { answer, token, payload } = await labelOf("seller")
    const issuer = await json("/.well-known/jwt-vc-issuer")
    expect(issuer).toEqual({ issuer: payload.iss, jwks_uri: `${payload.iss}/.well-known/jwks.json` })
    const keys = createLocalJWKSet((await json("/.well-known/jwks.json")) as unknown as JSONWebKeySet)
    const currentDate = new Date(court.clock.now)
    const { protectedHeader } = await jwtVerify(token.jwt, keys, { typ: "dc+sd-jwt", currentDate })
    expect(protectedHeader.kid).toBeDefined()
    expect([token.fault, token.undisclosed]).toEqual([null, 0])
    const record = await json("/api/v1/agents/seller/compliance")
    expect(payload).toMatchObject({ handle: "seller", label: record.label, reputation: record.reputation })
    expect(answer).toMatchObject({ label: record.label })
    // No key is proven, so it is bound to no key.
    expect(payload).not.toHaveProperty("cnf")
    expect(await statusIn(payload.status as never)).toBe(0)
    const [without] = needPresent(SdJwt.parse(`${token.jwt}~`), "a token")
    expect([without?.fault, without?.undisclosed]).toEqual([null, 1])
  })

  it("PD11 §9 given a thief with a label of last month, or with another's, then the time, the status or the name tells", async () => {
    const { token, payload } = await labelOf("seller")
    const keys = createLocalJWKSet((await json("/.well-known/jwks.json")) as unknown as JSONWebKeySet)
    const later = new Date(court.clock.now + 31 * 24 * hour)
    await expect(jwtVerify(token.jwt, keys, { currentDate: later })).rejects.toThrow(/exp/)
    // Credentials of every other label, as they were issued before the label changed.
    const { idx, uri } = (payload.status as { status_list: { idx: number; uri: string } }).status_list
    for (const other of places.keys())
      expect(await statusIn({ status_list: { idx: other, uri } })).toBe(other === idx ? 0 : 2)
    const { payload: buyers } = await labelOf("buyer")
    expect([buyers.handle, (buyers.status as typeof payload).status_list]).not.toEqual([
      "seller",
      (payload.status as typeof payload).status_list,
    ])
    // A key that ended, or that never was: nothing of it holds.
    expect(await statusIn({ status_list: { idx, uri: `${uri}?proof=ended` } })).toBe(1)
    expect((await send(court, "GET", "/api/v1/formats/sd-jwt-vc/agents/nobody")).status).toBe(404)
    expect((await send(court, "GET", "/api/v1/formats/atdrp/agents/seller")).status).toBe(404)
    expect((await send(court, "GET", "/api/v1/formats/atdrp/agents/seller/status")).status).toBe(404)
  })

  const receiptOf = (proof: string, format = "cose-receipt") =>
    send(court, "POST", `/api/v1/formats/${format}/receipts`, { body: { proof } })
  const proofOf = async (of: string) => {
    await court.integrate()
    return (await send(court, "GET", `/api/v1${at(of)}/proof`)).text()
  }

  it("RFC 9942 given a proof of the log, then its receipt is checked from the event and the key of the log alone", async () => {
    const text = await proofOf(citation)
    const answer = (await (await receiptOf(text)).json()) as Body
    const { origin, size } = needPresent(Proof.parse(text), "a proof").signed.checkpoint
    expect(answer).toMatchObject({ format: "cose-receipt", origin, treeSize: size })
    const leaf = needPresent(needPresent(Proof.parse(text), "a proof").extra, "an event")
    const { log } = (await json("/.well-known/notary.json")) as { log: { vkey: string } }
    const { publicKey } = needPresent(Note.parseVerifierKey(log.vkey), "a key")
    expect(receiptVerifies(bytesOf(answer.receipt), leaf, publicKey)).toBe(true)
    expect(receiptVerifies(bytesOf(answer.receipt), leaf.slice(1), publicKey)).toBe(false)
    const key = decode(bytesOf(answer.key), { preferMap: true }) as Map<number, unknown>
    expect(key.get(-2)).toEqual(publicKey)
    expect(Buffer.from(key.get(2) as Uint8Array).toString()).toBe(log.vkey)
  })

  it("RFC 9942 given a root that the log did not sign, another log's proof, or no proof, then the court signs nothing", async () => {
    const text = await proofOf(citation)
    const proof = needPresent(Proof.parse(text), "a proof")
    const lie = { ...proof.signed.checkpoint, root: new Uint8Array(32) }
    const forged = Proof.format({
      ...proof,
      signed: { ...proof.signed, text: Checkpoint.format(lie), checkpoint: lie },
    })
    const thief = generateKeyPairSync("ed25519").privateKey
    const key = Note.makeVerifierKey("thief.example/log", 1, LogVerifiers.rawKey(thief))
    const own = { ...proof.signed.checkpoint, origin: key.name }
    const blank = Cosignature.withoutSignatures(Checkpoint.format(own), own)
    const by = Cosignature.signCheckpoint(key, blank, 0, (message) => sign(null, message, thief))
    const others = Proof.format({ ...proof, signed: { ...blank, signatures: [by] } })
    const [first] = proof.hashes
    const moved = Proof.format({ ...proof, hashes: [needPresent(first, "a hash"), ...proof.hashes] })
    const bare = Proof.format({ ...proof, extra: null })
    for (const wrong of [forged, others, moved, bare, "x", text.slice(0, -4)])
      expect([(await receiptOf(wrong)).status, wrong]).toEqual([400, wrong])
    expect((await receiptOf("x".repeat(500_001))).status).toBe(400)
    expect((await receiptOf(text, "atdrp")).status).toBe(404)
  })

  it("§7.1 given terms of CBAP-1 that name the court, then their acceptance is checked from the key of the court alone", async () => {
    const forum = (await json("/api/v1/formats/cbap-1")) as unknown as Forum & {
      key: { kid: string; x: string }
    }
    const ask = (body: Body, format = "cbap-1") =>
      send(court, "POST", `/api/v1/formats/${format}/acceptances`, { body })
    const terms = termsFor(forum, Math.floor(court.clock.now / 1_000) + 60)
    const asked = { terms: Buffer.from(encodeTerms(terms)).toString("base64") }
    const answer = (await (await ask(asked)).json()) as Body
    const bytes = bytesOf(answer.acceptance)
    const { keys } = (await json("/.well-known/jwks.json")) as {
      keys: ReadonlyArray<{ kid: string; x: string }>
    }
    const said = readAcceptance(bytes, terms, needPresent(keys[0], "a key"))
    expect(said?.get(5)).toBe(Date.parse(String(answer.validUntil)) / 1_000)
    expect(answer.sha256).toBe(createHash("sha256").update(bytes).digest("hex"))
    const key = decode(bytesOf(answer.key), { preferMap: true }) as Map<number, unknown>
    expect(Buffer.from(key.get(-2) as Uint8Array).toString("base64url")).toBe(forum.key.x)
    court.clock.now += hour
    for (const wrong of [asked, { terms: "@" }, { terms: "gA==" }, { terms: "A".repeat(20_001) }])
      expect([(await ask(wrong)).status, wrong]).toEqual([400, wrong])
    expect((await ask(asked, "atdrp")).status).toBe(404)
  })

  it("Rule 5.5 given no judgment, or one without an account, then nothing is rendered", async () => {
    expect(await refusedAs("[2026] MC 99", "adrp-ruling", given(anchors))).toEqual([404, "unknown_judgment"])
    expect(await refusedAs(open, "adrp-ruling", given(anchors))).toEqual([422, "not_rendered"])
    expect((await send(court, "GET", "/api/v1/formats/adrp-ruling")).status).toBe(404)
  })
})
