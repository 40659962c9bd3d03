/** The lines of an account and the causes of an order, as the annex of PD15 and as everybody reads them. */
import { Schema } from "effect"
import { listOf } from "../kernel/Json.ts"
import { tableOf } from "../kernel/Moves.ts"
import { lines } from "./Account.ts"
import * as Causes from "./Causes.ts"
import { Burden, LineName } from "./View.ts"

const LineRow = Schema.Struct({ line: LineName, burden: Burden, says: Schema.String })
const CauseRow = Schema.Struct({
  cause: Schema.String,
  deal: Schema.NullOr(Schema.Literal("quote", "debt")).annotations({
    description: "The kind of deal on which an order rests by it; null if it needs no deal",
  }),
  member: Schema.String.annotations({ description: "By which member a claim names the deal" }),
  says: Schema.String,
})
const causesMax = 20

const linesAndCausesSchema = Schema.Struct({
  lines: listOf(LineRow, LineName.literals.length),
  causes: listOf(CauseRow, causesMax),
}).annotations({ identifier: "LinesAndCauses" })

export interface LinesAndCauses extends Schema.Schema.Type<typeof linesAndCausesSchema> {}

/** The lines of an account and the causes of an order, as `GET /causes` answers them. */
export const LinesAndCauses: Schema.Schema<LinesAndCauses> = linesAndCausesSchema

/** Every line of an account and every cause of an order, with what each says: the table of PD15 as data. */
export const linesAndCauses: typeof LinesAndCauses.Type = {
  lines: LineName.literals.map((line) => ({ line, burden: lines[line].burden, says: lines[line].says })),
  causes: Object.entries(Causes.all).map(([cause, row]) => ({ cause, ...row })),
}

/** The same as a table, for the annex of PD15 and the page. */
export const lineTable = (): string => {
  const ofLines = linesAndCauses.lines.map(({ line, says, burden }) => [line, burden, says])
  const ofCauses = linesAndCauses.causes.map(({ cause, deal, says }) => [cause, deal ?? "any or none", says])
  return `${tableOf(["Line", "Burden", "What it says"], ofLines)}\n\n${tableOf(["Cause", "Deal", "What it carries"], ofCauses)}`
}
