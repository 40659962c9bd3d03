/** Requests about matters, from the claim to the judgment. */

import { Agent } from "../../../../core/agents/index.ts"
import { acceptConsent, assignMatter, deliverJudgment } from "../../../../core/bench/index.ts"
import { otherSide, type Party, type Side } from "../../../../core/kernel/Actor.ts"
import { hours, minutes } from "../../../../core/kernel/Time.ts"
import type { Tender } from "../../../../core/law/index.ts"
import {
  admitTender,
  answerQuestions,
  callForJudgment,
  discontinue,
  disputeTender,
  fileDefence,
  fileMatter,
  fileReply,
  Matter,
  offerConsent,
  type Pleading,
  putQuestions,
  setPeriod,
} from "../../../../core/matters/index.ts"
import { records as proofRecords } from "../../../../core/proofs/index.ts"
import { extractOf, Quote } from "../../../../core/quotes/index.ts"
import { answering, claim } from "../../../../core/testing/Matters.ts"
import { keyNames, receiptOf, wordsOf } from "../Artifacts.ts"
import { type Act, type Asked, acting, ask, judge, mostly, one, partyActor, registrar } from "../Asked.ts"
import { person } from "../Outside.ts"
import type { World } from "../World.ts"
import { paper, papersMax } from "./Agents.ts"
import { draftFor, orderBetween, ordersMade } from "./Drafts.ts"
import { isMetered } from "./Meters.ts"
import { type Dealt, suing } from "./Suing.ts"

/** The cause that an order rests on beside facts: usually the account of the quote or the price of its meter, a debt, or a mandate. */
const causeOf = (
  { dice, store }: World,
  { quoteId, debt, mandate }: Dealt,
): Pick<Pleading.OrderSought, "cause" | "on"> => {
  if (debt !== undefined && dice.chance(80)) return { cause: "debt", on: debt }
  if (mandate !== undefined && dice.chance(90)) return { cause: "mandate", on: mandate }
  if (quoteId === undefined || !dice.chance(70)) return {}
  const quote = store.find(Quote.Quotes, quoteId)
  const metered = dice.chance(quote !== null && isMetered(quote) ? 70 : 3)
  return { cause: metered ? "metered_price" : "account" }
}

const ordersSought = (
  world: World,
  claimant: string,
  respondent: string,
  about: Dealt = {},
): ReadonlyArray<Pleading.OrderSought> =>
  Array.from({ length: 1 + world.dice.int(3) }, () => ({
    ...orderBetween(world, claimant, respondent),
    restsOn: world.dice.of([1], [2], [1, 2], []),
    ...causeOf(world, about),
  }))

/** The buyer of a quote sometimes denies that anything was delivered. */
const denying = (
  { dice }: World,
  quote: Quote.Quote | null,
  handle: string,
): Pick<Pleading.Pleading, "denies"> =>
  dice.chance(quote?.buyer.party?.handle === handle ? 20 : 2) ? { denies: ["delivery"] } : {}

const passage = "A paid price is owed back where nothing is delivered."
const tender = ({ dice }: World): Tender.Tender => ({
  citation: dice.of("Code of Dealings 1", "[2026] MC 1", "Unheard v Unknown (1900)"),
  proposition: "Who is paid delivers.",
  ...(dice.chance(60)
    ? { text: passage, attested: true, provenance: { source: "an edition of my own" } }
    : {}),
})

/** The text of a party, sometimes with a word that the screen refuses. */
const words = ({ dice }: World, text: string) => (dice.chance(3) ? `${text} ${person}` : text)

/**
 * A receipt that a key of the respondent signed, or of somebody else, or that was altered after it was signed. Null if the claimant has no
 * receipt; most often it has a receipt of a respondent that proves keys.
 */
const receipt = (world: World, respondent: string) => {
  const { dice, store, signed, now } = world
  const own = store.all(proofRecords.ProvenKeys).filter(({ handle }) => handle === respondent)
  if (!dice.chance(own.length > 0 ? 90 : 25)) return null
  const name = (dice.chance(70) ? dice.pick(own)?.name : null) ?? dice.pick(keyNames) ?? ""
  const day = hours(24)
  const one = {
    goods: dice.int(9),
    at: now() - dice.of(now() % minutes(1), now() % day, (now() % day) + dice.int(9) * day),
  }
  const altered = dice.chance(25) ? { ...one, goods: one.goods + 10 } : null
  signed.add(`${name}\n${wordsOf(one.goods, one.at)}`)
  const { goods, at } = altered ?? one
  return { content: receiptOf(name, one, altered), words: wordsOf(goods, at) }
}

/** A claim whose facts stand, or don't, in the words of a paper, of an artifact and of the record of its quote. */
const claiming = (
  world: World,
  claimant: string,
  respondent: string,
  quote: Quote.Quote | null,
  about: Dealt,
): Pleading.Pleading => {
  const { dice } = world
  const artifact = receipt(world, respondent)
  const content = artifact?.content ?? paper(dice.int(papersMax))
  const recorded = quote === null ? undefined : dice.pick(extractOf(quote, world.now()))
  return claim({
    facts: [
      {
        n: 1,
        text: words(
          world,
          dice.chance(70) ? (artifact?.words ?? content) : "The respondent agreed to deliver.",
        ),
        evidence: ["order"],
      },
      { n: 2, text: recorded ?? "Nothing was delivered." },
    ],
    evidence: [{ label: "order", kind: "message", content }],
    authorities: dice.chance(40) ? [tender(world)] : [],
    orders: ordersSought(world, claimant, respondent, about),
    ...denying(world, quote, claimant),
  })
}

const filing: Act = (world) => {
  const { dice, store, now } = world
  const found = suing(world)
  if (found === null) return null
  const { claimant, respondent, debt: _, mandate: __, ...about } = found
  const handle = dice.chance(6) ? "nobody-yet" : respondent.handle
  const quote = about.quoteId === undefined ? null : store.find(Quote.Quotes, about.quoteId)
  const body: Pleading.Filing = {
    respondent: handle,
    title: "Undelivered translation",
    valueCents: dice.of(10_000, 60_000),
    dealingAt: now() - hours(dice.int(48)),
    claim: claiming(world, claimant.handle, handle, quote, found),
    ...(dice.chance(3) ? { currency: "EUR" } : {}),
    ...about,
  }
  const client = dice.chance(8) ? dice.pick(store.all(Agent.Agents)) : undefined
  const filed = client === undefined ? body : { ...body, client: client.handle }
  return ask(world, fileMatter, filed, mostly(world, acting(claimant)))
}

const on =
  (
    states: ReadonlyArray<Matter.Matter["status"]>,
    act: (world: World, matter: Matter.Matter) => Asked | null,
  ): Act =>
  (world) => {
    const matter = one(world, Matter.Matters, ({ status }) => states.includes(status))
    return matter === null ? null : act(world, matter)
  }
const live = ["served", "undefended", "pleading", "defended", "closed"] as const

const sideActor = (world: World, matter: Matter.Matter, side: Side) => {
  const counsel = matter.counsel[side]
  const party: Party = matter[side]
  return counsel !== null && world.dice.chance(50)
    ? mostly(world, { role: "agent", ...counsel })
    : partyActor(world, party)
}

const defending = on(["served", "undefended", "pleading"], (world, matter) => {
  const { dice, store } = world
  const pleading = answering({
    facts: [{ n: dice.of(1, 1, 2), text: words(world, "It was delivered.") }],
    responses: [
      { n: 1, plea: dice.of("admit", "deny", "deny", "no_knowledge") },
      ...(dice.chance(80) ? [{ n: 2, plea: dice.of("admit", "deny") } as const] : []),
    ],
    authorities: dice.chance(20) ? [tender(world)] : [],
    ...(dice.chance(30) ? { admits: dice.of([1], [{ n: 1, amountCents: 300 }], [1, 2]) } : {}),
    ...denying(
      world,
      matter.quoteId === null ? null : store.find(Quote.Quotes, matter.quoteId),
      matter.respondent.handle,
    ),
  })
  const more = dice.chance(30) ? { more: true } : {}
  return ask(
    world,
    fileDefence,
    { id: matter.id, ...pleading, ...more },
    sideActor(world, matter, "respondent"),
  )
})
const replying = on(["defended"], (world, matter) => {
  const pleading = answering({ facts: [], responses: world.dice.of([], [{ n: 1, plea: "deny" }]) })
  return ask(world, fileReply, { id: matter.id, ...pleading }, sideActor(world, matter, "claimant"))
})
const calling = on(["undefended", "closed"], (world, matter) =>
  ask(world, callForJudgment, { id: matter.id }, sideActor(world, matter, "claimant")),
)
const discontinuing = on(["queued", ...live], (world, matter) =>
  ask(world, discontinue, { id: matter.id }, sideActor(world, matter, "claimant")),
)
const offering = on(live, (world, matter) => {
  const orders = ordersSought(world, matter.claimant.handle, matter.respondent.handle)
  const side = world.dice.of("claimant", "respondent")
  return ask(world, offerConsent, { id: matter.id, orders }, sideActor(world, matter, side))
})
const accepting: Act = (world) => {
  const matter = one(world, Matter.Matters, ({ consent, endedAt }) => consent !== null && endedAt === null)
  if (matter === null) return null
  const by = otherSide(matter.consent?.by ?? "claimant")
  // A party sometimes names an offer that another has replaced.
  const offerId = world.dice.chance(10) ? matter.id : (matter.consent?.offerId ?? matter.id)
  return ask(world, acceptConsent, { id: matter.id, offerId }, sideActor(world, matter, by))
}
const asking = on(["reserved"], (world, matter) => {
  const { dice } = world
  const n = 1 + dice.int(40)
  const questions = [
    { n, to: matter.claimant.handle, text: "When?" },
    ...(dice.chance(50) ? [{ n: n + 1, to: matter.respondent.handle, text: "Where?" }] : []),
  ]
  return ask(world, putQuestions, { id: matter.id, questions }, mostly(world, judge))
})
const answeringQuestions = on(["questioned"], (world, matter) => {
  const asked = world.dice.pick(matter.questions.at(-1)?.asked ?? [])
  if (asked === undefined) return null
  const answers = asked.numbers.map((n) => ({ n, text: words(world, "On the day.") }))
  return ask(world, answerQuestions, { id: matter.id, answers }, sideActor(world, matter, asked.side))
})
const setting = on([...live, "questioned"], (world, matter) => {
  const { dice, now } = world
  const step = matter.period?.step ?? "call"
  const reasons = "It is fair."
  const given = dice.chance(50)
    ? { step, hours: 1 + dice.int(100), reasons }
    : { step, closesAt: now() + hours(dice.int(48)) - hours(1), reasons }
  return ask(world, setPeriod, { id: matter.id, ...given }, mostly(world, judge))
})
const assigning = on(["reserved"], (world, { id }) => {
  const to = world.dice.of("papers", "model", "bench")
  return ask(world, assignMatter, { id, to, reasons: "The time has passed." }, mostly(world, registrar))
})
const answeringTender = on(live, (world, matter) => {
  const { dice } = world
  const tender = dice.pick(matter.tenders)
  if (tender === undefined) return null
  const at = { id: matter.id, tenderId: tender.id }
  const by = sideActor(world, matter, otherSide(tender.by))
  return dice.chance(50)
    ? ask(world, admitTender, at, by)
    : ask(world, disputeTender, { ...at, ground: "altered", text: passage }, by)
})

const judging = on(["reserved"], (world, matter) => {
  const draft = draftFor(world, matter, ordersMade(world, matter))
  return ask(world, deliverJudgment, { id: matter.id, ...draft }, mostly(world, judge))
})

export const matterActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [14, filing],
  [9, defending],
  [7, replying],
  [14, calling],
  [1, discontinuing],
  [3, offering],
  [3, accepting],
  [2, asking],
  [4, answeringQuestions],
  [2, setting],
  [4, answeringTender],
  [14, judging],
  [2, assigning],
]
