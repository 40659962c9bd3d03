/** Consequences: what follows by law from a change of a record, in the commit of whichever command makes the change. */
import { Layer } from "effect"
import { Entry } from "./compliance/index.ts"
import { endPayouts } from "./holds/index.ts"
import { type Consequence, Consequences } from "./kernel/Consequence.ts"
import { contestEvaluations } from "./payouts/index.ts"

/** Every consequence, in the order in which their changes are recorded. */
export const consequences: ReadonlyArray<Consequence> = [endPayouts(Entry.Entries), contestEvaluations()]

export const layer: Layer.Layer<Consequences> = Layer.succeed(Consequences, consequences)
