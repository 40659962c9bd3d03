/** Indirect reciprocity by standing: it pays to help those of good repute if repute is known often enough. */
import { days } from "../../../core/kernel/Time.ts"
import type { ScenarioInput } from "../engine/Scenario.ts"
import type { Strategy } from "../engine/Strategy.ts"
import { type Finding, findCrossing, type Published, play } from "./Published.ts"

const agents = 100
const start = Date.UTC(2027, 0, 1)
/** Until then the record of every defector has come to be. */
const settledDays = 60
const horizonDays = 360
const cost = 1

const populationOf = (name: string, share: number): ScenarioInput["populations"][number] => ({
  name,
  share,
  strategy: name,
  behaviours: [{ strategy: "custom", name }],
})

/** The advantage of a discriminator over a defector in a dealing, on average, if the record of the other is known with a probability. */
const advantage = (known: number, benefit: number): number => {
  const books = { discriminator: { gain: 0, times: 0 }, defector: { gain: 0, times: 0 } }
  type Kind = keyof typeof books
  const book = (kind: Kind, now: number, gain: number, times: number): void => {
    if (now < start + days(settledDays)) return
    books[kind].gain += gain
    books[kind].times += times
  }
  /** The partner of a dealing is asked for help, which costs it and benefits the initiator. Whoever refuses a claim to help is sued. */
  const strategyOf = (kind: Kind): Strategy => ({
    deal: ({ role, other, now, random }) => {
      if (role === "initiator") {
        book(kind, now, 0, 1)
        return true
      }
      return kind === "defector" || !(random() < known && other.label === "in default")
    },
    break: ({ role }) => role === "partner" && kind === "defector",
    sue: ({ suffered, other }) => suffered && other.label !== "in default",
    defend: () => false,
    comply: () => null,
    learn: ({ what, role, broke, suffered, now }) => {
      if (what !== "dealt" || broke || suffered) return
      book(kind, now, role === "initiator" ? benefit : -cost, 0)
    },
  })
  play(
    {
      name: "indirect-reciprocity",
      horizon: { days: horizonDays },
      start: new Date(start).toISOString(),
      agents,
      populations: [populationOf("discriminator", 0.98), populationOf("defector", 0.02)],
      dealings: { arrivals: { kind: "fixed", everyHours: 24 } },
      judge: { errorRate: 0 },
      registrar: { errorRate: 0 },
    },
    { discriminator: strategyOf("discriminator"), defector: strategyOf("defector") },
  )
  const mean = ({ gain, times }: { readonly gain: number; readonly times: number }) => gain / times
  return mean(books.discriminator) - mean(books.defector)
}

const reproduce = (): ReadonlyArray<Finding> =>
  [2, 4].map((benefit) => ({
    what: `the least q at which discriminators do better than defectors, for b/c = ${benefit}`,
    formula: cost / benefit,
    found: findCrossing([0.1, 0.3, 0.5, 0.7].map((known) => [known, advantage(known, benefit)] as const)),
    within: 0.04,
  }))

export const standing: Published = {
  name: "indirect reciprocity by standing",
  source:
    "Nowak and Sigmund, Evolution of indirect reciprocity by image scoring, Nature 393 (1998); the inequality as in Nowak, Five rules for the evolution of cooperation, Science 314 (2006)",
  formula: "discrimination holds against defectors where q > c/b",
  model:
    "The paper's rule is image scoring, by which every refusal harms the image of who refuses. The rule here is standing (Sugden 1986; Leimar and Hammerstein 2001): to refuse a defector does not break a promise, so that it harms no record. The record is that of the court: who breaks his word is sued and, as he pays nothing, in default. Two agents in a hundred are defectors.",
  seconds: 1,
  reproduce,
}
