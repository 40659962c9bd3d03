/** Reads a folder of documents. It checks every file, and reports all problems at once. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative } from "node:path"
import { Either } from "effect"
import { Loadable } from "../../core/law/index.ts"
import { documentsOf, Unreadable } from "./Document.ts"

/** The reason why a file of law, by its path in the folder, can't be loaded, with its place. One such problem stops the whole load. */
export interface FileProblem {
  readonly file: string
  /** Where in the file: a line, or a path in the document. */
  readonly place: string
  readonly message: string
}
/** A problem in one line, with its file and its place. */
export const problemLine = ({ file, place, message }: FileProblem): string =>
  `${[file, place].filter((part) => part !== "").join(": ")}: ${message}`

const fileBytesMax = 20_000_000

interface Read {
  readonly file: string
  readonly place: string
  readonly loadable: Loadable.Loadable
}
type Outcome = Either.Either<Read, ReadonlyArray<FileProblem>>

const unreadable = (file: string, error: unknown): ReadonlyArray<FileProblem> => {
  if (error instanceof Unreadable) return [{ file, place: `line ${error.line}`, message: error.message }]
  const message = error instanceof Error ? error.message : String(error)
  return [{ file, place: "", message: `can't be read: ${message}` }]
}

const readFile = (folder: string, path: string): ReadonlyArray<Outcome> => {
  const file = relative(folder, path)
  try {
    const { size } = statSync(path)
    if (size > fileBytesMax)
      return [Either.left([{ file, place: "", message: `is larger than ${fileBytesMax} bytes` }])]
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path))
    const documents = documentsOf(path, text)
    return documents.map((document, i): Outcome => {
      const at = documents.length > 1 ? `[${i}]` : ""
      return Either.mapBoth(Loadable.read(document), {
        onLeft: (problems) =>
          problems.map(({ path: within, message }) => ({
            file,
            place: [at, within].filter((part) => part !== "").join("."),
            message,
          })),
        onRight: (read) => ({ file, place: at, loadable: read }),
      })
    })
  } catch (error) {
    return [Either.left(unreadable(file, error))]
  }
}

/** The problems of documents that share an id: each loading would replace one by the other. */
const doubles = (read: ReadonlyArray<Read>): ReadonlyArray<FileProblem> => {
  const first = new Map<string, Read>()
  return read.flatMap((one) => {
    const { type, id } = one.loadable
    const key = `${type === "instrument" ? "instrument" : "research"}/${id}`
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, one)
    return earlier === undefined
      ? []
      : [
          {
            file: one.file,
            place: [one.place, "id"].filter((part) => part !== "").join("."),
            message: `"${id}" is also in ${earlier.file}`,
          },
        ]
  })
}

/** The documents of the `.json` and `.md` files in a folder and its subfolders, or all problems of these files. */
export const readFolder = (
  folder: string,
): Either.Either<ReadonlyArray<Loadable.Loadable>, ReadonlyArray<FileProblem>> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter(
      (entry) => entry.isFile() && /\.(?:json|md)$/.test(entry.name) && !/^readme\.md$/i.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (files.length === 0)
    return Either.left([{ file: folder, place: "", message: "has no .json or .md file" }])
  const outcomes = files.flatMap((path) => readFile(folder, path))
  const read = outcomes.flatMap((outcome) => (Either.isRight(outcome) ? [outcome.right] : []))
  const problems = [
    ...outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? outcome.left : [])),
    ...doubles(read),
  ]
  return problems.length > 0 ? Either.left(problems) : Either.right(read.map((one) => one.loadable))
}
