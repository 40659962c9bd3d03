/** The ports behind which counsel of the service and the court's advisor sit, and what a draft of counsel's must satisfy. */

import { Context, Data, Effect } from "effect"
import type { Json } from "../Json.ts"
import { respondentChecks } from "../matters/Intake.ts"
import { claimChecks } from "../matters/Law.ts"
import { paperOf } from "../matters/Paper.ts"
import { Filing } from "../matters/Pleading.ts"
import { pleadingTexts, Screen, unread } from "../matters/Screen.ts"
import { type Fault, faultsOf, fitting } from "../Refusal.ts"
import { rule } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import type { Opinion, Reference, Task } from "./Retainer.ts"

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

/** No opinion came: the reference goes to the bench. `kind` is for the log, never what a provider said. */
export class AdvisorFailed extends Data.TaggedError("AdvisorFailed")<{ readonly kind: string }> {}

export interface AdvisorService {
  /** Who answers, as the opinion says it. */
  readonly line: string
  /** Null where the service has nobody to answer at once. */
  readonly answer:
    | ((reference: Reference, at: Instant, terms: Terms) => Effect.Effect<Opinion, AdvisorFailed>)
    | null
}

export class Advisor extends Context.Tag("agent-court/Advisor")<Advisor, AdvisorService>() {}

/** Whom a draft is for, and what the client said: a draft names nothing that the client did not. */
export interface For {
  readonly client: string
  readonly instructions: string
}

/** Counsel makes up no entry of a register and attests no passage: the client alone can know them (PD4). */
const inventions = (filing: Filing, { client, instructions }: For): ReadonlyArray<Fault> => [
  ...(filing.dealings ?? []).flatMap((id, i) =>
    instructions.includes(id)
      ? []
      : [{ path: `dealings.${i}`, message: "name only entries that the instructions name" }],
  ),
  ...(filing.quoteId === undefined || instructions.includes(filing.quoteId)
    ? []
    : [{ path: "quoteId", message: "name only a quote that the instructions name" }]),
  ...(filing.client === undefined ? [] : [{ path: "client", message: "leave out; the client files itself" }]),
  ...(filing.respondent === client ? [{ path: "respondent", message: "is the client itself" }] : []),
  ...filing.claim.authorities.flatMap((tender, i) =>
    tender.text === undefined && tender.attested !== true
      ? []
      : [{ path: `claim.authorities.${i}`, message: "cite bare: only the client can attest a passage" }],
  ),
]

/** Every fault of a drafted claim by the rules that intake applies to what is filed, the screen of PD1 §4 included. */
export const claimFaults = rule(
  ["PD2 §2"],
  (filing: Filing, whose: For, terms: Terms): Effect.Effect<ReadonlyArray<Fault>, never, Screen> => {
    const { claim } = filing
    const parties = [whose.client, filing.respondent]
    const found = faultsOf([
      ...claimChecks(claim, paperOf(claim), parties, terms),
      ...respondentChecks(filing.respondent),
    ])
    const texts = [{ path: "title", text: filing.title }, ...pleadingTexts(claim, "claim.")]
    return Effect.flatMap(Screen, (screen) => screen.examine(texts, { agentId: null, terms })).pipe(
      Effect.map((findings) =>
        findings.map(({ path, what }) => ({
          path,
          message: `names a natural person or carries its data: ${what}`,
        })),
      ),
      Effect.catchAll((failure) => Effect.succeed(faultsOf([unread(failure, terms)]))),
      Effect.map((named) => [...found, ...inventions(filing, whose), ...named]),
    )
  },
)

export const fitsFiling = fitting(Filing)
