/** The port behind which counsel of the service sits: it is told what a client wants and gives a draft. It files nothing. */
import { Context, Data, type Effect, Schema } from "effect"
import type { Json } from "../Json.ts"
import { bounds, type Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"

/** What counsel may be briefed for: advice, a claim to be filed, or a reference under Rule 7.3. */
export const Task = Schema.Literal("advice", "claim", "reference")
export type Task = typeof Task.Type

/** The name of a model, as routing services write them. It is passed on as it is, and never an address that is called. */
export const ModelName = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z0-9][A-Za-z0-9._:@+-]*(?:\/[A-Za-z0-9][A-Za-z0-9._:@+-]*)*$/, {
    message: () =>
      "must be the name of a model: letters, digits and . _ : @ + -, in parts set apart by single slashes",
  }),
  Schema.maxLength(bounds.modelNameCharsMax),
).annotations({ identifier: "ModelName" })

/** What counsel drafted: by its task, one of words, the body of `POST /matters` and that of `POST /advisory`; the others are null. */
export type Work = { readonly advice: string | null; readonly claim: Json; readonly reference: Json }
export const nothing: Work = { advice: null, claim: null, reference: null }

export interface Instructed {
  readonly task: Task
  /** Handle of the client. */
  readonly client: string
  readonly instructions: string
  readonly model: string
  /** A matter of the client's with its papers, as the client may read it; null where the brief names none. */
  readonly matter: Json
  /** The court's time. */
  readonly at: Instant
  /** The figures in force. */
  readonly terms: Terms
}

export interface Drafted {
  readonly work: Work
  /** What the provider charged, in millionths of a US dollar; null where it can't be told. */
  readonly costMicros: number | null
}

/** `unavailable`: the provider gave no answer. `unusable`: what it gave is no such draft, twice. Nothing is charged. */
export class CounselFailed extends Data.TaggedError("CounselFailed")<{
  readonly reason: "unavailable" | "unusable"
  /** The kind of failure, for the log: never what the provider said. */
  readonly kind: string
  readonly retryAfterSeconds: number | null
  /** Whether a provider did work for it, and will want to be paid. */
  readonly spent: boolean
}> {}

/** What a provider charges, as decimal US dollars for a million tokens. */
export interface ProviderPrice {
  readonly input: string
  readonly output: string
}

export interface Roster {
  /** Models that counsel runs on, the usual one first; none where the service has no counsel. */
  readonly models: ReadonlyArray<{
    readonly model: string
    /** Null where only the provider tells the price, with the draft. */
    readonly price: ProviderPrice | null
  }>
  /** Whether a client may name a model that is not on the list. */
  readonly anyModel: boolean
}

export interface CounselService {
  readonly roster: Roster
  readonly draft: (instructed: Instructed) => Effect.Effect<Drafted, CounselFailed>
}
export class Counsel extends Context.Tag("agent-court/Counsel")<Counsel, CounselService>() {}
