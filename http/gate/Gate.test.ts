/** The gate before a real court: its policy, its time, its size, and the clients of others that it stops. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { x402Client } from "@x402/core/client"
import type { PaymentRequired } from "@x402/core/types"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentByHandle, newStanding, Standings } from "../../core/agents/index.ts"
import * as Changed from "../../core/kernel/Change.ts"
import { published } from "../../core/kernel/Schedule.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { put } from "../../core/testing/Put.ts"
import { judge, stage } from "../../core/testing/Stage.ts"
import { mcpClient } from "../testing/McpClient.ts"
import { provenKey } from "../testing/Signing.ts"
import { enrolled, startCourt, type TestCourt } from "../testing/TestCourt.ts"
import {
  beforePayment,
  beforeTool,
  centsOfPayment,
  gate,
  guardTools,
  type Options,
  Refused,
} from "./index.ts"

let court: TestCourt
/** A server that takes a request and never answers. */
let silent: Server
let silentUrl = ""
let bearer = ""
beforeAll(async () => {
  const driver: Driver = await Effect.runPromise(MemoryStore.make)
  court = await startCourt({ store: Layer.succeed(Store, driver) })
  bearer = await enrolled(court, "debtor")
  await enrolled(court, "newcomer")
  await provenKey(driver, court, "debtor")
  const { act, read } = stage(published, { driver, now: court.clock.now })
  const found = await read((reader) => Effect.flatten(agentByHandle(reader, "debtor")))
  const standing = newStanding(found.id, "debtor")
  await act(
    put,
    [Changed.put(Standings, { ...standing, counts: { ...standing.counts, unsatisfied: 1 } })],
    judge,
  )
  silent = createServer(() => {}).listen(0, "127.0.0.1")
  await new Promise((resolve) => silent.once("listening", resolve))
  const address = silent.address()
  silentUrl = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await court.stop()
})

const door = (options: Partial<Options> = {}) => gate({ court: court.url, timeoutMs: 20_000, ...options })

describe("the policy of a gate", () => {
  it.each<[string, Partial<Options>, string, boolean]>([
    ["an agent in default", { onUnknown: "allow" }, "debtor", false],
    [
      "an agent in default whose label is let through",
      { onUnknown: "allow", labels: ["in default"] },
      "debtor",
      false,
    ],
    ["a new agent", {}, "newcomer", false],
    ["a new agent, where the unknown are let through", { onUnknown: "allow" }, "newcomer", true],
    [
      "a new agent, where a good label is wanted",
      { onUnknown: "allow", labels: ["good"] },
      "newcomer",
      false,
    ],
    [
      "an agent whose stake is too small",
      { onUnknown: "allow", stakeAtLeast: 99_999_999 },
      "newcomer",
      false,
    ],
    ["a name that no agent has", { onUnknown: "allow" }, "https://nobody.example/card.json", true],
    [
      "a name that no agent has, where a stake is wanted",
      { onUnknown: "allow", stakeAtLeast: 1 },
      "nobody",
      false,
    ],
  ])(
    "PD11 §14 given %s, then the gate is open or closed as its owner says",
    async (_, options, party, allow) => {
      const verdict = await door(options).ask(party)
      expect(verdict).toMatchObject({ allow, check: { party } })
      expect(verdict.why.length).toBeGreaterThan(0)
    },
  )

  it("PD11 §14 given two names of one party, then a default under either closes the gate", async () => {
    const { ask } = door({ onUnknown: "allow" })
    for (const names of [
      ["newcomer", "debtor"],
      ["debtor", "newcomer"],
      ["nobody.example", "debtor"],
    ])
      expect(await ask(names)).toMatchObject({ allow: false, check: { agent: "debtor" } })
  })

  it.each(["allow", "refuse"] as const)(
    "PD11 §14 given a court that does not answer, or none, then within its time the gate does what it was told: %s",
    async (onFailure) => {
      for (const where of [silentUrl, "http://127.0.0.1:1", "not an address"]) {
        const began = performance.now()
        const verdict = await gate({ court: where, onFailure }).ask("debtor")
        expect(verdict).toMatchObject({ allow: onFailure === "allow", check: null })
        // 300 ms, and what a busy machine adds.
        expect(performance.now() - began).toBeLessThan(1_500)
      }
    },
  )

  it.each([
    ["a price that can't be read", { priceOf: () => Number.NaN }],
    ["a program that throws", { priceOf: () => JSON.parse("{") }],
    ["an answer of another shape", { fetch: async () => new Response('{"advice":"trust"}') }],
    ["an answer that is no object", { fetch: async () => new Response("7") }],
    ["an answer that never ends", { fetch: () => new Promise<Response>(() => {}), timeoutMs: 20 }],
  ])("PD11 §14 given %s, then the gate fails closed", async (_, options) => {
    expect(await door({ onUnknown: "allow", ...options }).ask("newcomer")).toMatchObject({
      allow: false,
      check: null,
    })
  })

  it("PD11 §14 given no name at all, then the gate fails closed", async () => {
    expect(await door({ onUnknown: "allow" }).ask([])).toMatchObject({ allow: false })
  })
})

const payment = (url: string, amount = "50000"): PaymentRequired => ({
  x402Version: 2,
  resource: { url },
  accepts: [
    {
      scheme: "exact",
      network: "eip155:84532",
      asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      amount,
      payTo: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
      maxTimeoutSeconds: 60,
      extra: {},
    },
  ],
})

describe("the clients that it stops", () => {
  it("PD11 §14 given x402's own client and a resource of an agent in default, then nothing is signed; of others it is", async () => {
    let signed = 0
    const scheme = {
      scheme: "exact",
      createPaymentPayload: async (x402Version: number) => {
        signed += 1
        return { x402Version, payload: {} }
      },
    }
    const names: Array<string> = []
    const asks = door({ onUnknown: "allow", priceOf: centsOfPayment })
    const inDefault = { ask: (_: unknown, deal?: unknown) => asks.ask("debtor", deal) }
    const paying = (of: typeof asks) =>
      new x402Client()
        .setSpendControls(false)
        .register("eip155:84532", scheme)
        .onBeforePaymentCreation(
          beforePayment({
            ask: (party, deal) => {
              names.push(...[party].flat())
              return of.ask(party, deal)
            },
          }),
        )
    await expect(paying(inDefault).createPaymentPayload(payment("https://a.example/x"))).rejects.toThrow(
      "avoid",
    )
    expect(signed).toBe(0)
    await paying(asks).createPaymentPayload(payment("https://a.example/x"))
    expect(signed).toBe(1)
    expect(names.slice(0, 2)).toEqual([
      "eip155:84532:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
      "https://a.example/x",
    ])
  })

  it.each([
    ["50000", 5],
    ["50001", 6],
    ["x", null],
  ])("Rule 5.3 given a payment of %s units, then its price is %s cents", (amount, cents) => {
    const [selectedRequirements] = payment("https://a.example", amount).accepts
    expect(centsOfPayment({ selectedRequirements })).toBe(cents)
    expect([centsOfPayment(null), centsOfPayment({})]).toEqual([null, null])
  })

  it("PD11 §14 given the client of MCP and a server of an agent in default, then only tools that cost nothing are called", async () => {
    const { client } = await mcpClient(court.url, bearer, "modern")
    const callTool = guardTools(client, door(), {
      party: "debtor",
      costs: ({ name }) => name !== "check_counterparty",
    })
    await expect(callTool({ name: "inbox", arguments: {} })).rejects.toThrow(Refused)
    const checked = await callTool({ name: "check_counterparty", arguments: { party: "debtor" } })
    const [shown] = checked.content
    expect(shown).toMatchObject({ type: "text", text: expect.stringContaining('"advice":"avoid"') })
    // 4 characters a token, 500 tokens at most.
    expect(shown?.type === "text" ? shown.text.length : 0).toBeLessThan(2_000)
    const always = guardTools(client, door({ onUnknown: "allow" }), { party: "newcomer" })
    expect(await always({ name: "inbox", arguments: {} })).toHaveProperty("content")
  })

  it("PD11 §14 given the hook before a tool of Claude Code, then it denies by the court's reasons, or says nothing", async () => {
    const hook = beforeTool(door({ onUnknown: "allow" }), ({ tool_input: { to } }) =>
      typeof to === "string" ? to : null,
    )
    const asked = (to?: string) => hook({ tool_name: "pay", tool_input: to === undefined ? {} : { to } })
    expect(await asked("debtor")).toMatchObject({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining("unsatisfied"),
      },
    })
    expect([await asked("newcomer"), await asked()]).toEqual([null, null])
  })
})

describe("what it weighs", () => {
  it("PD11 §14 it is under 5 kB as a bundle, and loads no other module", () => {
    const folder = mkdtempSync(join(tmpdir(), "court-gate-"))
    const file = join(folder, "gate.js")
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, "../../.ci/bundle.mjs"), file, "http/gate/index.ts"],
      { stdio: "pipe" },
    )
    const code = readFileSync(file, "utf8")
    rmSync(folder, { recursive: true })
    expect(code).toContain("api/v1/check")
    expect(code).not.toMatch(/\bimport\b/)
    expect(gzipSync(code).length).toBeLessThan(5_000)
  }, 120_000)
})
