/** Reading what intake rests on. */
import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { Agents, agentByHandle, needAgent } from "../agents/Agent.ts"
import type { CommandContext } from "../Command.ts"
import { Retainers, retainerId } from "../counsel/Retainer.ts"
import { Dealings } from "../dealings/Dealing.ts"
import { Balances } from "../ledger/Balance.ts"
import { Quotes } from "../quotes/Quote.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import type { Knowledge } from "../tenders/Grading.ts"
import type { IntakeFacts } from "./Intake.ts"
import { DocketLists, Eligibilities, emptyList, Filers, type Filing, Matters, openIndex } from "./Matter.ts"
import { type Paper, paperOf } from "./Paper.ts"
import { newFiler, type OnRecord, onRecord } from "./Record.ts"

/** All that a filing is judged by. */
export interface FilingFacts extends IntakeFacts {
  readonly paper: Paper
  /** What the Court knows of each authority tendered. */
  readonly known: ReadonlyArray<Knowledge>
  /** A matter of the claimant's that has lapsed since: its place is free before this filing is judged. */
  readonly lapsed: OnRecord | null
}

/** Of a claimant that has no place left, an open matter that has ended by the passing of time. */
const lapsedOf = (reader: Reader, claimantId: string, context: CommandContext) =>
  Effect.gen(function* () {
    const query = { index: openIndex, prefix: `${claimantId}/`, after: null, limit: 10 }
    const open = yield* reader.list(Matters, query)
    for (const { id } of open.items) {
      const facts = yield* onRecord(reader, id, context)
      if (facts.passed.matter.endedAt !== null) return facts
    }
    return null
  })

/** For whom an agent files: for itself, or as counsel for the client that the filing names (PD2 §2). */
const filingFor = (reader: Reader, actor: Extract<Actor, { role: "agent" }>, { client }: Filing) =>
  Effect.gen(function* () {
    if (client === undefined || client === actor.handle) {
      const claimant = yield* reader.need(Agents, actor.id, () => refusal("agents_only", {}))
      return { claimant, counsel: null }
    }
    const claimant = yield* needAgent(reader, client)
    const { id, handle } = actor
    const retainer = Option.getOrNull(yield* reader.find(Retainers, retainerId(client, handle)))
    return { claimant, counsel: { id, handle, retainer } }
  })

/** Reads who files against whom, and the counters, names and papers that intake asks about. */
export const gatherIntake = (filing: Filing, context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const { actor, terms } = context
    if (actor.role !== "agent") return yield* refusal("agents_only", {})
    const { claimant, counsel } = yield* filingFor(reader, actor, filing)
    const respondent = Option.getOrNull(yield* agentByHandle(reader, filing.respondent))
    const filer = Option.getOrElse(yield* reader.find(Filers, claimant.id), () => newFiler(claimant.id))
    const lapsed = filer.open >= terms.openMattersMax ? yield* lapsedOf(reader, claimant.id, context) : null
    const dealings = yield* reader.findAll(Dealings, filing.dealings ?? [])
    const quote = filing.quoteId === undefined ? Option.none() : yield* reader.find(Quotes, filing.quoteId)
    const missing = dealings.findIndex(Option.isNone)
    return {
      claimant,
      counsel,
      respondent,
      filer: lapsed === null ? filer : { ...filer, open: filer.open - 1 },
      list: Option.getOrElse(yield* reader.find(DocketLists, emptyList.id), () => emptyList),
      eligibility: Option.getOrNull(yield* reader.find(Eligibilities, "filing")),
      balance: Option.getOrNull(yield* reader.find(Balances, claimant.id)),
      quote: Option.getOrNull(quote),
      missingDealing: filing.dealings?.[missing] ?? null,
      paper: paperOf(filing.claim),
      lapsed,
    }
  })
