import { Decimal } from "./Decimal.ts"
import { List, Members, type Value } from "./Json.ts"

export interface Problem {
  readonly path: string
  readonly code: "criteria_refused" | "criteria_unaffordable"
  readonly message: string
}

/** Collects what is wrong with a document, each with the pointer to its place. */
export class Problems {
  readonly all: Array<Problem> = []

  refuse(path: string, message: string, code: Problem["code"] = "criteria_refused"): undefined {
    this.all.push({ path, code, message })
    return undefined
  }
}

/** Reads one value at a place: its meaning, or undefined after a problem was noted. */
export type Read<A> = (value: Value, path: string, problems: Problems) => A | undefined

export const below = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The members of one object. Whatever was not asked for by its end is refused. */
export class Fields {
  private readonly asked = new Set<string>()
  private readonly members: Members
  readonly path: string
  readonly problems: Problems

  constructor(members: Members, path: string, problems: Problems) {
    this.members = members
    this.path = path
    this.problems = problems
  }

  has(name: string): boolean {
    return this.members.of.has(name)
  }

  may<A>(name: string, read: Read<A>): A | undefined {
    this.asked.add(name)
    const value = this.members.of.get(name)
    return value === undefined ? undefined : read(value, below(this.path, name), this.problems)
  }

  must<A>(name: string, read: Read<A>): A | undefined {
    if (this.has(name)) return this.may(name, read)
    return this.problems.refuse(below(this.path, name), "It is missing.")
  }

  oneAtLeast(names: ReadonlyArray<string>): void {
    if (!names.some((name) => this.has(name)))
      this.problems.refuse(this.path, `One of ${names.join(", ")} is needed.`)
  }

  inOrder(low: string, high: string): void {
    const [least, most] = [this.members.of.get(low), this.members.of.get(high)]
    if (least instanceof Decimal && most instanceof Decimal && least.scaled > most.scaled)
      this.problems.refuse(below(this.path, low), `It is over ${high}.`)
  }

  end(): void {
    for (const name of this.members.of.keys())
      if (!this.asked.has(name)) this.problems.refuse(below(this.path, name), "It is unknown.")
  }
}

export const fieldsOf: Read<Fields> = (value, path, problems) =>
  value instanceof Members
    ? new Fields(value, path, problems)
    : problems.refuse(path, "It must be an object.")

export const text: Read<string> = (value, path, problems) =>
  typeof value === "string" ? value : problems.refuse(path, "It must be a text.")

export const textOf =
  (test: (text: string) => boolean, wanted: string): Read<string> =>
  (value, path, problems) =>
    typeof value === "string" && test(value) ? value : problems.refuse(path, `It must be ${wanted}.`)

export const numeral: Read<Decimal> = (value, path, problems) =>
  value instanceof Decimal ? value : problems.refuse(path, "It must be a number.")

export const wholeFrom =
  (least: number, most: number): Read<number> =>
  (value, path, problems) => {
    if (value instanceof Decimal && value.whole) {
      const number = Number(value.written)
      if (number >= least && number <= most) return number
    }
    return problems.refuse(path, `It must be a whole number from ${least} to ${most}.`)
  }

export const listOf =
  <A>(least: number, most: number, read: Read<A>): Read<ReadonlyArray<A>> =>
  (value, path, problems) => {
    if (!(value instanceof List) || value.items.length < least || value.items.length > most)
      return problems.refuse(path, `It must be a list of ${least} to ${most}.`)
    return value.items.flatMap((item, index) => {
      const meaning = read(item, below(path, index), problems)
      return meaning === undefined ? [] : [meaning]
    })
  }

/** The tokens of an RFC 6901 pointer. */
export const pointer: Read<ReadonlyArray<string>> = (value, path, problems) => {
  if (typeof value !== "string" || !/^(?:\/(?:[^~/]|~[01])*)*$/su.test(value))
    return problems.refuse(path, "It must be a pointer.")
  return value
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
}
