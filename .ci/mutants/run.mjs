// How many wrong rules the tests would notice: `npm run mutants -- [area or file …]`. Stryker changes the code of an area in every
// small way that it knows, and runs the tests that reach the change. What survives is listed. An area takes hours, a file minutes.
// The tools are installed here, at the first run, so that `npm ci` of the court stays small.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

const here = import.meta.dirname
const root = resolve(here, "../..")

/** The tests of an area's rules and of its commands. */
const areas = {
  compliance: ["core/compliance/*.test.ts"],
  tenders: ["core/tenders/*.test.ts", "core/matters/Tenders.test.ts"],
  ledger: ["core/ledger/*.test.ts", "core/counsel/Counsel.test.ts"],
  judgments: [
    "core/judgments/*.test.ts",
    "core/matters/Matters*.test.ts",
    "core/matters/Consent.test.ts",
    "core/law/RestatementInCourt.test.ts",
  ],
}

const must = (command, args, options) => {
  const { status } = spawnSync(command, args, { stdio: "inherit", ...options })
  if (status !== 0) process.exit(status ?? 1)
}

/** Mutants of one run, by what became of them. */
const counted = () => {
  const { files } = JSON.parse(readFileSync(join(root, "coverage/mutants.json"), "utf8"))
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const of = (...wanted) => statuses.filter((status) => wanted.includes(status)).length
  return { noticed: of("Killed", "Timeout"), missed: of("Survived", "NoCoverage") }
}

const mutated = (asked) => {
  if (asked in areas) return { patterns: [`core/${asked}/*.ts`, "!core/**/*.test.ts"], area: asked }
  const area = Object.keys(areas).find((name) => asked.startsWith(`core/${name}/`))
  if (area === undefined)
    throw new Error(`${asked} is neither of ${Object.keys(areas).join(", ")} nor a file in one of them`)
  return { patterns: [asked], area }
}

const asked = process.argv.slice(2)
if (!existsSync(join(here, "node_modules"))) must("npm", ["ci", "--ignore-scripts"], { cwd: here })
for (const name of asked.length > 0 ? asked : Object.keys(areas)) {
  const { patterns, area } = mutated(name)
  must(
    process.execPath,
    [
      join(here, "node_modules/@stryker-mutator/core/bin/stryker.js"),
      "run",
      join(here, "stryker.json"),
      "--mutate",
      patterns.join(","),
    ],
    { cwd: root, env: { ...process.env, MUTANTS_TESTS: areas[area].join(",") } },
  )
  const { noticed, missed } = counted()
  const score = (100 * noticed) / Math.max(1, noticed + missed)
  console.log(`${name}: ${noticed} of ${noticed + missed} mutants noticed, ${score.toFixed(1)} %`)
}
