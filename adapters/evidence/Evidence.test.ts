import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Verified } from "../../core/evidence/index.ts"
import { type FetchDocument, Kept, look } from "./Documents.ts"
import { layer, make } from "./Evidence.ts"
import { answer } from "./Formats.ts"
import { type Answered, type Asked, Thread, type Verifying } from "./Pool.ts"
import {
  account,
  didDocument,
  es256,
  now,
  receiptPayload,
  token,
  typedOffer,
  typedReceipt,
} from "./testing/Artifacts.ts"
import { fails } from "./Verifier.ts"

const keysOf = () => Effect.succeed([])
const examining = { agentId: "agent-1", now, keysOf }
const did = "did:web:seller.example"
const place = "https://seller.example/.well-known/did.json"
const slow = { pieceMs: 30_000 }

const counted = () => {
  const asked: Array<Asked> = []
  const thread: Verifying = {
    ask: async (one) => {
      asked.push(one)
      return answer(one)
    },
    close: async () => {},
  }
  return { asked, thread: () => thread }
}
const fetching = (texts: { readonly [url: string]: string }) => {
  const urls: Array<string> = []
  const fetch: FetchDocument = (url) =>
    Effect.sync(() => {
      urls.push(url)
      const text = texts[url]
      return text === undefined ? { url, text: null, why: "it can't be reached" } : { url, text }
    })
  return { urls, fetch }
}

describe("the verifiers of evidence", () => {
  it("Rule 4.2 as a layer verify artifacts in threads of their own, and give null for anything else", async () => {
    const offer = JSON.stringify(await typedOffer(account()))
    const [found, none, plain] = await Effect.runPromise(
      Effect.flatMap(Verified.Verifiers, ({ examine }) =>
        examine([offer, '{"signature":"x"}', "Plain words."], examining),
      ).pipe(Effect.provide(layer({ limits: slow }))),
    )
    expect(found).toMatchObject({ format: "x402_offer", documents: [] })
    expect(found?.signers[0]).toMatchObject({ valid: true, entitled: "pay_to" })
    expect([none, plain]).toEqual([null, null])
  })

  it("Rule 4.11 given a sandbox whose clock stands still, then what was signed by the clock of the machine was signed now, and what lies ahead of both was not", async () => {
    const host = now + 86_400_000
    const receipts = [host, host + 3_600_000].map(async (at) =>
      JSON.stringify(await typedReceipt(account(), { ...receiptPayload, issuedAt: Math.floor(at / 1000) })),
    )
    const pieces = await Promise.all(receipts)
    const found = async (options: object) => {
      const evidence = make({ thread: counted().thread, ...options })
      return Effect.runPromise(evidence.examine(pieces, examining))
    }
    const clocks = (all: Awaited<ReturnType<typeof found>>) =>
      all.map((one) => one?.checks.find(({ check }) => check === "clock")?.holds)
    const still = await found({ machineNow: () => host })
    expect(clocks(still)).toEqual([true, false])
    expect(still[0]?.signers[0]?.signedAt).toBe(now)
    expect(clocks(await found({}))).toEqual([false, false])
  })

  it("Rule 4.2 fetch a document once for a filing, and keep it with what they found", async () => {
    const keys = await es256()
    const { urls, fetch } = fetching({ [place]: didDocument(did, keys.jwk) })
    const { asked, thread } = counted()
    const evidence = make({ fetch, thread })
    const pieces = await Promise.all([1, 2, 3].map((n) => token(keys, { n }, { kid: `${did}#key-1` })))
    const found = await Effect.runPromise(evidence.examine(pieces, examining))
    expect(urls).toEqual([place])
    expect(found[2]?.documents).toEqual([
      expect.objectContaining({ url: place, fetchedAt: now, text: didDocument(did, keys.jwk) }),
    ])
    expect(found[0]?.documents[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
    // A piece that is gathered again a moment later is neither verified nor fetched again.
    const before = asked.length
    expect(await Effect.runPromise(evidence.examine(pieces, { ...examining, now: now + 1000 }))).toEqual(
      found,
    )
    expect([asked.length, urls.length]).toEqual([before, 1])
    await Effect.runPromise(evidence.examine(pieces, { ...examining, now: now + 600_000 }))
    expect(urls.length).toBe(2)
  })

  it("Rule 4.2 a document that can't be had is said in a check, and asked for again soon", async () => {
    const keys = await es256()
    const { urls, fetch } = fetching({})
    const evidence = make({ fetch, thread: counted().thread })
    const piece = await token(keys, { a: 1 }, { kid: `${did}#key-1` })
    const [found] = await Effect.runPromise(evidence.examine([piece], examining))
    expect(found?.checks.find(({ check }) => check === "key_published")?.why).toContain("it can't be reached")
    await Effect.runPromise(evidence.examine([piece], { ...examining, agentId: null, now: now + 30_000 }))
    expect(urls).toHaveLength(2)
  })

  it("Rule 4.2 a filing has so many documents, and a piece too", async () => {
    const keys = await es256()
    const { urls, fetch } = fetching({})
    const evidence = make({ fetch, thread: counted().thread })
    const pieces = await Promise.all(
      Array.from({ length: 14 }, (_, n) => token(keys, { n }, { kid: `did:web:h${n}.example#k` })),
    )
    const found = await Effect.runPromise(evidence.examine(pieces, examining))
    expect(urls).toHaveLength(10)
    expect(JSON.stringify(found[13])).toContain("at most 10 documents")
    const signatures = await Promise.all(
      [1, 2, 3, 4].map(async (n) => ({
        protected: (await token(keys, {}, { kid: `did:web:c${n}.example#k` })).split(".")[0],
        signature: "AAAA",
      })),
    )
    expect(
      await Effect.runPromise(evidence.examine([JSON.stringify({ name: "c", signatures })], examining)),
    ).toHaveLength(1)
    expect(urls).toHaveLength(14)
  })

  it("Rule 4.2 know the court's own documents without going to them", async () => {
    const { urls, fetch } = fetching({})
    const record = JSON.stringify({
      court: "c",
      register: "r",
      citation: "x",
      payload: "{}",
      algorithm: "ed25519",
      publicKey: "00",
      signature: "00",
      sha256: "00",
    })
    const receipt = JSON.stringify({ a: 1, receipt: await token(await es256(), {}) })
    const asNotary = {
      url: "https://c.example/.well-known/notary.json",
      text: '{"publicKey":"00","retiredKeys":[]}',
    }
    const own = () => ({
      keySet: { url: "https://c.example/.well-known/jwks.json", text: '{"keys":[]}' },
      notary: asNotary,
    })
    const [judgment] = await Effect.runPromise(
      make({ fetch, own, thread: counted().thread }).examine([record, receipt], examining),
    )
    expect(judgment).toMatchObject({
      format: "judgment",
      documents: [],
      signers: [{ key: `${asNotary.url}#00`, valid: false }],
    })
    const [unknown] = await Effect.runPromise(
      make({ fetch, thread: counted().thread }).examine([record], examining),
    )
    expect(unknown?.checks[0]?.check).toBe("key_published")
    expect(urls).toEqual([])
  })

  it("Rule 4.2 say in a check that a piece was not read in time, and verify the next one", async () => {
    const evidence = make({
      limits: { threads: 1, pieceMs: 50 },
      thread: () => new Thread(new URL("./testing/FailingThread.ts", import.meta.url)),
    })
    const hang = JSON.stringify({ ...(await typedOffer(account())), hang: 1 })
    const [late] = await Effect.runPromise(evidence.examine([hang], examining))
    expect(late).toMatchObject({ format: "x402_offer", checks: [{ check: "read in time", holds: false }] })
    await evidence.close()
  })

  it("Rule 4.2 let so many pieces of an agent wait, take agents in turn, and say what waits no longer", async () => {
    const waiting: Array<() => void> = []
    const order: Array<string> = []
    const thread: Verifying = {
      ask: (one) =>
        new Promise((resolve) =>
          waiting.push(() => {
            order.push(one.text)
            resolve(answer(one))
          }),
        ),
      close: async () => {},
    }
    const evidence = make({ limits: { threads: 1, perAgent: 2, inAll: 3 }, thread: () => thread })
    const piece = (n: string) => JSON.stringify({ receipt: n })
    const ask = (agentId: string, n: string) =>
      Effect.runPromise(evidence.examine([piece(n)], { agentId, now, keysOf }))
    const all = [
      ask("a", "a1"),
      ask("a", "a2"),
      ask("a", "a3"),
      ask("a", "a4"),
      ask("b", "b1"),
      ask("c", "c1"),
    ]
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    await turn()
    for (let i = 0; i < 6; i++) {
      waiting[i]?.()
      await turn()
    }
    const found = await Promise.all(all)
    expect(found.map(([one]) => one?.checks)).toEqual([
      undefined,
      undefined,
      undefined,
      [fails("read in time", expect.any(String))],
      undefined,
      [fails("read in time", expect.any(String))],
    ])
    expect(order.map((text) => JSON.parse(text).receipt)).toEqual(["a1", "a2", "b1", "a3"])
    // The same piece at the same time is verified once.
    const same = [ask("d", "same"), ask("e", "same")]
    await turn()
    waiting[4]?.()
    await Promise.all(same)
    expect(waiting).toHaveLength(5)
  })

  it("Rule 4.2 a second look that comes too late, or finds no place, says so", async () => {
    const keys = await es256()
    const piece = await token(keys, {}, { kid: `${did}#key-1` })
    const { fetch } = fetching({})
    const thread = (second: Answered | null) => () => ({
      ask: async (asked: Asked) => (asked.documents === null ? answer(asked) : second),
      close: async () => {},
    })
    for (const second of [null, { kind: "none" } as const]) {
      const [found] = await Effect.runPromise(
        make({ fetch, thread: thread(second) }).examine([piece], examining),
      )
      expect(found).toMatchObject({ format: "jws", checks: [{ check: "read in time" }] })
    }
    const full = make({ fetch, thread: thread(null), limits: { perAgent: 0 } })
    expect((await Effect.runPromise(full.examine([piece], examining)))[0]).toMatchObject({
      checks: [{ check: "read in time" }],
    })
  })

  it("fail with a defect if no thread can be started", async () => {
    const thread = () => ({ ask: () => Promise.reject(new Error("no such file")), close: async () => {} })
    await expect(Effect.runPromise(make({ thread }).examine(['{"receipt":"x"}'], examining))).rejects.toThrow(
      "no such file",
    )
  })
})

describe("the results that are kept", () => {
  it("are the latest ones, within bounds", () => {
    const kept = new Kept()
    const result = {
      format: "jws",
      signers: [],
      checks: [],
      statement: [{ by: "s", text: "x".repeat(900_000) }],
      documents: [],
    } as const
    for (let i = 0; i < 20; i++) kept.keep(`${i}`, now, result, false)
    kept.keep("19", now, result, false)
    expect(kept.find("0", now)).toBeUndefined()
    expect(kept.find("19", now)).toEqual(result)
    expect(kept.find("19", now - 1)).toBeUndefined()
  })
})

describe("the first look at a piece", () => {
  it.each([
    ["Plain words.", null],
    ['{"a":1}', null],
    [`{"signatures":"${"x".repeat(70_000)}"}`, null],
    [`{"signatures":"${"é".repeat(40_000)}"}`, null],
    ['{"checkoutMandate":1}', "ap2"],
    ['{"Signature-Input":1}', "http_message"],
    [' {"signatures":[]}', "a2a_card"],
    ['{"format":"jws"}', "x402_offer"],
    ['{"issuedAt":1}', "x402_receipt"],
    ['{"sha256":1,"publicKey":2}', "judgment"],
    ['{"receipt":1}', "court_receipt"],
    ["eyJhbGciOiJub25lIn0.e30.", "jws"],
  ])("%.40s may be %s", (text, format) => expect(look(text)).toBe(format))
})
