/** Verification work that the Registrar records against a fee (PD2 §6). */

import { Effect, Either, Option, Schema } from "effect"
import { Agent, registrarOnly } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import { Citation } from "../kernel/Citation.ts"
import { command } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, refusal, when } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { format } from "../kernel/Time.ts"
import { balanceOf, entriesAbout, type LedgerEntry, post } from "./Account.ts"
import { workCredit, workValue } from "./Law.ts"

/** The sum that has been credited against one fee, by the id of its charge. It keeps several credits from exceeding the fee. */
const FeeCredit = Schema.Struct({ entryId: Schema.String, creditedCents: Cents })
type FeeCredit = typeof FeeCredit.Type
export const FeeCredits = Kind.make<FeeCredit>({
  name: "fee-credit",
  schema: FeeCredit,
  id: (credit) => credit.entryId,
})

const workSchema = Schema.Struct({
  handle: Agent.Handle,
  fee: Schema.Literal("magistrate_fee", "appeal_fee"),
  citation: Citation,
  workCents: Cents.pipe(Schema.between(1, bounds.dealingValueCentsMax)),
  reasons: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
}).annotations({ identifier: "Work" })

export type Work = Named<typeof workSchema.Type>

/** The body of `POST /registrar/work`: the fee of that kind which was charged to the agent for that judgment. */
export const Work: Schema.Schema<Work> = workSchema

/** The charge of a fee to an agent for a judgment. It is committed with the judgment and never changed, so reading a list is safe. */
const chargeOf = (reader: Reader, agentId: string, { fee, citation }: Work) =>
  Effect.map(
    entriesAbout(reader, fee, `judgment/${citation}`, 10),
    (items): LedgerEntry | null => items.find((entry) => entry.agentId === agentId) ?? null,
  )

/** Records work and credits what it is worth against the fee, with reasons in the journal. */
export const recordWork = command({
  name: "record-work",
  sections: ["PD2 §6", "Constitution 2.1"],
  input: Work,
  gather: (work, { actor }, reader) =>
    Effect.gen(function* () {
      // This check comes first, so that no other refusal tells a stranger what an agent was charged.
      const refused = registrarOnly(actor)
      if (refused !== null) return yield* Effect.fail(refused)
      const { id } = yield* Agent.need(reader, work.handle)
      const charge = yield* chargeOf(reader, id, work)
      if (charge === null) return yield* Effect.fail(refusal("unknown_fee", {}))
      const credit = Option.getOrElse(
        yield* reader.find(FeeCredits, charge.id),
        (): FeeCredit => ({ entryId: charge.id, creditedCents: 0 }),
      )
      return { charge, credit, balance: yield* balanceOf(reader, id) }
    }),
  decide: ({ charge, credit, balance }, work, { now, terms, fresh }) => {
    const { handle, fee, citation, workCents, reasons } = work
    const left = charge.cents - credit.creditedCents
    const refused = firstOf([
      when(left <= 0, "fee_met", {}),
      when(workValue(fee, workCents, terms) === 0, "work_too_small", {}),
    ])
    return Either.map(refused, () => {
      const cents = workCredit(fee, workCents, left, terms)
      const data = { handle, fee, citation, workCents, creditedCents: cents }
      return {
        changes: [
          ...post(balance, {
            id: fresh("credit"),
            kind: "credit",
            cents,
            reason: "work_credit",
            rule: "PD2 §6",
            subject: charge.subject,
            at: now,
          }),
          Changed.put(FeeCredits, { ...credit, creditedCents: credit.creditedCents + cents }),
          Changed.event("registrar.work_credited", Agent.subjectOf(handle), ["PD2 §6"], { ...data, reasons }),
        ],
        reply: { ...data, at: format(now) },
      }
    })
  },
})
