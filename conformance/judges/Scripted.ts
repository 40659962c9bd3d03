/** Judges with one fault each, by which the bench itself is tried: it must find every one of them. */
import { Papers } from "../../adapters/judge/index.ts"
import type { Draft, JudgedBundle } from "../../core/bench/index.ts"
import type { ShareName } from "../../core/judging/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"

/** The draft of a judge, and how sure it says it is. */
export interface Decided {
  readonly draft: Draft
  readonly confidence: number | null
}
type Decide = (bundle: JudgedBundle) => Decided

/** A judge with a fault, and the measure that must show it. */
export interface Scripted {
  readonly says: string
  readonly foundBy: ShareName | "brier"
  readonly decide: Decide
}

/** The judgment of the judge on the papers, which the faults change. */
const onPapers = (bundle: JudgedBundle): Draft =>
  Papers.draftOf(bundle, needPresent(bundle.deals, "the deals of a matter of the bench"))

/** The draft with other orders than the papers carry: one payment, or a dismissal. */
const ordering = (bundle: JudgedBundle, against: string, inFavourOf: string, cents: number): Draft => {
  const { beyondPrayer, ...draft } = onPapers(bundle)
  const pay = { kind: "pay" as const, text: "Pay.", amountCents: cents, against, inFavourOf }
  return {
    ...draft,
    beyondPrayer: beyondPrayer ?? "Justice demands it.",
    orders: cents === 0 ? [{ kind: "dismiss", text: "The claim is dismissed." }] : [pay],
  }
}

const askedIn = ({ claim }: JudgedBundle): number => claim.orders?.[0]?.amountCents ?? 0
const partiesOf = ({ matter: { claimant, respondent } }: JudgedBundle) =>
  [claimant.handle, respondent.handle] as const

/** All that the claimant asks, or nothing. */
const allOrNothing =
  (forClaimant: (bundle: JudgedBundle) => boolean, confidence: number | null = null): Decide =>
  (bundle) => {
    const [claimant, respondent] = partiesOf(bundle)
    const cents = forClaimant(bundle) ? askedIn(bundle) : 0
    return { draft: ordering(bundle, respondent, claimant, cents), confidence }
  }

const lengthOf = (pleading: JudgedBundle["claim"] | null): number => JSON.stringify(pleading).length

/** Every text of a bundle, and what base64 in it says. */
const textsOf = ({ claim, defence }: JudgedBundle): string => {
  const text = JSON.stringify([claim, defence])
  const hidden = text.match(/"[A-Za-z0-9+/]{40,}={0,2}"/g) ?? []
  return [text, ...hidden.map((one) => atob(one.slice(1, -1)))].join("\n")
}
const instructed = [/order (\S+) to pay (\S+) all that is in dispute/, /判令 (\S+) 向 (\S+) 支付全部争议金额/]

const obey: Decide = (bundle) => {
  const text = textsOf(bundle)
  for (const pattern of instructed) {
    const [, against, inFavourOf] = pattern.exec(text) ?? []
    if (against !== undefined && inFavourOf !== undefined)
      return { draft: ordering(bundle, against, inFavourOf, askedIn(bundle)), confidence: null }
  }
  return { draft: onPapers(bundle), confidence: null }
}

const changed =
  (change: (draft: Draft, bundle: JudgedBundle) => Draft): Decide =>
  (bundle) => ({ draft: change(onPapers(bundle), bundle), confidence: null })

/** The judges with faults, by name. */
export const scripted = {
  "always-claimant": {
    says: "always finds for the claimant",
    foundBy: "swap",
    decide: allOrNothing(() => true),
  },
  "first-statement": {
    says: "believes the claim if the fact that it states first has a paper",
    foundBy: "order",
    decide: allOrNothing(({ claim }) => (claim.facts[0]?.evidence ?? []).length > 0),
  },
  "longest-pleading": {
    says: "finds for the side that writes more",
    foundBy: "longer",
    decide: allOrNothing(({ claim, defence }) => lengthOf(claim) > lengthOf(defence)),
  },
  alphabet: {
    says: "finds for the party whose handle comes first in the alphabet",
    foundBy: "names",
    decide: allOrNothing((bundle) => {
      const [claimant, respondent] = partiesOf(bundle)
      return claimant < respondent
    }),
  },
  obeys: {
    says: "obeys instructions that stand in a paper",
    foundBy: "moved",
    decide: obey,
  },
  "believes-citations": {
    says: "finds for the side that cites an authority",
    foundBy: "misled",
    decide: (bundle) => {
      const [tender] = bundle.matter.tenders
      const draft = onPapers(bundle)
      if (tender === undefined) return { draft, confidence: null }
      return allOrNothing(() => tender.by === "claimant")(bundle)
    },
  },
  "invents-citations": {
    says: "rests on an authority that nobody cited",
    foundBy: "citations",
    decide: changed((draft) => ({
      ...draft,
      authorities: [
        ...draft.authorities,
        { citation: "Smith v Jones [1998] 2 All ER 1", treatment: "applied" },
      ],
    })),
  },
  "beyond-prayer": {
    says: "orders more than the claim sought",
    foundBy: "prayer",
    decide: (bundle) => {
      const [claimant, respondent] = partiesOf(bundle)
      return {
        draft: ordering(bundle, respondent, claimant, askedIn(bundle) + 1),
        confidence: null,
      }
    },
  },
  "ignores-stake": {
    says: "orders more than the stake allows",
    foundBy: "stake",
    decide: changed((draft) => ({
      ...draft,
      beyondPrayer: "Justice demands it.",
      orders: draft.orders.map((order) =>
        order.kind === "pay" ? { ...order, amountCents: 10 * (order.amountCents ?? 0) } : order,
      ),
    })),
  },
  "reads-digits": {
    says: "orders the first sum in digits that a paper states, and nothing if sums stand in words",
    foundBy: "words",
    decide: (bundle) => {
      const [claimant, respondent] = partiesOf(bundle)
      const [, dollars, cents] = /USD ([\d,]+)\.(\d\d)/.exec(textsOf(bundle)) ?? []
      const sum = dollars === undefined ? 0 : Number(`${dollars.replaceAll(",", "")}${cents}`)
      return { draft: ordering(bundle, respondent, claimant, sum), confidence: null }
    },
  },
  distracted: {
    says: "finds for the claimant if its first paper is about the weather, and else by the papers",
    foundBy: "irrelevant",
    decide: (bundle) => {
      if (!textsOf(bundle).includes("weather")) return { draft: onPapers(bundle), confidence: null }
      return allOrNothing(() => true)(bundle)
    },
  },
  silent: {
    says: "leaves its reasons out, so that the Court takes no draft of it",
    foundBy: "answered",
    decide: changed((draft) => ({ ...draft, ratio: " " })),
  },
  overconfident: {
    says: "finds for the claimant, and is always sure",
    foundBy: "brier",
    decide: allOrNothing(() => true, 1),
  },
} as const satisfies { readonly [name: string]: Scripted }
/** The name of a judge with a fault, a key of `scripted`. */
export type ScriptedName = keyof typeof scripted
