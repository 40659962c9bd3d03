import { Effect, Either } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import { Retainers, withMatter } from "../counsel/Retainer.ts"
import { firstOf } from "../Refusal.ts"
import { tenderedChanges } from "../tenders/Filing.ts"
import { knownOf } from "../tenders/Knowledge.ts"
import { type FilingFacts, gatherIntake } from "./Gather.ts"
import { intakeChecks, listed } from "./Intake.ts"
import { serveLater } from "./Lists.ts"
import { DocketLists, Filers, type Filing, type Matter, subjectOf } from "./Matter.ts"
import { duty, type Note, note, serveNotes } from "./Notices.ts"
import { opened } from "./Opening.ts"
import { paperChanges } from "./Paper.ts"
import { docketData, kept, passingChanges } from "./Record.ts"
import { pleadingTexts, screen } from "./Screening.ts"
import { docketItem, matterView } from "./View.ts"

/** What the filing tells: the claimant, where its counsel filed; the respondent, where it is served at once. */
const notesOf = (matter: Matter): ReadonlyArray<Note> => [
  ...(matter.counsel.claimant === null
    ? []
    : [
        note(
          "claimant",
          "matter.filed",
          `${matter.counsel.claimant.handle}, your counsel, has filed matter ${matter.number} against ${matter.respondent.handle} in your name.`,
        ),
      ]),
  ...(matter.status === "served"
    ? [
        note(
          "respondent",
          "matter.served",
          `${matter.claimant.handle} has filed matter ${matter.number} against you.${duty(matter)}`,
        ),
      ]
    : []),
]

/** A matter that counsel files puts it on the record by its brief (PD2 §2). */
const retained = (counsel: FilingFacts["counsel"], matter: Matter): ReadonlyArray<Change> =>
  counsel === null || counsel.retainer === null
    ? []
    : [
        Changed.put(Retainers, {
          ...counsel.retainer,
          matters: withMatter(counsel.retainer, matter.id),
        }),
      ]

const events = (matter: Matter, { now, terms }: CommandContext): ReadonlyArray<Change> => {
  const subject = subjectOf(matter.id)
  const filed = { ...docketItem(matter, now, terms), claimSha256: matter.claim.bodySha256 }
  return [
    Changed.event("matter.filed", subject, ["Rule 4.1"], filed),
    ...(matter.status === "served"
      ? [Changed.event("matter.served", subject, ["Rule 2.7"], docketData(matter))]
      : []),
  ]
}

/** The notices of a matter that lapses in the same commit take their ids from here on. */
const lapsedNotices = 32

const changesOf = (
  facts: FilingFacts,
  { claim }: Filing,
  matter: Matter,
  context: CommandContext,
): ReadonlyArray<Change> => {
  const { filer, list, lapsed } = facts
  const queued = matter.status === "queued"
  // Room behind a queue is room for those that wait: their turn is asked for, whatever made the room.
  const room = queued && list.placed < context.terms.listCapacityMatters
  return [
    ...(lapsed === null ? [] : passingChanges(lapsed, context, lapsedNotices)),
    Changed.putLatest(Filers, { ...filer, open: filer.open + 1, total: filer.total + 1 }),
    Changed.put(DocketLists, listed(list, queued)),
    ...events(matter, context),
    ...kept(null, matter, null),
    ...retained(facts.counsel, matter),
    ...paperChanges(facts.paper),
    ...tenderedChanges(matter, matter.tenders, claim.authorities, context.now),
    ...(room ? [serveLater(context.now)] : []),
    ...serveNotes(matter, notesOf(matter), context),
  ]
}

/** Files a claim (Rule 4.1): refused at intake, or a new matter, served or queued. */
export const fileMatter = command({
  name: "fileMatter",
  sections: ["Rule 4.1", "PD2 §2", "PD1 §1", "PD1 §2", "PD1 §4", "PD1 §5", "PD1 §9"],
  gather: (filing: Filing, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* gatherIntake(filing, context, reader)
      // What is refused needs no look-up of authorities.
      yield* firstOf(intakeChecks(facts, filing, facts.paper, context.terms))
      const { authorities } = filing.claim
      const known = yield* knownOf(reader, authorities, facts.claimant.operatorId, context.terms)
      return { ...facts, known } satisfies FilingFacts
    }),
  decide: (facts: FilingFacts, filing, context) =>
    Either.map(firstOf(intakeChecks(facts, filing, facts.paper, context.terms)), () => {
      const matter = opened(facts, filing, context)
      return {
        changes: changesOf(facts, filing, matter, context),
        reply: { matter: matterView(matter, context.actor, context.now, context.terms) },
      }
    }),
  examine: ({ title, claim }, context) =>
    screen([{ path: "title", text: title }, ...pleadingTexts(claim, "claim.")], context),
})
