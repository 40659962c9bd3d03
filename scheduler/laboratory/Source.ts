/** A text in YAML or JSON, parsed with the place of each value, so that a message can name its line. */
import { Either } from "effect"
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml"

export type Path = ReadonlyArray<string | number>

/** A mistake and its place: a line and column such as `scenario.yaml:3:7`, or an option of the command line. */
export interface Problem {
  readonly place: string
  readonly message: string
}

/** The value that was read. Left: every mistake with its place. */
export type Read<A> = Either.Either<A, ReadonlyArray<Problem>>

/** Reads a file that a scenario names; Left: why it can't be read. */
export type ReadFile = (path: string) => Either.Either<string, string>

/** Whether a path begins with another. Keys that are numbers are written as texts in settings. */
export const startsWith = (path: Path, prefix: Path): boolean =>
  prefix.every((part, i) => String(part) === String(path[i]))

export const problemText = ({ place, message }: Problem): string => `${place}: ${message}`

export interface Source {
  readonly name: string
  readonly value: unknown
  /** The place of a value, as `name:line:column`. If the value is missing, the place of the nearest part that exists. */
  readonly placeOf: (path: Path) => string
  /** The place of the key of a value; in a list, the place of the value itself. */
  readonly keyPlaceOf: (path: Path) => string
}

/** The node at a path with its key; if the path leads to no node, the deepest node on the way. */
const find = (
  contents: Node | null,
  path: Path,
): { readonly node: Node | null; readonly key: Node | null } => {
  let node = contents
  let key: Node | null = null
  for (const part of path) {
    let next: unknown
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      if (pair === undefined) break
      key = pair.key as Node // a parsed document has nodes only
      next = pair.value ?? pair.key
    } else if (isSeq(node)) {
      next = node.items[Number(part)]
      key = null
    }
    if (next === undefined || next === null) break
    node = next as Node // a parsed document has nodes only
  }
  return { node, key }
}

/** Parses YAML 1.2, which includes JSON. Left: every syntax error with its place. */
export const parse = (name: string, text: string): Read<Source> => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const placeAt = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  const { contents } = document
  const placeOfNode = (node: Node | null): string => placeAt(node?.range?.[0] ?? 0)
  if (document.errors.length > 0) {
    return Either.left(
      document.errors.map(({ pos, message }) => ({
        place: placeAt(pos[0]),
        message: message.replace(/\s+/g, " ").trim(),
      })),
    )
  }
  return Either.map(
    Either.try({
      try: (): unknown => document.toJS(),
      catch: (error) => [
        { place: `${name}:1:1`, message: error instanceof Error ? error.message : "unreadable" },
      ],
    }),
    (value) => ({
      name,
      value,
      placeOf: (path) => placeOfNode(find(contents, path).node),
      keyPlaceOf: (path) => {
        const { node, key } = find(contents, path)
        return placeOfNode(key ?? node)
      },
    }),
  )
}

/** Parses the value of an option as YAML: `24` is a number, `[1, 2]` a list. */
export const parseValue = (text: string): Either.Either<unknown, string> => {
  const document = parseDocument(text, { prettyErrors: false })
  const [error] = document.errors
  return error === undefined ? Either.right(document.toJS()) : Either.left(error.message.replace(/\s+/g, " "))
}
