/**
 * `npm run explore -- [--deep] [scene] [depth]`: explores every scene to its depth, and prints the shortest story of what is broken.
 * With `--minutes N` it goes as deep in each scene as N minutes allow, and within `--megabytes N` (3,000 if nothing is said).
 */
import { parseArgs } from "node:util"
import * as Court from "./Court.ts"
import { explore, type Report } from "./Explore.ts"
import { type Scene, scenes } from "./Scenes.ts"
import { theoremsOf } from "./Theorems.ts"

// There are thousands of refusals, and their stack traces take time.
Error.stackTraceLimit = 0

const {
  values: { deep, minutes, megabytes },
  positionals: [named, depthGiven],
} = parseArgs({
  allowPositionals: true,
  options: {
    deep: { type: "boolean", default: false },
    minutes: { type: "string" },
    megabytes: { type: "string", default: "3000" },
  },
})
for (const [name, value] of Object.entries({ depth: depthGiven, minutes, megabytes }))
  if (value !== undefined && !(Number(value) > 0))
    throw new Error(`${name} is a number above 0, and "${value}" was given`)

/** Whether an exploration that began at an instant may go on: it has time and memory left. */
const hasLeft = (began: number) => () =>
  (minutes === undefined || performance.now() - began < Number(minutes) * 60_000) &&
  process.memoryUsage.rss() < Number(megabytes) * 1_000_000

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
  const usual = minutes === undefined ? scene.depth[deep ? "deep" : "usual"] : Number.POSITIVE_INFINITY
  const depth = depthGiven === undefined ? usual : Number(depthGiven)
  const report = explore(court, scene.play(court), depth, theoremsOf(court), hasLeft(began))
  const { states, edges, refusals, frontier, longest } = report
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `${scene.name}: ${states} states, ${edges} moves and ${refusals} refusals to depth ${report.depth} in ${seconds} s; ${frontier === 0 ? "nothing" : `${frontier} states`} beyond${report.stopped ? ", as its time or memory was used" : ""}; the longest way to an end has ${longest} steps; ${report.found === null ? "every statement holds" : "BROKEN"}`,
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
const least = Math.min(...reports.map(({ depth }) => depth))
console.log(
  `Each theorem was checked in every state and of every step to depth ${least} at least; that every matter ends, from every state there by time alone to the end.`,
)
console.log(
  `${reports.length} scenes: ${total(({ states }) => states)} states, ${total(({ edges }) => edges)} moves, ${total(({ refusals }) => refusals)} refusals; ${broken === 0 ? "every statement holds" : `${broken} scenes are broken`}.`,
)
process.exitCode = broken === 0 ? 0 : 1
