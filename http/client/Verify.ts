/** The checks of what a court served, as effects. `Checks.ts` says what each does. */
import { Effect, type Runtime, Stream } from "effect"
import * as Checks from "./Checks.ts"
import { awaitCall, type Client, promiseOf } from "./Client.ts"
import type { Failure } from "./Failure.ts"

export type {
  BatchAnswer,
  BatchReceipt,
  ComplianceSummary,
  Disposition,
  EntryReceipt,
  JudgmentKeys,
  JudgmentRecord,
  JudgmentVerdict,
  Jwks,
  Lodgement,
  SignedVerdict,
} from "./Checks.ts"
export { entryReceipt, signedBy } from "./Checks.ts"

const readsOf = (
  { judgments, compliance, system }: Client,
  runtime: Runtime.Runtime<never>,
): Checks.Reads => ({
  judgments: {
    readJudgment: (...asked) => promiseOf(runtime, judgments.readJudgment(...asked)),
    readDisposition: (...asked) => promiseOf(runtime, judgments.readDisposition(...asked)),
  },
  compliance: { agentCompliance: (...asked) => promiseOf(runtime, compliance.agentCompliance(...asked)) },
  system: {
    notary: (...asked) => promiseOf(runtime, system.notary(...asked)),
    jwks: (...asked) => promiseOf(runtime, system.jwks(...asked)),
  },
})

const checking =
  <Given extends ReadonlyArray<unknown>, A>(check: (reads: Checks.Reads, ...given: Given) => Promise<A>) =>
  (client: Client, ...given: Given): Effect.Effect<A, Failure> =>
    awaitCall((runtime) => check(readsOf(client, runtime), ...given))

/**
 * Reads a judgment and checks it (Rule 5.4): payload as returned, key of the court now or retired after the delivery, signature, hash,
 * and that what is under seal is what the record says and what was asked for. The live marks in `record` stand outside the seal;
 * `words` are what stands under it.
 */
export const verifyJudgment = checking(Checks.verifyJudgment)

/**
 * Reads a counterparty's whole compliance record and checks the signature of every page, and that the pages hold as many entries
 * as the court signed that there are: `incomplete` if one is held back (PD11 §1). `value` is the first page; what it says is as
 * of `asOf`.
 */
export const verifyCompliance = checking(Checks.verifyCompliance)

/** Reads what an escrow needs of a judgment and checks its signature; `unsigned` until the judgment is final (PD17 §2). */
export const verifyDisposition = checking(Checks.verifyDisposition)

/**
 * Checks the receipt of a lodgement (Dealings Act 1.1): as `notarise` answered it, or of an entry that was lodged with others, as
 * `entryReceipt` made it.
 */
export const verifyReceipt = checking(Checks.verifyReceipt)

/** A counterparty's compliance record, page after page as they are asked for, each checked as `verifyCompliance` does (PD11 §1). */
export const verifyCompliancePages = (
  client: Client,
  handle: string,
  keys: Checks.Jwks = {},
): Stream.Stream<Checks.SignedVerdict<Checks.ComplianceSummary>, Failure> =>
  Stream.unwrap(
    Effect.map(Effect.runtime<never>(), (runtime) =>
      Stream.fromAsyncIterable(
        Checks.verifyCompliancePages(readsOf(client, runtime), handle, keys),
        // The generator throws what its reads reject with.
        (error) => error as Failure,
      ),
    ),
  )
