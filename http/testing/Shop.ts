/**
 * A shop that sells a data set by x402, and a customer with x402's own client. The customer signs a transfer of USDC by
 * authorization (EIP-3009). No chain settles it: the shop checks the signature, and that is a sale.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import { x402Client, x402HTTPClient } from "@x402/core/client"
import { decodePaymentSignatureHeader, encodePaymentRequiredHeader } from "@x402/core/http"
import type { PaymentRequirements } from "@x402/core/types"
import { type Hex, verifyTypedData } from "viem"
import { type Account, accountOf, token } from "../../adapters/chains/testing/EscrowChain.ts"
import { beforePayment, centsOfPayment, type Gate } from "../gate/index.ts"

export { type Account, accountOf, centsOfPayment }

const network = "eip155:8453"
const domain = { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: token } as const
const types = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const
const primaryType = "TransferWithAuthorization"

const authorize = (from: Hex, { payTo, amount }: Pick<PaymentRequirements, "payTo" | "amount">) => ({
  from,
  to: payTo as Hex,
  value: BigInt(amount),
  validAfter: 0n,
  validBefore: 9_999_999_999n,
  nonce: `0x${"7".repeat(64)}` as const,
})

export interface Shop {
  readonly url: string
  readonly sales: () => number
  readonly stop: () => Promise<void>
}

const pays = async (header: string, asked: PaymentRequirements): Promise<boolean> => {
  const { payload } = decodePaymentSignatureHeader(header)
  const { from, signature } = payload as { readonly from: Hex; readonly signature: Hex }
  const message = authorize(from, asked)
  return verifyTypedData({ address: from, domain, types, primaryType, message, signature })
}

export const openShop = async (payTo: string, amount: string): Promise<Shop> => {
  let sold = 0
  const asked = {
    scheme: "exact",
    network,
    asset: token,
    amount,
    payTo,
    maxTimeoutSeconds: 60,
    extra: {},
  } as const
  const server = createServer(async ({ headers: { host, "payment-signature": paid } }, answer) => {
    if (typeof paid === "string" && (await pays(paid, asked))) {
      sold += 1
      answer.end("3,000 rows")
      return
    }
    const resource = { url: `http://${host}/rows` }
    const header = encodePaymentRequiredHeader({ x402Version: 2, resource, accepts: [asked] })
    answer.writeHead(402, { "payment-required": header }).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/rows`,
    sales: () => sold,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

/** Buys at an address by x402, unless the gate stops it. Gives what was bought; throws the reason of the gate. */
export const buyWith =
  (account: Account, door: Gate) =>
  async (url: string): Promise<string> => {
    const scheme = {
      scheme: "exact",
      createPaymentPayload: async (x402Version: number, asked: PaymentRequirements) => {
        const message = authorize(account.address, asked)
        const signature = await account.signTypedData({ domain, types, primaryType, message })
        return { x402Version, payload: { from: account.address, signature } }
      },
    }
    const client = new x402Client().setSpendControls(false).register(network, scheme)
    client.onBeforePaymentCreation(beforePayment(door))
    const http = new x402HTTPClient(client)
    const { headers } = await fetch(url)
    const required = http.getPaymentRequiredResponse((name) => headers.get(name))
    const payment = await http.createPaymentPayload(required)
    return (await fetch(url, { headers: http.encodePaymentSignatureHeader(payment) })).text()
  }
