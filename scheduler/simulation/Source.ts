/** A text in YAML or JSON that remembers where each of its values stands, so that a message can name the line. */
import { Either } from "effect"
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml"

export type Path = ReadonlyArray<string | number>

/** Something wrong in what was given, and where: `scenario.yaml:3:7`, or the option that says it. */
export interface Problem {
  readonly place: string
  readonly message: string
}

export const problemText = ({ place, message }: Problem): string => `${place}: ${message}`

export interface Source {
  readonly name: string
  readonly value: unknown
  /** Where a value stands, as `name:line:column`; the nearest place that exists. */
  readonly placeOf: (path: Path) => string
  /** Where the key of a value stands; that of the value itself in a list. */
  readonly keyPlaceOf: (path: Path) => string
}

/** The node at a path, or the deepest on the way to it; with its key. */
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
      key = pair.key as Node
      next = pair.value ?? pair.key
    } else if (isSeq(node)) {
      next = node.items[Number(part)]
      key = null
    }
    if (next === undefined || next === null) break
    node = next as Node
  }
  return { node, key }
}

/** Reads YAML 1.2, of which JSON is a part. Left: every mistake of the syntax, with its place. */
export const parse = (name: string, text: string): Either.Either<Source, ReadonlyArray<Problem>> => {
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

/** One value of an option, as YAML has it: `24` is a number, `[1, 2]` a list. */
export const parseValue = (text: string): Either.Either<unknown, string> => {
  const document = parseDocument(text, { prettyErrors: false })
  const [error] = document.errors
  return error === undefined ? Either.right(document.toJS()) : Either.left(error.message.replace(/\s+/g, " "))
}
