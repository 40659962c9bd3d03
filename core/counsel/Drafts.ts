/** What a draft must satisfy before it is delivered: a claim or a reference can then be filed as it is. */
import { Effect } from "effect"
import { type Fault, faultsOf, fitting } from "../Fitting.ts"
import { Filing } from "../matters/Input.ts"
import { respondentChecks } from "../matters/Intake.ts"
import { claimChecks } from "../matters/Law.ts"
import { paperOf } from "../matters/Paper.ts"
import { pleadingTexts, Screen, unread } from "../matters/Screen.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"

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
