/** The choices of the court's offices, if a strategy makes them: the judge, the court on appeal and the Registrar. */
import { isBoolean, isCents, luckOfMatter } from "./Choices.ts"
import { askStrategy, type Mind } from "./Mind.ts"
import type { Luck, Minds } from "./Minds.ts"
import { orderKinds } from "./Rows.ts"
import { never } from "./State.ts"
import type { Choice, Disputed, Hearing, Ruling } from "./Strategy.ts"
import { Purpose } from "./Threefry.ts"
import type { World } from "./World.ts"

const isRuling = (ruling: boolean | Ruling) =>
  typeof ruling === "boolean" ||
  (typeof ruling === "object" &&
    ruling !== null &&
    (ruling.kind === undefined || orderKinds.includes(ruling.kind)) &&
    (ruling.amountCents === undefined || isCents(ruling.amountCents)))

const hearingOf = (world: World, minds: Minds, mind: Mind, choice: Choice, luck: Luck): Hearing => {
  const { row, matter } = world
  return {
    ...minds.asks(mind, choice, luck, 0),
    matter,
    claimant: minds.party(row.favoured, row.bound),
    respondent: minds.party(row.bound, row.favoured),
    amountCents: row.amountCents,
    founded: row.founded,
    defended: row.defended,
  }
}
const noAgent = -1

export const rules = (world: World): boolean | Ruling | undefined => {
  const { minds } = world
  const mind = minds?.ofJudge
  const judge = mind?.strategy.judge
  if (minds === undefined || mind === undefined || judge === undefined) return undefined
  const view = hearingOf(world, minds, mind, "judge", luckOfMatter(world, [Purpose.error]))
  const wanted = `true, false or { kind, amountCents } with a kind of ${orderKinds.join(", ")}`
  return askStrategy(minds, mind, "judge", noAgent, judge, view, isRuling, wanted)
}

/** Whether an appeal supersedes the current judgment. */
export const reviews = (world: World): boolean | undefined => {
  const { minds, row } = world
  const mind = minds?.ofAppeals
  const review = mind?.strategy.review
  if (minds === undefined || mind === undefined || review === undefined) return undefined
  const luck = luckOfMatter(world, [Purpose.appealError], row.appeals)
  const view = { ...hearingOf(world, minds, mind, "review", luck), wrong: row.wrong }
  return askStrategy(minds, mind, "review", noAgent, review, view, isBoolean, "true or false")
}

/** The finding of the Registrar in the dispute about the current entry. */
export const finds = (world: World): "satisfied" | "unsatisfied" | "pending" | undefined => {
  const { minds, row } = world
  const mind = minds?.ofRegistrar
  const find = mind?.strategy.find
  const { status } = row.state
  if (minds === undefined || mind === undefined || find === undefined) return undefined
  if (status !== "disputed" && status !== "pending") return undefined
  const first = status === "disputed"
  const luck = luckOfMatter(
    world,
    first ? [Purpose.pending, Purpose.registrarError] : [Purpose.registrarError],
    row.disputes,
  )
  const view: Disputed = {
    ...hearingOf(world, minds, mind, "find", luck),
    status,
    paidCents: row.paidCents,
    done: row.doneAt !== never,
    disputes: row.disputes,
  }
  const found = first ? ["satisfied", "unsatisfied", "pending"] : ["satisfied", "unsatisfied"]
  const mayBe = (answer: string) => found.includes(answer)
  return askStrategy(minds, mind, "find", noAgent, find, view, mayBe, found.join(", "))
}
