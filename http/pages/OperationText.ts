/** The page of one operation for a model: its request and its answer, within a bound, and where the rest stands. */
import { asMarkdown, type Block, code } from "./Blocks.ts"
import {
  answerBlocks,
  type Guided,
  type Placed,
  partsOf,
  placesIn,
  requestBlocks,
  shapesIn,
  statuses,
  titleOf,
} from "./Guide.ts"
import { shapeOf } from "./Shapes.ts"

/** The greatest length in characters: where it is names and JSON, a token has 2.9 of them (o200k), so it has less than 2,000 tokens. */
export const operationCharsMax = 5_600

/** An example of an answer is shown if it is not longer, since ids and signatures cost a model twice as much as words. */
const exampleCharsMax = 1_800

/** The room that is kept for the line on what is left out. */
const restCharsMax = 300

type Shapes = ReadonlyMap<string, unknown>

const namesIn = (blocks: ReadonlyArray<Block>): ReadonlyArray<string> =>
  blocks.flatMap((block) => {
    if ("blocks" in block) return namesIn(block.blocks)
    return "code" in block
      ? block.code.flatMap((piece) => (typeof piece === "string" ? [] : [piece.shape]))
      : []
  })

/** The shapes that blocks name, and the shapes that these shapes name, the nearest first. */
const shapesOf = (
  blocks: ReadonlyArray<Block>,
  shapes: Shapes,
): ReadonlyArray<readonly [name: string, block: Block]> => {
  const found = new Map<string, Block>()
  let names = namesIn(blocks)
  while (names.length > 0) {
    const made = [...new Set(names)]
      .filter((name) => !found.has(name) && shapes.has(name))
      .map((name) => [name, code("text", shapeOf(shapes.get(name)))] as const)
    for (const [name, block] of made) found.set(name, block)
    names = namesIn(made.map(([, block]) => block))
  }
  return [...found]
}

interface Piece {
  readonly name: string
  readonly text: string
}
const pieceOf = (name: string, ...blocks: ReadonlyArray<Block>): Piece => ({
  name,
  text: blocks.map(asMarkdown).join(""),
})

const isExample = (block: Block): boolean => block.is === "fold" && block.title.startsWith("Example")

const answerExample = "the example of the answer"

const piecesOf = (placed: Placed, shapes: Shapes): ReadonlyArray<Piece> => {
  const [taken, answered] = [requestBlocks(placed), answerBlocks(placed)]
  const foldsOf = (blocks: ReadonlyArray<Block>) =>
    shapesOf(blocks, shapes).map(([name, block]) =>
      pieceOf(`\`${name}\``, { is: "fold", title: name, blocks: [block] }),
    )
  const inBody = foldsOf(taken)
  const inAnswer = foldsOf(answered).filter(({ name }) => inBody.every((one) => one.name !== name))
  return [
    ...taken.filter(isExample).map((block) => pieceOf("the example of the body", block)),
    ...inBody,
    ...answered
      .filter((block) => !isExample(block))
      .map((block) => pieceOf("the shape of the answer", block)),
    ...answered.filter(isExample).map((block) => pieceOf(answerExample, block)),
    ...inAnswer,
  ]
}

/** The first names of a list that have room in the line on what is left out. */
const namesThatFit = (names: ReadonlyArray<string>): string => {
  const fit = names.filter((_, i) => names.slice(0, i + 1).join(", ").length <= restCharsMax - 120)
  return fit.length < names.length ? `${fit.join(", ")} and others` : fit.join(", ")
}

const textOf = (placed: Placed, shapes: Shapes): string => {
  const own = requestBlocks(placed).filter((block) => !isExample(block))
  const head = `# ${titleOf(placed)}\n\n${own.map(asMarkdown).join("")}${statuses(placed.operation)}\n\n`
  let left = operationCharsMax - restCharsMax - head.length
  const [kept, rest]: [Array<string>, Array<string>] = [[], []]
  for (const { name, text } of piecesOf(placed, shapes)) {
    const fits = text.length <= Math.min(left, name === answerExample ? exampleCharsMax : left)
    if (fits) kept.push(text)
    else rest.push(name)
    left -= fits ? text.length : 0
  }
  const more =
    rest.length === 0 ? "" : `Not here: ${namesThatFit(rest)}. [The whole guide](/docs.md) has them.\n`
  return head + kept.join("") + more
}

/** The page of an operation or of a guide by its name, such as `check.md`; null if no page has the name. */
export const pageText = (of: Guided, page: string): string | null => {
  const [, name] = /^([\w-]{1,80})\.md$/.exec(page) ?? []
  if (name === undefined) return null
  const placed = placesIn(of.described).find(({ operation }) => operation.operationId === name)
  if (placed !== undefined) return textOf(placed, new Map(shapesIn(of.described)))
  const part = partsOf(of).find(({ id }) => id === name)
  return part === undefined ? null : asMarkdown(part)
}
