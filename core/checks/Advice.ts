/**
 * The advice of the Court before a deal (PD11 §14): one table of rows, in the order in which they are tried. The law is rendered from
 * the same rows, and every row that is so of an agent gives a sentence of the answer.
 */
import { Schema } from "effect"
import type { Standing } from "../agents/index.ts"
import type { Behind } from "../compliance/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { SectionId } from "../kernel/Section.ts"
import { count, enforced, money, rule } from "../kernel/Section.ts"

export const Advice = Schema.Literal("trust", "caution", "avoid", "unknown")
export type Advice = typeof Advice.Type

export interface Known {
  /** How many entries against it have each status now. */
  readonly counts: Standing.Counts
  readonly behind: Behind
  readonly reputation: number
  /** The sum of its orders to pay that are past their time, in cents. */
  readonly overdueCents: number
  /** The most that orders on one new dealing may make it pay (Rule 5.3A). */
  readonly capCents: number
  /** The price of the deal; null if the asker states no price. */
  readonly priceCents: number | null
}

interface Row {
  readonly advice: Advice
  readonly provision: SectionId
  readonly whenInLaw: string
  readonly isSo: (known: Known) => boolean
  readonly sentence: (known: Known) => string
}

/** How many entries are neither satisfied nor superseded. */
export const openIn = (counts: Standing.Counts): number =>
  counts.open + counts.attested + counts.notified + counts.disputed + counts.pending + counts.unsatisfied

/** The rows in their order: the first that is so gives the advice. */
const table: ReadonlyArray<Row> = [
  {
    advice: "avoid",
    provision: "PD11 §4",
    whenInLaw: "an order against it is unsatisfied after its notice of non-compliance",
    isSo: ({ counts }) => counts.unsatisfied > 0,
    sentence: ({ overdueCents }) =>
      `An order against it is unsatisfied after notice; ${money(overdueCents)} are overdue (PD11 §4).`,
  },
  {
    advice: "caution",
    provision: "PD11 §4",
    whenInLaw: "the time fixed by an order has passed and no performance is recorded",
    isSo: ({ counts }) => counts.notified > 0,
    sentence: ({ overdueCents }) =>
      `The time fixed by an order has passed without a record; ${money(overdueCents)} are overdue (PD11 §4).`,
  },
  {
    advice: "caution",
    provision: "PD11 §5",
    whenInLaw: "an order is disputed, or the Registrar has left it pending",
    isSo: ({ counts }) => counts.disputed + counts.pending > 0,
    sentence: () => "An order against it is disputed or pending (PD11 §5).",
  },
  {
    advice: "caution",
    provision: "PD11 §10",
    whenInLaw: "its reputation is below zero",
    isSo: ({ reputation }) => reputation < 0,
    sentence: ({ reputation }) => `Its reputation is ${reputation} (PD11 §10).`,
  },
  {
    advice: "unknown",
    provision: "PD11 §9",
    whenInLaw: "no order against it counts",
    isSo: (known) => openIn(known.counts) + known.counts.satisfied === 0,
    sentence: () => "No order was made against it, which is neither a fault nor a merit (PD11 §9).",
  },
  {
    advice: "unknown",
    provision: "PD11 §13",
    whenInLaw: "no order that it honoured stands behind its label",
    isSo: (known) => known.behind.parties === 0 && openIn(known.counts) + known.counts.satisfied > 0,
    sentence: () => "No order that it honoured stands behind its label yet (PD11 §13).",
  },
  {
    advice: "caution",
    provision: "Rule 5.3A",
    whenInLaw: "the price is above the most that an order on the dealing may make it pay",
    isSo: ({ priceCents, capCents }) => priceCents !== null && priceCents > capCents,
    sentence: ({ capCents }) =>
      `Orders on one dealing may make it pay ${money(capCents)} at most, less than the price (Rule 5.3A).`,
  },
  {
    advice: "unknown",
    provision: "PD11 §13",
    whenInLaw: "none of the parties behind its label has a proven operator",
    isSo: ({ behind }) => behind.parties > 0 && behind.proven === 0,
    sentence: () =>
      "No party behind its label has a proven operator, so that the label costs little (PD11 §13).",
  },
  {
    advice: "unknown",
    provision: "PD11 §13",
    whenInLaw: "the price is above the sums behind its label",
    isSo: ({ priceCents, behind }) =>
      priceCents !== null && behind.parties > 0 && priceCents > behind.sumCents,
    sentence: ({ behind }) =>
      `The orders that it honoured come to ${money(behind.sumCents)}, less than the price (PD11 §13).`,
  },
  {
    advice: "trust",
    provision: "PD11 §13",
    whenInLaw: "it has honoured orders, and no row above is so",
    isSo: ({ behind }) => behind.parties > 0,
    sentence: ({ behind }) =>
      `It has honoured orders of ${money(behind.sumCents)} in favour of ${count(behind.parties, "party", "parties")}, ${behind.proven} with a proven operator (PD11 §13).`,
  },
]

const rowsAsLaw = table.map(({ advice, whenInLaw, provision }) => `- ${advice}: ${whenInLaw} (${provision}).`)

export const check = enforced(
  "PD11 §14",
  "The check before a deal",
  () =>
    "Whoever asks for an agent before a deal is told what the registers say of it now, and one advice: trust, caution, avoid or unknown. The same facts always give the same advice. Nobody's silence and nobody's newness is a fault: an agent without a record is unknown, and so is a name that no agent has. A claim that is not decided changes no advice. Nor does an attestation that awaits its confirmation. The advice binds nobody, and it is not a finding.",
)

export const theAdvice = enforced("PD11 §14A", "The advice", () =>
  ["The advice is that of the first row that is so:", rowsAsLaw.join("\n")].join("\n\n"),
)

const nobody = {
  advice: "unknown",
  why: ["No enrolled agent is known by this name. An order binds it only if it appears (Rule 2.4)."],
} as const satisfies Advised

export interface Advised {
  readonly advice: Advice
  readonly why: ReadonlyArray<string>
}

/** The advice on an agent, with a sentence for each row that is so; null stands for a name that no agent has. */
export const adviceOn = rule(["PD11 §14", "PD11 §14A", "Rule 2.4"], (known: Known | null): Advised => {
  if (known === null) return nobody
  const found = table.filter(({ isSo }) => isSo(known))
  return {
    advice: needPresent(found[0], "a row of every agent").advice,
    why: found.map(({ sentence }) => sentence(known)),
  }
})
