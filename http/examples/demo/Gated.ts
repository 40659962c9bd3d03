/** Two agents sell the same data by x402. One is in default: the buyer's client asks the court, and stops before it signs a payment. */
import { gate } from "../../gate/index.ts"
import type * as Shops from "../../testing/Shop.ts"
import { playDefault } from "./Defaulted.ts"
import { prove } from "./Signed.ts"
import { expect, type Stage } from "./Stage.ts"
import { confirmFiling, type Player } from "./Steps.ts"

const amount = "500000"
/** A court on a busy machine must not seem to be down. */
const patienceMs = 30_000

export interface Sellers {
  readonly honest: Player
  readonly absent: Player
}

export const play = async (
  stage: Stage,
  { accountOf, buyWith, centsOfPayment, openShop }: typeof Shops,
  { honest, absent }: Sellers,
  court: string,
): Promise<void> => {
  await confirmFiling(stage)
  await playDefault(stage, honest, absent)
  stage.act("A payment that is not made")
  stage.step("both", "sell a data set by x402, each at an address that it has proven.")
  const [theirs, its, own] = [accountOf(1), accountOf(2), accountOf(3)]
  await prove(stage, honest, theirs)
  await prove(stage, absent, its)
  const shops = await Promise.all([openShop(theirs.address, amount), openShop(its.address, amount)])
  const [good, bad] = shops
  const door = gate({ court, onUnknown: "allow", priceOf: centsOfPayment, timeoutMs: patienceMs })
  const buy = buyWith(own, door)
  try {
    stage.step("x402 client", `with the gate is asked by ${absent.handle} for USD 0.50.`)
    const stopped = await buy(bad.url).then(
      () => "",
      ({ message }: Error) => message,
    )
    expect(stopped.includes("avoid"), `the gate should refuse ${absent.handle}: ${stopped}`)
    expect(bad.sales() === 0, "nothing should have been paid")
    stage.show("stopped before it signed", stopped)
    stage.step("x402 client", `is asked by ${honest.handle} for the same sum.`)
    const bought = await buy(good.url)
    expect(good.sales() === 1, "the shop should have been paid")
    stage.show("paid, and received", bought)
  } finally {
    await Promise.all(shops.map(({ stop }) => stop()))
  }
}
