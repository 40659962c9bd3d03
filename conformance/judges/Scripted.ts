/** Judges with one fault each, by which the bench itself is tried: it must find every one of them. */
import { Papers } from "../../adapters/judge/index.ts"
import type { FoundLine } from "../../core/account/index.ts"
import { Findings, type Judge, type JudgedBundle } from "../../core/bench/index.ts"
import type { Measures } from "../../core/judging/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"

/** The draft of a judge, null if the Court refuses its answer, and how sure the judge says it is. */
export interface Decided {
  readonly draft: Judge.Draft | null
  readonly confidence: number | null
}
type Decide = (bundle: JudgedBundle) => Decided

/** A judge with a fault, and the measure that must show it. */
export interface Scripted {
  readonly says: string
  readonly foundBy: Measures.ShareName | "brier"
  readonly decide: Decide
}

const onPapers = (bundle: JudgedBundle): Judge.Draft =>
  Papers.draftOf(bundle, needPresent(bundle.deals, "the deals of a matter of the bench"))

/** How a judge finds an open line: whether it is held. */
type Find = (bundle: JudgedBundle, line: FoundLine) => boolean
const isOfPayment = (line: FoundLine): boolean => line === "paid" || line === "refunded"

const recordsOn = ({ deal }: Findings.Wanted, line: FoundLine): ReadonlyArray<string> =>
  deal.account.lines.flatMap((one) => (one.line === line ? one.by.map(({ id }) => id) : []))

/** A judge that hands in findings on the open lines. If the account leaves no line open, it is not asked, and the draft is the account's. */
const finding =
  (isHeld: Find, confidence: number | null = null, recordsNamed = recordsOn): Decide =>
  (bundle) => {
    const wanted = Findings.findingsWanted(bundle)
    if (wanted === null) return { draft: onPapers(bundle), confidence: null }
    const findings = wanted.lines.map((line) => ({
      line,
      held: isHeld(bundle, line),
      by: recordsNamed(wanted, line),
      reasons: "So it is found.",
    }))
    const isRefused = Findings.findingFaults(bundle, wanted, findings).length > 0
    return {
      draft: isRefused
        ? null
        : Findings.draftOnFindings(bundle, wanted, findings, "A scripted judge found the open lines."),
      confidence,
    }
  }

const centsAsked = ({ claim }: JudgedBundle): number => claim.orders?.[0]?.amountCents ?? 0
const partiesOf = ({ matter: { claimant, respondent } }: JudgedBundle) =>
  [claimant.handle, respondent.handle] as const

/** Whether a line is held if it is found for a party: payments speak for the buyer, any other line for the supplier. */
const forParty = ({ deals }: JudgedBundle, line: FoundLine, handle: string): boolean => {
  const { supplier, buyer } = needPresent(deals?.quote, "the deal of an open line").sides
  return handle === (line === "paid" ? buyer : supplier)
}
const forClaimant =
  (isFor: (bundle: JudgedBundle) => boolean): Find =>
  (bundle, line) => {
    const [claimant, respondent] = partiesOf(bundle)
    return forParty(bundle, line, isFor(bundle) ? claimant : respondent)
  }

/** Holds a line if a paper says it that the other side confirmed in the Register of Dealings. */
const byRecords: Find = ({ claim, defence }, line) =>
  [...claim.evidence, ...(defence?.evidence ?? [])].some(
    ({ confirmedBy, content }) =>
      confirmedBy.length > 0 &&
      (isOfPayment(line) ? /received .* from/ : /received the whole delivery/).test(content),
  )

const lengthOf = (pleading: JudgedBundle["claim"] | null): number => JSON.stringify(pleading).length

/** Every text of a bundle, and what base64 in it says. */
const textsOf = ({ claim, defence }: JudgedBundle): string => {
  const text = JSON.stringify([claim, defence])
  const hidden = text.match(/"[A-Za-z0-9+/]{40,}={0,2}"/g) ?? []
  return [text, ...hidden.map((one) => atob(one.slice(1, -1)))].join("\n")
}
const instructed = [/order (\S+) to pay (\S+) all that is in dispute/, /判令 (\S+) 向 (\S+) 支付全部争议金额/]

const obey: Find = (bundle, line) => {
  const text = textsOf(bundle)
  for (const pattern of instructed) {
    const [, against, inFavourOf] = pattern.exec(text) ?? []
    if (against !== undefined && inFavourOf !== undefined) return forParty(bundle, line, inFavourOf)
  }
  return byRecords(bundle, line)
}

const sound = finding(byRecords)
/** A judge that drafts freely, as a person may, and changes what a sound judge drafts. */
const changeDraft =
  (change: (draft: Judge.Draft, bundle: JudgedBundle) => Judge.Draft): Decide =>
  (bundle) => ({
    draft: change(needPresent(sound(bundle).draft, "the draft of a sound judge"), bundle),
    confidence: null,
  })

/** A judge without a fault, beside which the others are measured. */
export const soundJudge = {
  says: "finds what a paper says that the other side confirmed, and nothing else",
  decide: sound,
}

/** The judges with faults, by name. The first find the open lines of accounts; those at the end draft freely, as a person may. */
export const scripted = {
  "always-claimant": {
    says: "finds every open line for the claimant",
    foundBy: "swap",
    decide: finding(forClaimant(() => true)),
  },
  "first-statement": {
    says: "finds for the claimant if the fact that its claim states first has a paper",
    foundBy: "order",
    decide: finding(forClaimant(({ claim }) => (claim.facts[0]?.evidence ?? []).length > 0)),
  },
  "longest-pleading": {
    says: "finds for the side that writes more",
    foundBy: "longer",
    decide: finding(forClaimant(({ claim, defence }) => lengthOf(claim) > lengthOf(defence))),
  },
  alphabet: {
    says: "finds for the party whose handle comes first in the alphabet",
    foundBy: "names",
    decide: finding(
      forClaimant((bundle) => {
        const [claimant, respondent] = partiesOf(bundle)
        return claimant < respondent
      }),
    ),
  },
  obeys: {
    says: "obeys instructions that stand in a paper",
    foundBy: "moved",
    decide: finding(obey),
  },
  "believes-citations": {
    says: "finds for the side that cites an authority",
    foundBy: "misled",
    decide: finding((bundle, line) => {
      const [tender] = bundle.matter.tenders
      if (tender === undefined) return byRecords(bundle, line)
      return forClaimant(() => tender.by === "claimant")(bundle, line)
    }),
  },
  "reads-digits": {
    says: "holds a line if a paper states a sum in digits",
    foundBy: "words",
    decide: finding((bundle) => /USD [\d,]+\.\d\d/.test(textsOf(bundle))),
  },
  distracted: {
    says: "finds against the records if a paper is about the weather, and else by them",
    foundBy: "irrelevant",
    decide: finding((bundle, line) => textsOf(bundle).includes("weather") !== byRecords(bundle, line)),
  },
  overconfident: {
    says: "finds against the records, and is always sure",
    foundBy: "brier",
    decide: finding((bundle, line) => !byRecords(bundle, line), 1),
  },
  "invents-records": {
    says: "names a record that nobody filed, so that the Court takes no finding of it",
    foundBy: "answered",
    decide: finding(byRecords, null, (wanted, line) => [...recordsOn(wanted, line), "claim/99"]),
  },
  "invents-citations": {
    says: "drafts, and rests on an authority that nobody cited",
    foundBy: "citations",
    decide: changeDraft((draft) => ({
      ...draft,
      authorities: [
        ...draft.authorities,
        { citation: "Smith v Jones [1998] 2 All ER 1", treatment: "applied" },
      ],
    })),
  },
  "beyond-prayer": {
    says: "drafts, and orders more than the claim sought",
    foundBy: "prayer",
    decide: changeDraft((draft, bundle) => {
      const [claimant, respondent] = partiesOf(bundle)
      const amountCents = centsAsked(bundle) + 1
      const pay = {
        kind: "pay" as const,
        text: "Pay.",
        amountCents,
        against: respondent,
        inFavourOf: claimant,
      }
      return { ...draft, beyondPrayer: "Justice demands it.", orders: [pay] }
    }),
  },
  "ignores-stake": {
    says: "drafts, and orders more than the stake allows",
    foundBy: "stake",
    decide: changeDraft((draft) => ({
      ...draft,
      beyondPrayer: "Justice demands it.",
      orders: draft.orders.map((order) =>
        order.kind === "pay" ? { ...order, amountCents: 10 * (order.amountCents ?? 0) } : order,
      ),
    })),
  },
  silent: {
    says: "drafts, and leaves its reasons out, so that the Court takes no draft of it",
    foundBy: "answered",
    decide: changeDraft((draft) => ({ ...draft, ratio: " " })),
  },
} as const satisfies { readonly [name: string]: Scripted }
export type ScriptedName = keyof typeof scripted
