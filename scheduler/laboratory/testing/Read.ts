/** A small scenario file, and how it is read as a study, for tests. */
import { Either } from "effect"
import { type Problem, problemText } from "../Source.ts"
import { type Additions, read } from "../Study.ts"

export const lines = (...parts: ReadonlyArray<string>): string => `${parts.join("\n")}\n`

export const scenario = [
  "name: small", // 1
  "horizon: { days: 30 }", // 2
  "agents: 10", // 3
  "populations:", // 4
  "  - name: honest", // 5
  "    share: rest", // 6
  "    behaviours: [{ strategy: honours-promptly }]", // 7
  "  - name: defaulters", // 8
  "    share: 0.1", // 9
  "    behaviours: [{ strategy: ignores }]", // 10
  "dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.1 } }", // 11
]
export const nothing: Additions = { set: [], runs: undefined }
const noFile = () => Either.left("there is no such file")

export const study = (text: string, additions: Partial<Additions> = {}) => {
  const found = read("s.yaml", text, { ...nothing, ...additions }, noFile)
  if (Either.isLeft(found)) throw new Error(found.left.map(problemText).join("\n"))
  return found.right
}
export const problems = (
  text: string,
  additions: Partial<Additions> = {},
  file: Parameters<typeof read>[3] = noFile,
): ReadonlyArray<string> =>
  Either.match(read("s.yaml", text, { ...nothing, ...additions }, file), {
    onLeft: (found: ReadonlyArray<Problem>) => found.map(problemText),
    onRight: () => [],
  })
