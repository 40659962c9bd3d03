/** Signed responses to paid requests: what their signatures cover, and what an account reads of them. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { examine, recognise } from "../Formats.ts"
import {
  didDocument,
  documents,
  ed25519,
  now,
  paidBy,
  type ResponseGiven,
  resource,
  seconds,
  signedResponse,
} from "../testing/Artifacts.ts"

const did = "did:web:api.example.com"
const keyid = `${did}#key-1`
const place = "https://api.example.com/.well-known/did.json"
const txid = `0x${"ab".repeat(32)}`

const shop = async () => {
  const keys = await ed25519()
  const texts = documents({ [place]: didDocument(did, keys.jwk) })
  const read = (value: unknown) => examine(JSON.stringify(value), texts, now)
  const failed = (value: unknown) => read(value)?.checks.flatMap(({ check, holds }) => (holds ? [] : [check]))
  const answer = (given: ResponseGiven = {}) => signedResponse(keys, keyid, given)
  return { read, failed, answer }
}

const terms = {
  kind: "response",
  by: "signer",
  url: resource,
  status: 500,
  payment: createHash("sha256").update(paidBy("0x01")).digest("hex"),
  transaction: txid,
}

describe("a signed response", () => {
  it("Rule 4.11 given the answer to a paid request, then its status, its payment and its transaction are read", async () => {
    const { read, failed, answer } = await shop()
    const found = read(answer())
    expect(failed(answer())).toEqual([])
    expect(found).toMatchObject({
      format: "http_message",
      signers: [{ role: "signer", valid: true, signedAt: now, entitled: "host", host: "api.example.com" }],
      terms: [terms],
    })
    expect(found?.statement).toEqual([
      {
        by: "signer",
        text: `Message: the response to GET ${resource} has the status 500, created 2026-11-24T12:00:00.000Z.`,
      },
    ])
  })

  it("Rule 4.11 given a status, an address or a payment that somebody changed, then the signature does not hold", async () => {
    const { failed, answer } = await shop()
    const served = answer({ status: 200 })
    const other = answer({ nonce: "0x02" })
    const padded = [
      { ...served, response: { ...served.response, status: 500 } },
      { ...served, request: { ...served.request, url: `${resource}/other` } },
      { ...served, request: other.request },
      { ...other, response: served.response },
    ]
    for (const value of padded) expect(failed(value)).toEqual(["signature"])
  })

  it("Rule 4.11 given a body, then its digest is signed and fits; a body that was padded does not count, and one may be kept back", async () => {
    const { read, failed, answer } = await shop()
    const whole = answer({ body: "no data today" })
    expect(failed(whole)).toEqual([])
    const { body: _, ...withoutBody } = whole.response
    expect(failed({ ...whole, response: withoutBody })).toEqual([])
    expect(failed({ ...whole, response: { ...whole.response, body: "no data today    " } })).toEqual([
      "digest",
    ])
    const unsigned = answer()
    expect(failed({ ...unsigned, response: { ...unsigned.response, body: "words" } })).toEqual(["digest"])
    const huge = { ...whole, response: { ...whole.response, body: "x".repeat(70_000) } }
    expect(read(huge)).toBeNull()
  })

  it("Rule 4.11 given a signature that does not cover the status, the request or the payment, then nothing is read of it", async () => {
    const { read, failed, answer } = await shop()
    const all = ['"@status"', '"@method";req', '"@target-uri";req', '"payment-signature";req']
    const without = (item: string) => answer({ items: all.filter((one) => one !== item) })
    for (const item of all.slice(0, 3)) expect(failed(without(item)), item).toEqual(["covered"])
    for (const item of [all[0], all[2], all[3]])
      expect(read(without(item ?? ""))?.terms, item).toBeUndefined()
    expect(failed(without(all[3] ?? ""))).toEqual([])
  })

  it("Rule 4.11 given a transaction whose header is not signed, or that is not a hash, then no transaction is read", async () => {
    const { read, answer } = await shop()
    const items = ['"@status"', '"@method";req', '"@target-uri";req', '"payment-signature";req']
    const none = [{ ...terms, transaction: null }]
    expect(read(answer({ items }))?.terms).toEqual(none)
    expect(read(answer({ transaction: null }))?.terms).toEqual(none)
    expect(read(answer({ transaction: "soon" }))?.terms).toEqual(none)
    expect(read(answer({ transaction: txid.toUpperCase().replace("0X", "0x") }))?.terms).toEqual([terms])
  })

  it("Rule 4.11 given a path whose query is not signed, then the signature fits other requests too", async () => {
    const { failed, answer } = await shop()
    const url = `${resource}?day=1`
    expect(failed(answer({ url }))).toEqual([])
    const items = ['"@status"', '"@method";req', '"@path";req']
    const part = answer({ url, items })
    expect(failed(part)).toContain("covered")
  })

  it("Rule 4.11 given a later time than the Court's, then the clock is told", async () => {
    const { failed, answer } = await shop()
    expect(failed(answer({ created: seconds + 3_600 }))).toEqual(["clock"])
  })

  it("Rule 4.11 given a response without its request, without a status or without a signature, then it is not recognised", async () => {
    const { answer } = await shop()
    const { request, response } = answer()
    for (const value of [
      { response },
      { request },
      { request: { method: "GET" }, response },
      { request, response: { ...response, status: "500" } },
      { request, response: { ...response, status: 99 } },
      { request, response: { ...response, status: 200.5 } },
      { request, response: { ...response, headers: { a: 5 } } },
      { request, response: { ...response, headers: {} } },
    ])
      expect(recognise(JSON.stringify(value)), JSON.stringify(value)).toBeNull()
  })
})
