// x402: a client is asked to pay for a resource, and the gate is its hook.

import { x402Client } from "@x402/core/client"
import { beforePayment, centsOfPayment, gate } from "agent-court/gate"

export const played = async ({ court, address, place, pay }) => {
  const createPaymentPayload = async (x402Version) => {
    await pay()
    return { x402Version, payload: {} }
  }
  const client = new x402Client().setSpendControls(false)
  client.register("eip155:8453", { scheme: "exact", createPaymentPayload })
  const [network, asset] = ["eip155:8453", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"]
  const required = { scheme: "exact", network, asset, amount: "50000", maxTimeoutSeconds: 60, extra: {} }
  // The lines that a user writes.
  const door = gate({ court, stakeAtLeast: 1_000, priceOf: centsOfPayment })
  client.onBeforePaymentCreation(beforePayment(door))
  // The end of these lines.
  const accepts = [{ ...required, payTo: address }]
  try {
    const made = await client.createPaymentPayload({ x402Version: 2, resource: { url: place }, accepts })
    return JSON.stringify(made)
  } catch (error) {
    return error.message
  }
}
