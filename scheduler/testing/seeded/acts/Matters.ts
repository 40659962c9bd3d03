/** Requests about matters, from the claim to the judgment. */

import { type Agent, Agents } from "../../../../core/agents/index.ts"
import { acceptConsent, assignMatter, deliverJudgment } from "../../../../core/bench/index.ts"
import { Dealings } from "../../../../core/dealings/index.ts"
import { otherSide, type Party, type Side } from "../../../../core/kernel/Actor.ts"
import { hours } from "../../../../core/kernel/Time.ts"
import type { Tender } from "../../../../core/law/index.ts"
import {
  admitTender,
  answer,
  call,
  discontinue,
  disputeTender,
  type Filing,
  fileDefence,
  fileMatter,
  fileReply,
  type Matter,
  Matters,
  type OrderSought,
  offerConsent,
  type Pleading,
  putQuestions,
  setPeriod,
} from "../../../../core/matters/index.ts"
import { extractOf, type Quote, Quotes } from "../../../../core/quotes/index.ts"
import { answering, claim } from "../../../../core/testing/Matters.ts"
import { type Act, type Asked, acting, ask, judge, mostly, one, partyActor, registrar } from "../Asked.ts"
import { person, type World } from "../World.ts"
import { paper, papersMax } from "./Agents.ts"
import { receipt } from "./Artifacts.ts"
import { draftFor, orderBetween, ordersMade } from "./Drafts.ts"

const ordersSought = (world: World, claimant: string, respondent: string): ReadonlyArray<OrderSought> =>
  Array.from({ length: 1 + world.dice.int(3) }, () => ({
    ...orderBetween(world, claimant, respondent),
    restsOn: world.dice.of([1], [2], [1, 2], []),
  }))

const passage = "A paid price is owed back where nothing is delivered."
const tender = ({ dice }: World): Tender => ({
  citation: dice.of("Code of Dealings 1", "[2026] MC 1", "Unheard v Unknown (1900)"),
  proposition: "Who is paid delivers.",
  ...(dice.chance(60)
    ? { text: passage, attested: true, provenance: { source: "an edition of my own" } }
    : {}),
})

/** The text of a party, sometimes with a word that the screen refuses. */
const words = ({ dice }: World, text: string) => (dice.chance(3) ? `${text} ${person}` : text)

/** A claim whose facts stand, or don't, in the words of a paper, of an artifact and of the record of its quote. */
const claiming = (world: World, claimant: string, respondent: string, quote: Quote | null): Pleading => {
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
    orders: ordersSought(world, claimant, respondent),
  })
}

type Dealt = Pick<Filing, "dealings" | "quoteId">
interface Suing extends Dealt {
  readonly claimant: Agent
  readonly respondent: Agent
}

/** Quotes that were accepted between two enrolled agents. */
const accepted = ({ store }: World): ReadonlyArray<Quote> =>
  store.all(Quotes).filter(({ buyer, acceptedAt }) => acceptedAt !== null && buyer.party !== null)

/** Two agents, and what a claim between them is about: sometimes a quote or a dealing that has nothing to do with them. */
const aboutAnything = ({ dice, store }: World): Suing | null => {
  const agents = store.all(Agents)
  const claimant = dice.pick(agents)
  const others = agents.filter(({ id }) => id !== claimant?.id)
  const respondent = dice.pick(dice.chance(95) ? others : agents)
  if (claimant === undefined || respondent === undefined) return null
  const dealing = dice.pick(store.all(Dealings).filter(({ lodger }) => lodger === claimant.handle))
  const quote = dice.pick(store.all(Quotes))
  return {
    claimant,
    respondent,
    ...(dealing !== undefined && dice.chance(30) ? { dealings: [dealing.id] } : {}),
    ...(quote !== undefined && dice.chance(10) ? { quoteId: quote.id } : {}),
  }
}

/** A dealing of two agents, which either brings before the Court. */
const aboutDealing = ({ dice, store }: World, one: string, other: string, about: Dealt): Suing | null => {
  const [by, of] = dice.of([one, other], [other, one])
  const [claimant, respondent] = [store.find(Agents, by), store.find(Agents, of)]
  return claimant === null || respondent === null ? null : { claimant, respondent, ...about }
}

/** Who sues whom about what: often a quote that was accepted between them, and sometimes a dealing that is or was before the Court. */
const suing = (world: World): Suing | null => {
  const { dice, store } = world
  const [quote, matter] = [dice.pick(accepted(world)), dice.pick(store.all(Matters))]
  if (
    matter !== undefined &&
    matter.respondent.id !== null &&
    matter.claimant.id !== null &&
    dice.chance(30)
  ) {
    const about = {
      dealings: matter.dealings,
      ...(matter.quoteId === null ? {} : { quoteId: matter.quoteId }),
    }
    return aboutDealing(world, matter.claimant.id, matter.respondent.id, about)
  }
  if (quote !== undefined && quote.buyer.party !== null && dice.chance(60))
    return aboutDealing(world, quote.supplier.id, quote.buyer.party.id, { quoteId: quote.id })
  return aboutAnything(world)
}

const filing: Act = (world) => {
  const { dice, store, now } = world
  const found = suing(world)
  if (found === null) return null
  const { claimant, respondent, ...about } = found
  const handle = dice.chance(6) ? "nobody-yet" : respondent.handle
  const quote = about.quoteId === undefined ? null : store.find(Quotes, about.quoteId)
  const body: Filing = {
    respondent: handle,
    title: "Undelivered translation",
    valueCents: dice.of(10_000, 60_000),
    dealingAt: now() - hours(dice.int(48)),
    claim: claiming(world, claimant.handle, handle, quote),
    ...(dice.chance(3) ? { currency: "EUR" } : {}),
    ...about,
  }
  const client = dice.chance(8) ? dice.pick(store.all(Agents)) : undefined
  const filed = client === undefined ? body : { ...body, client: client.handle }
  return ask(world, fileMatter, filed, mostly(world, acting(claimant)))
}

/** An act on a matter in one of these states. */
const on =
  (states: ReadonlyArray<Matter["status"]>, act: (world: World, matter: Matter) => Asked | null): Act =>
  (world) => {
    const matter = one(world, Matters, ({ status }) => states.includes(status))
    return matter === null ? null : act(world, matter)
  }
const live = ["served", "undefended", "pleading", "defended", "closed"] as const

/** A side, or counsel on its record. */
const sideActor = (world: World, matter: Matter, side: Side) => {
  const counsel = matter.counsel[side]
  const party: Party = matter[side]
  return counsel !== null && world.dice.chance(50)
    ? mostly(world, { role: "agent", ...counsel })
    : partyActor(world, party)
}

const defending = on(["served", "undefended", "pleading"], (world, matter) => {
  const { dice } = world
  const pleading = answering({
    facts: [{ n: dice.of(1, 1, 2), text: words(world, "It was delivered.") }],
    responses: [
      { n: 1, plea: dice.of("admit", "deny", "deny", "no_knowledge") },
      ...(dice.chance(80) ? [{ n: 2, plea: dice.of("admit", "deny") } as const] : []),
    ],
    authorities: dice.chance(20) ? [tender(world)] : [],
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
  ask(world, call, { id: matter.id }, sideActor(world, matter, "claimant")),
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
  const matter = one(world, Matters, ({ consent, endedAt }) => consent !== null && endedAt === null)
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
  return ask(world, answer, { id: matter.id, answers }, sideActor(world, matter, asked.side))
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
