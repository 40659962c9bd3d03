/** Jobs in each form that the reference implementation has published, as a node answers them. */
import { Effect } from "effect"
import { type AbiParameter, encodeAbiParameters, parseAbiParameters, toFunctionSelector } from "viem"
import { describe, expect, it } from "vitest"
import { served } from "../testing/Served.ts"
import * as Escrows from "./Escrows.ts"

const escrowAddress = "0x00000000000000000000000000000000000000E5"
const [client, provider, evaluator, token, receiver] = [1, 2, 3, 4, 5].map(
  (n) => `0x${String(n).repeat(40)}` as const,
)
const values: Readonly<Record<string, unknown>> = {
  id: 7n,
  client,
  provider,
  evaluator,
  description: "Rows of market data, and then a text that takes up more than one word of the answer.",
  budget: 500n,
  expiredAt: 1_800_000_000n,
  status: 1,
  hook: "0x0000000000000000000000000000000000000000",
  paymentToken: token,
  providerAgentId: 9n,
  submittedAt: 5n,
  settledAmount: 100n,
  payoutReceiver: receiver,
}
const first =
  "uint256 id, address client, address provider, address evaluator, string description, uint256 budget, uint256 expiredAt, uint8 status"
const second = `${first}, address hook, address paymentToken, uint256 providerAgentId`
const latest =
  "address client, uint8 status, address provider, uint256 expiredAt, address evaluator, uint256 submittedAt, uint256 budget, address hook, address paymentToken, uint256 providerAgentId, string description, uint256 settledAmount, address payoutReceiver"

/** The answers of a contract by the selector of the function that is called. */
const contract = async (answers: Readonly<Record<string, string>>) => {
  const block = { number: "0x5", hash: `0x${"1".repeat(64)}`, timestamp: "0x64" }
  const server = await served((_path, body) => {
    const { method, params } = body as {
      readonly method: string
      readonly params: ReadonlyArray<{ data: string }>
    }
    if (method === "eth_chainId") return { result: "0x2105" }
    if (method === "eth_getBlockByNumber") return { result: block }
    const found = answers[params[0]?.data.slice(0, 10) ?? ""]
    return found === undefined ? { error: { code: 3 } } : { result: found }
  })
  const escrows = Escrows.make([{ chainId: 8453, url: server.url }])
  return Effect.runPromise(
    escrows.read({ escrowKind: "erc8183", chainId: 8453, escrowAddress, holdRef: "7" }),
  )
}
const getJob = toFunctionSelector("getJob(uint256)")
const paymentToken = toFunctionSelector("paymentToken()")
const jobIn = (members: string, changes: Readonly<Record<string, unknown>> = {}) => {
  const parameters: ReadonlyArray<AbiParameter> = parseAbiParameters(`(${members}) job`)
  return encodeAbiParameters(parameters, [{ ...values, ...changes }])
}
const global = { [paymentToken]: encodeAbiParameters([{ type: "address" }], [token ?? "0x"]) }

describe("a job as a contract answers it", () => {
  it.each([
    ["first", first, "500", provider],
    ["second", second, "500", provider],
    ["third", `${second}, uint256 submittedAt`, "500", provider],
    ["latest", latest, "400", receiver],
  ] as const)(
    "PD2 §6C given the %s form, then it is read with its token",
    async (_form, members, units, payee) => {
      expect(await contract({ [getJob]: jobIn(members), ...global })).toMatchObject({
        state: "funded",
        payer: client,
        payee,
        asset: token,
        amountUnits: units,
        expiresAt: 1_800_000_000_000,
        releasers: [evaluator],
      })
    },
  )

  it("PD2 §6C given a job with a token of its own, then the contract's other token is not taken for it", async () => {
    const other = { [paymentToken]: encodeAbiParameters([{ type: "address" }], [receiver ?? "0x"]) }
    expect(await contract({ [getJob]: jobIn(second), ...other })).toMatchObject({ asset: token })
  })

  it("PD2 §6C given a job that nobody receives for, then its provider is paid", async () => {
    const changes = { payoutReceiver: "0x0000000000000000000000000000000000000000" }
    expect(await contract({ [getJob]: jobIn(latest, changes) })).toMatchObject({ payee: provider })
  })

  it.each([
    ["no token anywhere", { [getJob]: jobIn(first) }],
    ["another form", { [getJob]: jobIn(`${second}, uint256 submittedAt, uint256 budget`) }],
    ["a status that there is not", { [getJob]: jobIn(second, { status: 6 }) }],
    ["too short an answer", { [getJob]: `0x${"0".repeat(128)}` }],
    ["bytes that are no words", { [getJob]: "0xzz" }],
  ])("PD2 §6C given a contract with %s, then the escrow is unreadable", async (_what, answers) => {
    expect(await contract({ ...answers })).toBe("unreadable")
  })
})
