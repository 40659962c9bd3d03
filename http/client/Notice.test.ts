import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { connect } from "./Connect.ts"
import { checkNotice, type NoticeCall } from "./Notice.ts"

const now = Date.UTC(2026, 10, 20, 9)
const pair = () => generateKeyPairSync("ed25519")
const [court, retired] = [pair(), pair()]
const jwkOf = (key: KeyObject) => ({ kty: "OKP", crv: "Ed25519", x: String(key.export({ format: "jwk" }).x) })
const jwks = { keys: [jwkOf(court.publicKey), jwkOf(retired.publicKey)] }

const told = {
  type: "matter.served",
  timestamp: "2026-11-20T09:00:00.000Z",
  agent: "buyer",
  data: { id: "n-1", subject: "matter/m-1", text: "You are the respondent — say so." },
}
interface Made {
  readonly id?: string
  readonly at?: number
  readonly body?: string
  readonly key?: KeyObject
}
const called = ({ id = "n-1", at = now, body = JSON.stringify(told), key = court.privateKey }: Made = {}) => {
  const seconds = String(Math.floor(at / 1000))
  const signature = sign(null, Buffer.from(`${id}.${seconds}.${body}`), key).toString("base64")
  const headers: Record<string, string> = {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1a,${signature}`,
  }
  return { headers, body }
}
const check = (call: NoticeCall) => checkNotice(call, { agent: "buyer", jwks, now })
const failing = (call: NoticeCall) => check(call).failed

describe("a call to a service address", () => {
  it("Rule 2.7 given a call of the court to this agent, then it is valid, with its notice and its id", () => {
    const { headers, body } = called()
    const good = { valid: true, failed: [], id: "n-1", notice: told }
    expect(check({ headers, body })).toEqual(good)
    // as fetch has the fields, and as bytes
    expect(check({ headers: new Headers(headers), body: Buffer.from(body) })).toEqual(good)
    // as a proxy may write the names, and beside a signature that this version does not know
    const written = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value] as const)
    expect(check({ headers: Object.fromEntries(written), body })).toEqual(good)
    const beside = { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` }
    expect(check({ headers: beside, body })).toEqual(good)
  })

  it.each([
    ["another body", { body: called().body.replace("buyer", "Buyer") }, ["signature", "agent"]],
    ["the same members written otherwise", { body: JSON.stringify(told, null, 1) }, ["signature"]],
    ["another id", { headers: { ...called().headers, "webhook-id": "n-2" } }, ["signature"]],
    [
      "another time",
      { headers: { ...called().headers, "webhook-timestamp": `${now / 1000 + 1}` } },
      ["signature"],
    ],
  ] as const)(
    "Rule 2.7 given a call of the court with %s, then its signature fails",
    (_, changed, failed) => {
      expect(failing({ ...called(), ...changed })).toEqual(failed)
    },
  )

  it("Rule 2.7 given a call by a stranger's key, or by a key that the court has retired, then it fails", () => {
    expect(failing(called({ key: pair().privateKey }))).toEqual(["signature"])
    expect(failing(called({ key: retired.privateKey }))).toEqual(["signature"])
    for (const keys of [[], [{ kty: "EC", crv: "P-256", x: "AA" }], [{ kty: "OKP", crv: "Ed25519", x: "*" }]])
      expect(checkNotice(called(), { agent: "buyer", jwks: { keys }, now }).failed).toEqual(["signature"])
  })

  it("Rule 2.7 given a call to another agent that its receiver passes on, then it is not this agent's", () => {
    const body = JSON.stringify({ ...told, agent: "thief", type: "court.verification" })
    expect(check(called({ body }))).toEqual({ valid: false, failed: ["agent"], id: "n-1", notice: null })
  })

  it("Rule 2.7 given a call that was sent five minutes ago or ahead, then it is valid, and a second more fails", () => {
    for (const seconds of [-300, 300]) {
      expect(failing(called({ at: now + seconds * 1000 }))).toEqual([])
      expect(failing(called({ at: now + (seconds + Math.sign(seconds)) * 1000 }))).toEqual(["time"])
    }
    const at = now - 301_000
    expect(checkNotice(called({ at }), { agent: "buyer", jwks, now, toleranceSeconds: 301 }).valid).toBe(true)
    expect(checkNotice(called(), { agent: "buyer", jwks, now: Number.NaN }).failed).toEqual(["time"])
  })

  it("Rule 2.7 given fields that are missing, doubled or not fields, then it says so and reads no further", () => {
    const { headers, body } = called()
    for (const name of Object.keys(headers)) {
      const { [name]: value, ...others } = headers
      expect(failing({ headers: others, body })).toEqual(["headers"])
      expect(failing({ headers: { ...others, [name]: [value ?? "", value ?? ""] }, body })).toEqual([
        "headers",
      ])
    }
    for (const [name, value] of [
      ["webhook-id", "a.1"],
      ["webhook-timestamp", "1e9"],
      ["webhook-timestamp", `${now / 1000}, ${now / 1000}`],
    ] as const)
      expect(failing({ headers: { ...headers, [name]: value }, body })).toEqual(["headers"])
  })

  it("Rule 2.7 given a body that is not a notice, then it fails whoever signed it", () => {
    for (const body of ["", "null", "[]", '"text"', "{}", JSON.stringify({ ...told, data: null })])
      expect(failing(called({ body }))).toEqual(["form"])
    expect(failing({ ...called(), body: Uint8Array.of(0xff) })).toEqual(["signature", "form"])
  })
})

describe("a call, checked by a client of the court", () => {
  /** A court that serves these keys, and how often it was asked for them. */
  const serving = () => {
    const served = { keys: [jwkOf(court.publicKey)], asked: 0 }
    const answering: typeof fetch = async () => {
      served.asked += 1
      return Response.json({ keys: served.keys })
    }
    return { served, client: connect("https://court.test", { fetch: answering }) }
  }

  it("Rule 2.7 given no keys, then it reads them once, however many calls come that are not notices", async () => {
    const { served, client } = serving()
    const expected = { agent: "buyer", now }
    const forged = called({ key: pair().privateKey })
    const calls = [called(), forged, forged, called()]
    const verdicts = await Promise.all(calls.map((call) => client.checkNotice(call, expected)))
    expect(verdicts.map(({ valid }) => valid)).toEqual([true, false, false, true])
    expect(served.asked).toBe(1)
    expect(await client.checkNotice(called(), { ...expected, jwks })).toMatchObject({ valid: true })
    expect(served.asked).toBe(1)
  })

  it("Rule 2.7 given a court that took a new key, then a call a minute later has the keys read again", async () => {
    const { served, client } = serving()
    await client.checkNotice(called(), { agent: "buyer", now })
    const fresh = pair()
    served.keys = [jwkOf(fresh.publicKey), ...served.keys]
    const call = called({ key: fresh.privateKey })
    expect((await client.checkNotice(call, { agent: "buyer", now })).failed).toEqual(["signature"])
    const { now: realNow } = Date
    try {
      Date.now = () => realNow() + 61_000
      expect((await client.checkNotice(call, { agent: "buyer", now })).valid).toBe(true)
    } finally {
      Date.now = realNow
    }
    expect(served.asked).toBe(2)
  })

  it("Rule 2.7 given a court that could not be asked, then it rejects, and asks again at the next call", async () => {
    const { served } = serving()
    let via: typeof fetch = async () => Promise.reject(new Error("away"))
    const turning = connect("https://court.test", {
      fetch: (...given) => via(...given),
      retry: { attempts: 1 },
    })
    await expect(turning.checkNotice(called(), { agent: "buyer", now })).rejects.toThrow("no answer")
    via = async () => Response.json({ keys: served.keys })
    expect((await turning.checkNotice(called(), { agent: "buyer", now })).valid).toBe(true)
  })
})
