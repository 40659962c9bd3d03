/** Networks from CSV files, and what a scenario says that can't go together. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { parseEdges } from "./CsvParts.ts"
import { read } from "./Study.ts"
import { smallScenario } from "./testing/Digests.ts"

const dealings = "dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.3 } }"
/** The mistakes in the small scenario if its dealings, or more, are others. */
const mistakes = (
  changed: { readonly dealings?: string; readonly more?: string; readonly experiment?: string },
  table = "",
): ReadonlyArray<string> => {
  const text = `${changed.more ?? ""}${smallScenario(changed.experiment ?? "").replace(dealings, changed.dealings ?? dealings)}`
  const found = read("small.yaml", text, { set: [], runs: undefined }, () => Either.right(table))
  return Either.isRight(found) ? [] : found.left.map(({ place, message }) => `${place}: ${message}`)
}
const withNetwork = (network: string, arrivals = "kind: poisson, perAgentPerDay: 0.3") => ({
  dealings: `dealings: { arrivals: { ${arrivals} }, network: ${network} }`,
})

describe("a network from a CSV file", () => {
  it("has the links of its rows, whatever other columns there are", () => {
    expect(parseEdges("edges.csv", "weight,from,to\n0.5,0,1\n1,2,0\n")).toEqual(
      Either.right([
        [0, 1],
        [2, 0],
      ]),
    )
    expect(mistakes(withNetwork("{ kind: csv, file: edges.csv }"), "from,to\n0,1\n3,2\n")).toEqual([])
  })

  it("is refused with the line and column of each mistake", () => {
    const network = withNetwork("{ kind: csv, file: edges.csv }")
    expect(mistakes(network, "a,b\n0,1\n")).toEqual([
      "edges.csv:1:1: the header must have the columns from, to",
    ])
    expect(mistakes(network, "from,to\n0,x\n1\n")).toEqual([
      'edges.csv:2:3: to must be the number of an agent, not "x"',
      'edges.csv:3:1: to must be the number of an agent, not ""',
    ])
    expect(mistakes(network, "from,to\n0,1\n0,40\n")).toEqual([
      "edges.csv:3:1: dealings.network.edges.1: there are 40 agents, numbered from 0",
    ])
    expect(mistakes(withNetwork("{ kind: csv }"))).toEqual([
      expect.stringContaining("dealings.network: file must be the path of a CSV file"),
    ])
  })
})

describe("what does not go together", () => {
  it.each([
    ["{ kind: small-world, neighbours: 5 }", "neighbours must be even"],
    [
      "{ kind: preferential, neighbours: 40 }",
      "neighbours must be fewer than the agents, of which there are 40",
    ],
    ["{ kind: listed }", "a listed network needs edges: pairs of numbers of agents, or kind csv with a file"],
    [
      "{ kind: small-world, edges: [[0, 1]] }",
      "edges belong to a network of the kind listed, not small-world",
    ],
    ["{ kind: listed, edges: [[3, 3]] }", "a link must join two agents"],
    [
      "{ kind: smallworld }",
      "kind: must be one of uniform, small-world, preferential, listed, not smallworld; did you mean small-world?",
    ],
  ])("network %s: %s", (network, message) => {
    expect(mistakes(withNetwork(network))).toEqual([expect.stringContaining(message)])
  })

  it("a network or an identity with listed arrivals", () => {
    const listed = "kind: listed, items: [{ atHours: 1 }]"
    expect(mistakes(withNetwork("{ kind: small-world }", listed))).toEqual([
      expect.stringContaining("listed arrivals say who deals with whom"),
    ])
    expect(mistakes(withNetwork("{ kind: uniform }", listed))).toEqual([])
  })

  it("a measure of something that the scenario does not have", () => {
    expect(mistakes({ more: "measures: { wanted: [mattersPending] }\n" })).toEqual([
      expect.stringContaining(
        "measures.wanted.0: mattersPending needs list or judge.judges, which this scenario does not have",
      ),
    ])
    expect(mistakes({ more: "list: { opensHours: 24 }\nmeasures: { wanted: [mattersPending] }\n" })).toEqual(
      [],
    )
    expect(mistakes({ experiment: "  outcomes: [defaultRate, namesTaken]\n" })).toEqual([
      expect.stringContaining(
        "experiment.outcomes: namesTaken needs a population with identity, which no condition has",
      ),
    ])
  })
})
