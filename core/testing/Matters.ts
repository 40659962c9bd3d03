/** Claims, filings and other papers as tests send them. */

import { bounds } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import type { Matter, Pleading } from "../matters/index.ts"
import { start } from "./Context.ts"

/** The paper with which a claim proves its first fact. */
export const orderPaper = "We accept order 17 today. The respondent agreed to deliver a translation."

/** A claim for a translation that was paid for and not delivered, by `buyer` against `seller`. */
export const claim = (changes: Partial<Pleading.Pleading> = {}): Pleading.Pleading => ({
  facts: [
    { n: 1, text: "The respondent agreed to deliver a translation.", evidence: ["order"] },
    { n: 2, text: "The translation was not delivered." },
  ],
  evidence: [{ label: "order", kind: "message", content: orderPaper }],
  rules: ["Who is paid for a thing delivers it."],
  authorities: [],
  orders: [
    {
      kind: "pay",
      text: "Pay back the price.",
      amountCents: 4_000,
      against: "seller",
      inFavourOf: "buyer",
      restsOn: [1, 2],
    },
  ],
  ...changes,
})

export const filing = (changes: Partial<Pleading.Filing> = {}): Pleading.Filing => ({
  respondent: "seller",
  title: "Undelivered translation",
  valueCents: 60_000,
  dealingAt: start - 1000,
  claim: claim(),
  ...changes,
})

export const answering = (changes: Partial<Pleading.Pleading> = {}): Pleading.Pleading => ({
  facts: [{ n: 1, text: "The translation was delivered on time." }],
  responses: [
    { n: 1, plea: "admit" },
    { n: 2, plea: "deny" },
  ],
  evidence: [],
  rules: [],
  authorities: [],
  ...changes,
})

/** A matter of `buyer` against `seller` in a status, with a period of 48 hours from the start if that status has one. */
export const matterIn = (
  status: Matter.Matter["status"],
  changes: Partial<Matter.Matter> = {},
): Matter.Matter => {
  const step: {
    readonly [Status in Matter.Matter["status"]]?: NonNullable<Matter.Matter["period"]>["step"]
  } = {
    served: "defence",
    undefended: "call",
    pleading: "defence",
    defended: "reply",
    closed: "call",
    questioned: "answers",
  }
  const running = step[status]
  const paper = { bodySha256: "00", authoritiesSha256: null, filedAt: start, filedBy: "buyer" }
  const pleaded = !["queued", "served", "undefended"].includes(status)
  const asked = [{ side: "claimant" as const, numbers: [1], answersSha256: null }]
  return {
    id: "m",
    number: 1,
    title: "Undelivered translation",
    valueCents: 60_000,
    currency: "USD",
    dealingAt: start - 1000,
    stakeAt: [start - 1000],
    quoteId: null,
    dealings: [],
    claimant: { id: "buyer", handle: "buyer", operatorId: "op-1" },
    respondent: { id: "seller", handle: "seller", operatorId: "op-2" },
    counsel: { claimant: null, respondent: null },
    track: "ordinary",
    status,
    filedAt: start,
    list: 1,
    stated: false,
    servedAt: status === "queued" ? null : start,
    period:
      running === undefined
        ? null
        : { step: running, opensAt: start, closesAt: start + hours(bounds.stepHours) },
    claim: paper,
    defence: pleaded ? { ...paper, filedBy: "seller" } : null,
    reply: null,
    tenders: [],
    questions: status === "questioned" ? [{ askedAt: start, questionsSha256: "00", asked }] : [],
    consent: null,
    offers: [],
    call: null,
    reservedAt: null,
    citation: null,
    endedAt: ["decided", "discontinued", "lapsed"].includes(status) ? start : null,
    ...changes,
  }
}
