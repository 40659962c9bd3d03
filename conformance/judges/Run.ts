/**
 * A run of the bench in a folder: one file a judge with a line for each trial, in their order. A run that was stopped goes on after its
 * last whole line, and ends with the same bytes. The times of the answers stand in files of their own, since no two runs have the same.
 */
import { appendFile, mkdir, readdir, readFile, rename, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Either } from "effect"
import { Price } from "../../adapters/model/index.ts"
import type { Measures, Variants } from "../../core/judging/index.ts"
import type { Unasked } from "./OfModel.ts"
import { type Trial, type TriedJudge, trialsOf, tryJudge } from "./Try.ts"

/** The settings of a run: they fix the trials of every judge. */
export interface Settings {
  readonly matters: number
  readonly seed: number
  readonly variants: ReadonlyArray<Variants.VariantName>
}

/** A judge and the folder of its run. If the folder has a part of the run already, the run goes on from there. */
export interface JudgeRun {
  readonly folder: string
  readonly settings: Settings
  readonly judge: TriedJudge<Unasked>
  readonly atOnce: number
  /** The run stops once its answers at one endpoint have cost this, in millionths of a US dollar; null without a limit. */
  readonly costMicrosMax: number | null
  /** Milliseconds, from any beginning. */
  readonly now: () => number
  readonly hear?: (done: number, total: number) => void
}

/** How a run ended: with all trials, or with why it stopped before. */
export interface Ended {
  readonly done: number
  readonly total: number
  readonly stopped: string | null
}

/** The folder of a run can't be used; the message says why. */
export class WrongFolder extends Error {}

const settingsFile = "run.json"
const answersEnd = ".ndjson"
const timesEnd = ".times.ndjson"

const textOf = (path: string): Promise<string | null> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null
    throw error
  })

/** The whole lines of a text: a last line that was cut off is left out. */
const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").slice(0, -1)
const joinLines = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

/** Makes the folder of a run, or finds that it is of a run with the same settings. */
const openFolder = async (folder: string, settings: Settings): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const path = join(folder, settingsFile)
  const text = `${JSON.stringify(settings)}\n`
  const found = await textOf(path)
  if (found === null) {
    // A run that is killed here leaves no half of a file.
    await writeFile(`${path}.new`, text)
    await rename(`${path}.new`, path)
  } else if (found !== text)
    throw new WrongFolder(
      `${folder} holds a run with other settings (${found.trim()}); give another folder, or the same settings`,
    )
}

/** The answers of a judge in a folder with the line above them, and their times in milliseconds, without a line that was cut off. */
const readKept = async (folder: string, name: string) => {
  const [answersPath, timesPath] = [join(folder, `${name}${answersEnd}`), join(folder, `${name}${timesEnd}`)]
  const answers = linesOf((await textOf(answersPath)) ?? "")
  const times = linesOf((await textOf(timesPath)) ?? "")
  return { answersPath, timesPath, answers, times: times.slice(0, Math.max(0, answers.length - 1)) }
}

/** Cuts a file off after these lines, with which it begins. The lines are never written anew, since answers may have cost money. */
const cutAfter = async (path: string, lines: ReadonlyArray<string>): Promise<void> => {
  await appendFile(path, "")
  await truncate(path, Buffer.byteLength(joinLines(lines)))
}

const readLine = (line: string, name: string): Measures.Answered => {
  try {
    return JSON.parse(line)
  } catch {
    throw new WrongFolder(`a line of ${name}${answersEnd} can't be read; give another folder`)
  }
}

/**
 * The cost of the answers so far. An unknown cost counts as the dearest known one; null if a cost is unknown and no answer had
 * a known cost. A matter whose account leaves no line open costs nothing, since no endpoint is asked about it.
 */
const costOf = (costs: ReadonlyArray<number | null>): number | null => {
  const known = costs.flatMap((cost) => cost ?? [])
  const dearest = Math.max(0, ...known)
  if (dearest === 0 && known.length < costs.length) return null
  return costs.reduce<number>((sum, cost) => sum + (cost ?? dearest), 0)
}

/** The costs of the answers at each endpoint: one list for a model, and one for each member of a panel. */
const costsOf = (answered: ReadonlyArray<Measures.Answered>): ReadonlyArray<ReadonlyArray<number | null>> => {
  const members = Math.max(0, ...answered.map(({ costs = [] }) => costs.length))
  if (members === 0) return [answered.map(({ costMicros }) => costMicros)]
  // A member was not asked about a matter of which the line has no costs.
  return Array.from({ length: members }, (_, i) =>
    answered.map(({ costs = [] }) => (costs.length === 0 ? 0 : (costs[i] ?? null))),
  )
}

const limitReached = (
  answered: ReadonlyArray<Measures.Answered>,
  costMicrosMax: number | null,
): string | null => {
  if (costMicrosMax === null) return null
  const spent = costsOf(answered).map(costOf)
  if (spent.includes(null))
    return "the endpoint states no cost, so that the limit can't be kept; give the price of its model"
  const most = Math.max(...spent.flatMap((one) => one ?? []))
  return most < costMicrosMax
    ? null
    : `the limit of cost is reached (USD ${Price.dollarsOf(most).toFixed(2)})`
}

const checkLine = ({ matter, variant }: Measures.Answered, trial: Trial | undefined, name: string): void => {
  if (trial?.matter.id !== matter || trial.variant !== variant)
    throw new WrongFolder(`the answers of ${name} are those of another version; give another folder`)
}

/** Runs a judge in a folder, or goes on with its run. */
export const runJudge = async (run: JudgeRun): Promise<Ended> => {
  const { folder, settings, judge, atOnce, costMicrosMax, now, hear } = run
  await openFolder(folder, settings)
  const trials = trialsOf(settings.matters, settings.seed, settings.variants)
  const total = trials.length
  const head = JSON.stringify({ judge: judge.name, says: judge.says })
  const { answersPath, timesPath, answers, times } = await readKept(folder, judge.name)
  const [first = head, ...lines] = answers
  if (first !== head)
    throw new WrongFolder(
      `${folder} holds answers of another judge that is named ${judge.name}; give another folder`,
    )
  const answered = lines.map((line) => readLine(line, judge.name))
  for (const [i, line] of answered.entries()) checkLine(line, trials[i], judge.name)
  await cutAfter(timesPath, times)
  await cutAfter(answersPath, answers)
  if (answers.length === 0) await appendFile(answersPath, joinLines([head]))
  const timeTrial = (trial: Trial) =>
    Effect.suspend(() => {
      const began = now()
      return Effect.map(tryJudge(judge, trial), (line) => ({ line, ms: now() - began }))
    })
  while (answered.length < total) {
    const limit = limitReached(answered, costMicrosMax)
    if (limit !== null) return { done: answered.length, total, stopped: limit }
    const batch = trials.slice(answered.length, answered.length + atOnce)
    const ends = await Effect.runPromise(
      Effect.forEach(batch, (trial) => Effect.either(timeTrial(trial)), { concurrency: atOnce }),
    )
    // The lines stand in the order of the trials: what comes after a failure is asked again.
    const failed = ends.findIndex(Either.isLeft)
    const good = ends
      .slice(0, failed === -1 ? ends.length : failed)
      .flatMap((end) => (Either.isRight(end) ? [end.right] : []))
    await appendFile(timesPath, joinLines(good.map(({ ms }) => JSON.stringify(ms))))
    await appendFile(answersPath, joinLines(good.map(({ line }) => JSON.stringify(line))))
    answered.push(...good.map(({ line }) => line))
    hear?.(answered.length, total)
    const end = ends[failed]
    if (end !== undefined && Either.isLeft(end))
      return { done: answered.length, total, stopped: end.left.why }
  }
  return { done: total, total, stopped: null }
}

/** The answers of one judge as a folder keeps them, with the milliseconds that each took. */
export interface Kept {
  readonly judge: string
  readonly says: string
  readonly answered: ReadonlyArray<Measures.Answered>
  readonly times: ReadonlyArray<number>
}

/** Every judge whose answers stand in the folder, the judge on the papers first. */
export const readRun = async (
  folder: string,
): Promise<{ readonly settings: Settings; readonly judges: ReadonlyArray<Kept> }> => {
  const settings = await textOf(join(folder, settingsFile))
  if (settings === null) throw new WrongFolder(`${folder} holds no run`)
  const names = (await readdir(folder))
    .filter((name) => name.endsWith(answersEnd) && !name.endsWith(timesEnd))
    .map((name) => name.slice(0, -answersEnd.length))
    .sort((a, b) => Number(b === "papers") - Number(a === "papers") || (a < b ? -1 : 1))
  const judges = await Promise.all(
    names.map(async (name): Promise<Kept> => {
      const { answers, times } = await readKept(folder, name)
      const [head = "{}", ...lines] = answers
      return {
        ...(JSON.parse(head) as Pick<Kept, "judge" | "says">),
        answered: lines.map((line) => readLine(line, name)),
        times: times.map(Number),
      }
    }),
  )
  return { settings: JSON.parse(settings), judges }
}
