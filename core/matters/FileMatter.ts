import { Effect, Either, Option } from "effect"
import { Agents, handleClaim } from "../agents/Agent.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import { Dealings } from "../dealings/Dealing.ts"
import { Balances } from "../ledger/Balance.ts"
import { defaultCurrency } from "../Money.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { filedTenders, tenderedChanges } from "../tenders/Filing.ts"
import type { Knowledge } from "../tenders/Grading.ts"
import { knownOf } from "../tenders/Knowledge.ts"
import {
  type IntakeFacts,
  intakeChecks,
  listed,
  mustQueue,
  partyOf,
  respondentOf,
  trackOf,
} from "./Intake.ts"
import { serveLater } from "./Lists.ts"
import {
  DocketLists,
  Eligibilities,
  emptyList,
  Filers,
  type Filing,
  type Matter,
  Matters,
  openIndex,
  subjectOf,
} from "./Matter.ts"
import { duty, note, serveNotes } from "./Notices.ts"
import { filedPleading, type Paper, paperChanges, paperOf } from "./Paper.ts"
import { docketData, kept, newFiler, type OnRecord, onRecord, passingChanges } from "./Record.ts"
import type { ScreenFinding } from "./Screen.ts"
import { examine, pleadingTexts, screened } from "./Screening.ts"
import { movedBy } from "./Transitions.ts"
import { docketItem, matterView } from "./View.ts"

interface Facts extends IntakeFacts {
  readonly paper: Paper
  /** What the Court knows of each authority tendered. */
  readonly known: ReadonlyArray<Knowledge>
  /** A matter of the claimant's that has lapsed since: its place is free before this filing is judged. */
  readonly lapsed: OnRecord | null
  readonly findings: ReadonlyArray<ScreenFinding>
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

const gatherIntake = (filing: Filing, context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const { actor, terms } = context
    if (actor.role !== "agent") return yield* refusal("agents_only", {})
    const claimant = yield* reader.need(Agents, actor.id, () => refusal("agents_only", {}))
    const holder = yield* reader.holder(handleClaim(filing.respondent))
    const respondent = holder === null ? null : Option.getOrNull(yield* reader.find(Agents, holder))
    const filer = Option.getOrElse(yield* reader.find(Filers, claimant.id), () => newFiler(claimant.id))
    const lapsed = filer.open >= terms.openMattersMax ? yield* lapsedOf(reader, claimant.id, context) : null
    const dealings = yield* reader.findAll(Dealings, filing.dealings ?? [])
    const missing = dealings.findIndex(Option.isNone)
    return {
      claimant,
      respondent,
      filer: lapsed === null ? filer : { ...filer, open: filer.open - 1 },
      list: Option.getOrElse(yield* reader.find(DocketLists, emptyList.id), () => emptyList),
      eligibility: Option.getOrNull(yield* reader.find(Eligibilities, "filing")),
      balance: Option.getOrNull(yield* reader.find(Balances, claimant.id)),
      missingDealing: filing.dealings?.[missing] ?? null,
      paper: paperOf(filing.claim),
      lapsed,
    }
  })

/** The matter that a filing makes: served at once, or queued behind a full list (PD1 §5). */
const opened = rule(
  ["Rule 4.1", "PD1 §5", "PD1 §9"],
  (facts: Facts, filing: Filing, { id, now, terms }: CommandContext): Matter => {
    const { claimant, respondent, paper } = facts
    const track = trackOf(filing.valueCents, terms)
    const queued = mustQueue(facts.list, terms)
    const matter: Matter = {
      id: id(0),
      number: facts.list.lastNumber + 1,
      title: filing.title,
      valueCents: filing.valueCents,
      currency: filing.currency ?? defaultCurrency,
      dealingAt: filing.dealingAt,
      quoteId: filing.quoteId ?? null,
      dealings: filing.dealings ?? [],
      claimant: partyOf(claimant),
      respondent: respondentOf(filing.respondent, respondent),
      counsel: { claimant: null, respondent: null },
      track,
      status: "queued",
      filedAt: now,
      list: queued ? 0 : facts.list.list,
      servedAt: null,
      period: null,
      claim: filedPleading(paper, claimant.handle, now),
      defence: null,
      reply: null,
      tenders: filedTenders(
        filing.claim.authorities,
        facts.known,
        { by: "claimant", step: "claim", track },
        id,
      ),
      questions: [],
      consent: null,
      call: null,
      reservedAt: null,
      citation: null,
      endedAt: null,
    }
    return queued ? matter : movedBy(matter, "serve", now, terms).after
  },
)

/** Files a claim (Rule 4.1): refused at intake, or a new matter, served or queued. */
export const fileMatter = command({
  name: "fileMatter",
  sections: ["Rule 4.1", "PD1 §1", "PD1 §2", "PD1 §4", "PD1 §5", "PD1 §9"],
  gather: (filing: Filing, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* gatherIntake(filing, context, reader)
      const { authorities } = filing.claim
      const known = yield* knownOf(reader, authorities, facts.claimant.operatorId, context.terms)
      // The screen is the dearest check and the last to answer: it reads only what nothing else refuses.
      yield* firstOf(intakeChecks(facts, filing, facts.paper, context.terms))
      const findings = yield* examine([
        { path: "title", text: filing.title },
        ...pleadingTexts(filing.claim, "claim."),
      ])
      return { ...facts, known, findings } satisfies Facts
    }),
  decide: (facts: Facts, filing, context) =>
    Either.map(
      firstOf([...intakeChecks(facts, filing, facts.paper, context.terms), ...screened(facts.findings)]),
      () => {
        const matter = opened(facts, filing, context)
        const { filer, list, lapsed } = facts
        const subject = subjectOf(matter.id)
        const served = matter.status === "served"
        const notes = served
          ? [
              note(
                "respondent",
                "matter.served",
                `${matter.claimant.handle} has filed matter ${matter.number} against you.${duty(matter)}`,
              ),
            ]
          : []
        return {
          changes: [
            ...(lapsed === null ? [] : passingChanges(lapsed, context, 32)),
            Changed.put(Filers, { ...filer, open: filer.open + 1, total: filer.total + 1 }),
            Changed.put(DocketLists, listed(list, !served)),
            Changed.event("matter.filed", subject, ["Rule 4.1"], {
              ...docketItem(matter, context.now, context.terms),
              claimSha256: matter.claim.bodySha256,
            }),
            ...(served ? [Changed.event("matter.served", subject, ["Rule 2.7"], docketData(matter))] : []),
            ...kept(null, matter, null),
            ...paperChanges(facts.paper),
            ...tenderedChanges(matter, matter.tenders, filing.claim.authorities, context.now),
            // Room behind a queue is room for those that wait: their turn is asked for, whatever made the room.
            ...(served || list.placed >= context.terms.listCapacityMatters ? [] : [serveLater(context.now)]),
            ...serveNotes(matter, notes, context),
          ],
          reply: { matter: matterView(matter, context.actor, context.now, context.terms) },
        }
      },
    ),
})
