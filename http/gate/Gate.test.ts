/** The gate before a real court: its policy, its time, its size, and the clients of others that it stops. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { x402Client } from "@x402/core/client"
import type { PaymentRequired } from "@x402/core/types"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { debtor, type GateCourt, type Named, seller, startGateCourt } from "../testing/GateCourt.ts"
import { mcpClient } from "../testing/McpClient.ts"
import {
  approveTools,
  beforeMessage,
  beforePayment,
  beforeTool,
  centsOfPayment,
  type Gate,
  gate,
  guardrail,
  guardTools,
  type Options,
  type PartyOf,
  Refused,
  wrapTools,
} from "./index.ts"

let given: GateCourt
let silent: Server
let silentUrl = ""
beforeAll(async () => {
  given = await startGateCourt()
  silent = createServer(() => {}).listen(0, "127.0.0.1")
  await new Promise((resolve) => silent.once("listening", resolve))
  const address = silent.address()
  silentUrl = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await given.court.stop()
})

const door = (options: Partial<Options> = {}) =>
  gate({ court: given.court.url, timeoutMs: 20_000, ...options })

describe("the policy of a gate", () => {
  const open = { onUnknown: "allow" } as const
  it.each<[string, Partial<Options>, string, boolean]>([
    ["an agent in default", open, "debtor", false],
    ["an agent that honoured an order", {}, "seller", true],
    ["an agent in default whose label is let through", { ...open, labels: ["in default"] }, "debtor", false],
    ["a new agent", {}, "newcomer", false],
    ["a new agent, where the unknown are let through", open, "newcomer", true],
    ["a new agent, where a good label is wanted", { ...open, labels: ["good"] }, "newcomer", false],
    ["an agent whose stake is too small", { ...open, stakeAtLeast: 99_999_999 }, "newcomer", false],
    ["a name that no agent has", open, "https://nobody.example/card.json", true],
    ["a name that no agent has, where a stake is wanted", { ...open, stakeAtLeast: 1 }, "nobody", false],
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

  it("PD11 §14 given a payee that nobody knows and the name of a good agent beside it, then the borrowed name lets nobody through", async () => {
    const stranger = `eip155:8453:0x${"9".repeat(40)}`
    for (const options of [{}, { onUnknown: "allow", stakeAtLeast: 1 }] as const) {
      expect(await door(options).ask([stranger, seller.place])).toMatchObject({
        allow: false,
        check: { party: stranger },
      })
      const own = `eip155:8453:${seller.address}`
      expect(await door(options).ask([own, "https://nobody.example/"])).toMatchObject({ allow: true })
    }
  })

  it.each(["allow", "refuse"] as const)(
    "PD11 §14 given a court that does not answer, or no court, then once its time is over the gate does what it was told: %s",
    async (onFailure) => {
      for (const court of [silentUrl, "http://127.0.0.1:1", "not an address"]) {
        const times: Array<number> = []
        const over = new AbortController()
        const timer = (ms: number) => {
          times.push(ms)
          return over.signal
        }
        const asked = gate({ court, onFailure, timer }).ask("debtor")
        over.abort()
        expect(await asked).toMatchObject({ allow: onFailure === "allow", check: null })
        expect(times).toEqual([300])
      }
    },
  )

  it.each([
    ["a price that can't be read", { priceOf: () => Number.NaN }],
    ["a program that throws", { priceOf: () => JSON.parse("{") }],
    ["an answer of another shape", { fetch: async () => new Response('{"advice":"trust"}') }],
    ["an answer that is no object", { fetch: async () => new Response("7") }],
    [
      "an answer that never ends",
      { fetch: () => new Promise<Response>(() => {}), timer: () => AbortSignal.abort() },
    ],
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

const payment = (
  { place, address }: Pick<Named, "place" | "address">,
  amount = "50000",
): PaymentRequired => ({
  x402Version: 2,
  resource: { url: place },
  accepts: [
    {
      scheme: "exact",
      network: "eip155:8453",
      asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      amount,
      payTo: address,
      maxTimeoutSeconds: 60,
      extra: {},
    },
  ],
})
const stranger = { place: "https://nobody.example/", address: `0x${"9".repeat(40)}` }

describe("the clients that it stops", () => {
  it("PD11 §14 given x402's own client, then nothing is signed for an agent in default, under either name; for a good one it is", async () => {
    let signed = 0
    const scheme = {
      scheme: "exact",
      createPaymentPayload: async (x402Version: number) => {
        signed += 1
        return { x402Version, payload: {} }
      },
    }
    const client = new x402Client()
      .setSpendControls(false)
      .register("eip155:8453", scheme)
      .onBeforePaymentCreation(beforePayment(door({ priceOf: centsOfPayment })))
    for (const payee of [debtor, { ...debtor, place: seller.place }, { ...seller, place: debtor.place }])
      await expect(client.createPaymentPayload(payment(payee))).rejects.toThrow("avoid")
    for (const payee of [stranger, { ...stranger, place: seller.place }])
      await expect(client.createPaymentPayload(payment(payee))).rejects.toThrow("does not know enough")
    // Orders on one dealing could not make it pay the whole of this price.
    await expect(client.createPaymentPayload(payment(seller, "999000000000"))).rejects.toThrow("caution")
    expect(signed).toBe(0)
    await client.createPaymentPayload(payment(seller))
    await client.createPaymentPayload(payment({ ...seller, place: stranger.place }))
    expect(signed).toBe(2)
  })

  it.each([
    ["50000", 5],
    ["50001", 6],
    ["x", null],
  ])("Rule 5.3 given a payment of %s units, then its price is %s cents", (amount, cents) => {
    const [selectedRequirements] = payment(seller, amount).accepts
    expect(centsOfPayment({ selectedRequirements })).toBe(cents)
    expect([centsOfPayment(null), centsOfPayment({})]).toEqual([null, null])
  })

  it("PD11 §14 given the client of MCP and a server of an agent in default, then only tools that cost nothing are called", async () => {
    const { client } = await mcpClient(given.court.url, given.bearer, "modern")
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

  const partyOf: PartyOf = ({ name, input: { to } }) =>
    name === "pay" ? (typeof to === "string" ? to : []) : null
  /** The words of each program's gate about a call of a tool: null if the call goes on. */
  const tools: ReadonlyArray<
    [string, (gate: Gate, name: string, input: Record<string, unknown>) => Promise<unknown>]
  > = [
    [
      "Claude Code's hook",
      async (gate, tool_name, tool_input) => {
        const output = await beforeTool(gate, partyOf)({ tool_name, tool_input })
        return output?.hookSpecificOutput.permissionDecisionReason ?? null
      },
    ],
    [
      "the AI SDK",
      async (gate, toolName, input) => {
        const said = await approveTools(gate, partyOf)({ toolCall: { toolName, input } })
        return said === "not-applicable" ? null : said.reason
      },
    ],
    [
      "LangChain",
      (gate, name, args) =>
        wrapTools(gate, partyOf, (reason) => reason)({ toolCall: { name, args } }, () => null),
    ],
    [
      "OpenAI's Agents SDK",
      async (gate, name, input) => {
        const call = { toolCall: { name, arguments: JSON.stringify(input) } }
        const { behavior } = await guardrail(gate, partyOf).run(call)
        return behavior.type === "allow" ? null : behavior.message
      },
    ],
  ]
  it.each(tools)(
    "PD11 §14 given the tools of %s, then a payment to an agent in default is refused with the court's reasons, and one to a good agent is made",
    async (_, called) => {
      const asked = (name: string, input: Record<string, unknown>) => called(door(), name, input)
      expect(await asked("pay", { to: "debtor" })).toContain("unsatisfied")
      // A model that names nobody pays nobody.
      expect(await asked("pay", {})).toContain("no answer")
      expect(await asked("pay", { to: "seller" })).toBeNull()
      expect(await asked("read", { to: "debtor" })).toBeNull()
    },
  )

  it("PD11 §14 given arguments of a tool that are no JSON, then the call is refused whatever the gate was told", async () => {
    const { run } = guardrail(door({ onUnknown: "allow", onFailure: "allow" }), partyOf)
    const call = { toolCall: { name: "pay", arguments: "{" } }
    expect(await run(call)).toMatchObject({ behavior: { type: "rejectContent" } })
  })

  it("PD11 §14 given a card of A2A, then each of its addresses must be let through before a message is sent", async () => {
    const { before, after } = beforeMessage(door())
    const message = (method: string, ...urls: ReadonlyArray<string>) =>
      before({ input: { method }, agentCard: { supportedInterfaces: urls.map((url) => ({ url })) } })
    await message("sendMessage", seller.place, seller.place)
    await message("getTask", debtor.place)
    for (const urls of [[debtor.place], [seller.place, debtor.place], [seller.place, stranger.place], []])
      await expect(message("sendMessageStream", ...urls)).rejects.toThrow(Refused)
    const many = Array.from({ length: 9 }, (_, i) => `${seller.place}${i}/`)
    await expect(message("sendMessage", ...many)).rejects.toThrow("9 addresses")
    await after()
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
