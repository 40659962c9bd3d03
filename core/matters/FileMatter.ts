/** The filing of a claim: what is read for it, the matter that it makes, and all that it changes. */
import { Effect, Either, Option } from "effect"
import { Prospect } from "../account/index.ts"
import { Agent } from "../agents/index.ts"
import { Dealing } from "../dealings/index.ts"
import { Findings } from "../evidence/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { type Grading, Knowledge } from "../law/index.ts"
import { Account } from "../ledger/index.ts"
import { Quote } from "../quotes/index.ts"
import { Accounts, type Told } from "./Accounts.ts"
import { entriesOf, seeksAccount } from "./Causes.ts"
import {
  addToList,
  DocketLists,
  Eligibilities,
  type Filer,
  Filers,
  listBeforeFirstMatter,
  mustQueue,
} from "./Docket.ts"
import { counselFor, type IntakeFacts, intakeChecks, retainCounsel, trackOf } from "./Intake.ts"
import { advance } from "./Law.ts"
import { serveLater } from "./Lists.ts"
import { type Matter, Matters, openIndex, subjectOf } from "./Matter.ts"
import { acts } from "./Moves.ts"
import { asksOf, type Note, note, serveNotes, texts } from "./Notices.ts"
import { filedPleading, type Paper, paperChanges, paperOf, verifiedText } from "./Paper.ts"
import { partyOf, respondentOf } from "./Parties.ts"
import { Filing } from "./Pleading.ts"
import {
  docketData,
  matters,
  newFiler,
  type OnRecord,
  onRecord,
  passingChanges,
  staysOpen,
} from "./Record.ts"
import { filingTexts, screenPaper } from "./Screen.ts"
import { shareChanges, sharesOf, type Whose } from "./Shares.ts"
import * as Suits from "./Suits.ts"
import { filedTenders, findHiddenFrom, tenderedChanges } from "./Tenders.ts"
import { capAtFiling, docketItem, matterView, stakesAt } from "./View.ts"

export interface FilingFacts extends IntakeFacts {
  readonly paper: Paper
  /** The stake of the respondent at the dealing, by its id (Rule 5.3). */
  readonly stakes: ReadonlyMap<string, number>
  /** The claimant's case on each deal on which its orders rest. */
  readonly cases: ReadonlyArray<Told>
  readonly known: ReadonlyArray<Grading.Knowledge>
  /** The findings on the artifacts in its evidence (Rule 4.11). */
  readonly kept: Findings.Kept | null
  /** A matter of the claimant that has lapsed, though its record does not say so yet: its place is freed before this filing is checked. */
  readonly lapsed: OnRecord | null
}

/** The ids of matters of a claimant that still count as open, if it may have no more of them. */
const openOnes = (reader: Reader, { agentId, open }: Filer, { openMattersMax }: Terms) =>
  open < openMattersMax
    ? Effect.succeed([])
    : Effect.map(
        reader.list(Matters, { index: openIndex, prefix: `${agentId}/`, after: null, limit: 10 }),
        ({ items }) => items.map(({ id }) => id),
      )

/** The first of some matters that time has ended, though its record does not say so yet; null if time has ended no matter. */
const findLapsed = (reader: Reader, ids: ReadonlyArray<string>, context: CommandContext) =>
  Effect.gen(function* () {
    for (const id of ids) {
      const facts = yield* onRecord(reader, id, context)
      if (facts.matter.endedAt !== null) return facts
    }
    return null
  })

/** The dealings that a filing is about, with the suits of its parties; and a matter in its way that has lapsed, which makes way. */
const gatherSuits = (
  reader: Reader,
  filing: Filing,
  { claimant, quote, filer }: Pick<IntakeFacts, "claimant" | "quote" | "filer">,
  context: CommandContext,
) =>
  Effect.gen(function* () {
    const about = Suits.aboutOf(filing, quote)
    const found = yield* Suits.between(reader, claimant.handle, filing.respondent)
    const own = Suits.suitsInTheWay(found, claimant.handle, about)
    const before = own.filter(({ decided }) => !decided).map(({ matterId }) => matterId)
    const open = yield* openOnes(reader, filer, context.terms)
    const lapsed = yield* findLapsed(reader, [...before, ...open], context)
    const suits =
      lapsed === null
        ? found
        : Suits.freed(
            found,
            lapsed.matter,
            needPresent(lapsed.matter.endedAt, "the end of a matter that lapsed"),
          )
    const frees = lapsed !== null && lapsed.stored.claimant.id === filer.agentId
    return { about, suits, lapsed, filer: frees ? { ...filer, open: filer.open - 1 } : filer }
  })

/** For whom an agent files: for itself, or as counsel for the client that the filing names (PD2 §2). */
const filingFor = (reader: Reader, actor: Extract<Actor, { role: "agent" }>, { client }: Filing) =>
  Effect.gen(function* () {
    if (client === undefined || client === actor.handle) {
      const claimant = yield* reader.need(Agent.Agents, actor.id, () => refusal("agents_only", {}))
      return { claimant, counsel: null }
    }
    const claimant = yield* Agent.need(reader, client)
    return { claimant, counsel: yield* counselFor(reader, actor, client) }
  })

/** Whose matter it is, for its record and for the shares of a list. */
const whoseOf = (claimant: Agent.Agent): Whose => ({
  claimant: partyOf(claimant),
  stated: claimant.identity.status === "stated",
})

/** Reads who files against whom, and the counters, names and papers that intake asks about. */
const gatherIntake = (filing: Filing, context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const { actor } = context
    if (actor.role !== "agent") return yield* refusal("agents_only", {})
    const { claimant, counsel } = yield* filingFor(reader, actor, filing)
    const respondent = Option.getOrNull(yield* Agent.findByHandle(reader, filing.respondent))
    const filer = Option.getOrElse(yield* reader.find(Filers, claimant.id), () => newFiler(claimant.id))
    const named = entriesOf(filing)
    const found = yield* reader.findAll(Dealing.Dealings, named)
    const quote =
      filing.quoteId === undefined ? null : Option.getOrNull(yield* reader.find(Quote.Quotes, filing.quoteId))
    const list = Option.getOrElse(
      yield* reader.find(DocketLists, listBeforeFirstMatter.id),
      () => listBeforeFirstMatter,
    )
    const missing = found.findIndex(Option.isNone)
    const suited = yield* gatherSuits(reader, filing, { claimant, quote, filer }, context)
    const claiming = { filing, claimant, respondent, quote, suits: suited.suits }
    return {
      claimant,
      counsel,
      respondent,
      ...suited,
      unripe: yield* (yield* Accounts).unripe(reader, claiming, context),
      list,
      shares: yield* sharesOf(reader, [whoseOf(claimant)], list.list),
      eligibility: Option.getOrNull(yield* reader.find(Eligibilities, "filing")),
      balance: Option.getOrNull(yield* reader.find(Account.Balances, claimant.id)),
      quote,
      dealings: found.flatMap(Option.toArray),
      missingDealing: named[missing] ?? null,
      paper: paperOf(filing.claim),
    }
  })

const begun = {
  servedAt: null,
  period: null,
  defence: null,
  reply: null,
  questions: [],
  consent: null,
  offers: [],
  call: null,
  reservedAt: null,
  citation: null,
  endedAt: null,
} satisfies Partial<Matter>

const [listing] = acts["list/open"].moves

/** The matter that a filing makes: served at once, or queued behind a full list (PD1 §5). */
export const filedMatter = rule(
  ["Rule 4.1", "PD1 §5", "PD1 §9"],
  (facts: FilingFacts, filing: Filing, { fresh, now, terms }: CommandContext): Matter => {
    const { claimant, counsel, respondent, paper } = facts
    const track = trackOf(filing.valueCents, terms)
    const queued = mustQueue(facts.list, terms)
    const matter: Matter = {
      ...begun,
      id: fresh("matter"),
      number: facts.list.lastNumber + 1,
      title: filing.title,
      valueCents: filing.valueCents,
      currency: defaultCurrency,
      ...Suits.dealingOf(facts, filing.dealingAt, now),
      quoteId: filing.quoteId ?? null,
      dealings: entriesOf(filing),
      ...(seeksAccount(filing.claim) ? { account: true } : {}),
      ...(terms.accountsInForce > 0 ? { underPD15: true } : {}),
      ...whoseOf(claimant),
      respondent: respondentOf(filing.respondent, respondent),
      track,
      status: "queued",
      filedAt: now,
      list: queued ? 0 : facts.list.list,
      counsel: {
        claimant: counsel === null ? null : { id: counsel.id, handle: counsel.handle },
        respondent: null,
      },
      claim: filedPleading(paper, counsel?.handle ?? claimant.handle, now, facts.kept),
      tenders: filedTenders(
        filing.claim.authorities,
        facts.known,
        { by: "claimant", step: "claim", track },
        fresh,
      ),
    }
    return queued ? matter : advance(matter, listing, now, terms)
  },
)

/** The notes of a filing: to the claimant if its counsel filed, and to the respondent if it is served at once. */
const notesOf = (matter: Matter): ReadonlyArray<Note> => [
  ...(matter.counsel.claimant === null
    ? []
    : [note("claimant", texts.filed(matter, matter.counsel.claimant.handle))]),
  ...(matter.status === "served"
    ? [note("respondent", texts.served(matter, "claimant"), asksOf(matter))]
    : []),
]

const events = (
  { kept }: FilingFacts,
  matter: Matter,
  { now, terms }: CommandContext,
): ReadonlyArray<Change> => {
  const subject = subjectOf(matter.id)
  const filed = {
    ...docketItem(matter, now, terms),
    claimSha256: matter.claim.bodySha256,
    ...verifiedText(kept),
  }
  return [
    Changed.event("matter.filed", subject, ["Rule 4.1"], filed),
    ...(matter.status === "served"
      ? [Changed.event("matter.served", subject, ["Rule 2.7"], docketData(matter))]
      : []),
  ]
}

const addSuit = ({ suits, about, ...shown }: FilingFacts, matter: Matter) =>
  Suits.add(suits, matter, about, Suits.basesOf(shown, about))

const changesOf = (
  facts: FilingFacts,
  { claim }: Filing,
  matter: Matter,
  context: CommandContext,
): ReadonlyArray<Change> => {
  const { filer, list, lapsed } = facts
  const queued = matter.status === "queued"
  // A matter is queued though the list has room if earlier matters still wait. A turn is asked for, which serves them first.
  const room = queued && list.placed < context.terms.listCapacityMatters
  return [
    ...(lapsed === null ? [] : passingChanges(lapsed, context)),
    Changed.putLatest(Filers, { ...filer, open: filer.open + 1, total: filer.total + 1 }),
    Changed.put(DocketLists, addToList(list, queued)),
    ...shareChanges(facts.shares, [matter], queued ? "wait" : "place"),
    ...events(facts, matter, context),
    ...matters.changed(null, matter, staysOpen),
    Changed.putLatest(Suits.Suits, addSuit(facts, matter)),
    ...retainCounsel(facts.counsel, matter),
    ...paperChanges(facts.paper, facts.kept),
    ...tenderedChanges(matter, matter.tenders, claim.authorities, context.now),
    ...(room ? [serveLater(context.now)] : []),
    ...serveNotes(matter, notesOf(matter), context),
  ]
}

/** Files a claim (Rule 4.1): refused at intake, or a new matter, served or queued. */
export const fileMatter = command({
  name: "file-matter",
  sections: ["Rule 4.1", "Rule 4.11", "PD2 §2", "PD1 §1", "PD1 §2", "PD1 §4", "PD1 §5", "PD1 §9"],
  input: Filing,
  gather: (filing, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* gatherIntake(filing, context, reader)
      // Authorities are looked up only for a filing that is not refused.
      yield* firstOf(intakeChecks(facts, filing, facts.paper, context))
      const { authorities } = filing.claim
      const findHidden = findHiddenFrom(reader, context, null)
      const known = yield* Knowledge.knownOf(
        reader,
        authorities,
        facts.claimant.operatorId,
        context.terms,
        findHidden,
      )
      const { stakeAt } = Suits.dealingOf(facts, filing.dealingAt, context.now)
      const staked = facts.respondent === null ? [] : [facts.respondent.id]
      const kept = yield* Findings.examine(
        reader,
        filing.claim.evidence.map(({ content }) => content),
        { parties: [facts.claimant.id, ...staked], quote: facts.quote },
        context,
      )
      const cases = yield* (yield* Accounts).cases(reader, { ...facts, filing, kept }, context)
      return {
        ...facts,
        known,
        kept,
        cases,
        stakes: yield* stakesAt(reader, staked, stakeAt),
      } satisfies FilingFacts
    }),
  decide: (facts: FilingFacts, filing, context) =>
    Either.map(firstOf(intakeChecks(facts, filing, facts.paper, context)), () => {
      const matter = filedMatter(facts, filing, context)
      const capCents = capAtFiling(matter.id, facts.stakes, addSuit(facts, matter))
      return {
        changes: changesOf(facts, filing, matter, context),
        reply: {
          matter: matterView(matter, context.actor, context.now, context.terms),
          capCents,
          accounts: facts.cases.map(({ told, held }) =>
            Prospect.showCase(told, {
              stakeCents: needPresent(capCents, "the cap of a claim on a deal"),
              ...held,
            }),
          ),
        },
      }
    }),
  examine: (filing, context) => screenPaper(filingTexts(filing), context),
})
