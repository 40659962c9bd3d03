/** A network of partners, read from a CSV file of its links: `dealings.network: {kind: csv, file}`. */
import { Either } from "effect"
import * as Csv from "./Csv.ts"
import type { Problem, Read } from "./Source.ts"

export type Edge = readonly [number, number]

const names = ["from", "to"] as const
const isAgent = (text: string): boolean => /^\d+$/.test(text) && Number.isSafeInteger(Number(text))

/**
 * Reads a table of links, a pair of numbers of agents in each row. Its header has `from` and `to`; further columns are left alone, and it
 * does not matter which end is which. Left: every mistake with its line and column.
 */
export const parse = (name: string, text: string): Read<ReadonlyArray<Edge>> => {
  const [header = [], ...rows] = Csv.parse(text)
  const [from, to] = names.map((column) => header.findIndex((field) => field.text === column))
  if (from === undefined || to === undefined || from < 0 || to < 0)
    return Either.left([
      { place: `${name}:1:1`, message: `the header must have the columns ${names.join(", ")}` },
    ])
  const problems: Array<Problem> = []
  const edges = rows.map((row): Edge => {
    const [a, b] = [from, to].map((column, i) => {
      const field = row[column]
      if (field === undefined || !isAgent(field.text))
        problems.push({
          place: `${name}:${field?.line ?? row[0]?.line ?? 1}:${field?.column ?? 1}`,
          message: `${names[i]} must be the number of an agent, not "${field?.text ?? ""}"`,
        })
      return Number(field?.text)
    })
    return [a ?? 0, b ?? 0]
  })
  return problems.length > 0 ? Either.left(problems) : Either.right(edges)
}
