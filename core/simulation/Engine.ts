/**
 * Discrete events over virtual time. What happens between a dealing and an order is the scenario's model; from the order on, every
 * status, window and adjustment is moved by the rules that the court runs (`compliance/Step`).
 */
import type { EntryStatus } from "../compliance/Entry.ts"
import { isKept } from "../compliance/Opening.ts"
import { never } from "../compliance/State.ts"
import { begin, step, stepPassing } from "../compliance/Step.ts"
import { type ActName, moveFrom, transitions, type Who } from "../compliance/Transitions.ts"
import { finalityAt, openFinality } from "../judgments/Finality.ts"
import { orderable } from "../judgments/Orders.ts"
import { limitChecks } from "../matters/Intake.ts"
import { grounds, type RefusalCode } from "../Refusal.ts"
import type { SectionId } from "../rulebook/Section.ts"
import { days, hours, type Instant } from "../Time.ts"
import { Agents } from "./Agents.ts"
import { horizonOf } from "./Check.ts"
import type { Distribution } from "./Distribution.ts"
import { choose, draw } from "./Draw.ts"
import { type Era, type Eras, erasOf } from "./Era.ts"
import { Events } from "./Events.ts"
import type { Happening } from "./Result.ts"
import { clear, emptyRow, type Row, Rows } from "./Rows.ts"
import type { Population, Scenario } from "./Scenario.ts"
import {
  ask,
  customNames,
  type Plan,
  plannedActs,
  type Strategies,
  type Turn,
  type Why,
  whys,
} from "./Strategy.ts"
import { Tally } from "./Tally.ts"
import { deriveKey, place, uniform } from "./Threefry.ts"

export const orderKinds = ["pay", "perform", "refrain"] as const

/** What an event is; its number is 16 times the agent's, the listed dealing's or the matter's, and this. */
const Event = {
  arrival: 0,
  listed: 1,
  judgment: 2,
  deadline: 3,
  bound: 4,
  favoured: 5,
  registrar: 6,
  appealEnd: 7,
  proof: 8,
} as const

/** What a draw is for. An agent's draws go by its arrivals, a matter's by how often it came to the same thing. */
const Purpose = {
  gap: 1,
  partner: 2,
  shun: 3,
  broken: 4,
  sue: 5,
  value: 6,
  matter: 7,
  defend: 8,
  decisionHours: 9,
  error: 10,
  kind: 11,
  orderHours: 12,
  behaviour: 13,
  chain: 14,
  confirmation: 15,
  confirm: 16,
  confirmHours: 17,
  dispute: 18,
  disputeHours: 19,
  registrarHours: 20,
  registrarError: 21,
  pending: 22,
  appealHours: 23,
  appealError: 24,
  strategy: 64,
} as const

/** Gives up on an entry after so many refusals, so that no strategy can stop the clock. */
const refusalsMax = 8

/** The provisions of what surrounds an entry. */
const ruleOf = {
  filing: ["Rule 4.1"],
  dismissal: ["Rule 5.3"],
  appeal: ["Rule 6.0"],
  none: [],
} as const satisfies { readonly [what: string]: ReadonlyArray<SectionId> }

const favouredActs = ["confirm", "dispute"] as const

export interface EngineOptions {
  readonly seed: number
  readonly strategies: Strategies
  /** Told of all that happens to entries; none where absent. */
  readonly see?: ((happening: Happening) => void) | undefined
}

export class Engine {
  readonly scenario: Scenario
  readonly start: Instant
  readonly horizon: Instant
  readonly eras: Eras
  readonly agents: Agents
  readonly rows: Rows
  readonly events: Events
  readonly tally = new Tally()
  private readonly strategies: Strategies
  private readonly see: ((happening: Happening) => void) | undefined
  private era: Era
  private eraCode = 0
  private readonly row = emptyRow()
  private now: Instant
  private readonly matterKey = new Uint32Array(2)
  private readonly turn: { -readonly [K in keyof Turn]: Turn[K] }
  private readonly wanted: ReadonlyArray<number>

  constructor(scenario: Scenario, { seed, strategies, see }: EngineOptions) {
    this.scenario = scenario
    this.start = scenario.start
    this.horizon = horizonOf(scenario)
    this.now = scenario.start
    this.eras = erasOf(scenario)
    this.era = this.eras.list[0]
    this.agents = new Agents(scenario, seed)
    this.rows = new Rows()
    this.events = new Events(this.start, this.horizon)
    this.strategies = strategies
    for (const name of customNames(this.eras.behaviours))
      if (!Object.hasOwn(strategies, name)) throw new Error(`no strategy named ${name} was given`)
    this.see = see
    this.wanted = [scenario.judge.orders.pay, scenario.judge.orders.perform, scenario.judge.orders.refrain]
    this.turn = {
      why: "opened",
      entry: 0,
      now: 0,
      kind: "pay",
      status: "open",
      deliveredAt: 0,
      dueAt: 0,
      closesAt: never,
      amountCents: 0,
      stakeCents: 0,
      reputation: 0,
      label: "no record",
      wrong: false,
      done: false,
      disputes: 0,
      terms: this.era.terms,
      parameters: {},
      draw: (distribution, k) =>
        draw(distribution, this.luck(Purpose.strategy + whys.indexOf(this.turn.why) * 8 + k)),
    }
    this.begin(seed)
  }

  /** Bytes held for agents, matters, entries and events. */
  get bytes(): number {
    return this.agents.bytes + this.rows.bytes + this.events.bytes
  }

  /** The instant of the next event; never where nothing is to come. */
  get next(): Instant {
    return this.events.time
  }

  /** Enters the spans that began by an instant. */
  enter(at: Instant): void {
    const { list } = this.eras
    for (let i = this.eraCode + 1; i < list.length; i++) {
      const era = list[i]
      if (era === undefined || era.from > at) return
      this.eraCode = i
      this.era = era
    }
  }

  private begin(seed: number): void {
    const { arrivals } = this.scenario.dealings
    if (arrivals.kind === "listed") {
      arrivals.items.forEach(({ atHours }, i) => {
        this.events.push(this.start + Math.round(hours(atHours)), i * 16 + Event.listed)
      })
      this.listedKey = seed
      return
    }
    for (let i = 0; i < this.agents.count; i++) this.arriveNext(i, 0, this.start)
  }
  private listedKey = 0

  /** Schedules the arrival number `k` of an agent, after the one before. */
  private arriveNext(agent: number, k: number, from: Instant): void {
    const { arrivals } = this.scenario.dealings
    if (arrivals.kind === "listed") return
    const u = this.agentLuck(agent, k, Purpose.gap)
    const gap =
      arrivals.kind === "poisson"
        ? draw({ exponential: days(1) / arrivals.perAgentPerDay }, u)
        : hours(arrivals.everyHours) * (k === 0 ? u : 1)
    // At least a millisecond: time goes on however often agents deal.
    this.events.push(from + Math.max(1, Math.round(gap)), agent * 16 + Event.arrival)
  }

  private agentLuck(agent: number, k: number, purpose: number): number {
    return uniform(this.agents.key0(agent), this.agents.key1(agent), k, purpose)
  }
  /** A number in [0, 1) of the matter in hand, for a purpose, the `nth` time. */
  private luck(purpose: number, nth = 0): number {
    return uniform(this.row.key0, this.row.key1, nth, purpose)
  }
  private delay(distribution: Distribution, purpose: number, nth = 0): number {
    return Math.round(hours(draw(distribution, this.luck(purpose, nth))))
  }
  private populationOf(agent: number): Population {
    return this.era.populations[this.agents.population[agent] ?? 0] ?? this.scenario.populations[0]
  }

  /** Takes the next event and does what it says. */
  run(): void {
    this.now = this.events.time
    this.tally.turns += 1
    const item = this.events.pop()
    const kind = item & 15
    const subject = item >>> 4
    if (kind === Event.arrival) this.arrival(subject)
    else if (kind === Event.listed) this.listed(subject)
    else {
      this.rows.load(subject, this.row)
      this.happen(subject, kind)
      this.schedule(subject)
      this.rows.save(subject, this.row)
    }
  }

  /**
   * Puts in what comes next to the matter in hand. Nothing but its own events changes a matter, so one event at a time is enough: the
   * earliest, and of those at one instant the one whose number is least.
   */
  private schedule(i: number): void {
    const { row } = this
    const { state } = row
    let at = row.opened && state.suspendedSince === never ? state.closesAt : never
    let kind: number = Event.deadline
    if (row.boundAct !== 0 && row.boundAt < at) {
      at = row.boundAt
      kind = Event.bound
    }
    if (row.favouredAct !== 0 && row.favouredAt < at) {
      at = row.favouredAt
      kind = Event.favoured
    }
    if (row.registrarAt < at) {
      at = row.registrarAt
      kind = Event.registrar
    }
    if (row.opened && state.suspendedSince !== never) {
      const end =
        state.suspendedSince + this.delay(this.scenario.appeals.hours, Purpose.appealHours, row.appeals)
      if (end < at) {
        at = end
        kind = Event.appealEnd
      }
    }
    if (row.proving) {
      const read = row.doneAt + this.delay(this.scenario.chain.confirmationHours, Purpose.confirmation)
      if (read < at) {
        at = read
        kind = Event.proof
      }
    }
    this.events.push(at, i * 16 + kind)
  }

  /** An event of a matter. */
  private happen(i: number, kind: number): void {
    const { row } = this
    switch (kind) {
      case Event.judgment:
        this.judge(i)
        return
      case Event.deadline:
        this.pass(i)
        return
      case Event.bound:
        this.boundActs(i)
        return
      case Event.favoured:
        this.favouredActs(i)
        return
      case Event.registrar:
        row.registrarAt = never
        // Superseded meanwhile: nothing is before the Registrar any more.
        if (row.state.status === "disputed" || row.state.status === "pending") this.decide(i)
        return
      case Event.appealEnd:
        this.endAppeal(i)
        return
      default:
        row.proving = false
        this.act(i, "prove", "court", row.doneAt, "satisfied")
    }
  }

  // Dealings and claims

  private arrival(agent: number): void {
    this.tally.events += 1
    const k = this.agents.arrive(agent)
    const key0 = this.agents.key0(agent)
    const key1 = this.agents.key1(agent)
    let partner = place(this.agents.count, key0, key1, k, Purpose.partner)
    for (let again = 1; partner === agent; again++)
      partner = place(this.agents.count, key0, key1, k, Purpose.partner + 256 * again)
    this.deal(agent, partner, k, undefined, undefined)
    this.arriveNext(agent, k + 1, this.now)
  }

  private listed(i: number): void {
    const { arrivals } = this.scenario.dealings
    const item = arrivals.kind === "listed" ? arrivals.items[i] : undefined
    if (item === undefined) return
    this.tally.events += 1
    const key = this.listedKey
    let respondent = item.respondent ?? place(this.agents.count, key, i, 0, Purpose.partner)
    let claimant = item.claimant ?? place(this.agents.count, key, i, 1, Purpose.partner)
    for (let again = 2; respondent === claimant; again++) {
      if (item.claimant === undefined) claimant = place(this.agents.count, key, i, again, Purpose.partner)
      else respondent = place(this.agents.count, key, i, again, Purpose.partner)
    }
    this.deal(claimant, respondent, this.agents.arrive(claimant), item.valueCents, item.broken)
  }

  /** A dealing that `claimant` begins and `partner` is to perform. It may be refused, kept, broken, and taken to the court. */
  private deal(
    claimant: number,
    partner: number,
    k: number,
    valueCents: number | undefined,
    told: boolean | undefined,
  ): void {
    const { dealings } = this.scenario
    const { tally, agents } = this
    const shuns = dealings.shuns[agents.labelOf(partner)]
    if (shuns > 0 && this.agentLuck(claimant, k, Purpose.shun) < shuns) {
      tally.shunned += 1
      return
    }
    tally.dealings += 1
    const { asCreditor } = this.populationOf(claimant)
    const u = this.agentLuck(claimant, k, Purpose.broken)
    const claims = dealings.arrivals.of === "disputes"
    const broken = told ?? (claims ? u >= asCreditor.suesUnfounded : u < this.populationOf(partner).breaches)
    const sues = broken ? asCreditor.sues : asCreditor.suesUnfounded
    if (!claims && this.agentLuck(claimant, k, Purpose.sue) >= sues) return
    const value =
      valueCents ?? Math.round(draw(dealings.valueCents, this.agentLuck(claimant, k, Purpose.value)))
    this.file(claimant, partner, k, Math.min(Math.max(value, 1), 4_000_000_000), broken)
  }

  private file(claimant: number, partner: number, k: number, value: number, founded: boolean): void {
    const { agents, row, now, era, tally } = this
    const refused = limitChecks(agents.filer(claimant), era.terms).find((one) => one !== null)
    if (refused) {
      tally.claimsRefused += 1
      return
    }
    agents.files(claimant)
    tally.matters += 1
    clear(row)
    const i = this.rows.add()
    deriveKey(this.matterKey, 0, agents.key0(claimant), agents.key1(claimant), k, Purpose.matter)
    row.key0 = this.matterKey[0] ?? 0
    row.key1 = this.matterKey[1] ?? 0
    row.bound = partner
    row.favoured = claimant
    row.filedAt = now
    row.amountCents = value
    row.founded = founded
    row.era = this.eraCode
    row.defended = this.luck(Purpose.defend) < this.populationOf(partner).defends
    const steps = hours(era.terms.stepHours) * (row.defended ? 2 : 1)
    row.deliveredAt = now + steps + this.delay(this.scenario.judge.decisionHours, Purpose.decisionHours)
    this.rows.save(i, row)
    this.events.push(row.deliveredAt, i * 16 + Event.judgment)
    this.tell(i, "file", "favoured", null, null, ruleOf.filing, null, 0)
  }

  // Judgment

  private judge(i: number): void {
    const { row, agents, tally, scenario, now } = this
    const { terms } = this.eraOf(row)
    agents.decided(row.favoured)
    row.wrong = this.luck(Purpose.error) < scenario.judge.errorRate
    row.kind = choose(this.wanted, this.luck(Purpose.kind))
    const stake = agents.stakeCents[row.bound] ?? 0
    const amount = row.kind === 0 ? orderable(row.amountCents, stake) : 0
    if (row.founded === row.wrong || (row.kind === 0 && amount === 0) || !isKept(terms)) {
      tally.dismissed += 1
      this.tell(i, "dismiss", "court", null, null, ruleOf.dismissal, null, 0)
      return
    }
    const { orderHours } = scenario.judge
    const fixed =
      orderHours === undefined
        ? terms.orderHoursDefault
        : Math.max(1, Math.round(draw(orderHours, this.luck(Purpose.orderHours))))
    const population = agents.population[row.bound] ?? 0
    const mine = choose(this.era.shares[population] ?? [], this.luck(Purpose.behaviour))
    row.behaviour = this.era.codes[population]?.[mine] ?? 0
    row.amountCents = amount
    row.opened = true
    begin(row.state, now, fixed, terms)
    tally.opened += 1
    tally.orderedCents += amount
    tally.statuses.open += 1
    agents.move(row.bound, null, "open", 0)
    this.tell(i, "open", "court", null, "open", transitions.open.moves[0].sections, null, 0)
    this.asks(i, "opened")
  }

  private eraOf(row: Row): Era {
    return this.eras.list[row.era] ?? this.era
  }

  // Acts on entries, all by the rule

  /** An act as the court receives it (`Passing.perform`): the passing that is due comes first, then the act. */
  private act(i: number, name: ActName, who: Who, stated: Instant, found: EntryStatus): boolean {
    this.pass(i)
    const { row, now, tally } = this
    const { state } = row
    const { status, standing } = state
    const move = step(state, name, who, stated, found, now, this.eraOf(row).terms)
    if (typeof move === "string") {
      tally.refused += 1
      row.refusals += 1
      this.tell(i, name, who, status, status, grounds[move].rules, move, 0, stated)
      if (who === "bound" && row.refusals < refusalsMax) this.asks(i, "refused")
      return false
    }
    this.moved(i, name, who, status, state.standing - standing, stated)
    return true
  }

  /** Passes the window that has closed, if one has. */
  private pass(i: number): void {
    const { row, now } = this
    const { state } = row
    const { status, standing } = state
    if (!row.opened || !stepPassing(state, now, this.eraOf(row).terms)) return
    this.moved(i, "pass", "clock", status, state.standing - standing, never)
  }

  /** Books a move, and lets those whom it concerns react. */
  private moved(i: number, name: ActName, who: Who, from: EntryStatus, delta: number, stated: Instant): void {
    const { row, agents, tally } = this
    const { status, at } = row.state
    if (from !== status) {
      tally.statuses[from] -= 1
      tally.statuses[status] += 1
    }
    agents.move(row.bound, from, status, delta)
    if (status === "satisfied" && row.satisfiedAt === never) {
      row.satisfiedAt = at
      tally.satisfiedOnce += 1
      tally.satisfactionMs += at - row.deliveredAt
    }
    const rules = (this.see && moveFrom(name, from)?.sections) ?? ruleOf.none
    this.tell(i, name, who, from, status, rules, null, delta, stated)
    this.react(i, name)
  }

  private react(i: number, name: ActName): void {
    const { row } = this
    const { status } = row.state
    switch (name) {
      case "pass":
        if (status === "notified") this.asks(i, "notified")
        if (status === "unsatisfied") this.asks(i, "unsatisfied")
        return
      case "attest":
        this.considers()
        return
      case "dispute":
        row.registrarAt = this.registrarAt(row.disputes)
        return
      case "decide":
        if (status === "pending") row.registrarAt = this.registrarAt(128 + row.disputes)
        if (status !== "satisfied") this.asks(i, "found")
        return
      case "resume":
        this.asks(i, "stands")
        return
      case "supersede":
        row.boundAct = 0
        row.favouredAct = 0
        return
      default:
        return
    }
  }

  private registrarAt(nth: number): Instant {
    return this.now + this.delay(this.scenario.registrar.hours, Purpose.registrarHours, nth)
  }

  // The party bound

  private asks(i: number, why: Why): void {
    const { row, turn, agents } = this
    const behaviour = this.eras.behaviours[row.behaviour]
    if (behaviour === undefined || row.state.status === "superseded") return
    turn.why = why
    turn.entry = i
    turn.now = this.now
    turn.kind = orderKinds[row.kind] ?? "pay"
    turn.status = row.state.status
    turn.deliveredAt = row.deliveredAt
    turn.dueAt = row.state.dueAt
    turn.closesAt = row.state.closesAt
    turn.amountCents = row.amountCents
    turn.stakeCents = agents.stakeCents[row.bound] ?? 0
    turn.reputation = agents.reputation[row.bound] ?? 0
    turn.label = agents.labelOf(row.bound)
    turn.wrong = row.wrong
    turn.done = row.doneAt !== never
    turn.disputes = row.disputes
    turn.terms = this.eraOf(row).terms
    turn.parameters = behaviour.strategy === "custom" ? behaviour.parameters : {}
    const plan = ask(behaviour, turn, this.strategies)
    if (plan === "keep") return
    row.boundAct = 0
    if (plan !== null) this.plans(plan)
  }

  private plans({ act, at, part }: Plan): void {
    const { row, now } = this
    row.boundAct = plannedActs.indexOf(act) + 1
    row.boundAt = Math.max(Math.round(at), now)
    row.boundPart = part ?? 1
  }

  private boundActs(i: number): void {
    const { row, now } = this
    const act = plannedActs[row.boundAct - 1]
    row.boundAct = 0
    switch (act) {
      case "honour":
        this.performs(i, 1)
        if (row.kind === 0 && this.luck(Purpose.chain) < this.scenario.chain.share) row.proving = true
        else this.act(i, "attest", "bound", now, "attested")
        return
      case "perform":
        this.performs(i, 1)
        return
      case "part":
        this.performs(i, row.boundPart)
        this.act(i, "attest", "bound", now, "attested")
        return
      case "attest":
        this.act(i, "attest", "bound", row.doneAt === never ? now : row.doneAt, "attested")
        return
      case "dispute":
        this.dispute(i, "bound")
        return
      case "appeal":
        this.appeal(i)
        return
      default:
        return
    }
  }

  /** Performs a part of the order, or what is left of it. Nothing of the Register moves. */
  private performs(i: number, part: number): void {
    const { row, now, tally } = this
    if (row.doneAt !== never) return
    const paid = part >= 1 ? row.amountCents : Math.max(row.paidCents, Math.floor(row.amountCents * part))
    tally.recoveredCents += paid - row.paidCents
    row.paidCents = paid
    if (part >= 1) row.doneAt = now
    this.tell(i, "perform", "bound", row.state.status, row.state.status, ruleOf.none, null, 0)
  }

  private dispute(i: number, who: "bound" | "favoured"): void {
    // Counted before it is told of, so that what follows draws anew.
    this.row.disputes += 1
    if (!this.act(i, "dispute", who, never, "disputed")) this.row.disputes -= 1
  }

  /** A notice of appeal: within the time (Rule 6.0), it suspends what runs (PD11 §7). */
  private appeal(i: number): void {
    const { row, now, tally } = this
    const finality = openFinality("contested", row.deliveredAt, this.eraOf(row).terms)
    if (row.appeals > 0 || finalityAt(finality, now) !== "open to appeal") {
      tally.refused += 1
      row.refusals += 1
      this.tell(i, "appeal", "bound", row.state.status, row.state.status, ruleOf.appeal, "final", 0)
      if (row.refusals < refusalsMax) this.asks(i, "refused")
      return
    }
    row.appeals += 1
    tally.appeals += 1
    this.act(i, "suspend", "court", never, row.state.status)
  }

  private endAppeal(i: number): void {
    const { row } = this
    const errs = this.luck(Purpose.appealError, row.appeals) < this.scenario.appeals.errorRate
    this.act(i, row.wrong === errs ? "resume" : "supersede", "court", never, row.state.status)
  }

  // The party favoured and the Registrar

  /** What was attested is confirmed or disputed, or left to time. */
  private considers(): void {
    const { row, now } = this
    const { asCreditor } = this.populationOf(row.favoured)
    const nth = row.disputes
    const done = row.doneAt !== never
    const acts = done
      ? this.luck(Purpose.confirm, nth) < asCreditor.confirms
      : this.luck(Purpose.dispute, nth) < asCreditor.disputes
    row.favouredAct = acts ? (done ? 1 : 2) : 0
    if (!acts) return
    row.favouredAt =
      now +
      (done
        ? this.delay(asCreditor.confirmHours, Purpose.confirmHours, nth)
        : this.delay(asCreditor.disputeHours, Purpose.disputeHours, nth))
  }

  private favouredActs(i: number): void {
    const act = favouredActs[this.row.favouredAct - 1]
    this.row.favouredAct = 0
    if (act === "dispute") this.dispute(i, "favoured")
    else this.act(i, "confirm", "favoured", never, "satisfied")
  }

  private decide(i: number): void {
    const { row } = this
    const { registrar } = this.scenario
    const { status, performedAt } = row.state
    const nth = row.disputes
    if (status === "disputed" && this.luck(Purpose.pending, nth) < registrar.pending) {
      this.act(i, "decide", "registrar", never, "pending")
      return
    }
    const errs = this.luck(Purpose.registrarError, nth) < registrar.errorRate
    const done = row.doneAt !== never
    if (done === errs) this.act(i, "decide", "registrar", never, "unsatisfied")
    else this.act(i, "decide", "registrar", done ? row.doneAt : performedAt, "satisfied")
  }

  private tell(
    entry: number,
    act: string,
    by: Happening["by"],
    from: EntryStatus | null,
    to: EntryStatus | null,
    rules: ReadonlyArray<string>,
    refused: RefusalCode | "final" | null,
    delta: number,
    stated: Instant = never,
  ): void {
    this.tally.events += 1
    if (this.see === undefined) return
    const { closesAt, at } = this.row.state
    this.see({
      at: act === "pass" ? at : this.now,
      entry,
      act,
      by,
      from,
      to,
      rules,
      refused,
      delta,
      closesAt: to === null || closesAt === never ? null : closesAt,
      stated: stated === never ? null : stated,
    })
  }
}
