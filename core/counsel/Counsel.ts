/** The ports of counsel of the service and of the court's advisor, and the checks of a claim that counsel drafts. */

import { Context, Data, Effect, Schema } from "effect"
import type { Retainer } from "../agents/index.ts"
import { type Json, JsonValue } from "../kernel/Json.ts"
import { type Fault, faultsOf, strictDecoder } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { draftChecks, Pleading, Screen } from "../matters/index.ts"
import type { Opinion, Reference } from "./Requests.ts"

/** The work that counsel did, by its task: words, the body of `POST /matters`, or the body of `POST /advisory`; the other two are null. */
const Work = Schema.Struct({
  advice: Schema.NullOr(Schema.String),
  claim: JsonValue,
  reference: JsonValue,
})
type Work = typeof Work.Type

/** The work of a draft that has no text: all of its members are null. */
export const nothing: Work = { advice: null, claim: null, reference: null }

/** The brief as counsel reads it: its client's instructions and papers, and nothing of other clients. */
export interface Instructed {
  readonly task: Retainer.Task
  readonly client: string
  readonly instructions: string
  readonly model: string
  /** A matter of the client with its papers, as the client may read it; null if the brief names no matter. */
  readonly matter: Json
  readonly at: Instant
  readonly terms: Terms
}

/** A draft of counsel, with the provider's charge for it. */
export const Drafted = Schema.Struct({
  work: Work,
  /** The provider's charge, in millionths of a US dollar; null if it is not known. */
  costMicros: Schema.NullOr(Schema.NonNegativeInt),
})
export type Drafted = typeof Drafted.Type

/** `unavailable`: the provider gave no answer. `unusable`: it twice gave an answer that is not such a draft. Nothing is charged. */
export class Failed extends Data.TaggedError("CounselFailed")<{
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

/** The models that may be briefed, with what their providers charge. */
export interface Roster {
  /** The models that counsel runs on, the usual one first; empty if the service has no counsel. */
  readonly models: ReadonlyArray<{
    readonly model: string
    /** Null if only the provider tells the price, with the draft. */
    readonly price: ProviderPrice | null
  }>
  /** Whether a client may name a model that is not on the list. */
  readonly anyModel: boolean
}

/** The counsel that a court offers: its roster, and drafts of pleadings. A draft that can't be had fails with `Failed`. */
export interface Service {
  readonly roster: Roster
  readonly draft: (instructed: Instructed) => Effect.Effect<Drafted, Failed>
}

/** The port of the model that drafts pleadings and advice for agents that brief it. */
export class Counsel extends Context.Tag("agent-court/Counsel")<Counsel, Service>() {}

/** The advisor gave no opinion, so the reference goes to the bench. `kind` is for the log and holds nothing that a provider said. */
export class AdvisorFailed extends Data.TaggedError("AdvisorFailed")<{ readonly kind: string }> {}

interface AdvisorService {
  readonly line: string
  /** Gives an opinion at once; null if the service has no advisor. */
  readonly answer:
    | ((reference: Reference, at: Instant, terms: Terms) => Effect.Effect<Opinion, AdvisorFailed>)
    | null
}

/** The port of the model that answers references on the Court's law. */
export class Advisor extends Context.Tag("agent-court/Advisor")<Advisor, AdvisorService>() {}

/** The client of a draft and its instructions. A draft may name nothing that the instructions don't. */
interface For {
  readonly client: string
  readonly instructions: string
}

/** The faults of a draft that invents an entry of a register or attests a passage, which only the client can do (PD4). */
const inventions = (filing: Pleading.Filing, { client, instructions }: For): ReadonlyArray<Fault> => [
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
export const findFaults = rule(
  ["PD2 §2"],
  (
    filing: Pleading.Filing,
    whose: For,
    terms: Terms,
  ): Effect.Effect<ReadonlyArray<Fault>, never, Screen.Screen> => {
    const found = faultsOf(draftChecks(filing, whose.client, terms))
    const asked = { agentId: null, terms }
    return Effect.flatMap(Screen.Screen, (screen) => screen.examine(Screen.filingTexts(filing), asked)).pipe(
      Effect.map((findings) =>
        findings.map(({ path, what }) => ({
          path,
          message: `names a natural person or carries its data: ${what}`,
        })),
      ),
      Effect.catchAll((failure) => Effect.succeed(faultsOf([Screen.refuseUnread(failure, terms)]))),
      Effect.map((named) => [...found, ...inventions(filing, whose), ...named]),
    )
  },
)

/** The filing in a draft of counsel, read as strictly as a body of the interface. */
export const fitsFiling = strictDecoder(Pleading.Filing)
