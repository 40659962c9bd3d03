// Mutation tests of core: `npm run mutants -- [area or file …]`. Stryker changes the code of an area in every small way that it
// knows, and runs the tests that reach the change. A change that no test notices is printed, unless `explained.json` has the reason
// why no test can notice it. The exit code is 1 if fewer than 90 % are noticed, or if a line there explains nothing.
// A second run tries only what is new (coverage/mutants.<area>.json; delete it after a change outside of the area).
// The tools are installed here, at the first run, so that `npm ci` of the court stays small.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const here = import.meta.dirname
const root = resolve(here, "../..")
const wanted = 90

/** For each area, the files outside its folder that belong to it, and the other tests that try its rules. Tenders are a part of `core/law`. */
const areas = {
  ledger: { files: [], tests: ["core/chains/*.test.ts", "core/compliance/Reversal.test.ts"] },
  tenders: {
    files: [
      "core/law/Grading.ts",
      "core/law/Knowledge.ts",
      "core/law/Tender.ts",
      "core/matters/Holdings.ts",
      "core/matters/Tenders.ts",
    ],
    tests: [
      "core/law/*.test.ts",
      "core/matters/Assessed.test.ts",
      "core/matters/Holdings.test.ts",
      "core/matters/Stances.test.ts",
      "core/matters/Tenders.test.ts",
    ],
  },
  compliance: {
    files: ["core/agents/Standing.ts", "core/chains/Networks.ts"],
    tests: ["core/chains/*.test.ts", "core/payouts/Words.test.ts"],
  },
  judgments: { files: [], tests: ["core/bench/*.test.ts", "core/docket/Judges.test.ts"] },
  bench: {
    files: [],
    tests: [
      "core/judgments/*.test.ts",
      "core/docket/Judges.test.ts",
      "core/appeals/*.test.ts",
      "adapters/judge/*.test.ts",
    ],
  },
}
const hasFolder = (area) => existsSync(join(root, "core", area))
const testsOf = (area) => [
  ".ci/mutants/sections.test.ts",
  ...(hasFolder(area) ? [`core/${area}/*.test.ts`] : []),
  ...areas[area].tests,
]

const must = (command, args, options) => {
  const { status } = spawnSync(command, args, { stdio: "inherit", ...options })
  if (status !== 0) process.exit(status ?? 1)
}

/** Reads an argument: an area, or a file of one. */
const parse = (asked) => {
  const all = (area) => [
    ...(hasFolder(area) ? [`core/${area}/*.ts`] : []),
    ...areas[area].files,
    "!core/**/*.test.ts",
    "!core/**/index.ts",
  ]
  if (asked in areas) return { area: asked, mutate: all(asked).join(",") }
  const area = Object.keys(areas).find(
    (name) => asked.startsWith(`core/${name}/`) || areas[name].files.includes(asked),
  )
  if (area !== undefined) return { area, mutate: asked }
  throw new Error(`${asked} is neither of ${Object.keys(areas).join(", ")} nor a file in one of them`)
}

/** The text of a place in a source. Lines and columns count from 1. */
const between = (source, { start, end }) => {
  const lines = source.split("\n").slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return lines.join("\n")
}

/** The mutants of the last run, each with the code that it changes. */
const mutantsOf = () => {
  const { files } = JSON.parse(readFileSync(join(root, "coverage/mutants.json"), "utf8"))
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ mutatorName: mutator, replacement: to, location, status }) => {
      return { file, mutator, of: between(source, location), to, status, line: location.start.line }
    }),
  )
}

/** Removes the survivors from the last report, so that they are tried again: Stryker may not know which new tests reach them. */
const dropSurvivors = (file) => {
  if (!existsSync(file)) return
  const report = JSON.parse(readFileSync(file, "utf8"))
  for (const one of Object.values(report.files))
    one.mutants = one.mutants.filter(({ status }) => !["Survived", "NoCoverage"].includes(status))
  writeFileSync(file, JSON.stringify(report))
}

/** Survivors that can't be noticed: `file`, `mutator`, the code that is changed and what it becomes, and the reason. */
const explained = JSON.parse(readFileSync(join(here, "explained.json"), "utf8"))
const same = (line) => (mutant) =>
  ["file", "mutator", "of", "to"].every((member) => [undefined, mutant[member]].includes(line[member]))

/** One row of the table. Prints the survivors. */
const resultOf = (asked, mutants) => {
  const of = (...statuses) => mutants.filter(({ status }) => statuses.includes(status))
  const missed = of("Survived", "NoCoverage")
  const lines = explained.filter(({ file }) => mutants.some((mutant) => mutant.file === file))
  // A busy machine may stop a test before its time, so a mutant that ended so disproves no reason.
  const unnoticed = of("Survived", "NoCoverage", "Timeout")
  const stale = lines.filter((line) => !unnoticed.some(same(line)))
  const survived = missed.filter((mutant) => !lines.some((line) => same(line)(mutant)))
  for (const { file, line, mutator, of: before, to } of survived)
    console.log(`${file}:${line} ${mutator}\n-  ${before}\n+  ${to}`)
  for (const { file, of: before } of stale) console.log(`explains nothing: ${file} ${before}`)
  const tried = mutants.length - of("Ignored").length
  const score = (100 * (tried - survived.length)) / Math.max(1, tried)
  return {
    row: {
      area: asked,
      mutants: tried,
      killed: of("Killed", "Timeout").length,
      survived: survived.length,
      explained: missed.length - survived.length,
      "left out": of("Ignored").length,
      score: `${score.toFixed(1)} %`,
    },
    held: score >= wanted && stale.length === 0,
  }
}

const asked = process.argv.slice(2)
if (!existsSync(join(here, "node_modules"))) must("npm", ["ci", "--ignore-scripts"], { cwd: here })
const results = []
for (const name of asked.length > 0 ? asked : Object.keys(areas)) {
  const { area, mutate } = parse(name)
  const stryker = join(here, "node_modules/@stryker-mutator/core/bin/stryker.js")
  const file = `coverage/mutants.${area}.json`
  const kept = ["--incrementalFile", file]
  dropSurvivors(join(root, file))
  must(process.execPath, [stryker, "run", join(here, "stryker.json"), "--mutate", mutate, ...kept], {
    cwd: root,
    env: {
      ...process.env,
      MUTANTS_AREA: [`core/${area}/`, ...areas[area].files].join(" "),
      MUTANTS_TESTS: testsOf(area).join(" "),
    },
  })
  // The report of a second run has the whole area, and also files that no longer exist.
  const isTried = (file) => (name === area ? existsSync(join(root, file)) : file === name)
  const tried = mutantsOf().filter(({ file }) => isTried(file) && !/\.test\.ts$|\/index\.ts$/.test(file))
  results.push(resultOf(name, tried))
}
console.table(results.map(({ row }) => row))
process.exitCode = results.every(({ held }) => held) ? 0 : 1
