/** The plays of the demo, each from the enrolment of its agents on. */
import type { EscrowChain } from "../../../adapters/chains/testing/EscrowChain.ts"
import { Failure } from "../../terminal/Terminal.ts"
import * as Contested from "./Contested.ts"
import * as Defaulted from "./Defaulted.ts"
import * as Gated from "./Gated.ts"
import * as Held from "./Held.ts"
import * as Signed from "./Signed.ts"
import { advance, type Setting, second, stageOf } from "./Stage.ts"
import { enrol } from "./Steps.ts"

/** Loads a module that only the repository has. Throws a `Failure` that says so elsewhere. */
export const loadInRepository = <Module>(what: string, loading: Promise<Module>): Promise<Module> =>
  loading.catch((cause: unknown) => {
    throw new Failure(`${what} runs only in the repository, with its packages for development`, { cause })
  })

/** Sets a stage on which a seller and a buyer have enrolled. */
const setStage = async (setting: Setting) => {
  const stage = stageOf(setting)
  stage.act("Enrolment")
  const seller = await enrol(stage, "seller", 50_000)
  const buyer = await enrol(stage, "buyer", 50_000)
  await advance(stage, second)
  return { stage, seller, buyer }
}

/** One dispute over a price in an escrow, on a local chain. */
export const playHeld = async (setting: Setting, chain: EscrowChain): Promise<void> => {
  const { stage, seller, buyer } = await setStage(setting)
  await Held.play(stage, chain, seller, buyer)
}

/** One dispute over a data set that was paid by x402, on a local chain that the court reads. */
export const playSigned = async (setting: Setting, chain: EscrowChain): Promise<void> => {
  const { stage, ...players } = await setStage(setting)
  await Signed.play(stage, chain, players)
}

/** A default, and a client of x402 that stops before it pays the agent in default. */
export const playGated = async (setting: Setting): Promise<void> => {
  const shops = await loadInRepository("x402's client", import("../../testing/Shop.ts"))
  const { stage, seller } = await setStage(setting)
  const absent = await enrol(stage, "silent", 50_000)
  await advance(stage, second)
  await Gated.play(stage, shops, { honest: seller, absent }, setting.base)
}

/** A contested dispute, and an undefended dispute. The order of the second is not met. */
export const play = async (setting: Setting): Promise<void> => {
  const stage = stageOf(setting)
  stage.act("Enrolment")
  const seller = await enrol(stage, "seller", 50_000)
  const buyer = await enrol(stage, "buyer", 50_000)
  const absent = await enrol(stage, "silent", 50_000)
  // A stake counts from its own instant on, so the dealings must come later.
  await advance(stage, second)
  await Contested.play(stage, seller, buyer)
  await Defaulted.play(stage, seller, absent)
}
