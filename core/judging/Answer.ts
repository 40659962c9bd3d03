/** The sum to which the draft of a judge comes between the two sides of a deal, and how it keeps to the papers. */
import { Either } from "effect"
import type { Deal } from "../account/index.ts"
import { checkDraft, type Judge, type JudgedBundle, Orders } from "../bench/index.ts"
import { needPresent } from "../kernel/Defect.ts"

/** Facts about the matter that its bundle does not have. */
export interface Known {
  readonly sides: { readonly [S in Deal.Side]: string }
  /** The stake of either side, in cents: no payments against it may exceed it (Rule 5.3). */
  readonly stakeCents: number
  readonly provisions: ReadonlySet<string>
}

/** A draft of a judge, read as an answer that can be compared with the known one. */
export interface Answer {
  /** The payments ordered, in cents: above 0 the buyer pays so much on balance, below 0 the supplier. */
  readonly cents: number
  /** Whether something is left undecided (PD15 §11). */
  readonly open: boolean
  /** The confidence that the judge states, from 0 to 1; null if it does not state it. */
  readonly confidence: number | null
  readonly withinPrayer: boolean
  readonly withinStake: boolean
  /** The number of citations, and of citations that exist and support their use. */
  readonly cited: number
  readonly sound: number
}

/** How a judgment treats an authority that it rests on. */
const relies: ReadonlySet<string> = new Set(["applied", "followed"])
/** From this grade on, the passage of a tender was found in a text (Rule 4.10). */
const foundGrade = 3

/** Whether a citation exists and supports its use: a provision, or a tender, on which a draft rests only if its passage was found. */
const isSound = (
  { citation, treatment }: Judge.Draft["authorities"][number],
  { matter }: JudgedBundle,
  { provisions }: Known,
): boolean => {
  if (provisions.has(citation)) return true
  const tender = matter.tenders.find((one) => one.citation === citation)
  return tender !== undefined && (!relies.has(treatment) || tender.grade >= foundGrade)
}

/** The sum of the payments that a draft orders against an agent, in cents. */
const sumPaidBy = ({ orders }: Judge.Draft, handle: string): number =>
  orders
    .filter(({ kind, against }) => kind === "pay" && against === handle)
    .reduce((sum, { amountCents }) => sum + needPresent(amountCents, "the sum of an order to pay"), 0)

/**
 * The answer that a draft gives; null if the Court would refuse the draft (Rules 2.3, 5.2, 5.3). A balance that the claimant owes is within
 * the prayer, since an account binds both sides (PD15 §10).
 */
export const readAnswer = (
  draft: Judge.Draft,
  bundle: JudgedBundle,
  known: Known,
  confidence: number | null,
): Answer | null => {
  const { matter, claim } = bundle
  const sought = claim.orders ?? []
  const checks = [
    checkDraft(draft, matter),
    Orders.check(draft.orders, matter),
    Orders.checkPrayer(draft, sought),
  ]
  if (checks.some(Either.isLeft)) return null
  const { supplier, buyer } = known.sides
  const prayed = draft.orders.filter(({ against }) => against !== matter.claimant.handle)
  const byBuyer = sumPaidBy(draft, buyer)
  const bySupplier = sumPaidBy(draft, supplier)
  return {
    cents: byBuyer - bySupplier,
    open: draft.orders.some(({ decided }) => decided === false),
    confidence,
    withinPrayer: Either.isRight(Orders.checkPrayer({ orders: prayed }, sought)),
    withinStake: Math.max(byBuyer, bySupplier) <= known.stakeCents,
    cited: draft.authorities.length,
    sound: draft.authorities.filter((one) => isSound(one, bundle, known)).length,
  }
}
