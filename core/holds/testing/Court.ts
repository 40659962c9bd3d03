/** For tests: a court on the memory store, with a chain that shows what the test says. Acts run through the court's own loop. */
import { Effect, Either } from "effect"
import type { Actor } from "../../Actor.ts"
import * as Changed from "../../Change.ts"
import type { Command } from "../../Command.ts"
import { ask } from "../../Court.ts"
import { present } from "../../Defect.ts"
import type { Json } from "../../Json.ts"
import { deliver } from "../../judgments/Delivery.ts"
import type { DraftOrder } from "../../judgments/Draft.ts"
import { Judgments } from "../../judgments/Judgment.ts"
import { claimant, draft, facts, reserved, respondent } from "../../judgments/testing/Cases.ts"
import type { Query } from "../../Query.ts"
import { published } from "../../Schedule.ts"
import { Store } from "../../store/Store.ts"
import { days } from "../../Time.ts"
import { contextFor, start } from "../../testing/Context.ts"
import { putsOf } from "../../testing/Decisions.ts"
import { put } from "../../testing/Put.ts"
import { stage } from "../../testing/Stage.ts"
import { type EscrowReading, Escrows, type EscrowsService, noReaders } from "../Escrow.ts"
import { type Hold, Holds } from "../Hold.ts"
import { PayoutSigner } from "../Payout.ts"
import { addresses, confirmed } from "./Given.ts"

/** The claimant of a matter as an actor. */
export const buyer: Actor & { role: "agent" } = { role: "agent", id: "agent-buyer", handle: "buyer" }
/** The respondent of a matter as an actor. */
export const seller: Actor & { role: "agent" } = { role: "agent", id: "agent-seller", handle: "seller" }
export const quoteId = "01900000-0000-7000-8000-000000000002"

/** A party of a matter as a party of a quote or a hold, which is always enrolled. */
export const party = ({ id, handle, operatorId }: typeof claimant) => ({
  id: present(id, "its id"),
  handle,
  operatorId: present(operatorId, "its operator"),
})

/** A confirmed hold on a quote: the buyer pays the seller from an escrow of 400 dollars. */
export const hold = (changes: Partial<Hold> = {}): Hold =>
  confirmed({
    quoteId,
    payer: { ...party(claimant), address: addresses.buyer },
    payee: { ...party(respondent), address: addresses.seller },
    ...changes,
  })

/** What a chain shows of the escrow of `hold` if it is as the parties stated it. */
export const funded = (changes: Partial<EscrowReading> = {}): EscrowReading => ({
  at: start,
  state: "funded",
  payer: addresses.buyer,
  payee: addresses.seller,
  asset: null,
  amountUnits: "400000000",
  expiresAt: start + days(90),
  releasers: [],
  ...changes,
})

const signer = PayoutSigner.of({
  court: "court",
  addresses: [],
  sign: () => Effect.succeed({ digest: "0xd", signature: "0xs", signer: "0xa" }),
})

type Ports = Escrows | PayoutSigner

/** The acts and questions of a court that has these holds. Without `chain` no chain is read. */
export const holding = async (holds: ReadonlyArray<Hold>, chain: Partial<EscrowsService> = {}) => {
  const court = stage()
  const escrows = Escrows.of({ ...noReaders, ...chain })
  const kept = (changes: Parameters<typeof put.decide>[1]) => court.act(put, changes, { role: "public" })
  await kept(holds.map((one) => Changed.put(Holds, one)))

  const served = <I, F, R extends Json>(of: Command<I, F, R, Ports>): Command<I, F, R> => ({
    name: of.name,
    sections: of.sections,
    gather: (input, context, reader) =>
      of
        .gather(input, context, reader)
        .pipe(Effect.provideService(Escrows, escrows), Effect.provideService(PayoutSigner, signer)),
    decide: of.decide,
  })
  return {
    ...court,
    kept,
    /** Does an act that must not be refused. */
    does: <I, F, R extends Json>(of: Command<I, F, R, Ports>, input: I, actor: Actor) =>
      court.act(served(of), input, actor),
    /** The code of the refusal of an act; null where it was not refused. */
    refuses: <I, F, R extends Json>(of: Command<I, F, R, Ports>, input: I, actor: Actor) =>
      court.codeOf(served(of), input, actor),
    /** The answer to a question, or the code of the refusal. */
    answers: async <I, View>(of: Query<I, View>, input: I, actor: Actor): Promise<View | string> => {
      const asked = ask(of, input, { actor, now: court.now(), schedule: published })
      const found = await Effect.runPromise(Effect.either(Effect.provideService(asked, Store, court.driver)))
      if (Either.isRight(found)) return found.right
      return found.left._tag === "Refusal" ? found.left.code : found.left._tag
    },
    /** Delivers a judgment between the buyer and the seller on the quote, open to appeal. Gives the judgment. */
    judged: async (...orders: ReadonlyArray<DraftOrder>) => {
      const { changes } = Either.getOrThrow(
        deliver(
          draft({ orders }),
          { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" },
          facts(reserved({ quoteId })),
          contextFor({ role: "judge" }, court.now()),
        ),
      )
      await kept(changes)
      return present(putsOf(Judgments, changes)[0], "the judgment")
    },
  }
}
