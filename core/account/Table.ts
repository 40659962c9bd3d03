/** The lines of an account and the causes of an order, as the annex of PD15 and as everybody reads them. */
import { tableOf } from "../kernel/Moves.ts"
import { lines } from "./Account.ts"
import { causes } from "./Causes.ts"

/** The table of lines and causes, from what runs. */
export const lineTable = (): string => {
  const ofLines = Object.entries(lines).map(([line, { says, burden }]) => [line, burden, says])
  const ofCauses = Object.entries(causes).map(([cause, { deal, says }]) => [
    cause,
    deal ?? "any or none",
    says,
  ])
  return `${tableOf(["Line", "Burden", "What it says"], ofLines)}\n\n${tableOf(["Cause", "Deal", "What it carries"], ofCauses)}`
}
