/**
 * The parts that are kept beside a judgment, of the texts that its judge read. Deals are kept as the facts from which their accounts
 * are drawn, evidence and the judgments below by their SHA-256, and nobody's operator is named.
 */
import { Option } from "effect"
import { type Deal, withoutOthers } from "../account/index.ts"
import type { Judgment } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import type { Terms } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Account, MagistrateFee } from "../ledger/index.ts"
import type { Bundle } from "../matters/index.ts"
import type { ComposeFacts, Manner } from "./Compose.ts"
import type { JudgedDeal } from "./Determined.ts"
import { asOfCall, type JudgedBundle } from "./Judged.ts"

/** The parts in the order in which they are kept while there is room: the smallest are needed for all others. */
export const partNames = ["figures", "delivery", "deals", "papers"] as const
/** The name of a part of a bundle. Each part is hashed for itself. */
export type PartName = (typeof partNames)[number]

interface KeptDeal extends Pick<JudgedDeal, "sides"> {
  readonly facts: Deal.Deal
}

/** The deals as of the call. Entries of one hash are one debt, so that several entries may name it. */
export interface KeptDeals {
  readonly asOf: Instant
  readonly quote: KeptDeal | null
  readonly debts: ReadonlyArray<KeptDeal & { readonly on: ReadonlyArray<string> }>
}

/** The facts on which the Court's own part of a judgment rests: its number, its cap, and the bound of its costs. */
export interface KeptDelivery {
  readonly manner: Manner
  readonly deliveredAt: Instant
  readonly counter: Judgment.SeriesCounter | null
  readonly stakes: ReadonlyArray<readonly [agentId: string, cents: number]>
  readonly charged: ReadonlyArray<Account.MatterCharge>
  /** Null on appeal, whose manner says the fee. */
  readonly day: MagistrateFee.Facts["day"] | null
}

/** A judgment below with its orders; its sealed text stands under this hash. */
export interface KeptJudgment extends Omit<Bundle.Below, "payload"> {
  readonly sha256: string
}

/** The further texts of a court above: who appeals, on what grounds, the judgments below, and the stakes if those fall. */
export interface KeptAppeal extends Omit<Bundle.Appeal, "below" | "stakes"> {
  readonly below: readonly [KeptJudgment, ...KeptJudgment[]]
  readonly stakes: KeptDelivery["stakes"]
}

/** The papers. A piece of evidence stands in them by its SHA-256, and its content in the papers of the matter. */
export interface KeptPapers extends Omit<JudgedBundle, "deals" | "appeal"> {
  /** Absent at first instance. */
  readonly appeal?: KeptAppeal
}

/** The parts by name, as they are before they are written. */
export interface Parts {
  readonly figures: Terms
  readonly delivery: KeptDelivery
  /** Null for a matter that was filed before PD15 was in force. */
  readonly deals: KeptDeals | null
  readonly papers: KeptPapers
}

/** Of other agents and their deals the facts show nothing but what the account reckons with. */
const keptDeal = ({ facts, sides }: JudgedDeal): KeptDeal => ({ facts: withoutOthers(facts), sides })

const dealsOf = ({ deals, matter }: JudgedBundle): KeptDeals | null => {
  if (deals === null) return null
  const { quote, debts } = deals
  const entriesOf = (deal: JudgedDeal) => [...debts].flatMap(([on, one]) => (one === deal ? [on] : []))
  return {
    asOf: asOfCall(matter),
    quote: quote === null ? null : keptDeal(quote),
    debts: [...new Set(debts.values())].map((deal) => ({ ...keptDeal(deal), on: entriesOf(deal) })),
  }
}

type Pleading = KeptPapers["claim"]
const withoutContent = <A extends { readonly evidence: Pleading["evidence"] }>(paper: A): A => ({
  ...paper,
  evidence: paper.evidence.map((piece) => ({ ...piece, content: "" })),
})

/** The operators of the parties are not for all that read a bundle (PD3 §1). */
const withoutOperator = (party: Party): Party => ({ ...party, operatorId: null })

/** How often consent was offered is not for all that read a bundle either (Rule 4.7). */
const shownMatter = (matter: JudgedBundle["matter"]): JudgedBundle["matter"] => ({
  ...matter,
  claimant: withoutOperator(matter.claimant),
  respondent: withoutOperator(matter.respondent),
  offers: [],
})

const shownOrder = (order: Judgment.Order): Judgment.Order => ({
  ...order,
  against: order.against && withoutOperator(order.against),
  inFavourOf: order.inFavourOf && withoutOperator(order.inFavourOf),
})
const keptJudgment = ({ payload, orders, ...judgment }: Bundle.Below): KeptJudgment => ({
  ...judgment,
  orders: orders.map(shownOrder),
  sha256: sha256Hex(payload),
})
const keptAppeal = ({ below: [first, ...others], stakes, ...appeal }: Bundle.Appeal): KeptAppeal => ({
  ...appeal,
  below: [keptJudgment(first), ...others.map(keptJudgment)],
  stakes: [...stakes],
})

const papersOf = ({ deals: _, appeal, earlierDefences, ...papers }: JudgedBundle): KeptPapers => ({
  ...papers,
  ...(earlierDefences === undefined ? {} : { earlierDefences: earlierDefences.map(withoutContent) }),
  matter: shownMatter(papers.matter),
  claim: withoutContent(papers.claim),
  defence: papers.defence && withoutContent(papers.defence),
  reply: papers.reply && withoutContent(papers.reply),
  questions: papers.questions.map(withoutContent),
  ...(appeal === undefined ? {} : { appeal: keptAppeal(appeal) }),
})

const givenJudgment = ({ sha256: _, ...judgment }: KeptJudgment): Bundle.Below => ({
  ...judgment,
  payload: "",
})

/** The papers as a judge reads them, without the texts that are kept by their hash alone. */
export const papersFrom = ({ appeal, ...papers }: KeptPapers): Omit<JudgedBundle, "deals"> => {
  if (appeal === undefined) return papers
  const {
    below: [first, ...others],
    stakes,
    ...rest
  } = appeal
  const below = [givenJudgment(first), ...others.map(givenJudgment)] as const
  return { ...papers, appeal: { ...rest, below, stakes: new Map(stakes) } }
}

export type KeptFacts = Pick<ComposeFacts, "charged" | "counter" | "fee" | "stakes" | "terms">

/** The parts of what a judge read and of what its delivery rests on. */
export const partsOf = (
  bundle: JudgedBundle,
  facts: KeptFacts,
  manner: Manner,
  deliveredAt: Instant,
): Parts => ({
  figures: facts.terms,
  delivery: {
    manner,
    deliveredAt,
    counter: Option.getOrNull(facts.counter),
    stakes: [...facts.stakes],
    charged: facts.charged,
    day: facts.fee?.day ?? null,
  },
  deals: dealsOf(bundle),
  papers: papersOf(bundle),
})
