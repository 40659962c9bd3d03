/** The document of some criteria, as a value or as text, and its hash. */
import { isKept, parseDecimal } from "./Decimal.ts"
import {
  decodeText,
  hasLoneSurrogate,
  inOrder,
  isDecimal,
  isList,
  isObject,
  NotJson,
  parseJson,
  type Value,
  writeJson,
} from "./Json.ts"
import { Problems } from "./Members.ts"
import { escapeToken } from "./Pointer.ts"
import { hashText } from "./Sha256.ts"
import { countBytes } from "./Text.ts"

const bytesMax = 16_384
const levelsMax = 128
const tooLong = `has more than ${bytesMax} bytes in its RFC 8785 form: make it shorter`

export interface Document {
  readonly value: Value
  /** The digest by which quotes name the criteria: `sha256:` and the hash of its RFC 8785 form. */
  readonly digest: string
}

/** Takes a value of the program apart into JSON. It stops where the document would be too long, however the value is made. */
class Importer {
  readonly #problems: Problems
  #bytesLeft = bytesMax

  constructor(problems: Problems) {
    this.#problems = problems
  }

  read(given: unknown, path = "", levels = 0): Value {
    if (--this.#bytesLeft < 0) return null
    if (given === null || typeof given === "boolean") return given
    if (typeof given === "string") return this.#readText(given, path)
    if (typeof given === "number" && Number.isFinite(given)) return parseDecimal(String(given))
    const isPlain = typeof given === "object" && (Array.isArray(given) || isRecord(given))
    if (!isPlain)
      return this.#refuse(
        path,
        "is no JSON value: use texts, finite numbers, lists, objects, true, false and null",
      )
    if (levels === levelsMax)
      return this.#refuse(
        path,
        `stands in more than ${levelsMax} lists and objects within each other: nest it less`,
      )
    return Array.isArray(given)
      ? this.#readList(given, path, levels + 1)
      : this.#readObject(given, path, levels + 1)
  }

  get isTooLong(): boolean {
    return this.#bytesLeft < 0
  }

  #refuse(path: string, message: string): null {
    this.#problems.refuse(path, message)
    return null
  }

  #readText(text: string, path: string): string {
    this.#bytesLeft -= text.length
    if (this.#bytesLeft >= 0 && hasLoneSurrogate(text))
      this.#refuse(path, "has half of a surrogate pair alone: take it out")
    return text
  }

  #readList(given: ReadonlyArray<unknown>, path: string, levels: number): Value {
    const items: Array<Value> = []
    for (let i = 0; i < given.length && !this.isTooLong; i++)
      items.push(this.read(given[i], `${path}/${i}`, levels))
    return items
  }

  #readObject(given: object, path: string, levels: number): Value {
    const members = new Map<string, Value>()
    for (const [name, value] of Object.entries(given)) {
      if (this.isTooLong) break
      const at = `${path}/${escapeToken(name)}`
      members.set(this.#readText(name, at), this.read(value, at, levels))
    }
    return inOrder(members)
  }
}

/** An object as a literal or a parser of JSON makes it, in whatever realm. */
const isRecord = (given: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(given)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const refuseChanged = (value: Value, path: string, problems: Problems): void => {
  if (isDecimal(value) && !isKept(value))
    problems.refuse(
      path,
      "is a number that changes its value in the RFC 8785 form: use one that a double holds",
    )
  const within = isList(value) ? value.entries() : isObject(value) ? value : []
  for (const [token, one] of within) refuseChanged(one, `${path}/${escapeToken(token)}`, problems)
}

const readText = (text: string, problems: Problems): Value => {
  const value = hasLoneSurrogate(text)
    ? new NotJson("it has half of a surrogate pair alone", 0)
    : parseJson(text, levelsMax)
  if (value instanceof NotJson) {
    problems.refuse("", `is not JSON as the criteria read it: ${value.reason}, at character ${value.at}`)
    return null
  }
  refuseChanged(value, "", problems)
  return value
}

const readValue = (given: unknown, problems: Problems): Value => {
  try {
    const importer = new Importer(problems)
    const value = importer.read(given)
    if (importer.isTooLong) problems.refuse("", tooLong)
    return value
  } catch {
    problems.refuse("", "can't be read: give a plain JSON value")
    return null
  }
}

const readGiven = (given: unknown, problems: Problems): Value => {
  if (typeof given === "string") return readText(given, problems)
  if (!(given instanceof Uint8Array)) return readValue(given, problems)
  const text = decodeText(given)
  if (text !== null) return readText(text, problems)
  problems.refuse("", "is not text in UTF-8 without a byte order mark")
  return null
}

/** The document, or every problem that keeps it from being one. */
export const readDocument = (given: unknown): Document | Problems => {
  const problems = new Problems()
  const value = readGiven(given, problems)
  if (problems.all.length > 0) return problems
  const form = writeJson(value)
  if (countBytes(form) > bytesMax) problems.refuse("", tooLong)
  return problems.all.length > 0 ? problems : { value, digest: `sha256:${hashText(form)}` }
}

/** `sha256:` and the hash of a document in its RFC 8785 form. Throws if the document is not valid; `read` says why. */
export const digest = (given: unknown): string => {
  const document = readDocument(given)
  if (document instanceof Problems)
    throw new TypeError(document.all.map(({ path, message }) => `${path} ${message}`).join("; "))
  return document.digest
}
