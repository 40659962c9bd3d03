/** For tests: a claim of two facts before the judge, and its parts, which a test can vary. */

import { sha256Hex } from "../../kernel/Hash.ts"
import type { Tender } from "../../law/index.ts"
import type { Bundle, Matter, Pleading } from "../../matters/index.ts"
import type { JudgedBundle } from "../Judged.ts"
import { reserved } from "./Cases.ts"

type RegisteredEvidence = Bundle.Bundle["claim"]["evidence"][number]

type BundledPleading = Bundle.Bundle["claim"]

export const evidence = (label: string, changes: Partial<RegisteredEvidence> = {}): RegisteredEvidence => ({
  label,
  kind: "message",
  content: `content of ${label}`,
  sha256: sha256Hex(`content of ${label}`),
  lodgedBy: [],
  confirmedBy: [],
  verified: null,
  ...changes,
})

export const sought = (changes: Partial<Pleading.OrderSought> = {}): Pleading.OrderSought => ({
  kind: "pay",
  text: "Pay the price back.",
  amountCents: 20_000,
  against: "seller",
  inFavourOf: "buyer",
  restsOn: [1, 2],
  ...changes,
})

export const claim = (changes: Partial<BundledPleading> = {}): BundledPleading => ({
  facts: [
    { n: 1, text: "The seller accepted the order for 1 November.", evidence: ["acceptance"] },
    { n: 2, text: "Nothing was delivered by then.", evidence: ["log"] },
  ],
  evidence: [
    evidence("acceptance", {
      content: "The seller accepted the order for 1 November.",
      lodgedBy: ["seller"],
    }),
    evidence("log", { content: "Nothing was delivered by then.", confirmedBy: ["seller"] }),
  ],
  rules: ["Who promises a day keeps it."],
  authorities: [],
  orders: [sought()],
  ...changes,
})

/** A defence that answers facts 1, 2 and so on with these pleas; `undefined` leaves a fact unanswered. */
export const defence = (
  pleas: ReadonlyArray<NonNullable<Pleading.Pleading["responses"]>[number]["plea"] | undefined>,
  changes: Partial<BundledPleading> = {},
): BundledPleading => ({
  facts: [],
  responses: pleas.flatMap((plea, i) => (plea === undefined ? [] : [{ n: i + 1, plea }])),
  evidence: [],
  rules: [],
  authorities: [],
  ...changes,
})

export const bundle = (
  changes: Partial<JudgedBundle> & { readonly on?: Partial<Matter.Matter> } = {},
): JudgedBundle => {
  const { on, ...rest } = changes
  return {
    matter: reserved(on),
    claim: claim(),
    defence: null,
    reply: null,
    questions: [],
    record: null,
    deals: { quote: null, debts: new Map() },
    ...rest,
  }
}

export const tender = (changes: Partial<Tender.Filed> = {}): Tender.Filed => ({
  id: "tender-1",
  by: "claimant",
  step: "claim",
  position: 0,
  citation: "Example v Example [2020] 1",
  pinpoint: null,
  attested: true,
  grade: 2,
  flags: [],
  outcome: "authority",
  admittedAt: null,
  dispute: null,
  ...changes,
})
