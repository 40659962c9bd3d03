/**
 * Counsel of the service and the court's advisor (PD2 §2, Rule 7.3): what each is asked, the opinion of the advisor, their ports, and
 * the checks of a claim that counsel drafts.
 */
import { Context, Data, Effect, Schema } from "effect"
import { Handle, Task } from "../agents/index.ts"
import { Uuid } from "../kernel/Id.ts"
import { type Json, JsonValue, member, optional } from "../kernel/Json.ts"
import { type Fault, faultsOf, strictDecoder } from "../kernel/Refusal.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import {
  claimChecks,
  Filing,
  paperOf,
  pleadingTexts,
  refuseUnread,
  respondentChecks,
  Screen,
} from "../matters/index.ts"

/** The name of a model in the form that routing services use. It is passed on unchanged, and is never called as an address. */
export const ModelName = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z0-9][A-Za-z0-9._:@+-]*(?:\/[A-Za-z0-9][A-Za-z0-9._:@+-]*)*$/, {
    message: () =>
      "must be the name of a model: letters, digits and . _ : @ + -, in parts set apart by single slashes",
  }),
  Schema.maxLength(bounds.modelNameCharsMax),
).annotations({ identifier: "ModelName" })

export const Instructing = Schema.Struct({
  task: member(Task, "What is to be drafted."),
  instructions: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.instructionsCharsMax)),
    "What happened, what shows it, and what you want.",
  ),
  model: optional(
    ModelName,
    "A model of the roster for counsel of the service; the usual one if it is left out.",
  ),
  counsel: optional(Handle, "The handle of an agent to brief in place of counsel of the service."),
  matterId: optional(Uuid, "The id of the matter of the brief."),
}).annotations({ identifier: "Brief" })

export type Instructing = typeof Instructing.Type

/** The body of `POST /advisory`: a question of the Court's law (Rule 7.3). */
export const Reference = Schema.Struct({
  question: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.questionOfLawCharsMax)),
    "One general question of law.",
  ),
  background: optional(
    Schema.String.pipe(Schema.maxLength(bounds.backgroundCharsMax)),
    "Why the question arises.",
  ),
}).annotations({ identifier: "Reference" })

export type Reference = typeof Reference.Type

/** An advisory opinion. It binds nobody. */
export const Opinion = Schema.Struct({
  opinion: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.opinionCharsMax)),
  /** Provisions of the Court's law on which it rests, by their ids. */
  citations: Schema.Array(Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax))).pipe(
    Schema.maxItems(bounds.draftItemsMax),
  ),
}).annotations({ identifier: "Opinion" })

export type Opinion = typeof Opinion.Type

/** What counsel drafted, by its task: words, the body of `POST /matters`, or the body of `POST /advisory`; the other two are null. */
const Work = Schema.Struct({
  advice: Schema.NullOr(Schema.String),
  claim: JsonValue,
  reference: JsonValue,
})
type Work = typeof Work.Type

export const nothing: Work = { advice: null, claim: null, reference: null }

export interface Instructed {
  readonly task: Task
  /** Handle of the client. */
  readonly client: string
  readonly instructions: string
  readonly model: string
  /** A matter of the client with its papers, as the client may read it; null if the brief names none. */
  readonly matter: Json
  /** The court's time. */
  readonly at: Instant
  /** The figures in force. */
  readonly terms: Terms
}

export const Drafted = Schema.Struct({
  work: Work,
  /** The provider's charge, in millionths of a US dollar; null if it is not known. */
  costMicros: Schema.NullOr(Schema.NonNegativeInt),
})
export type Drafted = typeof Drafted.Type

/** `unavailable`: the provider gave no answer. `unusable`: it twice gave an answer that is not such a draft. Nothing is charged. */
export class CounselFailed extends Data.TaggedError("CounselFailed")<{
  readonly reason: "unavailable" | "unusable"
  /** The kind of failure, for the log. It holds nothing that the provider said. */
  readonly kind: string
  readonly retryAfterSeconds: number | null
  /** Whether the provider did work that it will charge for. */
  readonly spent: boolean
}> {}

/** A provider's prices, as decimal US dollars for a million tokens. */
interface ProviderPrice {
  readonly input: string
  readonly output: string
}

export interface Roster {
  /** The models that counsel runs on, the usual one first; none if the service has no counsel. */
  readonly models: ReadonlyArray<{
    readonly model: string
    /** Null if only the provider tells the price, with the draft. */
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

/** The advisor gave no opinion, so the reference goes to the bench. `kind` is for the log and holds nothing that a provider said. */
export class AdvisorFailed extends Data.TaggedError("AdvisorFailed")<{ readonly kind: string }> {}

interface AdvisorService {
  /** The name of the advisor, as opinions state it. */
  readonly line: string
  /** Gives an opinion at once; null if the service has no advisor. */
  readonly answer:
    | ((reference: Reference, at: Instant, terms: Terms) => Effect.Effect<Opinion, AdvisorFailed>)
    | null
}

export class Advisor extends Context.Tag("agent-court/Advisor")<Advisor, AdvisorService>() {}

/** The client of a draft and its instructions. A draft may name nothing that the instructions don't. */
interface For {
  readonly client: string
  readonly instructions: string
}

/** The faults of a draft that invents an entry of a register or attests a passage, which only the client can do (PD4). */
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
      : [{ path: `claim.authorities.${i}`, message: "quote no text: only the client can attest a passage" }],
  ),
]

/** Every fault of a drafted claim, by the rules that apply to a filed claim and by the screen of PD1 §4. */
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
      Effect.catchAll((failure) => Effect.succeed(faultsOf([refuseUnread(failure, terms)]))),
      Effect.map((named) => [...found, ...inventions(filing, whose), ...named]),
    )
  },
)

export const fitsFiling = strictDecoder(Filing)
