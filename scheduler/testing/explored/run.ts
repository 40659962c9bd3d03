/** `npm run explore -- [--deep] [scene] [depth]`: explores every scene to its depth, and prints the shortest story of what is broken. */
import * as Court from "./Court.ts"
import { explore, type Report } from "./Explore.ts"
import { type Scene, scenes } from "./Scenes.ts"
import { theoremsOf } from "./Theorems.ts"

// There are thousands of refusals, and their stack traces take time.
Error.stackTraceLimit = 0

const [named, depthGiven] = process.argv.slice(2).filter((one) => !one.startsWith("--"))
const deep = process.argv.includes("--deep")

const told = ({ given }: Scene, { found }: Report): ReadonlyArray<string> =>
  found === null
    ? []
    : [
        `  Given that ${given},`,
        ...found.story.map((step, i) => `  ${i === 0 ? "when" : "and"} ${step},`),
        ...found.broken.map((one) => `  then it is broken that ${one}`),
      ]

const exploreScene = (scene: Scene): Report => {
  const court = Court.make({}, scene.isRead)
  const began = performance.now()
  const depth = depthGiven === undefined ? scene.depth[deep ? "deep" : "usual"] : Number(depthGiven)
  const report = explore(court, scene.play(court), depth, theoremsOf(court))
  const { states, edges, refusals, frontier, longest } = report
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `${scene.name}: ${states} states, ${edges} moves and ${refusals} refusals to depth ${report.depth} in ${seconds} s; ${frontier === 0 ? "nothing" : `${frontier} states`} beyond; the longest way to an end has ${longest} steps; ${report.found === null ? "every statement holds" : "BROKEN"}`,
  )
  for (const line of told(scene, report)) console.log(line)
  return report
}

const chosen = scenes.filter(({ name }) => named === undefined || named === "all" || name === named)
if (chosen.length === 0)
  throw new Error(`no scene is named ${named}: ${scenes.map(({ name }) => name).join(", ")}`)
const reports = chosen.map(exploreScene)
const total = (of: (report: Report) => number): number => reports.reduce((sum, report) => sum + of(report), 0)
const broken = reports.filter(({ found }) => found !== null).length
console.log(
  `${reports.length} scenes: ${total(({ states }) => states)} states, ${total(({ edges }) => edges)} moves, ${total(({ refusals }) => refusals)} refusals; ${broken === 0 ? "every statement holds" : `${broken} scenes are broken`}.`,
)
process.exitCode = broken === 0 ? 0 : 1
