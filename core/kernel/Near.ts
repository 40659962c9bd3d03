/** Suggestions for a mistyped name: the known names that are most similar to it. */
import { needPresent } from "./Defect.ts"

const cell = (row: ReadonlyArray<number>, j: number): number =>
  needPresent(row[j], "a cell of the table of distances")

/** The Levenshtein distance: how many letters must be inserted, removed or replaced to turn one text into the other. */
export const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = cell(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, cell(row, j) + 1, cell(next, j - 1) + 1))
    }
    row = next
  }
  return cell(row, b.length)
}

/** At most three names that are similar to an unknown one, the most similar first. */
const near = (wanted: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const low = wanted.toLowerCase()
  return names
    .map((name) => {
      const within = name.toLowerCase().includes(low) || low.includes(name.toLowerCase())
      return { name, far: within ? 1 : distance(low, name.toLowerCase()) }
    })
    .filter(({ far }) => far <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** `; did you mean a or b?`, or an empty text if no name is similar. */
export const didYouMean = (wanted: string, names: ReadonlyArray<string>): string => {
  const found = near(wanted, names)
  return found.length === 0 ? "" : `; did you mean ${found.join(" or ")}?`
}
