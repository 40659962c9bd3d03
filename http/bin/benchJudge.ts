/** `agent-court bench-judge`: tries judges on matters whose answers are known, and reports how each fared. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { Either } from "effect"
import { Chat, type Panel, Price } from "../../adapters/model/index.ts"
import {
  type Ended,
  type JudgesReport,
  mattersDefault,
  modelJudge,
  ownJudges,
  pageOf,
  panelJudge,
  reportOn,
  runJudge,
  type Settings,
  type TriedJudge,
  type Unasked,
  WrongFolder,
} from "../../conformance/judges/index.ts"
import { Variants } from "../../core/judging/index.ts"
import { baseAddressWanted, isBaseAddress, readKey, trimAddress } from "../court/ModelConfig.ts"
import { Failure, print, progress, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"

const splitList = (text: string): ReadonlyArray<string> => text.split(",").map((name) => name.trim())

const variantsOf = (given: Given): ReadonlyArray<Variants.VariantName> => {
  const text = given.text("variants")
  if (text === undefined) return Variants.variantNames
  const wanted = splitList(text)
  const unknown = wanted.find((name) => !Variants.variantNames.some((known) => known === name))
  if (unknown !== undefined)
    throw new UsageError(
      `--variants knows no "${unknown}"; the variants are ${Variants.variantNames.join(", ")}`,
    )
  return Variants.variantNames.filter((name) => name === "plain" || wanted.includes(name))
}

const ownOf = (text: string): ReadonlyArray<TriedJudge> => {
  if (text === "all") return ownJudges
  return splitList(text).map((name) => {
    const found = ownJudges.find((judge) => judge.name === name)
    if (found !== undefined) return found
    const known = ownJudges.map((judge) => judge.name).join(", ")
    throw new UsageError(`--judge knows no "${name}"; it takes all, or some of ${known}`)
  })
}

/** The limit of cost, in millionths of a US dollar. A run on an endpoint must have one. */
const costMaxOf = (given: Given): number => {
  const text = given.text("cost-max")
  const micros = text === undefined ? null : Price.parseDollars(text)
  if (micros === null)
    throw new UsageError(
      "--url needs --cost-max: the most that the answers may cost, in US dollars, such as 2.50",
    )
  return micros
}

/** The list of a flag, one for each model; null if the flag is not given. */
const eachOf = (given: Given, flag: string, count: number): ReadonlyArray<string> | null => {
  const text = given.text(flag)
  if (text === undefined) return null
  const parts = text.split(",").map((part) => part.trim())
  if (parts.length !== count)
    throw new UsageError(`--${flag} has one for each of the ${count} models, in their order`)
  return parts
}

/** The keys of the endpoints: that of the court's model for one, and those of the court's panel for several. */
const keysOf = (count: number) => {
  const [variable, texts] =
    count === 1
      ? ["COURT_MODEL_KEY", [process.env.COURT_MODEL_KEY]]
      : ["COURT_PANEL_KEY", (process.env.COURT_PANEL_KEY ?? ",".repeat(count - 1)).split(",")]
  if (texts.length !== count) throw new UsageError(`${variable} has one for each of the ${count} models`)
  return texts.map((text) => {
    const key = readKey(text)
    if (Either.isLeft(key)) throw new UsageError(`${variable}: a key of printable characters without spaces`)
    return key.right
  })
}

const membersOf = (given: Given, url: string, model: string): ReadonlyArray<Panel.Member> => {
  const models = model.split(",").map((name) => name.trim())
  const count = models.length
  const urls = url.includes(",") ? (eachOf(given, "url", count) ?? []) : models.map(() => url)
  if (!urls.every(isBaseAddress)) throw new UsageError(`--url is ${baseAddressWanted}`)
  const prices = eachOf(given, "price", count)?.map(Price.parsePrice)
  if (prices?.includes(null))
    throw new UsageError("--price is in US dollars for a million tokens in and out, such as 3/15")
  const keys = keysOf(count)
  return models.map((name, i) => {
    const price = prices?.[i] ?? null
    const chat = Chat.make({
      baseUrl: trimAddress(urls[i] ?? url),
      key: keys[i] ?? null,
      prices: price === null ? new Map() : new Map([[name, price]]),
      timeoutMs: (whole(given, "timeout", 1) ?? 120) * 1000,
    })
    return { chat, model: name }
  })
}

/** The judges to try, and the limit of cost at each endpoint; null for judges that cost nothing. Several models are tried as a panel too. */
const judgesOf = (
  given: Given,
): ReadonlyArray<{ readonly judge: TriedJudge<Unasked>; readonly costMicrosMax: number | null }> => {
  const [own, url, model] = [given.text("judge"), given.text("url"), given.text("model")]
  const named = own === undefined && url !== undefined ? [] : ownOf(own ?? "papers")
  const free = named.map((judge) => ({ judge, costMicrosMax: null }))
  if (url === undefined) {
    if (model !== undefined) throw new UsageError("--model needs --url, the endpoint that has it")
    return free
  }
  if (model === undefined) throw new UsageError("--url needs --model, the model to ask for")
  const members = membersOf(given, url, model)
  const costMicrosMax = costMaxOf(given)
  const alone = members.map(({ chat, model: name }) => modelJudge(chat, name))
  const asked = members.length === 1 ? alone : [...alone, panelJudge(members)]
  if (new Set(asked.map(({ name }) => name)).size < asked.length)
    throw new UsageError("--model names each model once")
  return [...free, ...asked.map((judge) => ({ judge, costMicrosMax }))]
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const printReport = ({ judges, trials }: JudgesReport): void => {
  const wide = Math.max(...judges.map(({ judge }) => judge.length))
  for (const { judge, answers, shares } of judges) {
    const told = (["agreement", "decided", "swap", "moved", "citations"] as const).map((name) => {
      const share = shares[name]
      return `${name} ${share === null ? "–" : percent(share.share)}`
    })
    const part = answers < trials ? style("yellow", `  ${answers} of ${trials} trials`) : ""
    print(`${style("bold", judge.padEnd(wide))}  ${told.join("  ")}${part}`)
  }
}

const runAll = async (given: Given): Promise<number> => {
  const folder = given.text("out")
  if (folder === undefined) throw new UsageError("--out must name the folder of the run")
  const settings: Settings = {
    matters: whole(given, "matters", 1) ?? mattersDefault,
    seed: whole(given, "seed") ?? 1,
    variants: variantsOf(given),
  }
  const atOnce = whole(given, "at-once", 1) ?? 4
  const stopped: Array<{ readonly judge: string; readonly ended: Ended }> = []
  for (const { judge, costMicrosMax } of judgesOf(given)) {
    const ended = await runJudge({
      folder,
      settings,
      judge,
      atOnce,
      costMicrosMax,
      now: () => Math.round(performance.now()),
      hear: (done, total) => progress(judge.name, done, total),
    })
    if (ended.stopped !== null) stopped.push({ judge: judge.name, ended })
  }
  const { report, times } = await reportOn(folder)
  await writeFile(join(folder, "report.json"), `${JSON.stringify(report, null, 1)}\n`)
  await writeFile(join(folder, "report.html"), pageOf(report, times))
  printReport(report)
  print(`The report: ${join(folder, "report.html")}`)
  for (const { judge, ended } of stopped)
    print(
      style(
        "yellow",
        `${judge} stopped after ${ended.done} of ${ended.total} trials: ${ended.stopped}. The same command goes on.`,
      ),
    )
  return stopped.length === 0 ? exitCodes.done : exitCodes.unasked
}

const run = async (given: Given): Promise<number> => {
  try {
    return await runAll(given)
  } catch (error) {
    if (error instanceof WrongFolder) throw new Failure(error.message)
    throw error
  }
}

export const command: CliCommand = {
  usage: "--out <folder> [--judge <names>] [--url <address> --model <name> --cost-max <dollars>]",
  takes: [0, 0],
  flags: {
    out: {
      value: "folder",
      help: "the folder of the run; its report compares all judges that were run in it",
    },
    judge: {
      value: "names",
      help: "judges that are here: papers, the judges with one fault each, or all (default papers, without --url)",
    },
    url: {
      value: "address",
      help: "the base address of a chat-completions endpoint, or one for each model; the key is COURT_MODEL_KEY, and COURT_PANEL_KEY has those of several",
    },
    model: {
      value: "name",
      help: "the model of that endpoint; several, with commas between them, are tried each alone and as a panel",
    },
    price: {
      value: "in/out",
      help: "US dollars for a million tokens, such as 3/15, if the endpoint doesn't state what an answer costs",
    },
    "cost-max": {
      value: "dollars",
      help: "the run of a judge stops once its answers at one endpoint have cost this; answers under way are still paid",
    },
    "at-once": { value: "number", help: "how many matters are before the judge at once (default 4)" },
    timeout: { value: "seconds", help: "how long an answer of the model may take (default 120)" },
    matters: { value: "number", help: `how many matters (default ${mattersDefault})` },
    seed: { value: "number", help: "the seed from which matters are drawn (default 1)" },
    variants: { value: "names", help: "the variants of each matter, besides the plain one (default all)" },
  },
  help: [
    "Puts matters before a judge whose answers are known: the rules of accounts compute them, or a person did. Each matter comes in variants that must not change the answer, and in others by which a party tries to move the judge. It measures how often the judge is right, whether order, names and sides move it, whether it obeys what papers tell it, whether its citations exist, and whether it keeps to the prayer and to the stake. Each measure has its interval of 95 %.",
    "A run that was stopped goes on by the same command, after its last whole answer, and its answers and report.json end with the same bytes. Run several judges into one folder to compare them in report.html.",
    "A model gets the papers as the court would send them. The matters are made up, and no answer goes to a court.",
    "The exit code is 0 if every judge has answered all trials, and 2 if a run stopped: at the limit of cost, or because the endpoint gave no answers.",
  ],
  run,
}
