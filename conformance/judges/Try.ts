import { Effect } from "effect"
import { Papers } from "../../adapters/judge/index.ts"
import { Judge as ModelJudge } from "../../adapters/model/index.ts"
import type { Judge, JudgedBundle } from "../../core/bench/index.ts"
import { type Measures, readAnswer, Variants } from "../../core/judging/index.ts"
import { casesOf } from "./Cases.ts"
import type { BenchMatter } from "./Matter.ts"
import { put } from "./Put.ts"
import { type Scripted, type ScriptedName, scripted, soundJudge } from "./Scripted.ts"
import { bundleOf, rightAnswer, type Setting, stakeOf } from "./Setting.ts"

/** The work of a judge on one trial. The draft is null if nothing that it wrote can be read as a draft. */
export interface HandedIn {
  readonly draft: Judge.Draft | null
  readonly confidence: number | null
  readonly costMicros: number | null
  /** Of a panel: the cost at each endpoint. */
  readonly costs?: ReadonlyArray<number | null>
}

/** A judge that the bench tries. It fails only if nothing can be asked of it now; `E` says why. */
export interface TriedJudge<E = never> {
  readonly name: string
  readonly says: string
  readonly decide: (bundle: JudgedBundle) => Effect.Effect<HandedIn, E>
}

const judgeOf = (name: string, { says, decide }: Pick<Scripted, "says" | "decide">): TriedJudge => ({
  name,
  says,
  decide: (bundle) => Effect.sync(() => ({ ...decide(bundle), costMicros: 0 })),
})

/** The judges that are here without any endpoint: the judge on the papers, a sound judge of findings, and the judges with faults. */
export const ownJudges: ReadonlyArray<TriedJudge> = [
  {
    name: "papers",
    says: "the judge on the papers",
    decide: (bundle) =>
      Effect.sync(() => ({
        draft: bundle.deals === null ? null : Papers.draftOf(bundle, bundle.deals),
        confidence: null,
        costMicros: 0,
      })),
  },
  judgeOf("sound", soundJudge),
  ...(Object.keys(scripted) as ReadonlyArray<ScriptedName>).map((name) => judgeOf(name, scripted[name])),
]

/** One variant of one matter, as it is put before every judge. */
export interface Trial {
  readonly matter: BenchMatter
  readonly variant: Variants.VariantName
  readonly setting: Setting
}

/** All trials of so many matters, in their order. A variant that would be another matter is left out. */
export const trialsOf = (
  count: number,
  seed: number,
  wanted: ReadonlyArray<Variants.VariantName> = Variants.variantNames,
): ReadonlyArray<Trial> =>
  casesOf(count, seed).flatMap((matter) =>
    wanted.flatMap((variant) => {
      const setting = put(matter, variant)
      return setting === null ? [] : [{ matter, variant, setting }]
    }),
  )

/** The answer of a judge to a trial, beside the right one. */
export const tryJudge = <E>(
  judge: TriedJudge<E>,
  { matter, variant, setting }: Trial,
): Effect.Effect<Measures.Answered, E> => {
  const bundle = bundleOf(matter, setting)
  const { supplier, buyer } = setting.voice
  const known = {
    sides: { supplier, buyer },
    stakeCents: stakeOf(matter),
    provisions: ModelJudge.provisions,
  }
  return Effect.map(judge.decide(bundle), ({ draft, confidence, costMicros, costs }) => ({
    matter: matter.id,
    variant,
    right: rightAnswer(matter, setting),
    turns: matter.proven !== null,
    answer: draft === null ? null : readAnswer(draft, bundle, known, confidence),
    costMicros,
    ...(costs === undefined ? {} : { costs }),
  }))
}
