/** Requests after a judgment: about compliance with its orders, appeals, and vacating it. */

import type { Standing } from "../../../../core/agents/index.ts"
import {
  appeal,
  records as appealRecords,
  decideLeave,
  deliverAppeal,
  estimateAppeal,
  seekLeave,
  vacateJudgment,
  withdrawAppeal,
} from "../../../../core/appeals/index.ts"
import type { Judge } from "../../../../core/bench/index.ts"
import {
  attestCompliance,
  confirmCompliance,
  decideCompliance,
  disputeCompliance,
  Entry,
  setComplianceAddress,
} from "../../../../core/compliance/index.ts"
import { records as holdRecords } from "../../../../core/holds/index.ts"
import { Judgment } from "../../../../core/judgments/index.ts"
import { hours } from "../../../../core/kernel/Time.ts"
import { Matter } from "../../../../core/matters/index.ts"
import { type Act, type Asked, ask, judge, mostly, one, partyActor, registrar } from "../Asked.ts"
import type { World } from "../World.ts"
import { draftFor, ordersMade } from "./Drafts.ts"
import { bitcoin } from "./Quotes.ts"

type Appeal = typeof appealRecords.Appeals.schema.Type

const onEntry =
  (states: ReadonlyArray<Standing.EntryStatus>, act: (world: World, entry: Entry.Entry) => Asked): Act =>
  (world) => {
    const wanted = ({ status }: Entry.Entry) => states.includes(status)
    const late = ({ suspendedSince, window }: Entry.Entry) =>
      suspendedSince !== null && window !== null && window.closesAt <= world.now()
    // Entries that an appeal suspends are chosen more often than they occur, since their windows must not pass.
    const suspended = world.store.all(Entry.Entries).filter((it) => wanted(it) && late(it))
    const entry =
      (world.dice.chance(30) ? world.dice.pick(suspended) : null) ?? one(world, Entry.Entries, wanted)
    return entry === null ? null : act(world, entry)
  }
const live = ["open", "attested", "notified", "satisfied", "unsatisfied", "pending"] as const

const attesting = onEntry(["open", "notified"], (world, entry) => {
  const { dice, now } = world
  const date = dice.chance(90) ? now() - hours(dice.int(72)) : now() + hours(1)
  return ask(
    world,
    attestCompliance,
    { id: entry.id, date, evidence: "the receipt" },
    partyActor(world, entry.bound),
  )
})
const confirming = onEntry(["open", "attested", "notified"], (world, entry) =>
  ask(world, confirmCompliance, { id: entry.id }, partyActor(world, entry.favoured)),
)
const disputing = onEntry(live, (world, entry) => {
  const party = world.dice.of(entry.bound, entry.favoured)
  const input = { id: entry.id, ground: world.dice.of("not_performed", "other"), statement: "Look." } as const
  return ask(world, disputeCompliance, input, partyActor(world, party))
})
const addressing = onEntry(live, (world, entry) =>
  ask(world, setComplianceAddress, { ...bitcoin, id: entry.id }, partyActor(world, entry.favoured)),
)
const deciding = onEntry(["disputed", "disputed", ...live], (world, entry) => {
  const { dice, now } = world
  const input = {
    id: entry.id,
    status: dice.of("satisfied", "unsatisfied", "pending"),
    reasons: "On the papers.",
    ...(dice.chance(40) ? { performedAt: now() - hours(dice.int(150)) } : {}),
    ...(dice.chance(30) ? { correction: true } : {}),
  } as const
  return ask(world, decideCompliance, input, mostly(world, registrar))
})

const grounds = { grounds: ["The reasons do not carry it."] }
const isOpenToAppeal = ({ now }: World, { status, review }: Matter.Matter) =>
  status === "decided" && review !== undefined && review.openUntil !== null && review.openUntil > now()
const appealing: Act = (world) => {
  const matter = one(world, Matter.Matters, (it) => isOpenToAppeal(world, it))
  if (matter === null) return null
  const wasHeard = world.store
    .all(appealRecords.Appeals)
    .some(({ matterId, status }) => matterId === matter.id && status === "decided")
  const by = partyActor(world, world.dice.of(matter.claimant, matter.respondent))
  return ask(world, wasHeard ? seekLeave : appeal, { ...grounds, id: matter.id }, by)
}

/** An act on an appeal in one of these states, and on its matter. */
const onAppeal =
  (
    states: ReadonlyArray<Appeal["status"]>,
    act: (world: World, found: Appeal, matter: Matter.Matter) => Asked,
  ): Act =>
  (world) => {
    const found = one(world, appealRecords.Appeals, ({ status }) => states.includes(status))
    const matter = found === null ? null : world.store.find(Matter.Matters, found.matterId)
    return found === null || matter === null ? null : act(world, found, matter)
  }
const withdrawing = onAppeal(["leave_sought", "noticed", "stated"], (world, found, matter) =>
  ask(world, withdrawAppeal, { id: matter.id }, partyActor(world, matter[found.appellants[0].side])),
)
const decidingLeave = onAppeal(["leave_sought"], (world, { id }) =>
  ask(
    world,
    decideLeave,
    { id, granted: world.dice.chance(60), reasons: "So it is." },
    mostly(world, registrar),
  ),
)
const estimating = onAppeal(["noticed"], (world, { id }) => {
  const input = { id, estimatedAppealCostCents: world.dice.int(400), reasons: "As others cost." }
  return ask(world, estimateAppeal, input, mostly(world, registrar))
})
const ruling = onAppeal(["hearing"], (world, { id }, matter) => {
  const outcome = world.dice.of("affirmed", "varied", "set_aside", "remitted")
  const orders: ReadonlyArray<Judge.DraftOrder> =
    outcome === "varied"
      ? ordersMade(world, matter)
      : outcome === "remitted"
        ? [{ kind: "remit", text: "The matter goes back." }]
        : [{ kind: "dismiss", text: "The rest is dismissed." }]
  const draft = { ...draftFor(world, matter, orders), outcome }
  return ask(world, deliverAppeal, { id, ...draft }, mostly(world, judge))
})
const vacating: Act = (world) => {
  const isInForce = ({ marks }: Judgment.Judgment) => !marks.vacated && marks.supersededBy === null
  const live = new Set(
    world.store
      .all(holdRecords.Holds)
      .map(({ status, instruction }) => status === "instructed" && instruction?.citation),
  )
  const paid = world.dice.chance(60)
    ? one(world, Judgment.Judgments, (it) => isInForce(it) && live.has(it.citation))
    : null
  const found =
    paid ??
    (world.dice.chance(50)
      ? one(world, Judgment.Judgments, (it) => isInForce(it) && it.conduct.length > 0)
      : null)
  const judgment = found ?? one(world, Judgment.Judgments, isInForce)
  if (judgment === null) return null
  const input = {
    citation: judgment.citation,
    ground: world.dice.of("fraud", "outside_rules"),
    reasons: "It was shown.",
    rehear: world.dice.chance(50),
  } as const
  return ask(world, vacateJudgment, input, mostly(world, registrar))
}

export const orderActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [12, attesting],
  [8, confirming],
  [6, disputing],
  [1, addressing],
  [6, deciding],
  [8, appealing],
  [3, withdrawing],
  [3, decidingLeave],
  [2, estimating],
  [4, ruling],
  [5, vacating],
]
