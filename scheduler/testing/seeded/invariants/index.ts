/** All invariants. */
import type { Invariant } from "../Invariant.ts"
import { agents } from "./Agents.ts"
import { caps } from "./Caps.ts"
import { holds } from "./Holds.ts"
import { judgments } from "./Judgments.ts"
import { keys } from "./Keys.ts"
import { ledger } from "./Ledger.ts"
import { matters } from "./Matters.ts"
import { money } from "./Money.ts"
import { quotes } from "./Quotes.ts"

export const invariants: ReadonlyArray<Invariant> = [
  ...agents,
  ...keys,
  ...quotes,
  ...matters,
  ...judgments,
  ...ledger,
  ...holds,
  ...money,
  ...caps,
]
