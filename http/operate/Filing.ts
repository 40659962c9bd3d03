/** Filing between operators at the start of a court: a sandbox may open it, and a court whose filing is closed says how it is opened. */
import { Effect, Option } from "effect"
import { perform } from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { records as matterRecords, recordEligibility } from "../../core/matters/index.ts"
import { Store } from "../../core/store/Store.ts"

const sandboxOpening = {
  reference: "COURT_SANDBOX=open",
  statement:
    "This court is a sandbox that was started with its filing open. No decision confirms the instruments in force.",
}

/** Whether the confirmation that opens filing between operators is recorded. */
export const isOpen = Effect.flatMap(Store, (store) =>
  Effect.map(Reader.make(store).reader.find(matterRecords.Eligibilities, "filing"), Option.isSome),
)

/** Opens filing between operators in a sandbox, unless it is open. Of several processes that start at once, one opens it. */
export const open = perform(recordEligibility, sandboxOpening, {
  actor: { role: "registrar" },
}).pipe(
  Effect.catchTag("Refusal", (refused) =>
    refused.code === "eligibility_recorded" ? Effect.void : Effect.fail(refused),
  ),
)

export const howToOpen =
  "agent-court registrar record-eligibility --reference <reference> --statement <statement>"
