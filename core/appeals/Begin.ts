/**
 * A notice of appeal as of right (Rule 6.0) and an application for leave (Rule 6.1). Both begin an appeal, and suspend the judgment
 * below.
 */

import { Effect, Either, Option, Schema } from "effect"
import { moveEntries } from "../compliance/index.ts"
import { nameOf } from "../kernel/Actor.ts"
import { type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import { firstOf } from "../kernel/Refusal.ts"
import { rule, type SectionId } from "../kernel/Section.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { Account } from "../ledger/index.ts"
import { type Matter, Parties, Screen } from "../matters/index.ts"
import * as Appeal from "./Appeal.ts"
import { mayAppeal } from "./Law.ts"
import { acts, isPending, leaveBy, type Move, type Moved, pricingDueAt } from "./Moves.ts"
import { appeals, markFinality, type OnAppeal, onAppeal, recordAppeal, recordJoining } from "./Record.ts"

export interface Beginning extends OnAppeal {
  /** The balance of the party for which the notice is given. */
  readonly balance: Account.Balance | null
}

type Begun = { readonly appealId: string; readonly court: string }

const textsOf = ({ grounds, argument }: Appeal.Grounds): ReadonlyArray<Screen.Passage> => [
  ...grounds.map((text, i) => ({ path: `grounds[${i}]`, text })),
  ...(argument === undefined || argument === "" ? [] : [{ path: "argument", text: argument }]),
]

const groundsOf = ({ grounds, argument }: Appeal.Grounds) =>
  textOf({ grounds, ...(argument === undefined ? {} : { argument }) })

const suspended = { status: "under appeal", until: null } as const

const belowOf = ({ judgments }: OnAppeal): Pick<Appeal.Appeal, "below" | "judge"> => {
  const { citation: below, judge } = needPresent(judgments.at(-1), "the judgment in force")
  return { below, ...(judge === undefined ? {} : { judge }) }
}

const beginAppeal = (
  court: Appeal.Court,
  move: Move,
  appellant: Appeal.Appellant,
  facts: OnAppeal,
  id: string,
): Appeal.Appeal => ({
  id,
  matterId: facts.matter.id,
  court,
  ...belowOf(facts),
  status: move.to,
  noticedAt: appellant.at,
  appellants: [appellant],
  leave: null,
  statement: null,
  pricedBy: move.to === "noticed" ? pricingDueAt(appellant.at, facts.terms) : null,
  leaveBy: move.to === "leave_sought" ? leaveBy(appellant.at, facts.terms) : null,
  decisionDays: facts.terms.appealDecisionDays,
  registrarToldAt: null,
  hearingAt: null,
  outcome: null,
  citation: null,
  feeBorneBy: null,
  endedAt: null,
})

/** A new appeal: the judgment is under appeal and no time runs in its entries, from this commit on (PD11 §7). */
const beginning = rule(
  ["Rule 6.0", "Rule 6.1", "PD11 §7"],
  (facts: Beginning, moved: Moved, matter: Matter.Matter, context: CommandContext) => {
    const judgments = markFinality(facts.judgments, suspended)
    return [
      ...recordAppeal(facts, [moved], { matter, judgments }, context),
      ...moveEntries("suspend", suspended, facts.entries, context).changes,
    ]
  },
)

/** The other party joins a pending appeal within its own time. Both are heard together. */
const joining = rule(
  ["Rule 6.0", "Rule 6.1"],
  (
    facts: Beginning,
    pending: Appeal.Appeal,
    appellant: Appeal.Appellant,
    matter: Matter.Matter,
    context: CommandContext,
  ) => {
    const stored = needPresent(facts.stored, "the appeal that is joined")
    const after = { ...pending, appellants: [...pending.appellants, appellant] } as const
    return recordJoining(facts, stored, after, matter, context)
  },
)

const beginBy = (
  act: "appeal" | "leave",
  court: Appeal.Court,
  name: string,
  sections: ReadonlyArray<SectionId>,
) => {
  const [move] = acts[act].moves
  const checks = (facts: Beginning, { actor, now, terms }: CommandContext) =>
    mayAppeal(facts.matter, act, actor, facts.balance, now, terms)

  return command({
    name,
    sections,
    input: Schema.Struct({ ...ById.fields, ...Appeal.Grounds.fields }),
    gather: (input, context, reader) =>
      Effect.gen(function* () {
        const facts = yield* onAppeal(reader, input.id, context)
        const side = Parties.sideOf(facts.matter, context.actor)
        const agentId = side === null ? null : facts.matter[side].id
        const balance =
          agentId === null ? null : Option.getOrNull(yield* reader.find(Account.Balances, agentId))
        return { ...facts, balance } satisfies Beginning
      }),
    examine: (input, context) => Screen.screenPaper(textsOf(input), context),
    decide: (facts: Beginning, input, context) =>
      Either.map(firstOf(checks(facts, context)), (): Decision<Begun> => {
        const side = Parties.actingSide(facts.matter, context.actor)
        const text = groundsOf(input)
        const appellant: Appeal.Appellant = {
          side,
          noticedBy: nameOf(context.actor),
          at: context.now,
          groundsSha256: text.sha256,
          withdrawnAt: null,
        }
        const pending = facts.appeal !== null && isPending(facts.appeal) ? facts.appeal : null
        const id = pending?.id ?? context.fresh("appeal")
        const before = Appeal.reviewOf(facts.matter)
        const review: Matter.Review = { ...before, appealed: [...before.appealed, side], appealId: id }
        const matter: Matter.Matter = { ...facts.matter, review }
        const openAppeal = () =>
          appeals.opened(beginAppeal(court, move, appellant, facts, id), act, ["party"], context.now)
        const changes =
          pending === null
            ? beginning(facts, openAppeal(), matter, context)
            : joining(facts, pending, appellant, matter, context)
        return {
          changes: [...changes, blobOf(text)],
          reply: { appealId: id, court: Appeal.courtName[court] },
        }
      }),
  })
}

/**
 * Notice of appeal to the Upper Court: `POST /matters/{id}/appeal`. Refused after the time to appeal, for a judgment by consent,
 * and to a party that is not bound, has appealed before or owes too much.
 */
export const appeal = beginBy("appeal", "UC", "appeal", ["Rule 6.0", "PD11 §7", "PD2 §7", "PD1 §4"])

/** Application for leave to appeal to the High Court: `POST /matters/{id}/leave`. */
export const seekLeave = beginBy("leave", "HC", "seek-leave", ["Rule 6.1", "PD11 §7", "PD2 §7", "PD1 §4"])
