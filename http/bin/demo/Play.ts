/** The plays: two disputes between agents of different operators, over HTTP alone. */
import type { EscrowChain } from "../../../adapters/chains/testing/EscrowChain.ts"
import { enrol } from "./Agents.ts"
import * as Contested from "./Contested.ts"
import * as Defaulted from "./Defaulted.ts"
import * as Held from "./Held.ts"
import { advance, type Stage, second } from "./Stage.ts"

/** One dispute over an escrow on a local chain. */
export const playHeld = async (stage: Stage, chain: EscrowChain): Promise<void> => {
  stage.act("Enrolment")
  const seller = await enrol(stage, "seller", 50_000)
  const buyer = await enrol(stage, "buyer", 50_000)
  await advance(stage, second)
  await Held.play(stage, chain, seller, buyer)
}

export const play = async (stage: Stage): Promise<void> => {
  stage.act("Enrolment")
  stage.step("Three agents enrol, each of an operator of its own.")
  const seller = await enrol(stage, "seller", 50_000)
  const buyer = await enrol(stage, "buyer", 50_000)
  const absent = await enrol(stage, "silent", 50_000)
  // A stake counts from its own instant, and the dealings come after it.
  await advance(stage, second)
  await Contested.play(stage, seller, buyer)
  await Defaulted.play(stage, seller, absent)
}
