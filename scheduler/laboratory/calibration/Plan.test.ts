/** The conditions that a calibration sets for its file and for the observed figures, and its messages about mistakes. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { problemText } from "../Source.ts"
import { costOfCalibration } from "./Calibrate.ts"
import { type Given, plan } from "./Plan.ts"

const scenario = (calibration: string): string => `name: court
horizon: { days: 20 }
agents: 40
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: careless, share: 0.2, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.3 } }
experiment: { calibration: ${calibration} }
`
const planned = (calibration: string, given?: Given, files: Readonly<Record<string, string>> = {}) =>
  plan(
    "court.yaml",
    scenario(calibration),
    { set: [], runs: undefined },
    (path) => {
      const found = Object.entries(files).find(([name]) => path.endsWith(name))
      return found === undefined ? Either.left(`there is no file ${path}`) : Either.right(found[1])
    },
    given,
  )
const problems = (...of: Parameters<typeof planned>): ReadonlyArray<string> =>
  Either.match(planned(...of), { onLeft: (found) => found.map(problemText), onRight: () => [] })
const observed = (...of: Parameters<typeof planned>) =>
  Either.getOrThrow(planned(...of)).observed.map(({ measure, value }) => [measure, value])

const share = "populations.careless.share: [0.1, 0.5]"

describe("experiment.calibration", () => {
  it("costs what its most runs cost, and more with more particles, generations and agents", () => {
    const cost = (calibration: string, workers = 1) =>
      costOfCalibration(Either.getOrThrow(planned(calibration)), workers)
    const of = (more: string) => `{ priors: { ${share} }, observed: { defaultRate: 0.3 }, ${more} }`
    const few = cost(of("particles: 50, generations: 4"))
    expect(few.seconds).toBeGreaterThan(0.001 * (100 + 3 * 50))
    expect(cost(of("particles: 100, generations: 4")).seconds).toBeGreaterThan(few.seconds)
    expect(cost(of("particles: 50, generations: 8")).seconds).toBeGreaterThan(few.seconds)
    const wide = cost("{ priors: { agents: [40, 40000000] }, observed: { defaultRate: 0.3 } }")
    expect(wide.runBytes).toBeGreaterThan(100 * few.runBytes)
    expect(wide.largest).toEqual({ agents: 40_000_000 })
  })

  it("takes figures from its file, a CSV file, a JSON file, or the command line", () => {
    const wanted = [
      ["defaultRate", 0.3],
      ["populations.careless.recoveredShare", 0.5],
    ]
    const table = "measure,value\ndefaultRate,0.3\npopulations.careless.recoveredShare,0.5\n"
    const json = '{ "defaultRate": 0.3, "populations.careless.recoveredShare": 0.5 }'
    const priors = `priors: { ${share} }`
    expect(
      observed(`{ ${priors}, observed: { defaultRate: 0.3, populations.careless.recoveredShare: 0.5 } }`),
    ).toEqual(wanted)
    expect(observed(`{ ${priors}, observed: f.csv }`, undefined, { "f.csv": table })).toEqual(wanted)
    expect(observed(`{ ${priors} }`, { name: "f.json", text: json })).toEqual(wanted)
  })

  it.each([
    [`{ priors: { ${share} } }`, "there is no observed figure"],
    ["{ priors: {}, observed: { defaultRate: 0.3 } }", "has no parameter"],
    [
      `{ priors: { ${share} }, observed: { defaultrate: 0.3 } }`,
      "no measure defaultrate; did you mean defaultRate?",
    ],
    [
      "{ priors: { populations.carless.share: [0, 1] }, observed: { matters: 9 } }, labels: { populations.careless.share: a }",
      "populations has no element carless; did you mean careless?",
    ],
    [
      `{ priors: { ${share} }, observed: { populations.carefree.defaultRate: 0.3 } }`,
      "there is no population carefree",
    ],
    [
      `{ priors: { ${share} }, observed: { own.mine: 0.3 } }`,
      "name the file that exports it with --measures",
    ],
    [
      "{ priors: { populations.careless.share: [0.1, 1.5] }, observed: { defaultRate: 0.3 } }",
      "must be from 0 to 1",
    ],
    [
      "{ priors: { judge.errorRate: { normal: { mean: 0.1, sd: 0.1 } } }, observed: { defaultRate: 0.3 } }",
      "must be from 0 to 1",
    ],
    ["{ priors: { judge.errorrate: [0, 1] }, observed: { defaultRate: 0.3 } }", "errorrate"],
    ["{ priors: { judge.errorRate: [1, 0] }, observed: { defaultRate: 0.3 } }", "the smaller"],
  ])("says of %s what is wrong", (calibration, said) => {
    const found = problems(calibration)
    expect(found.join("\n")).toContain(said)
    expect(found[0]).toMatch(/^court\.yaml:\d+:\d+: /)
  })

  it("says in which line a table of figures is wrong", () => {
    const of = (text: string) => problems(`{ priors: { ${share} } }`, { name: "f.csv", text })
    expect(of("measure,of\n")).toEqual(["f.csv:1:1: the first line must name the columns measure and value"])
    expect(of("measure,value\ndefaultRate,much\n")).toEqual([
      "f.csv:2:1: the value of defaultRate must be a number",
    ])
    expect(of("measure,value\ndefaultRate,1\ndefaultRate,2\n")).toEqual([
      "f.csv:3:1: defaultRate is observed twice",
    ])
    expect(of("measure,value\nnone,1\n")[0]).toContain("f.csv:2:1: there is no measure none")
  })
})
