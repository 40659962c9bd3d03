/** Schemas: the fragment of JSON Schema 2020-12 that the criteria have. Whatever is let through ends, in bounded room. */
import { isDecimal, isObject, type Value } from "./Json.ts"
import type { Keyword, Schema } from "./Keyword.ts"
import { keywords } from "./Keywords.ts"
import { type Problems, refuseOver } from "./Members.ts"
import { escapeToken } from "./Pointer.ts"

/** The most schemas within each other, with the schemas to which references lead. */
const levelsMax = 32

/** A schema of the document, with what must be known of it before it may be applied. */
interface Node {
  readonly path: string
  readonly depth: number
  readonly same: Array<Node>
  /** The nodes that apply it to their own value, and the number of those of `same` whose height is not known. */
  readonly users: Array<Node>
  waiting: number
  schema: Schema
  /** How many schemas stand within each other for one value, from this one on; 0 until it is known. */
  height: number
}

const isTooDeep = ({ depth, height }: Node): boolean => depth - 1 + height > levelsMax

const definitionName = /^[A-Za-z0-9._-]{1,64}$/
const referenceForm = /^#\/\$defs\/([A-Za-z0-9._-]{1,64})$/
const limits: ReadonlyArray<readonly [least: string, greatest: string]> = [
  ["minItems", "maxItems"],
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
]

/** A place where a schema names another by `$ref`. The named schema is known once every definition has been read. */
interface Reference {
  readonly from: Node
  readonly name: string
  readonly path: string
  readonly to: Array<Schema>
}

class SchemaReader {
  readonly #problems: Problems
  readonly #nodes: Array<Node> = []
  readonly #definitions = new Map<string, Node>()
  readonly #references: Array<Reference> = []

  constructor(problems: Problems) {
    this.#problems = problems
  }

  read(value: Value, path: string): Schema {
    const root = this.#readNode(value, path, 1)
    this.#resolve()
    this.#measure()
    return root.schema
  }

  #readNode(value: Value, path: string, depth: number): Node {
    const node: Node = { path, depth, same: [], users: [], waiting: 0, schema: true, height: 0 }
    this.#nodes.push(node)
    if (typeof value === "boolean") node.schema = value
    else if (isObject(value)) node.schema = this.#readObject(value, node)
    else this.#problems.refuse(path, "must be a schema: an object, true or false")
    return node
  }

  #readObject(members: ReadonlyMap<string, Value>, node: Node): Schema {
    const { path, depth } = node
    const problems = this.#problems
    const around = {
      problems,
      members,
      isRoot: depth === 1,
      schema: (value: Value, at: string, isSame = false) => {
        const within = this.#readNode(value, at, depth + 1)
        if (isSame) node.same.push(within)
        return within.schema
      },
      reference: (value: Value, at: string) => this.#readReference(value, at, node),
      definitions: (value: Value, at: string) => this.#readDefinitions(value, at),
    }
    const read = [...members].flatMap(([name, value]): ReadonlyArray<Keyword> => {
      const at = `${path}/${escapeToken(name)}`
      const row = Object.hasOwn(keywords, name) ? keywords[name] : undefined
      if (row === undefined)
        problems.refuse(at, `is no keyword of these schemas: leave it out. They have ${known}`)
      const keyword = row?.(value, at, around)
      // A row gives every member of its keyword but the name.
      return keyword === undefined ? [] : [{ ...keyword, name } as Keyword]
    })
    for (const [least, greatest] of limits) {
      const [low, high] = [members.get(least), members.get(greatest)]
      if (isDecimal(low) && isDecimal(high)) refuseOver(low, high, `${path}/${least}`, greatest, problems)
    }
    return { size: members.size, keywords: read, isFlat: read.every(({ does }) => does === "assert") }
  }

  #readDefinitions(value: Value, path: string): void {
    if (!isObject(value)) {
      this.#problems.refuse(path, "must be an object of schemas")
      return
    }
    for (const [name, stated] of value) {
      const at = `${path}/${escapeToken(name)}`
      if (!definitionName.test(name))
        this.#problems.refuse(at, "must have a name of 1 to 64 of A-Z a-z 0-9 . _ -")
      this.#definitions.set(name, this.#readNode(stated, at, 2))
    }
  }

  #readReference(value: Value, path: string, from: Node): ReadonlyArray<Schema> | undefined {
    const name = typeof value === "string" ? referenceForm.exec(value)?.[1] : undefined
    if (name === undefined)
      return this.#problems.refuse(path, "must be #/$defs/NAME, with a name that $defs at the root has")
    const to: Array<Schema> = []
    this.#references.push({ from, name, path, to })
    return to
  }

  #resolve(): void {
    for (const { from, name, path, to } of this.#references) {
      const target = this.#definitions.get(name)
      if (target === undefined) this.#problems.refuse(path, `names nothing: $defs at the root has no ${name}`)
      else {
        from.same.push(target)
        to.push(target.schema)
      }
    }
  }

  /** Finds the height of each node after those of the nodes that it applies. A node that gets no height is in a circle, or leads to one. */
  #measure(): void {
    for (const node of this.#nodes) {
      node.waiting = node.same.length
      for (const used of node.same) used.users.push(node)
    }
    const ready = this.#nodes.filter(({ same }) => same.length === 0)
    for (const node of ready) {
      node.height = 1 + Math.max(0, ...node.same.map(({ height }) => height))
      // Of a chain that is too deep, its innermost schema is told.
      if (isTooDeep(node) && !node.same.some(isTooDeep))
        this.#problems.refuse(
          node.path,
          `stands within more than ${levelsMax} schemas, with what it refers to: nest them less`,
        )
      for (const user of node.users) if (--user.waiting === 0) ready.push(user)
    }
    this.#refuseCircles()
  }

  /** A node without a height is in a circle, or leads to one. If no other node without a height uses it, it only leads there. */
  #refuseCircles(): void {
    const circling = new Set(this.#nodes.filter(({ height }) => height === 0))
    const leading = (node: Node): boolean => !node.users.some((user) => circling.has(user))
    // A node that is taken out may leave others that only lead there.
    const loose = [...circling].filter(leading)
    for (const node of loose) {
      circling.delete(node)
      loose.push(...node.same.filter((used) => circling.has(used) && leading(used)))
    }
    for (const { from, path } of this.#references)
      if (circling.has(from))
        this.#problems.refuse(path, "leads back to itself without going into a value: break the circle")
  }
}

const known = Object.keys(keywords).join(", ")

export const readSchema = (value: Value, path: string, problems: Problems): Schema | undefined => {
  const before = problems.all.length
  const schema = new SchemaReader(problems).read(value, path)
  return problems.all.length === before ? schema : undefined
}
