/** The other party's stance on a tender: it admits the passage or disputes it, once, until the call (Rule 4.10). */
import { Effect, Either } from "effect"
import { type CommandContext, command } from "../Command.ts"
import type { Matter } from "../matters/Matter.ts"
import { toOther } from "../matters/Notices.ts"
import { kept, textOf } from "../matters/Paper.ts"
import { actingSide, sideOf } from "../matters/Parties.ts"
import { acted, type OnRecord, onRecord } from "../matters/Record.ts"
import { mayAct } from "../matters/Standing.ts"
import { firstOf, refusal, when } from "../Refusal.ts"
import { regraded } from "./Grading.ts"
import { type Assessed, assess, assessed } from "./Knowledge.ts"
import type { FiledTender, TenderDispute } from "./Tender.ts"

interface TenderInput {
  readonly matterId: string
  readonly tenderId: string
}
export interface DisputeInput extends TenderInput {
  readonly dispute: TenderDispute
}

interface Facts extends OnRecord {
  readonly assessed: ReadonlyArray<Assessed>
}

const gather = (input: TenderInput, context: CommandContext, reader: Parameters<typeof onRecord>[0]) =>
  Effect.gen(function* () {
    const on = yield* onRecord(reader, input.matterId, context)
    return { ...on, assessed: yield* assess(reader, on.stored, context) } satisfies Facts
  })

const tenderOf = (matter: Matter, id: string): FiledTender | undefined =>
  matter.tenders.find((tender) => tender.id === id)

const checks = (
  act: "tenders/admit" | "tenders/dispute",
  { passed: { matter } }: Facts,
  { tenderId }: TenderInput,
  { actor }: CommandContext,
) => {
  const tender = tenderOf(matter, tenderId)
  return [
    tender === undefined ? refusal("unknown_tender", { id: tenderId }) : null,
    ...mayAct(matter, act, actor),
    when(tender?.by === sideOf(matter, actor), "not_other_party", {}),
    when(
      tender !== undefined && (tender.admittedAt !== null || tender.dispute !== null),
      "tender_settled",
      {},
    ),
  ]
}

/** The matter with one tender changed by the other party's stance, all its tenders graded by what the Court now knows. */
const stanced = ({ passed, assessed: known }: Facts, id: string, stance: Partial<FiledTender>): Matter => {
  const changed = passed.matter.tenders.map((tender) => {
    if (tender.id !== id) return tender
    const now = { ...tender, ...stance }
    return regraded(now, now.admittedAt !== null && now.attested ? 4 : now.grade)
  })
  return assessed({ ...passed.matter, tenders: changed }, known)
}

/** Admits a tender: an attested passage rises to G4; a bare citation stays what it is. */
export const admitTender = command({
  name: "admitTender",
  sections: ["Rule 4.10"],
  gather: (input: TenderInput, context, reader) => gather(input, context, reader),
  decide: (facts: Facts, input, context) =>
    Either.map(firstOf(checks("tenders/admit", facts, input, context)), () => {
      const after = stanced(facts, input.tenderId, { admittedAt: context.now })
      const by = actingSide(after, context.actor)
      const text = `${after[by].handle} admits a tender of yours in matter ${after.number}.`
      return acted(
        facts,
        {
          after,
          event: "tender.admitted",
          rules: ["Rule 4.10"],
          data: { tenderId: input.tenderId },
          notes: toOther(by, "tender.admitted", text),
        },
        context,
      )
    }),
})

/** Disputes a tender on a stated ground: it is argument in this matter from then on. */
export const disputeTender = command({
  name: "disputeTender",
  sections: ["Rule 4.10"],
  gather: (input: DisputeInput, context, reader) => gather(input, context, reader),
  decide: (facts: Facts, input, context) => {
    const { ground, tenderId, ...extract } = input.dispute
    const refused = firstOf([
      when(tenderId !== undefined && tenderId !== input.tenderId, "tender_mismatch", {}),
      ...checks("tenders/dispute", facts, input, context),
    ])
    return Either.map(refused, () => {
      const own = extract.text === undefined ? null : textOf(extract)
      const dispute = { ground, at: context.now, textSha256: own?.sha256 ?? null }
      const after = stanced(facts, input.tenderId, { dispute })
      const by = actingSide(after, context.actor)
      const text = `${after[by].handle} disputes a tender of yours in matter ${after.number}: ${ground.replaceAll("_", " ")}.`
      return acted(
        facts,
        {
          after,
          event: "tender.disputed",
          rules: ["Rule 4.10"],
          data: { tenderId: input.tenderId, ground },
          notes: toOther(by, "tender.disputed", text),
        },
        context,
        own === null ? [] : [kept(own)],
      )
    })
  },
})
