/** The judge on the papers: without a model and without a hearing, it draws up the accounts of the deals and orders what they carry. */
import { Effect, Layer } from "effect"
import { type Determined, draftByAccounts, Judge, type JudgedBundle } from "../../core/bench/index.ts"
import { Judges } from "../../core/judgments/index.ts"
import { natures } from "./Bench.ts"
import { rulingOf } from "./OnAppeal.ts"

/** A draft by the accounts alone. The same bundle always gives the same draft. */
export const draftOf = (bundle: JudgedBundle, deals: Determined.Deals): Judge.Draft =>
  draftByAccounts(bundle, deals, `The judge on the papers is ${natures.papers}.`)

/** A draft at first instance, or a ruling on appeal, by the accounts alone. The same bundle always gives the same text. */
export const decisionOf = (
  bundle: JudgedBundle,
  deals: Determined.Deals,
): Judge.Draft | Judge.AppealDraft => {
  const draft = draftOf(bundle, deals)
  return bundle.appeal === undefined ? draft : rulingOf(bundle, bundle.appeal, draft)
}

/** Judges every reserved matter, and every appeal that is heard, on the papers and at once. */
export const judge: Judge.Service = {
  line: "Before the Magistrate, on the papers",
  name: Judges.thePapers,
  kind: "papers",
  decide: (bundle) => Effect.succeed(bundle.deals === null ? null : decisionOf(bundle, bundle.deals)),
}

/** The judge on the papers: it draws up accounts, and leaves open what they do not decide. */
export const layer: Layer.Layer<Judge.Judge> = Layer.succeed(Judge.Judge, judge)
