/** Requests of the offices and of counsel, and about the court's law. */
import { Agent, Retainer } from "../../../../core/agents/index.ts"
import {
  Counsel,
  records as counselRecords,
  endBrief,
  giveOpinion,
  refer,
} from "../../../../core/counsel/index.ts"
import {
  briefAgent,
  deliverDraft,
  failDraft,
  giveUp,
  openBrief,
  openReference,
} from "../../../../core/counsel/testing/index.ts"
import { hours } from "../../../../core/kernel/Time.ts"
import { Load, type Loadable, records as lawRecords } from "../../../../core/law/index.ts"
import { records as ledgerRecords, recordWork, requestInvoice } from "../../../../core/ledger/index.ts"
import {
  Matter,
  records as matterRecords,
  openList,
  recordEligibility,
} from "../../../../core/matters/index.ts"
import { listBeforeFirstMatter } from "../../../../core/matters/testing/index.ts"
import { dateInstrument, varyParameters } from "../../../../core/registrar/index.ts"
import { type Act, acting, ask, judge, mostly, one, registrar, someone } from "../Asked.ts"
import type { World } from "../World.ts"

const instructions = "Say how this stands."
const matterOf = (world: World, agentId: string): Matter.Matter | null =>
  one(
    world,
    Matter.Matters,
    ({ claimant, respondent }) => claimant.id === agentId || respondent.id === agentId,
  )

const briefing: Act = (world) => {
  const client = someone(world)
  if (client === null) return null
  return ask(world, openBrief, { task: "advice", instructions }, mostly(world, client))
}
const atDesk: Act = (world) => {
  const { dice, store } = world
  const desk = one(world, counselRecords.Desks, ({ work }) => work !== null)
  const agent = desk === null ? null : store.find(Agent.Agents, desk.agentId)
  if (desk === null || agent === null) return null
  const id = desk.work?.id ?? agent.id
  if (dice.chance(15)) return ask(world, giveUp, { id }, acting(agent))
  if (dice.chance(10)) return ask(world, failDraft, { id }, acting(agent))
  const drafted = {
    work: { ...Counsel.nothing, advice: "Wait." },
    costMicros: dice.of(null, 1, 7_777_777, 400_000),
  }
  const input = { id, task: "advice", model: "model-1", matterId: null, ...drafted } as const
  return ask(world, deliverDraft, input, mostly(world, acting(agent)))
}
const retaining: Act = (world) => {
  const { dice } = world
  const [client, counsel] = [someone(world), someone(world)]
  if (client === null || counsel === null) return null
  const matter = dice.chance(60) ? matterOf(world, client.id) : null
  const input = {
    task: "advice",
    instructions,
    counsel: counsel.handle,
    ...(matter === null ? {} : { matterId: matter.id }),
  } as const
  return ask(world, briefAgent, input, mostly(world, client))
}
const ending: Act = (world) => {
  const retainer = one(world, Retainer.Retainers, ({ endedAt }) => endedAt === null)
  if (retainer === null) return null
  const by = acting({ id: retainer.clientId, handle: retainer.client })
  return ask(world, endBrief, { id: retainer.id }, mostly(world, by))
}
const question = { question: "Is silence an acceptance?" }
const referring: Act = (world) => {
  const { dice, store } = world
  const desk = dice.chance(30) ? one(world, counselRecords.Desks, ({ work }) => work !== null) : null
  const agent = desk === null ? someone(world) : store.find(Agent.Agents, desk.agentId)
  if (agent === null) return null
  if (desk === null && dice.chance(30)) return ask(world, openReference, question, acting(agent))
  const answered = desk === null ? null : { opinion: { opinion: "No.", citations: [] }, by: "an advisor" }
  const input = { reference: question, answered, deskId: desk?.work?.id ?? null }
  return ask(world, refer, input, mostly(world, acting(agent)))
}
const opining: Act = (world) => {
  const reference = one(world, counselRecords.References, ({ given }) => given === null)
  if (reference === null) return null
  const opinion = { opinion: "It is not.", citations: [] }
  return ask(world, giveOpinion, { id: reference.id, ...opinion }, mostly(world, judge))
}

const paying: Act = (world) => {
  const agent = someone(world)
  const rail = world.dice.of({ network: "base", asset: "USDC" }, { network: "bitcoin", asset: "BTC" })
  return agent === null ? null : ask(world, requestInvoice, { ...rail, amount: 500 }, agent)
}
const crediting: Act = (world) => {
  const { dice, store } = world
  const charge = one(world, ledgerRecords.LedgerEntries, ({ reason }) => reason.endsWith("_fee"))
  const agent = charge === null ? null : store.find(Agent.Agents, charge.agentId)
  if (charge === null || agent === null) return null
  const fee = charge.reason === "magistrate_fee" ? "magistrate_fee" : "appeal_fee"
  const citation = charge.subject.replace("judgment/", "")
  const work = {
    handle: agent.handle,
    fee,
    citation,
    workCents: 1 + dice.int(900),
    reasons: "Done.",
  } as const
  return ask(world, recordWork, work, mostly(world, registrar))
}
const confirming: Act = (world) =>
  ask(world, recordEligibility, { reference: "OJ 1", statement: "It is open." }, mostly(world, registrar))
const listing: Act = (world) => ask(world, openList, {}, mostly(world, registrar))
const varying: Act = (world) => {
  const { dice, now, store } = world
  // Near the number of matters on the list, so that the next claims must wait and a later capacity makes room for them.
  const { placed } = store.find(matterRecords.DocketLists, listBeforeFirstMatter.id) ?? listBeforeFirstMatter
  const figure = dice.of(
    { listCapacity: Math.max(1, placed - 2 + dice.int(8)) },
    { listCapacity: Math.max(1, placed - 2 + dice.int(8)) },
    // Wide enough that the share of the operators that are only stated has places again.
    { listCapacity: 2 * placed + 4 + dice.int(20) },
    { withdrawalWindowHours: dice.of(1, 2, 48) },
    { summaryThresholdCents: dice.of(20_000, 50_000) },
  )
  const from = dice.chance(50) ? { inForceFrom: now() + hours(dice.int(24)) } : {}
  return ask(world, varyParameters, { ...figure, ...from, reasons: "To be tried." }, mostly(world, registrar))
}
const dating: Act = (world) => {
  const { dice, now } = world
  const input = { id: "PD14", version: `1.${dice.int(9)}`, inForceFrom: now() + hours(dice.int(48)) }
  return ask(world, dateInstrument, input, mostly(world, registrar))
}

const treaty = (edition: number): Loadable.Instrument => ({
  type: "instrument",
  id: "treaty",
  title: "Treaty of Somewhere",
  category: "treaty",
  edition: { name: `edition ${edition}`, language: "en", source: "its depositary" },
  articles: [{ article: "1", text: `Agreements are kept (${edition}).` }],
})
const study = (n: number): Loadable.Research => ({
  type: "case",
  id: `case-${n}`,
  title: "A case",
  citation: "Unheard v Unknown (1900)",
  summary: "It was so held.",
  source: "a report",
})
const loading: Act = (world) => {
  const { dice, store } = world
  const of = treaty(dice.int(2))
  const by = mostly(world, registrar)
  const [part] = Load.parts(of)
  const held = dice.pick(store.all(lawRecords.LibraryArticles))
  switch (dice.int(4)) {
    case 0:
      return part === undefined ? null : ask(world, Load.loadPart, part, by)
    case 1:
      return ask(world, Load.loadInstrument, of, by)
    case 2:
      return ask(world, Load.loadResearch, study(dice.int(2)), by)
    default:
      return held === undefined
        ? null
        : ask(world, Load.retirePart, { instrumentId: held.instrumentId, edition: held.edition }, by)
  }
}

export const officeActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [4, briefing],
  [8, atDesk],
  [2, retaining],
  [1, ending],
  [2, referring],
  [1, opining],
  [2, paying],
  [2, crediting],
  [1, confirming],
  [1, listing],
  [3, varying],
  [1, dating],
  [3, loading],
]
