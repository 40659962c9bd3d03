/** The whole play: two disputes between agents of different operators, over HTTP alone. */
import { enrol } from "./Agents.ts"
import * as Contested from "./Contested.ts"
import * as Defaulted from "./Defaulted.ts"
import { advance, type Stage, second } from "./Stage.ts"

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
