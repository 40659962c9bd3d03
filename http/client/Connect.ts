/** The client for programs that don't use Effect: promises, `for await`, thrown errors. */
import { Cause, Effect, Exit, Stream } from "effect"
import * as Client from "./Client.ts"
import * as DisputeResolution from "./DisputeResolution.ts"
import type { Failure } from "./Failure.ts"
import { optionsOf } from "./Transport.ts"
import * as Verify from "./Verify.ts"

/** Throws the failure itself, not a wrapping of it. */
const run = async <A>(effect: Effect.Effect<A, Failure>): Promise<A> =>
  Exit.getOrElse(await Effect.runPromiseExit(effect), (cause) => {
    throw Cause.squash(cause)
  })

async function* items<A>(stream: Stream.Stream<A, Failure>): AsyncGenerator<A> {
  yield* Stream.toAsyncIterable(stream)
}

type Promised<F> = F extends (...given: infer Given) => Effect.Effect<infer A, infer _E>
  ? ((...given: Given) => Promise<A>) &
      (F extends { readonly stream: (...given: infer Asked) => Stream.Stream<infer Item, infer _F> }
        ? { readonly all: (...given: Asked) => AsyncIterable<Item> }
        : unknown) &
      (F extends { readonly dryRun: (...given: infer Tried) => Effect.Effect<infer Would, infer _F> }
        ? { readonly dryRun: (...given: Tried) => Promise<Would> }
        : unknown)
  : never

type Operations = {
  readonly [Group in keyof Client.Client]: {
    readonly [Name in keyof Client.Client[Group]]: Promised<Client.Client[Group][Name]>
  }
}

/** A check of a client's as a promise, with the court already named. */
type Checking<F> = F extends (
  client: Client.Client,
  ...given: infer Given
) => Effect.Effect<infer A, infer _E>
  ? (...given: Given) => Promise<A>
  : never

interface Checks {
  readonly verifyJudgment: Checking<typeof Verify.verifyJudgment>
  readonly verifyCompliance: Checking<typeof Verify.verifyCompliance>
  readonly verifyCompliancePages: (
    ...given: Parameters<Checks["verifyCompliance"]>
  ) => AsyncIterable<Awaited<ReturnType<Checks["verifyCompliance"]>>>
  readonly verifyDisposition: Checking<typeof Verify.verifyDisposition>
  readonly verifyReceipt: Checking<typeof Verify.verifyReceipt>
  readonly checkDisputeResolution: (value: unknown) => Promise<DisputeResolution.Verdict>
}
export type Court = Operations & Checks

type Called = ((...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, Failure>) & {
  readonly stream?: (...given: ReadonlyArray<unknown>) => Stream.Stream<unknown, Failure>
  readonly dryRun?: (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, Failure>
}

const promiseCall = (called: Called) => {
  const { stream, dryRun } = called
  const plain = (...given: ReadonlyArray<unknown>) => run(called(...given))
  return Object.assign(
    plain,
    stream === undefined ? {} : { all: (...given: ReadonlyArray<unknown>) => items(stream(...given)) },
    dryRun === undefined ? {} : { dryRun: (...given: ReadonlyArray<unknown>) => run(dryRun(...given)) },
  )
}

/**
 * A court, as one caller: `await court.dealings.notarise({ payload })`, `for await (const matter of court.matters.listMatters.all())`,
 * `await court.matters.fileMatter.dryRun({ payload })`.
 * It is named by its options, or by its address and the other options: `connect("https://court.example", { key })`.
 * A call that gives no answer throws `Refused`, `Unreachable`, `InvalidRequest` or `UnexpectedAnswer`.
 */
export const connect = (given: Client.Options | string, more?: Omit<Client.Options, "baseUrl">): Court => {
  const options = optionsOf(given, more)
  const client = Client.make(options)
  // A walk over all groups loses the type of each, which `Operations` states again for what comes out.
  const groups = Object.fromEntries(
    Object.entries(client as unknown as Record<string, Record<string, Called>>).map(([group, calls]) => [
      group,
      Object.fromEntries(Object.entries(calls).map(([name, called]) => [name, promiseCall(called)])),
    ]),
  )
  const checks: Checks = {
    verifyJudgment: (citation, keys) => run(Verify.verifyJudgment(client, citation, keys)),
    verifyCompliance: (handle, keys) => run(Verify.verifyCompliance(client, handle, keys)),
    verifyCompliancePages: (handle, keys) => items(Verify.verifyCompliancePages(client, handle, keys)),
    verifyDisposition: (citation, keys) => run(Verify.verifyDisposition(client, citation, keys)),
    verifyReceipt: (lodgement, keys) => run(Verify.verifyReceipt(client, lodgement, keys)),
    checkDisputeResolution: (value) => run(DisputeResolution.check(client, value, options.baseUrl)),
  }
  return { ...(groups as unknown as Operations), ...checks }
}
