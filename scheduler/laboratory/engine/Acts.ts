/** The planned acts of the parties, the court and the Registrar on the current matter, each at its time. */
import { Orders, openFinality } from "../../../core/bench/index.ts"
import { acts, isKept } from "../../../core/compliance/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import { isBoolean, isCents, luckOfMatter } from "./Choices.ts"
import { choose, draw } from "./Distribution.ts"
import { heed } from "./Enrolment.ts"
import { askStrategy, type Mind } from "./Mind.ts"
import type { Luck, Minds } from "./Minds.ts"
import { pays, tellBoth } from "./News.ts"
import { asks, asksAgain } from "./Reactions.ts"
import { act } from "./Register.ts"
import { orderKinds } from "./Rows.ts"
import { never } from "./State.ts"
import { begin, timely } from "./Step.ts"
import { type Choice, type Disputed, type Hearing, plannedActs, type Ruling } from "./Strategy.ts"
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

const rules = (world: World): boolean | Ruling | undefined => {
  const { minds } = world
  const mind = minds?.ofJudge
  const judge = mind?.strategy.judge
  if (minds === undefined || mind === undefined || judge === undefined) return undefined
  const view = hearingOf(world, minds, mind, "judge", luckOfMatter(world, [Purpose.error]))
  const wanted = `true, false or { kind, amountCents } with a kind of ${orderKinds.join(", ")}`
  return askStrategy(minds, mind, "judge", noAgent, judge, view, isRuling, wanted)
}

/** Whether an appeal supersedes the current judgment. */
const reviews = (world: World): boolean | undefined => {
  const { minds, row } = world
  const mind = minds?.ofAppeals
  const review = mind?.strategy.review
  if (minds === undefined || mind === undefined || review === undefined) return undefined
  const luck = luckOfMatter(world, [Purpose.appealError], row.appeals)
  const view = { ...hearingOf(world, minds, mind, "review", luck), wrong: row.wrong }
  return askStrategy(minds, mind, "review", noAgent, review, view, isBoolean, "true or false")
}

/** The finding of the Registrar in the dispute about the current entry. */
const finds = (world: World): "satisfied" | "unsatisfied" | "pending" | undefined => {
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

/** The party bound carries out the act that it planned. */
export const actAsBound = (world: World): void => {
  const { row, now } = world
  const planned = plannedActs[row.boundAct - 1]
  row.boundAct = 0
  switch (planned) {
    case "honour":
      performs(world, 1)
      if (isProvable(world) && world.chance(world.scenario.chain.share, Purpose.chain)) row.proving = true
      else act(world, "attest", "bound", now, "attested")
      return
    case "perform":
      performs(world, 1)
      return
    case "part":
      performs(world, row.boundPart)
      act(world, "attest", "bound", now, "attested")
      return
    case "attest":
      act(world, "attest", "bound", row.doneAt === never ? now : row.doneAt, "attested")
      return
    case "dispute":
      disputes(world, "bound")
      return
    case "appeal":
      appeals(world)
      return
    default:
      return
  }
}

/**
 * Whether a transfer made now satisfies the entry once a chain confirms it: the entry must be open and the time fixed must not have
 * passed, as of the transfer's block. A party that pays later must attest it (PD11 §11).
 */
const isProvable = ({ row, now }: World): boolean =>
  row.kind === 0 && row.state.status === "open" && timely(row.state, now)

/** Performs a part of the order, or all that is left of it. The Register of Compliance does not change. */
const performs = (world: World, part: number): void => {
  const { row, now, tally } = world
  const { status } = row.state
  if (row.doneAt !== never) return
  const paid = part >= 1 ? row.amountCents : Math.max(row.paidCents, Math.floor(row.amountCents * part))
  const more = paid - row.paidCents
  tally.recoveredCents += more
  row.paidCents = paid
  pays(world, row.bound, row.favoured, more, "paid")
  if (part >= 1) {
    row.doneAt = now
  }
  world.tell("perform", "bound", status, status, [])
}

const disputes = (world: World, who: "bound" | "favoured"): void => {
  // Counted first, since what follows draws its random numbers by this count.
  world.row.disputes += 1
  if (!act(world, "dispute", who, never, "disputed")) world.row.disputes -= 1
}

/** Files a notice of appeal. Within the time to appeal (Rule 6.0), it suspends the window that runs (PD11 §7). */
const appeals = (world: World): void => {
  const { row, now, tally } = world
  const { status } = row.state
  const finality = openFinality("contested", row.deliveredAt, world.terms)
  if (row.appeals > 0 || Judgment.finalityAt(finality, now) !== "open to appeal") {
    tally.refused += 1
    row.refusals += 1
    world.tell("appeal", "bound", status, status, ["Rule 6.0"], "final")
    asksAgain(world)
    return
  }
  row.appeals += 1
  tally.appeals += 1
  act(world, "suspend", "court", never, status)
}

/** The appeal is decided. If the decision is right, a wrong judgment is superseded and any other stands. */
export const endAppeal = (world: World): void => {
  const { row, scenario } = world
  const supersedes =
    reviews(world) ?? row.wrong !== world.chance(scenario.appeals.errorRate, Purpose.appealError, row.appeals)
  act(world, supersedes ? "supersede" : "resume", "court", never, row.state.status)
}

export const prove = (world: World): void => {
  const { row } = world
  row.proving = false
  act(world, "prove", "court", row.doneAt, "satisfied")
}

/** The party favoured confirms or disputes, as it planned. */
export const actAsFavoured = (world: World): void => {
  const { row } = world
  const confirms = row.favouredAct === 1
  row.favouredAct = 0
  if (confirms) act(world, "confirm", "favoured", never, "satisfied")
  else disputes(world, "favoured")
}

/** The Registrar decides a dispute, unless the entry was superseded meanwhile. */
export const registrarDecides = (world: World): void => {
  const { row } = world
  const { registrar } = world.scenario
  const { status, performedAt } = row.state
  const nth = row.disputes
  row.registrarAt = never
  if (status !== "disputed" && status !== "pending") return
  const own = finds(world)
  const waits = status === "disputed" && world.chance(registrar.pending, Purpose.pending, nth)
  if (own === undefined ? waits : own === "pending") {
    act(world, "decide", "registrar", never, "pending")
    return
  }
  const done = row.doneAt !== never
  const satisfied =
    own === undefined
      ? done !== world.chance(registrar.errorRate, Purpose.registrarError, nth)
      : own === "satisfied"
  if (!satisfied) act(world, "decide", "registrar", never, "unsatisfied")
  else act(world, "decide", "registrar", done ? row.doneAt : performedAt, "satisfied")
}

const noRuling: Ruling = {}

/** The court decides the claim: it dismisses it, or makes an order whose entry opens. */
export const judge = (world: World): void => {
  const { row, agents, tally, now, terms } = world
  const { errorRate, orders } = world.scenario.judge
  agents.countDecided(row.favoured)
  const ruling = rules(world) ?? row.founded !== world.chance(errorRate, Purpose.error)
  const succeeds = ruling !== false
  row.wrong = succeeds !== row.founded
  const { kind = undefined, amountCents = row.amountCents } = typeof ruling === "object" ? ruling : noRuling
  row.kind =
    kind === undefined
      ? choose([orders.pay, orders.perform, orders.refrain], world.luck(Purpose.kind))
      : orderKinds.indexOf(kind)
  const stake = agents.stakeCents[row.bound] ?? 0
  const amount = row.kind === 0 ? Orders.orderable(amountCents, stake) : 0
  if (!succeeds || (row.kind === 0 && amount === 0) || !isKept(terms)) {
    tally.dismissed += 1
    world.tell("dismiss", "court", null, null, ["Rule 5.3"])
    tellBoth(world, "dismissed")
    return
  }
  row.behaviour = behaviourOf(world)
  row.amountCents = amount
  row.opened = true
  begin(row.state, now, drawHours(world), terms)
  tally.opened += 1
  tally.orderedCents += amount
  tally.statuses.open += 1
  agents.move(row.bound, null, "open", 0)
  if (world.seats !== undefined) heed(world, world.seats, row.bound)
  world.tell("open", "court", null, "open", acts.open.moves[0].sections)
  tellBoth(world, "judged", amount)
  asks(world, "opened")
}

const drawHours = (world: World): number => {
  const { orderHours } = world.scenario.judge
  return orderHours === undefined
    ? world.terms.orderHoursDefault
    : Math.max(1, Math.round(draw(orderHours, world.luck(Purpose.orderHours))))
}

/** The behaviour of the party bound on this entry, as an index into all behaviours of the scenario. */
const behaviourOf = (world: World): number => {
  const { era, agents, row } = world
  const population = agents.population[row.bound] ?? 0
  const mine = choose(era.shares[population] ?? [], world.luck(Purpose.behaviour))
  return era.codes[population]?.[mine] ?? 0
}
