/** The diagram of a behaviour, drawn from runs: every move of an entry that agents of this behaviour alone bring about. */
import { Either } from "effect"
import * as Check from "../engine/Check.ts"
import type { Happening } from "../engine/Result.ts"
import { Course } from "../engine/Run.ts"
import type { Scenario } from "../engine/Scenario.ts"

/** A scenario in which everybody meets orders in one way, and others do with the entries whatever they may. */
const scenarioOf = (behaviour: object): Scenario =>
  Either.getOrThrowWith(
    Check.read({
      name: "one-behaviour",
      horizon: { days: 60 },
      agents: 60,
      populations: [
        {
          name: "all",
          share: 1,
          breaches: 0.5,
          // Some sums are worth a default to an agent that weighs, and others aren't.
          stakeCents: { uniform: [100, 50_000] },
          behaviours: [behaviour],
        },
      ],
      dealings: { arrivals: { kind: "poisson", perAgentPerDay: 0.5 } },
      registrar: { errorRate: 0.1, pending: 0.1 },
    }),
    (faults) => new Error(JSON.stringify(faults)),
  )

const arrowOf = ({ from, to, act, by, refused }: Happening): readonly [string, string] | null =>
  refused !== null || act === "file" || act === "dismiss" || to === null
    ? null
    : [`${from ?? "[*]"} --> ${to}`, `${act} (${by})`]

/** The arrows of all entries of a run, each with its acts. */
const arrows = (scenario: Scenario): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  const course = new Course(scenario, {}, (happening) => {
    const [arrow, label] = arrowOf(happening) ?? []
    if (arrow === undefined || label === undefined) return
    found.set(arrow, (found.get(arrow) ?? new Set()).add(label))
  })
  while (course.advance());
  return found
}

/** A behaviour as a state diagram in Mermaid: the statuses of its entries, and the acts between them. */
export const diagramOf = (behaviour: object): string =>
  [
    "stateDiagram-v2",
    ...[...arrows(scenarioOf(behaviour))]
      .map(([arrow, labels]) => `  ${arrow} : ${[...labels].sort().join(", ")}`)
      .sort(),
  ].join("\n")
