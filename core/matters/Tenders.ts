/**
 * The tenders of a matter (Rule 4.10): they go on the record, rise with what the Court knows, and are admitted or disputed by the
 * other party.
 */

import { Effect, Option, Schema } from "effect"
import type { Side } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById, GivenName } from "../kernel/Id.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { blobOf, readText, textOf } from "../kernel/Text.ts"
import type { Instant } from "../kernel/Time.ts"
import { Grading, Knowledge, type OwnLaw, Tender } from "../law/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { decideAct } from "./Decide.ts"
import { type FiledPleading, type Matter, Matters } from "./Matter.ts"
import { tenderTexts, toOther } from "./Notices.ts"
import { actingSide, sideOf } from "./Parties.ts"
import { type OnRecord, onRecordToCall } from "./Record.ts"

/** The tenders of a pleading as its matter keeps them, each with the grade that it has now. */
export const filedTenders = (
  authorities: ReadonlyArray<Tender.Tender>,
  known: ReadonlyArray<Grading.Knowledge>,
  place: { readonly by: Side; readonly step: Tender.Filed["step"]; readonly track: Matter["track"] },
  fresh: CommandContext["fresh"],
): ReadonlyArray<Tender.Filed> =>
  authorities.map((tender, position) => {
    const ofThis = needPresent(known[position], `what is known of the tender at place ${position}`)
    const { by, step, track } = place
    return Grading.fileTender(
      tender,
      { id: fresh("tender", position), by, step, position, summary: track === "summary" },
      ofThis,
    )
  })

/** The records by which other matters know of these tenders; empty if the tenders are on the summary track (PD1 §9). */
export const tenderedChanges = rule(
  ["PD1 §9", "Rule 4.10"],
  (
    matter: Matter,
    tenders: ReadonlyArray<Tender.Filed>,
    authorities: ReadonlyArray<Tender.Tender>,
    filedAt: Instant,
  ): ReadonlyArray<Change> =>
    matter.track === "summary"
      ? []
      : tenders.map(({ id, by, citation, position }) => {
          const tender = needPresent(authorities[position], `the place of tender ${id} in its pleading`)
          const { operatorId } = matter[by]
          const text = tender.text ?? null
          return Changed.put(Tender.Tenders, { id, matterId: matter.id, operatorId, citation, text, filedAt })
        }),
)

/** A tender on the record that may rise, with what the Court knows of it now. */
export interface Assessed {
  readonly id: string
  readonly tender: Tender.Tender
  readonly known: Grading.Knowledge
}

const mayRise = (tender: Tender.Filed): boolean => tender.attested && tender.grade < 3

const tendersOf = (reader: Reader, paper: FiledPleading | null) =>
  paper?.authoritiesSha256 == null
    ? Effect.succeed([])
    : readText(reader, Schema.Array(Tender.Tender), paper.authoritiesSha256)

/**
 * The matters whose tenders are hidden from an act: no matter, but in a trial all that are undecided, except the matter `own` of whoever
 * tries. A trial costs nothing, and the tenders of others are theirs until the matter is decided.
 */
export const findHiddenFrom =
  (reader: Reader, { trial = false }: CommandContext, own: string | null): Knowledge.Hidden =>
  (ids) =>
    trial
      ? Effect.map(
          reader.findAll(Matters, ids),
          (found) =>
            new Set(
              found
                .flatMap(Option.toArray)
                .filter(({ id, status }) => id !== own && status !== "decided")
                .map(({ id }) => id),
            ),
        )
      : Effect.succeed(new Set())

/** The tenders of a matter that may still rise, with the facts that the Court now has about them. */
export const assess = (
  reader: Reader,
  matter: Matter,
  context: CommandContext,
): Effect.Effect<ReadonlyArray<Assessed>, StoreUnavailable, OwnLaw> =>
  Effect.gen(function* () {
    const { terms } = context
    const findHidden = findHiddenFrom(reader, context, matter.id)
    const found: Array<Assessed> = []
    for (const step of ["claim", "defence", "reply"] as const) {
      const rising = matter.tenders.filter((tender) => tender.step === step && mayRise(tender))
      if (rising.length === 0) continue
      const texts = yield* tendersOf(reader, matter[step])
      for (const { id, by, position } of rising) {
        const tender = texts[position]
        if (tender === undefined) continue
        const known = yield* Knowledge.knowledgeOf(reader, tender, matter[by].operatorId, terms, findHidden)
        found.push({ id, tender, known })
      }
    }
    return found
  })

/** The matter with its tenders raised to what the Court now knows of them. */
export const assessTenders = (matter: Matter, known: ReadonlyArray<Assessed>): Matter => ({
  ...matter,
  tenders: matter.tenders.map((filed) => {
    const now = known.find(({ id }) => id === filed.id)
    return now === undefined
      ? filed
      : Grading.raiseGrade(filed, Grading.gradeOf(now.tender, now.known, filed.admittedAt !== null))
  }),
})

const TenderInput = Schema.Struct({ ...ById.fields, tenderId: GivenName })
type TenderInput = typeof TenderInput.Type

export interface Stating extends OnRecord {
  readonly assessed: ReadonlyArray<Assessed>
}

const gather = (input: TenderInput, context: CommandContext, reader: Reader) =>
  Effect.gen(function* () {
    const on = yield* onRecordToCall(reader, input.id, context)
    return { ...on, assessed: yield* assess(reader, on.stored, context) } satisfies Stating
  })

const tenderOf = (matter: Matter, id: string): Tender.Filed | undefined =>
  matter.tenders.find((tender) => tender.id === id)

/** The refusals of a stance on a tender, beside those of the table of moves. */
const against = ({ matter }: Stating, { tenderId }: TenderInput, { actor }: CommandContext) => {
  const tender = tenderOf(matter, tenderId)
  return [
    tender === undefined ? refusal("unknown_tender", { id: tenderId }) : null,
    when(tender?.by === sideOf(matter, actor), "not_other_party", {}),
    when(
      tender !== undefined && (tender.admittedAt !== null || tender.dispute !== null),
      "tender_settled",
      {},
    ),
  ]
}

/** The matter with one tender changed by the other party's stance, all its tenders graded by what the Court now knows. */
const withStance =
  (known: ReadonlyArray<Assessed>, id: string, stance: Partial<Tender.Filed>) => (matter: Matter) =>
    assessTenders(
      {
        ...matter,
        tenders: matter.tenders.map((tender) => {
          if (tender.id !== id) return tender
          const now = { ...tender, ...stance }
          return Grading.raiseGrade(now, now.admittedAt !== null && now.attested ? 4 : now.grade)
        }),
      },
      known,
    )

/** Admits a tender: an attested passage rises to G4; a bare citation stays what it is. */
export const admitTender = command({
  name: "admit-tender",
  sections: ["Rule 4.10B"],
  input: TenderInput,
  gather,
  decide: (facts: Stating, input, context) => {
    const { tenderId } = input
    const act = {
      act: "tenders/admit",
      against: against(facts, input, context),
      writes: withStance(facts.assessed, tenderId, { admittedAt: context.now }),
    } as const
    return decideAct(facts, act, context, (after) => {
      const by = actingSide(after, context.actor)
      return { data: { tenderId }, notes: toOther(by, tenderTexts.admitted(after, after[by].handle)) }
    })
  },
})

const tenderDisputeInputSchema = Schema.Struct({ ...TenderInput.fields, ...Tender.Dispute.fields })
/** The dispute of a tender, with the matter and the tender. */
export interface TenderDisputeInput extends Schema.Schema.Type<typeof tenderDisputeInputSchema> {}
const TenderDisputeInput: Schema.Schema<TenderDisputeInput, typeof tenderDisputeInputSchema.Encoded> =
  tenderDisputeInputSchema

/** Disputes a tender on a stated ground: it is argument in this matter from then on. */
export const disputeTender = command({
  name: "dispute-tender",
  sections: ["Rule 4.10B"],
  input: TenderDisputeInput,
  gather,
  decide: (facts: Stating, input, context) => {
    const { id: _, tenderId, ground, ...extract } = input
    const own = extract.text === undefined ? null : textOf(extract)
    const dispute = { ground, at: context.now, textSha256: own?.sha256 ?? null }
    const act = {
      act: "tenders/dispute",
      against: against(facts, input, context),
      writes: withStance(facts.assessed, tenderId, { dispute }),
    } as const
    return decideAct(facts, act, context, (after) => {
      const by = actingSide(after, context.actor)
      const notes = toOther(by, tenderTexts.disputed(after, after[by].handle, ground))
      return { data: { tenderId, ground }, notes, also: own === null ? [] : [blobOf(own)] }
    })
  },
})
