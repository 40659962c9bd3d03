/**
 * `reckons`, a strategy that ships: an agent to which a record is worth what others make of it. No figure says what a record is worth. The
 * agents of a run share the books of the market, which anybody could keep who reads the public Register: how often dealings offered to each
 * label were refused, and what dealings with each label lost. An initiator refuses a label, or pays it less, by what the label has cost. A
 * partner keeps its word, and pays an order, if more would be lost with the label in default.
 */
import { didYouMean } from "../../../core/kernel/Near.ts"
import { hours } from "../../../core/kernel/Time.ts"
import { labels } from "./Agents.ts"
import { asserts } from "./Compliance.ts"
import { ln } from "./Exact.ts"
import type { Dealing, Order, Parameters, Self, Strategies, Strategy } from "./Strategy.ts"

type Label = Self["label"]
type Known = Record<Label, number>

/** The numbers of the strategy, with the values that they have if a scenario does not state them. */
const usual = {
  /** The gain of each side from a dealing that is kept, as a part of its value. */
  margin: 0.3,
  /** The share of dealings whose initiator looks up the record of the other. It refuses a label that costs more than the margin. */
  looks: 0.5,
  /** The cost that everybody expects, at first, of a dealing with an agent in default, as a part of its value. */
  expects: 1,
  /** 1: who looks also pays a partner less by what its label costs. 0: who looks pays every partner alike. */
  prices: 0,
  /** The share of agents that break and pay by what a record is worth. The others keep their word and pay, whatever it is worth. */
  tempted: 0.6,
  /** How many further dealings a tempted agent expects to be asked for, in the mean over agents (exponential). */
  dealings: 100,
  /** The share of dealings that a partner breaks without wanting to. */
  accidents: 0.05,
} as const
type Figures = { readonly [name in keyof typeof usual]: number }

/** About so many dealings with a label are remembered: each further one counts for one in so many. */
const remembered = 200
const keep = 1 - 1 / remembered
const inDefault = "in default" satisfies Label
/** Hours until an agent that pays has paid. */
const paying = { uniform: [1, 24] } as const
/** The place of an agent's memory that has how many further dealings it expects: infinitely many if nothing tempts it. */
const expected = 0

const knowAll = (value: number): Known => {
  const found: Partial<Known> = {}
  for (const label of labels) found[label] = value
  return found as Known // every label has its value
}

const read = (parameters: Parameters): Figures => {
  const names = Object.keys(usual)
  for (const name of Object.keys(parameters))
    if (!names.includes(name))
      throw new Error(
        `there is no parameter ${name}${didYouMean(name, names) || `; the parameters are ${names.join(", ")}`}`,
      )
  return { ...usual, ...parameters }
}

/** The books of a market, in cents. */
class Books {
  /** The part of the dealings offered to each label that was begun: at first all of them. */
  private readonly begun = knowAll(1)
  private readonly dealt = knowAll(0)
  private readonly lost = knowAll(0)
  private offers = 0
  private offeredCents = 0
  /** Of dealings that were broken: the label that the partner had when it was dealt with, by the numbers of both agents. */
  private readonly broken = new Map<string, { readonly label: Label; readonly cents: number }>()
  private readonly figures = new Map<number, Figures>()

  /** The figures of an agent, which are those of its population. Throws an error that names a parameter which the strategy does not have. */
  figuresOf(agent: number, parameters: Parameters): Figures {
    const found = this.figures.get(agent) ?? read(parameters)
    this.figures.set(agent, found)
    return found
  }

  /** The cost of dealings with a label to whoever begins them, as a part of their value. */
  costOf(label: Label): number {
    const dealt = this.dealt[label]
    return dealt === 0 ? 0 : Math.min(1, this.lost[label] / dealt)
  }

  /** The gain of an agent with a label from the dealings that it is offered, as a part of their value. */
  private gainOf(label: Label, { margin, looks, prices }: Figures): number {
    return margin * this.begun[label] - prices * looks * Math.min(margin, this.costOf(label))
  }

  /** The loss of an agent to which the label in default comes, over so many dealings that it expects, in cents. */
  worthOf(label: Label, figures: Figures, dealings: number): number {
    const mean = this.offeredCents / Math.max(1, this.offers)
    return dealings * mean * (this.gainOf(label, figures) - this.gainOf(inDefault, figures))
  }

  /** The first offer of a market begins the books, with what everybody expects of an agent in default. */
  begin(cents: number, { expects, margin, looks }: Figures): void {
    if (this.offers > 0) return
    this.dealt[inDefault] = remembered * cents
    this.lost[inDefault] = expects * this.dealt[inDefault]
    this.begun[inDefault] = expects > margin ? 1 - looks : 1
  }

  offer(label: Label, cents: number, begins: boolean): void {
    this.offers += 1
    this.offeredCents += cents
    this.begun[label] = keep * this.begun[label] + (begins ? 1 - keep : 0)
  }

  deal(initiator: number, partner: number, label: Label, cents: number, broke: boolean): void {
    this.dealt[label] = keep * this.dealt[label] + cents
    this.lost[label] *= keep
    if (broke) this.broken.set(`${initiator} ${partner}`, { label, cents })
  }

  /** The claim about a broken dealing failed, or its order was not performed. */
  lose(claimant: number, respondent: number): void {
    const found = this.broken.get(`${claimant} ${respondent}`)
    if (found !== undefined) this.lost[found.label] += found.cents
  }
}

/** How many further dealings an agent expects: drawn once for each agent. */
const dealingsOf = ({ memory, random }: Dealing, { tempted, dealings }: Figures): number => {
  if (memory[expected] === 0)
    memory[expected] = random() < tempted ? -ln(1 - random()) * dealings : Number.POSITIVE_INFINITY
  return memory[expected] ?? 0
}

const reckons = (): Strategy => {
  const books = new Books()
  const begins = ({ agent, other, valueCents, parameters, random }: Dealing): boolean => {
    const figures = books.figuresOf(agent, parameters)
    books.begin(valueCents, figures)
    const refuses = random() < figures.looks && books.costOf(other.label) > figures.margin
    books.offer(other.label, valueCents, !refuses)
    return !refuses
  }
  const breaks = (view: Dealing): boolean => {
    const { agent, label, valueCents, parameters, random } = view
    const figures = books.figuresOf(agent, parameters)
    const dealings = dealingsOf(view, figures)
    if (random() < figures.accidents) return true
    // Who breaks a dealing takes its value instead of the margin, and does not mean to pay.
    const temptation = valueCents * (1 - figures.margin)
    return dealings < Number.POSITIVE_INFINITY && books.worthOf(label, figures, dealings) < temptation
  }
  const pays = ({ agent, label, memory, amountCents, parameters }: Order): boolean => {
    const dealings = memory[expected] ?? 0
    if (dealings === Number.POSITIVE_INFINITY) return true
    return books.worthOf(label, books.figuresOf(agent, parameters), dealings) > amountCents
  }
  return {
    deal: (view) => view.role === "partner" || begins(view),
    break: (view) => view.role === "partner" && breaks(view),
    comply: (order) => {
      if (order.done) return asserts(order)
      if (order.why === "unsatisfied") return "keep"
      return pays(order) ? { act: "honour", at: order.now + hours(order.draw(paying, 0)) } : null
    },
    learn: ({ what, role, agent, other, cents, suffered }) => {
      if (what === "dealt" && role === "initiator")
        books.deal(agent, other.agent, other.label, cents, suffered)
      if ((what === "unsatisfied" || what === "dismissed") && role === "claimant")
        books.lose(agent, other.agent)
    },
  }
}

/** The strategies that ship, by name. Each run has its own, since they keep the books of its market. */
export const makeShippedStrategies = (): Strategies => ({ reckons: reckons() })
export const shippedNames: ReadonlyArray<string> = Object.keys(makeShippedStrategies())
