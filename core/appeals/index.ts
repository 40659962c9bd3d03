/** Appeals: notice, leave, fee, hearing, outcomes; vacation and rehearing (Rules, part 6, and Rule 7.4). */
import { Appeals } from "./Appeal.ts"
import { appeal, seekLeave } from "./Begin.ts"
import { decideAppeal, decideLeave, passAppealDeadline } from "./Commands.ts"
import { deliverAppeal } from "./Delivery.ts"
import { lies } from "./Law.ts"
import { acts } from "./Moves.ts"
import { estimateAppeal, priceAppeal } from "./Price.ts"
import { readAppeal, readFee } from "./Queries.ts"
import { vacate } from "./Vacate.ts"
import { withdraw } from "./Withdraw.ts"

export const records = { Appeals }
export const commands = {
  appeal,
  seekLeave,
  decideLeave,
  withdraw,
  priceAppeal,
  estimateAppeal,
  passAppealDeadline,
  decideAppeal,
  deliverAppeal,
  vacate,
}
export const queries = { readAppeal, readFee }
export const tables = { moves: acts, lies }

export * as Appeal from "./Appeal.ts"
export * as Commands from "./Commands.ts"
export * as Law from "./Law.ts"
export * as Moves from "./Moves.ts"
export * as Outcome from "./Outcome.ts"
export * as Price from "./Price.ts"
export * as Vacate from "./Vacate.ts"
export * as Withdraw from "./Withdraw.ts"
