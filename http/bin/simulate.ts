/** `agent-court simulate`: runs the scenarios of a study over virtual time. */
import { availableParallelism, totalmem } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import type { Cost } from "../../scheduler/laboratory/Cost.ts"
import { type Modules, recorder, shardText } from "../../scheduler/laboratory/Shard.ts"
import { shipped } from "../../scheduler/laboratory/Shipped.ts"
import type { Problem } from "../../scheduler/laboratory/Source.ts"
import { print, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"
import { asCsv, each, entryToExplain, refuseFlags, shardOf } from "./simulate/Flags.ts"
import { fileOf, isThere, readText } from "./simulate/ScenarioFile.ts"
import { countOf, describeStudy, perform } from "./simulate/Study.ts"

const complain = (problems: ReadonlyArray<Problem>): number => {
  for (const { place, message } of problems) process.stderr.write(`${place}: ${message}\n`)
  process.stderr.write(
    style("red", `${countOf(problems.length, "mistake")}; nothing was run or written.\n`, process.stderr),
  )
  return exitCodes.usage
}

/** The strategies and measures of the files that are given. Left: what is wrong with them. */
const modulesOf = async (given: Given): Promise<Either.Either<Modules, ReadonlyArray<Problem>>> => {
  const [ofStrategies, ofMeasures] = [given.text("strategies"), given.text("measures")]
  const problems: Array<Problem> = []
  const noteProblem = <A>(file: string, found: Either.Either<A, string>): A | undefined => {
    if (Either.isLeft(found)) problems.push({ place: file, message: found.left })
    return Either.getOrUndefined(found)
  }
  const strategies =
    ofStrategies === undefined
      ? undefined
      : noteProblem(
          ofStrategies,
          await (await import("../../scheduler/laboratory/Strategies.ts")).load(ofStrategies),
        )
  const own =
    ofMeasures === undefined
      ? undefined
      : noteProblem(ofMeasures, await (await import("../../scheduler/laboratory/Own.ts")).load(ofMeasures))
  return problems.length > 0 ? Either.left(problems) : Either.right({ strategies, own })
}

const merge = async (given: Given, folders: ReadonlyArray<string>): Promise<number> => {
  if (folders.length === 0) throw new UsageError("simulate merge needs the folder of each shard")
  refuseFlags(given, "merge", each(["runs", "set", "shard", "explain"], "the shards say what the study is"))
  const modules = await modulesOf(given)
  if (Either.isLeft(modules)) return complain(modules.left)
  const { openShards } = await import("../../scheduler/laboratory/Merge.ts")
  const opened = openShards(folders, modules.right)
  if (Either.isLeft(opened)) {
    for (const line of opened.left) process.stderr.write(`${line}\n`)
    process.stderr.write(style("red", "Nothing was merged or written.\n", process.stderr))
    return exitCodes.failed
  }
  const { study, gather } = opened.right
  return perform(asCsv(given, study), {
    out: given.text("out") ?? join("results", study.name),
    workers: whole(given, "workers", 1) ?? availableParallelism(),
    report: !given.on("tables"),
    json: given.on("json"),
    gathers: gather,
  })
}

/** The facts about a study or a calibration that are known before it begins. */
interface Weighed {
  readonly place: string
  readonly described: string
  readonly cost: Cost
  /** With every run that `experiment.until` may add; undefined if it adds no runs. */
  readonly most?: Cost | undefined
  readonly less?: string
}

/**
 * Refuses what the machine can't hold, warns of what takes long, and prints the estimate if `--check` asks for it. Gives the exit status if
 * nothing is to be run; null if it goes on.
 */
const weigh = async (
  given: Given,
  workers: number,
  { place, described, cost, most, less }: Weighed,
): Promise<number | null> => {
  const { costRefusal, costText, costWarning } = await import("../../scheduler/laboratory/Cost.ts")
  const refusal = costRefusal(cost, totalmem())
  if (refusal !== null) return complain([{ place, message: refusal }])
  const isCheck = given.on("check")
  if (isCheck) {
    print(`${described}. ${style("green", "Nothing is wrong with it.")}`)
    print(costText(cost, workers))
    if (most !== undefined)
      print(`${costText(most, workers)} That is with the most runs that experiment.until allows.`)
  }
  const warning = costWarning(cost, less)
  if (warning !== null && given.text("explain") === undefined) print(style("yellow", warning))
  return isCheck ? exitCodes.done : null
}

const calibrate = async (given: Given, [wanted, ...others]: ReadonlyArray<string>): Promise<number> => {
  if (wanted === undefined || others.length > 0) throw new UsageError("simulate calibrate takes one scenario")
  refuseFlags(given, "calibrate", {
    json: "parameters.csv and fit.csv have what it finds",
    ...each(["runs", "shard"], "experiment.calibration says how many points there are"),
    explain: "run the scenario with --set and a seed of posterior.csv, and explain that",
  })
  const modules = await modulesOf(given)
  if (Either.isLeft(modules)) return complain(modules.left)
  const file = fileOf(wanted)
  const observed = given.text("observed")
  const texts = [
    [wanted, readText(file)] as const,
    ...(observed === undefined ? [] : [[observed, readText(observed)] as const]),
  ]
  const unread = texts.flatMap(([place, text]) =>
    Either.isLeft(text) ? [{ place, message: text.left }] : [],
  )
  if (unread.length > 0) return complain(unread)
  const [text = "", figures] = texts.map(([, found]) => Either.getOrElse(found, () => ""))
  const { costOfCalibration, plan } = await import("../../scheduler/laboratory/calibration/index.ts")
  const additions = { set: given.texts?.("set") ?? [], runs: undefined, ...modules.right }
  const from = observed === undefined || figures === undefined ? undefined : { name: observed, text: figures }
  const planned = plan(file, text, additions, readText, from)
  if (Either.isLeft(planned)) return complain(planned.left)
  const { describePlan, performCalibration } = await import("./simulate/Calibrate.ts")
  const workers = whole(given, "workers", 1) ?? availableParallelism()
  const { lessOfCalibration } = await import("../../scheduler/laboratory/Cost.ts")
  const ended = await weigh(given, workers, {
    place: wanted,
    described: describePlan(planned.right),
    cost: costOfCalibration(planned.right, workers),
    less: lessOfCalibration,
  })
  if (ended !== null) return ended
  return performCalibration(planned.right, {
    out: given.text("out") ?? join("results", `${planned.right.study.name}-calibration`),
    workers,
    report: !given.on("tables"),
  })
}

const run = async (given: Given): Promise<number> => {
  const [wanted = "", ...others] = given.positionals
  if (wanted === "merge") return merge(given, others)
  if (wanted === "calibrate") return calibrate(given, others)
  if (others.length > 0) throw new UsageError(`simulate takes one scenario; ${others[0]} is too many`)
  if (given.on("schema")) {
    const { studyJsonSchema } = await import("../../scheduler/laboratory/Schema.ts")
    print(JSON.stringify(studyJsonSchema(), null, 2))
    return exitCodes.done
  }
  if (wanted === "") {
    throw new UsageError(`simulate needs a file, or a scenario that ships: ${shipped.join(", ")}`)
  }
  if (wanted === "validate" && !isThere(wanted)) {
    const others = Object.keys(command.flags).filter((flag) => flag !== "check")
    refuseFlags(given, "validate", each(others, "it reproduces published results, which say what is run"))
    const { estimate, validate } = await import("../../scheduler/laboratory/validation/index.ts")
    if (given.on("check")) {
      estimate(print)
      return exitCodes.done
    }
    return validate(print) ? exitCodes.done : exitCodes.failed
  }
  const workers = whole(given, "workers", 1) ?? availableParallelism()
  const entry = entryToExplain(given)
  const { longest, read } = await import("../../scheduler/laboratory/Study.ts")
  const shard = shardOf(given)
  const file = fileOf(wanted)
  const text = Either.mapLeft(readText(file), (message) => [{ place: wanted, message }])
  if (Either.isLeft(text)) return complain(text.left)
  const modules = await modulesOf(given)
  if (Either.isLeft(modules)) return complain(modules.left)
  const additions = {
    set: given.texts?.("set") ?? [],
    runs: given.text("runs"),
    ...modules.right,
  }
  const { recording, inputs } = recorder(file, text.right, additions, readText)
  const study = Either.map(read(file, text.right, additions, recording), (found) => asCsv(given, found))
  if (Either.isLeft(study)) return complain(study.left)
  if (shard !== undefined && study.right.experiment.until !== undefined) {
    const message = "can't be given together with experiment.until, which looks at all runs; give --runs"
    return complain([{ place: `--shard ${shardText(shard)}`, message }])
  }
  const { costOf } = await import("../../scheduler/laboratory/Cost.ts")
  const cost = costOf(study.right, workers, shard?.of)
  const most = longest(study.right)
  const ended = await weigh(given, workers, {
    place: wanted,
    described: describeStudy(study.right),
    cost,
    most: most && costOf(most, workers),
  })
  if (ended !== null) return ended
  if (entry !== undefined) {
    const { lifeOf } = await import("../../scheduler/laboratory/Life.ts")
    return lifeOf(most ?? study.right, entry.run, entry.entry, print) ? exitCodes.done : exitCodes.failed
  }
  const suffix = shard === undefined ? "" : `-shard-${shard.number}-of-${shard.of}`
  return perform(study.right, {
    out: given.text("out") ?? join("results", `${study.right.name}${suffix}`),
    workers,
    report: !given.on("tables"),
    json: given.on("json"),
    shard: shard && { ...shard, inputs: inputs() },
  })
}

export const command: CliCommand = {
  usage: "<scenario> | calibrate <scenario> | merge <folder> … | validate",
  takes: [0, Number.POSITIVE_INFINITY],
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
    measures: {
      value: "file.ts",
      help: "measures of your own, which the scenario calls own.<name>: a module that exports `measures`",
    },
    explain: {
      value: "run:entry",
      help: "print the history of one entry (of the first run if no run is named): when, who, which act, the status, the provisions",
    },
    observed: {
      value: "figures.csv",
      help: "of simulate calibrate: the observed figures, CSV with the columns measure and value, or JSON",
    },
    tables: { help: "write only the tables, without charts and report; no library for drawing is needed" },
    json: { help: "print the outcomes as JSON for a program, and everything else on standard error" },
    csv: { help: "write entries.csv and agents.csv too, besides the Parquet files" },
    shard: {
      value: "3/16",
      help: "carry out only the third of sixteen parts of the runs, which `simulate merge` puts together",
    },
    check: { help: "check the file, estimate time and memory, and run nothing" },
    schema: {
      help: "print the JSON Schema of scenario files, with descriptions and defaults, for editors, and what each measure and column means",
    },
  },
  help: [
    `A scenario is a file in YAML or JSON, or the name of a scenario that ships: ${shipped.join(", ")}.`,
    "A scenario says who deals with whom, how agents behave, how the court decides, and which figures of the Schedule differ. Its part `experiment` says which parameters vary (grid, zip, sensitivity) and on how many seeds. From the judgment on, every move of an entry follows the rules that the court itself runs.",
    "A table of the outcomes is printed: the mean of each measure in each condition, with its unit. Results: report.html with every chart, and the tables runs.csv, timeseries.csv, summary.csv, survival.csv, cohorts.csv and, of a sample, indices.csv. Beside them stand the data sets entries and agents, each a folder of Parquet files, and the charts as SVG, PDF and PNG. The file dictionary.csv says what each column means. The file manifest.json says what is finished, failed and missing, and has every value that the runs use, defaults included.",
    "The same scenario, seeds, rulebook and code give the same files, byte for byte, with any number of workers. The manifest has the hashes of rulebook and code, and a folder never mixes runs of different code.",
    "simulate validate reproduces published results (Milgrom, North and Weingast 1990; Nowak and Sigmund 1998) and says of each value of their formulas, at parameters chosen here, whether it is found within its tolerance; it exits with 1 if one is not. With --check it runs nothing, and says what it would reproduce and about how long that takes.",
    "simulate calibrate finds the parameters that give observed figures (approximate Bayesian computation): experiment.calibration has the priors, and the figures or their file. It writes posterior.csv, parameters.csv, fit.csv, generations.csv, and charts of the posterior.",
    "A file of --strategies is loaded anew for each run. Its hash is part of the study. A run refuses Math.random and Date.now, and fails if a strategy gives no answer within 10 seconds.",
    "Ctrl-C stops; the same command then continues where it stopped, and so it does after a kill or a full disk. A greater --runs adds to the runs that are finished.",
    "On many machines, `--shard 1/16` to `--shard 16/16` carry out a part each, and `simulate merge` with the sixteen folders gives the same bytes as one machine. It refuses parts of different studies, and says which runs are missing. Give it the same --strategies and --measures as the shards had. A scenario that is called merge is given as ./merge.",
    "A warning says if a study takes over 10 minutes or 2 GB. A study is refused if one of its runs needs more memory than the machine has.",
    "Exits with 0 if every run is finished, 1 if a run failed, 2 if the scenario or the command has a mistake (nothing is written then), 130 if it was stopped.",
  ],
  run,
}
