/** `agent-court simulate`: runs the scenarios of a study over virtual time. */
import { readFileSync, statSync } from "node:fs"
import { availableParallelism, totalmem } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import { measures } from "../../scheduler/simulation/engine/Measure.ts"
import { didYouMean } from "../../scheduler/simulation/engine/Near.ts"
import { pathOf, shipped } from "../../scheduler/simulation/Shipped.ts"
import type { Problem } from "../../scheduler/simulation/Source.ts"
import type { Study } from "../../scheduler/simulation/Study.ts"
import { type CliCommand, drawing, exitCodes, type Given, print, style, UsageError, whole } from "./Cli.ts"

const interrupted = 130

const reading = (path: string): Either.Either<string, string> =>
  Either.try({
    try: () => readFileSync(path, "utf8"),
    catch: (error) => {
      const code = error instanceof Error && "code" in error ? error.code : ""
      if (code === "ENOENT") return `there is no file ${path}`
      return code === "EISDIR" ? `${path} is a folder` : `${path} can't be read (${String(code)})`
    },
  })

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false

/**
 * The file of a study: a path, or the name of a scenario that ships, even if a folder has that name too.
 * @throws UsageError if there is neither.
 */
const fileOf = (wanted: string): string => {
  const found = isThere(wanted) ? wanted : pathOf(wanted)
  if (found !== undefined) return found
  const isFolder = statSync(wanted, { throwIfNoEntry: false }) !== undefined
  const hint = didYouMean(wanted, shipped)
  throw new UsageError(
    `${isFolder ? `${wanted} is a folder` : `there is no file ${wanted}`}, and no scenario of that name ships${hint === "" ? `; those are ${shipped.join(", ")}` : hint}`,
  )
}

const complain = (problems: ReadonlyArray<Problem>): number => {
  for (const { place, message } of problems) process.stderr.write(`${place}: ${message}\n`)
  process.stderr.write(
    style("red", `${countOf(problems.length, "mistake")}; nothing was run or written.\n`, process.stderr),
  )
  return exitCodes.usage
}

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

/** The size of a study, in a line. */
const describeStudy = ({ name, conditions, seeds }: Study): string => {
  const runs = conditions.length * seeds.length
  return `${style("bold", name)}: ${countOf(conditions.length, "condition")} × ${countOf(seeds.length, "seed")} = ${countOf(runs, "run")}`
}

const duration = (seconds: number): string => {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

const width = 30
/** A progress bar with an estimate of the time left; nothing if standard error is no terminal. */
const bar = (runs: number) => {
  const began = performance.now()
  const watched = process.stderr.isTTY === true
  const clear = "\r\u001b[K"
  return {
    show: (part: number) => {
      if (!watched) return
      const seconds = (performance.now() - began) / 1000
      const left = part > 0 && seconds > 1 ? `about ${duration((seconds / part) * (1 - part))} left` : ""
      const drawn = "█".repeat(Math.round(part * width)).padEnd(width, "·")
      process.stderr.write(`${clear}${drawn} ${Math.floor(part * runs)}/${runs} runs  ${left}`)
    },
    say: (text: string) => {
      if (watched) process.stderr.write(`${clear}${text}`)
    },
    end: () => {
      if (watched) process.stderr.write(clear)
    },
  }
}

/** Stops the workers at the first Ctrl-C; a second one ends the process as usual. */
const interruptible = async <A>(act: (signal: AbortSignal) => Promise<A>): Promise<A> => {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  try {
    return await act(controller.signal)
  } finally {
    process.removeListener("SIGINT", stop)
    process.removeListener("SIGTERM", stop)
  }
}

/** The most conditions whose outcomes are printed. */
const shownMax = 30

const perform = async (study: Study, out: string, workers: number, report: boolean): Promise<number> => {
  const [
    { simulateUntil },
    { estimateOf: estimated, labelCondition: named, totals, limitedText },
    { adviceText },
  ] = await Promise.all([
    import("../../scheduler/simulation/Simulate.ts"),
    import("../../scheduler/simulation/Findings.ts"),
    import("../../scheduler/simulation/Advice.ts"),
  ])
  if (report) {
    const { load } = await import("../../scheduler/simulation/Drawers.ts")
    await drawing(load(), "; or give --tables, which needs none of them")
  }
  print(describeStudy(study))
  let shown = bar(0)
  const outcome = await interruptible((signal) =>
    simulateUntil(study, {
      out,
      workers,
      signal,
      report,
      begins: (found, wanted) => {
        if (found > 0) print(`${found} runs in ${out} are finished already; ${wanted} are left.`)
        shown = bar(wanted)
      },
      progress: (part) => shown.show(part),
      makes: (file) => shown.say(`writing ${file}`),
    }),
  ).finally(() => shown.end())
  for (const { run, seed, error } of outcome.failed) {
    print(style("red", `run ${run} (seed ${seed}) failed: ${error}`))
  }
  if (outcome.stopped) {
    print(
      `Stopped: ${outcome.finished} of ${outcome.planned} runs are finished. The same command continues from there.`,
    )
    return interrupted
  }
  const { findings } = outcome
  for (const condition of findings.observed.slice(0, shownMax)) {
    const values = findings.outcomes.flatMap((measure) => {
      const found = estimated(totals(condition.runs, measure))
      if (found === null) return []
      const { unit, title } = measures[measure]
      const value =
        unit === "share"
          ? `${(found.mean * 100).toFixed(1)} %`
          : `${Number(found.mean.toPrecision(4))} ${unit}`
      return `${title.split(":")[0]?.toLowerCase()} ${value}`
    })
    print(`  ${style("cyan", named(findings, condition))}  ${values.join("; ")}`)
  }
  const more = findings.observed.length - shownMax
  if (more > 0) print(`  and ${countOf(more, "condition")} more, in summary.csv`)
  const missing = limitedText(findings)
  if (missing !== null) print(style("yellow", missing))
  const advice = adviceText(findings)
  if (advice !== null) print(advice)
  print(`Results in ${out}${report ? `; begin with ${style("bold", join(out, "report.html"))}` : ""}`)
  return outcome.failed.length === 0 ? exitCodes.done : exitCodes.failed
}

/**
 * The entry that `--explain` names, and its run: the first if it names none.
 * @throws UsageError if it is neither a number nor two.
 */
const explained = (given: Given): { readonly run: number; readonly entry: number } | undefined => {
  const text = given.text("explain")
  if (text === undefined) return undefined
  const [, run = "0", entry] = /^(?:(\d{1,9}):)?(\d{1,9})$/.exec(text) ?? []
  if (entry === undefined) throw new UsageError("--explain is the number of an entry, or run:entry")
  return { run: Number(run), entry: Number(entry) }
}

const run = async (given: Given): Promise<number> => {
  const [wanted = ""] = given.positionals
  if (given.on("schema")) {
    const { studyJsonSchema } = await import("../../scheduler/simulation/Schema.ts")
    print(JSON.stringify(studyJsonSchema(), null, 2))
    return exitCodes.done
  }
  if (wanted === "") {
    throw new UsageError(`simulate needs a file, or a scenario that ships: ${shipped.join(", ")}`)
  }
  if (wanted === "validate" && !isThere(wanted)) {
    const { validate } = await import("../../scheduler/simulation/validation/index.ts")
    return validate(print) ? exitCodes.done : exitCodes.failed
  }
  const workers = whole(given, "workers", 1) ?? availableParallelism()
  const entry = explained(given)
  const { read } = await import("../../scheduler/simulation/Study.ts")
  const file = fileOf(wanted)
  const module = given.text("strategies")
  const { load } = await import("../../scheduler/simulation/Strategies.ts")
  const strategies = module === undefined ? Either.right(undefined) : await load(module)
  if (Either.isLeft(strategies)) return complain([{ place: module ?? "", message: strategies.left }])
  const additions = {
    set: given.texts?.("set") ?? [],
    runs: given.text("runs"),
    strategies: strategies.right,
  }
  const study = Either.flatMap(
    Either.mapLeft(reading(file), (message) => [{ place: wanted, message }]),
    (text) => read(file, text, additions, reading),
  )
  if (Either.isLeft(study)) return complain(study.left)
  const { costOf, costRefusal, costText, costWarning } = await import("../../scheduler/simulation/Cost.ts")
  const cost = costOf(study.right, workers)
  const refusal = costRefusal(cost, totalmem())
  if (refusal !== null) return complain([{ place: wanted, message: refusal }])
  if (given.on("check")) {
    print(`${describeStudy(study.right)}. ${style("green", "Nothing is wrong with it.")}`)
    print(costText(cost, workers))
  }
  const warning = costWarning(cost)
  if (warning !== null && entry === undefined) print(style("yellow", warning))
  if (given.on("check")) return exitCodes.done
  if (entry !== undefined) {
    const { lifeOf } = await import("../../scheduler/simulation/Life.ts")
    return lifeOf(study.right, entry.run, entry.entry, print) ? exitCodes.done : exitCodes.failed
  }
  return perform(
    study.right,
    given.text("out") ?? join("results", study.right.name),
    workers,
    !given.on("tables"),
  )
}

export const command: CliCommand = {
  usage: "<scenario> | validate",
  takes: [0, 1],
  flags: {
    out: { value: "folder", help: "where the results go (results/<name>)" },
    runs: { value: "number", help: "how often each condition is run, instead of the number in the file" },
    workers: { value: "number", help: "how many threads (one for each processor)" },
    set: {
      value: "path=value",
      many: true,
      help: "set a value of the scenario: schedule.noticeHours=24 (any number of times)",
    },
    strategies: {
      value: "file.ts",
      help: "strategies of your own for agents, judges and the Registrar: a module that exports `strategies`",
    },
    explain: {
      value: "run:entry",
      help: "print the history of one entry (of the first run if no run is named), with the provision of each move",
    },
    tables: { help: "write only the tables, without charts and report; no library for drawing is needed" },
    check: { help: "check the file, estimate time and memory, and run nothing" },
    schema: { help: "print the JSON Schema of scenario files, with descriptions and defaults, for editors" },
  },
  help: [
    `A scenario is a file in YAML or JSON, or the name of a scenario that ships: ${shipped.join(", ")}.`,
    "It says who deals with whom, how they behave, how the court decides, which figures of the Schedule differ, and in its part `experiment` which parameters vary (grid, zip, sensitivity) and on how many seeds. Every transition is the rule that the court itself runs.",
    "Results: report.html with every chart, the tables runs.csv, timeseries.csv, summary.csv, survival.csv, cohorts.csv, indices.csv (of a sample), entries.csv, entries.parquet and agents.parquet, the charts as SVG and PNG, and manifest.json, which says what is finished, failed and missing, and every value that the runs use, defaults included. The same scenario, seeds, rulebook and code give the same files, byte for byte, with any number of workers; the manifest has the hashes of rulebook and code, and runs of other code are never mixed with those of this one.",
    "simulate validate reproduces published results (Milgrom, North and Weingast 1990; Nowak and Sigmund 1998) and says of each value whether it is found within its tolerance; it exits with 1 if one is not.",
    "A file of --strategies is loaded anew for each run, in its worker. Its hash is part of the study, Math.random and Date.now are refused, and a run whose strategy gives no answer within 10 seconds fails.",
    "Ctrl-C stops; the same command then continues where it stopped, and so it does after a kill or a full disk. A greater --runs adds to the runs that are finished.",
    "A study over 10 minutes or 2 GB is warned of, and one whose single run needs more memory than the machine has is refused.",
    "Exits with 0 if every run is finished, 1 if a run failed, 2 if the scenario or the command has a mistake (nothing is written then), 130 if it was stopped.",
  ],
  run,
}
