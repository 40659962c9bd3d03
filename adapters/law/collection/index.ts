/**
 * The shipped collection: facts about well-known instruments (names, dates, official addresses) and a few notes on research. It holds
 * no texts; an operator may load them.
 */
import type { Loadable } from "../../../core/law/index.ts"
import { commerce } from "./Commerce.ts"
import { disputes } from "./Disputes.ts"
import { general } from "./General.ts"
import { research } from "./Research.ts"
import { technology } from "./Technology.ts"

/** The general law that ships with the court, ready to be loaded. */
export const collection: ReadonlyArray<Loadable.Loadable> = [
  ...general,
  ...commerce,
  ...disputes,
  ...technology,
  ...research,
]
