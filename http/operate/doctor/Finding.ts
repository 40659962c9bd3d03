/** A finding of the doctor: the state of one thing, and what to do if it is not good. */
import { Health } from "../../../adapters/store/index.ts"

type Level = "ok" | "warn" | "fail"

/** The finding about one part of the court, with a remedy (`todo`) if something needs to be done. */
export interface Finding {
  /** The part of the court that was examined: `keys`, `disk`, … */
  readonly of: string
  readonly level: Level
  readonly says: string
  readonly todo: string | null
}

export const findings = (of: string) => ({
  ok: (says: string): Finding => ({ of, level: "ok", says, todo: null }),
  warn: (says: string, todo: string): Finding => ({ of, level: "warn", says, todo }),
  fail: (says: string, todo: string): Finding => ({ of, level: "fail", says, todo }),
})

/** The level of a number, by the numbers from which on it is a warning and a failure. */
export const levelOf = (
  number: number,
  { warn, fail }: { readonly warn: number; readonly fail: number },
): Level => (number >= fail ? "fail" : number >= warn ? "warn" : "ok")

const units: ReadonlyArray<readonly [ms: number, name: string]> = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
  [1, "ms"],
]
/** A length of time for a person, in the largest unit of which it has at least two. */
export const lengthOf = (ms: number): string => {
  const [size, name] = units.find(([size]) => ms >= 2 * size) ?? [1, "ms"]
  return `${Math.round(ms / size)} ${name}`
}

export const sizeOf = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`

export const wordsOf = (error: unknown): string => Health.reasonOf(error).words
