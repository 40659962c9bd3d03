/**
 * A draft by the accounts alone: every judge that decides by accounts orders in this way, on the papers or with findings of its own on the
 * lines that they leave open.
 */
import { Causes, Determination } from "../account/index.ts"
import { bounds } from "../kernel/Schedule.ts"
import type { Tender } from "../law/index.ts"
import {
  answerOf,
  balanceOwed,
  claimantSays,
  count,
  moment,
  reasoningOf,
  respondentSays,
  summary,
} from "./AccountWords.ts"
import {
  type Deals,
  type DecidedOrder,
  type Determined,
  determine,
  isMade,
  type JudgedDeal,
  leavesAnything,
} from "./Determined.ts"
import type { Draft, DraftOrder } from "./Judge.ts"
import type { JudgedBundle } from "./Judged.ts"

const issueOf = (bundle: JudgedBundle, deals: Deals, decided: DecidedOrder): Draft["issues"][number] => ({
  question: `Should order ${decided.n} of the claim be made (${summary(decided.order, bundle.matter.currency)})?`,
  losingAnswer: isMade(decided) ? respondentSays(bundle) : claimantSays(bundle, decided),
  reasoning: reasoningOf(decided, deals),
  answer: answerOf(decided),
  for: isMade(decided) ? "claimant" : "respondent",
})

/** An order that is made, as the draft hands it in. The Court writes the text of payments and costs. */
const orderOf = (deals: Deals, { order, cents, ground }: DecidedOrder): DraftOrder => {
  const { kind, text, against, inFavourOf, hours } = order
  const common = { kind, text, ...(hours === undefined ? {} : { hours }) }
  if (kind === "declaration" && Causes.isOfQuote(ground) && deals.quote !== null)
    return { ...common, ...balanceOwed(deals.quote) }
  return { ...common, against, inFavourOf, ...(cents === null ? {} : { amountCents: cents }) }
}

/** The balance that the claimant itself owes, as an order; no order if it owes nothing. */
const backOf = ({ againstClaimant }: Determined, { matter }: JudgedBundle): ReadonlyArray<DraftOrder> =>
  againstClaimant === 0
    ? []
    : [
        {
          kind: "pay",
          text: "The balance of the account.",
          amountCents: againstClaimant,
          against: matter.claimant.handle,
          inFavourOf: matter.respondent.handle,
        },
      ]

/**
 * The orders of the draft: what is made, what the claimant itself owes, and a dismissal of the rest. A judgment takes no more orders
 * than a claim seeks: a declaration of an account gives way to the payment that says the same. If the claimant owes the balance, nothing
 * but a declaration is made on the account. A dismissal takes no place of an order.
 */
const ordersOf = (determined: Determined, bundle: JudgedBundle, deals: Deals): ReadonlyArray<DraftOrder> => {
  const { orders } = determined
  const back = backOf(determined, bundle)
  const all = orders.filter(isMade)
  const made = (
    all.length + back.length > bounds.ordersMax ? all.filter(({ ground }) => !Causes.isOfQuote(ground)) : all
  ).map((one) => orderOf(deals, one))
  const dismissed = orders.some(
    ({ outcome, leavesRest }) => outcome === "dismissed" || (outcome === "made in part" && !leavesRest),
  )
  const open = leavesAnything(determined)
  const dismissals: ReadonlyArray<DraftOrder> = [
    ...(open ? [{ kind: "dismiss", text: "The rest is not decided.", decided: false } as const] : []),
    ...(dismissed ? [{ kind: "dismiss", text: "The rest is dismissed." } as const] : []),
  ]
  return [...[...made, ...back].slice(0, bounds.ordersMax), ...dismissals]
}

const circumstances = ({ matter, defence, reply, questions }: JudgedBundle, judge: string): string => {
  const { claimant, respondent } = matter
  return [
    `The claimant, ${claimant.handle}, filed its claim on ${moment(matter.filedAt)}, about a dealing of ${moment(matter.dealingAt)}.`,
    matter.servedAt === null ? "" : `The claim was served on ${moment(matter.servedAt)}.`,
    defence === null
      ? `The respondent, ${respondent.handle}, filed no defence${matter.call?.default === true ? ", and default judgment was called for" : ""}.`
      : `The respondent, ${respondent.handle}, filed a defence${reply === null ? "" : ", and the claimant filed a reply"}.`,
    questions.length === 0 ? "" : `The judge put ${count(questions.length, "question")} to the parties.`,
    judge,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")
}

const ratio =
  "The Court draws up the account of a deal from records that neither side could write alone, and orders its balance against whom it is. A debt is ordered less what was paid on it. Any other order is made as far as the other side admits it. No text of a pleading proves anything (Rule 5.1)."

const grounds: { readonly [G in NonNullable<DecidedOrder["ground"]>]: string } = {
  account: "Account of a quote",
  metered_price: "Metered price",
  debt: "Debt",
  mandate: "Payment beyond a mandate",
  admitted: "Admission",
  event: "Costs follow the event",
}

const catchwords = (bundle: JudgedBundle, determined: Determined): Draft["catchwords"] => {
  const { orders, againstClaimant } = determined
  const whole = orders.every(({ outcome }) => outcome === "made")
  const outcome = whole ? "Claim allowed" : orders.some(isMade) ? "Claim allowed in part" : "Claim dismissed"
  return [
    ...new Set(orders.flatMap(({ ground }) => (ground === null ? [] : [grounds[ground]]))),
    ...(bundle.defence === null ? ["Undefended claim"] : []),
    ...(againstClaimant === 0 ? [] : ["Balance against the claimant"]),
    ...(leavesAnything(determined) ? ["Not decided on the papers"] : []),
    outcome,
  ]
}

const ofAccounts: ReadonlySet<DecidedOrder["ground"]> = new Set([
  "account",
  "metered_price",
  "debt",
  "mandate",
])

/** The area of law of what decided: that of PD15 for a deal with an account. */
const areasOf = ({ orders }: Determined): Draft["areas"] =>
  orders.some(({ ground }) => ofAccounts.has(ground)) ? ["accounts"] : ["dealings"]

const usedDeals = ({ quote, debts }: Deals): ReadonlyArray<JudgedDeal> => [
  ...(quote === null ? [] : [quote]),
  ...new Set(debts.values()),
]

/**
 * A draft by the accounts alone, in which the sentence `judge` says what judge it is (Rule 5.1, PD15 §10). The same bundle always gives the same
 * draft.
 */
export const draftByAccounts = (bundle: JudgedBundle, deals: Deals, judge: string): Draft => {
  const determined = determine(bundle, deals)
  const determinations = usedDeals(deals).map(({ account }) => Determination.take(account))
  return {
    catchwords: catchwords(bundle, determined),
    ratio,
    issues: determined.orders.map((decided) => issueOf(bundle, deals, decided)),
    circumstances: circumstances(bundle, judge),
    authorities: authoritiesOf(bundle),
    orders: ordersOf(determined, bundle, deals),
    areas: areasOf(determined),
    ...(determinations.length === 0 ? {} : { determinations }),
    // An account binds both sides, so its balance, and a declaration of it, may run the other way than was sought.
    beyondPrayer: "The account of a quote binds both parties, whichever of them claims (PD15 §10).",
    costCents: 0,
  }
}

type Authority = Draft["authorities"][number]

const authoritiesMax = 40

/** How a judgment treats a tender, by its outcome (Rule 4.10). On the papers all of them are argument. */
const treatments: { readonly [Outcome in Tender.Outcome]: Authority["treatment"] } = {
  authority: "considered",
  argument: "considered",
  mention: "mentioned",
}

/** The authorities of a judgment, each citation once: a tender is treated by its outcome, and what a stated rule only cites is cited. */
export const authoritiesOf = ({ matter, claim, defence }: JudgedBundle): Draft["authorities"] => {
  const tendered = matter.tenders.map(
    ({ citation, outcome }): Authority => ({ citation, treatment: treatments[outcome] }),
  )
  const cited = [...claim.rules, ...(defence?.rules ?? [])].flatMap((rule) =>
    typeof rule === "string"
      ? []
      : rule.citations.map((citation): Authority => ({ citation, treatment: "cited" })),
  )
  const once = new Map<string, Authority>()
  for (const authority of [...tendered, ...cited]) {
    if (!once.has(authority.citation)) once.set(authority.citation, authority)
  }
  return [...once.values()].slice(0, authoritiesMax)
}
