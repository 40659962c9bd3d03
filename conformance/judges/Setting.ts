/** How a matter is put before a judge, and its answer, computed by the rules of accounts. */
import { Causes, Deal } from "../../core/account/index.ts"
import type { JudgedBundle } from "../../core/bench/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { format } from "../../core/kernel/Money.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import type { Tender } from "../../core/law/index.ts"
import { type BenchMatter, calledAt, filedAt, type Paper, type Said, type Voice } from "./Matter.ts"

export interface Setting {
  readonly claimant: Deal.Side
  readonly askedCents: number
  readonly voice: Voice
  readonly said: ReadonlyArray<Said>
  readonly tenders: ReadonlyArray<Tender.Filed>
  readonly argument: { readonly [S in Deal.Side]: string }
}

/** The matter as it was made, before any variant changes a part of it. */
export const plainOf = (matter: BenchMatter): Setting => ({
  claimant: matter.claimant,
  askedCents: matter.askedCents,
  voice: { supplier: "quill", buyer: "harbour", money: (cents) => format(cents, "USD") },
  said: matter.said,
  tenders: [],
  argument: {
    supplier: "The account of the deal is as the supplier states it.",
    buyer: "The account of the deal is as the buyer states it.",
  },
})

const fileOn = (
  deal: Deal.Deal,
  { claimant }: Setting,
  { defended, admittedCents }: BenchMatter,
): Deal.Deal => {
  const other = Deal.otherSide(claimant)
  const pleadsAt = (side: Deal.Side) => (side === claimant ? filedAt : defended ? filedAt + hours(10) : null)
  const admits = admittedCents === 0 ? [] : [{ by: other, at: filedAt + hours(10), cents: admittedCents }]
  const pleads = { supplier: pleadsAt("supplier"), buyer: pleadsAt("buyer") }
  return { ...deal, matter: { id: "matter-1", filedAt, claimant, pleads, deniedAt: null, admits } }
}

/** The right answer in cents, above 0 if the buyer is to pay: the account of the deal as it is proven, as far as the claim asks for it. */
export const rightAnswer = (matter: BenchMatter, setting: Setting): number => {
  const deal = fileOn(matter.proven ?? matter.deal, setting, matter)
  const { due } = Causes.standingOf(deal, calledAt, bounds)
  const { claimant, askedCents } = setting
  const { asked, againstClaimant } = Causes.share(due, claimant, [askedCents])
  const toClaimant = asked.reduce<number>((sum, cents) => sum + cents, 0) - againstClaimant
  return claimant === "supplier" ? toClaimant : 0 - toClaimant
}

/** The stake of either side: all that the deal could come to. */
export const stakeOf = ({ deal, askedCents }: BenchMatter): number =>
  Math.max(
    askedCents,
    deal.cents,
    deal.stated.reduce((sum, { cents }) => sum + cents, 0),
  )

const evidenceOf = ({ label, content, lodgedBy, confirmedBy }: Paper, voice: Voice) => {
  const text = content(voice)
  const handles = (sides: ReadonlyArray<Deal.Side>) => sides.map((side) => voice[side])
  return {
    label,
    kind: "document" as const,
    content: text,
    sha256: sha256Hex(text),
    lodgedBy: handles(lodgedBy),
    confirmedBy: handles(confirmedBy),
    verified: null,
  }
}

const pleadingOf = (side: Deal.Side, { said, voice, argument, tenders, claimant }: Setting) => {
  const own = said.filter(({ by }) => by === side)
  const step = side === claimant ? "claimant" : "respondent"
  return {
    facts: own.map(({ says, paper }, i) => ({
      n: i + 1,
      text: says(voice),
      ...(paper === undefined ? {} : { evidence: [paper.label] }),
    })),
    evidence: own.flatMap(({ paper }) => (paper === undefined ? [] : [evidenceOf(paper, voice)])),
    rules: tenders
      .filter(({ by }) => by === step)
      .map(({ citation }) => ({ proposition: `${citation} decides this for us.`, citations: [citation] })),
    authorities: [],
    argument: argument[side],
  }
}

export const bundleOf = (matter: BenchMatter, setting: Setting): JudgedBundle => {
  const { claimant, voice, tenders, askedCents } = setting
  const other = Deal.otherSide(claimant)
  const party = (side: Deal.Side) => ({
    id: `agent-${side}`,
    handle: voice[side],
    operatorId: `operator-${side}`,
  })
  const deal = fileOn(matter.deal, setting, matter)
  const isQuote = deal.kind === "quote"
  const sides = { supplier: voice.supplier, buyer: voice.buyer }
  const judged = { facts: deal, sides, terms: bounds, ...Causes.standingOf(deal, calledAt, bounds) }
  const defence = pleadingOf(other, setting)
  const paper = (side: Deal.Side) => ({
    bodySha256: sha256Hex(`${matter.id} ${side}`),
    authoritiesSha256: null,
    filedAt: filedAt + (side === claimant ? 0 : hours(10)),
    filedBy: voice[side],
  })
  const admits = { admits: [{ n: 1, amountCents: matter.admittedCents }] }
  return {
    matter: {
      id: "matter-1",
      number: 1,
      title: "The account of a deal",
      valueCents: deal.cents,
      currency: "USD",
      dealingAt: deal.kind === "quote" ? deal.acceptedAt : deal.lodgedAt,
      stakeAt: [],
      quoteId: isQuote ? deal.id : null,
      dealings: isQuote ? [] : [deal.id],
      claimant: party(claimant),
      respondent: party(other),
      counsel: { claimant: null, respondent: null },
      track: "ordinary",
      status: "reserved",
      filedAt,
      list: 1,
      stated: false,
      servedAt: filedAt,
      period: null,
      claim: paper(claimant),
      defence: matter.defended ? paper(other) : null,
      reply: null,
      tenders,
      questions: [],
      consent: null,
      offers: [],
      call: { by: "claimant", at: calledAt, default: !matter.defended },
      reservedAt: calledAt,
      citation: null,
      endedAt: null,
      account: isQuote,
      underPD15: true,
    },
    claim: {
      ...pleadingOf(claimant, setting),
      orders: [
        {
          kind: "pay",
          text: "Pay the balance.",
          amountCents: askedCents,
          against: voice[other],
          inFavourOf: voice[claimant],
          restsOn: [1],
          cause: isQuote ? "account" : "debt",
          ...(isQuote ? {} : { on: deal.id }),
        },
      ],
    },
    defence: matter.defended ? { ...defence, ...(matter.admittedCents === 0 ? {} : admits) } : null,
    reply: null,
    questions: [],
    record: {
      quote: deal.id,
      sentences: [
        `The deal was for ${voice.money(deal.cents)}.`,
        `The stake of ${voice.supplier} and of ${voice.buyer} at the dealing was ${voice.money(stakeOf(matter))} each.`,
      ],
    },
    deals: isQuote
      ? { quote: judged, debts: new Map() }
      : { quote: null, debts: new Map([[deal.id, judged]]) },
  }
}
