/** The manner of a reading: in brief, or whole as the court signed it, and the place of the answer from which it begins. */
import { Either } from "effect"
import type { Problem } from "../api/Operation.ts"
import { readsOnly } from "../api/Operations.ts"
import * as Excerpt from "./Excerpt.ts"
import type { Shape, ToolOperation } from "./Operations.ts"
import type { ByHost } from "./Tool.ts"

/** The arguments that a tool which reads has beside those of its operations. The server's instructions explain them. */
export const readingArguments: { readonly [name: string]: Shape } = {
  at: { type: "string" },
  signed: { type: "boolean" },
}

interface Performed {
  readonly operation: ToolOperation
  readonly byHost: ByHost | null
}
export const isReading = ({ operation, byHost }: Performed): boolean =>
  readsOnly(operation) && byHost === null

export interface Manner {
  readonly place: Excerpt.Place
  readonly signed: boolean
  /** The caller named how many items it wants, and gets them whole. */
  readonly counted: boolean
}

type Arguments = { readonly [name: string]: unknown }
export type Errors = NonNullable<Problem["errors"]>

/** The manner that arguments ask for, or what is wrong with them. */
export const mannerOf = ({ at = "", signed = false, limit }: Arguments): Either.Either<Manner, Errors> => {
  const place = Excerpt.placeOf(at)
  const errors = [
    ...(place === null ? [{ path: "at", message: "must be as `more` of an answer gives it" }] : []),
    ...(typeof signed === "boolean" ? [] : [{ path: "signed", message: "must be true or false" }]),
  ]
  return place === null || errors.length > 0
    ? Either.left(errors)
    : Either.right({ place, signed: signed === true, counted: limit !== undefined })
}

export const withoutManner = ({ at: _, signed: __, ...args }: Arguments): Arguments => args
