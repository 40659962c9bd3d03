/** The failures of a call, and the body of a refusal. Each failure is an error with a tag, for `Effect.catchTag` or `error._tag`. */
import type { RefusalCode } from "../../core/kernel/Refusal.ts"
import type { FaultCode } from "../server/Problem.ts"

/** A place in a request or an answer, and what is wrong there. */
export interface Place {
  readonly path: string
  readonly message: string
}

/** An error that has its tag as its name, and its facts as members. */
const failure = <const Tag extends string>(tag: Tag) =>
  class<Facts extends object> extends Error {
    readonly _tag: Tag = tag
    override readonly name: string = tag
    constructor(facts: Facts) {
      super()
      Object.assign(this, facts)
    }
  } as new <Facts extends object>(
    facts: Facts,
  ) => Error & { readonly _tag: Tag } & Facts

/** A stable code of this edition, or a code that a later court has added. */
export type Code = RefusalCode | FaultCode | (string & Record<never, never>)

/** The court said no. Nothing was recorded, and the same request would be refused again: it is not repeated. */
export class Refused extends failure("Refused")<{
  readonly operation: string
  readonly status: number
  readonly code: Code
  /** The provision that refuses, such as `PD1 §4`; null if no rule does. */
  readonly rule: string | null
  readonly title: string
  readonly detail: string
  readonly errors: ReadonlyArray<Place>
  /** How long the court asks to wait, in seconds; null if it does not ask. */
  readonly retryAfterSeconds: number | null
}> {
  override get message(): string {
    return [
      `${this.operation} was refused (${[this.status, this.code, this.rule].filter((it) => it !== null).join(", ")}): ${this.detail}`,
      ...(this.errors.length === 0 ? [] : [inWords(this.errors)]),
    ].join(" ")
  }
}

/** No answer came, after every attempt that was safe to make. */
export class Unreachable extends failure("Unreachable")<{
  readonly operation: string
  /** The address of the court that the client was given. */
  readonly address: string
  readonly attempts: number
  /** False if the court may have acted: repeat the call with the same `idempotencyKey`, or read what was recorded. */
  readonly nothingRecorded: boolean
  readonly idempotencyKey: string | null
  readonly cause: unknown
}> {
  override get message(): string {
    const outcome = this.nothingRecorded ? "nothing was recorded" : "whether it was recorded is not known"
    return `${this.operation} got no answer from ${this.address} in ${this.attempts} ${this.attempts === 1 ? "attempt" : "attempts"}; ${outcome}`
  }
}

/** The request does not fit the interface; it was not sent. */
export class InvalidRequest extends failure("InvalidRequest")<{
  readonly operation: string
  readonly errors: ReadonlyArray<Place>
}> {
  override get message(): string {
    return `${this.operation} was not sent: ${inWords(this.errors)}`
  }
}

/** An answer that a court of this version does not give. */
export class UnexpectedAnswer extends failure("UnexpectedAnswer")<{
  readonly operation: string
  readonly status: number
  readonly errors: ReadonlyArray<Place>
}> {
  override get message(): string {
    return `${this.operation} was answered with ${this.status}, not as the interface says: ${inWords(this.errors)}`
  }
}

/** Why a call failed: refused, unreachable, invalid before it was sent, or answered in an unknown form. */
export type Failure = Refused | Unreachable | InvalidRequest | UnexpectedAnswer

/** Whether an error is one of the four with which a call of this client fails. */
export const isFailure = (error: unknown): error is Failure =>
  error instanceof Refused ||
  error instanceof Unreachable ||
  error instanceof InvalidRequest ||
  error instanceof UnexpectedAnswer

const inWords = (errors: ReadonlyArray<Place>): string =>
  errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ")

/** Whether an error is a refusal of the court; with `code`, whether it has that code. */
export const isRefused = (error: unknown, code?: Code): error is Refused =>
  error instanceof Refused && (code === undefined || error.code === code)

/** The body of a refusal (RFC 9457), which is read without the schemas. */
interface Problem {
  readonly title: string
  readonly detail: string
  readonly code: Code
  readonly rule?: string
  readonly errors?: ReadonlyArray<Place>
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null
const areTexts = (value: unknown, names: ReadonlyArray<string>): boolean =>
  isObject(value) && names.every((name) => typeof value[name] === "string")

const isProblem = (value: unknown): value is Problem =>
  isObject(value) &&
  areTexts(value, ["type", "title", "detail", "instance", "code"]) &&
  Number.isInteger(value.status) &&
  ["string", "undefined"].includes(typeof value.rule) &&
  (value.errors === undefined ||
    (Array.isArray(value.errors) && value.errors.every((one) => areTexts(one, ["path", "message"]))))

/** The problem that a text states; null if the text isn't a problem. */
export const problemOf = (text: string): Problem | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isProblem(value) ? value : null
  } catch {
    return null
  }
}
