/** `POST /notarise/batch`: many lodgements in one act, each with its own answer. */
import { setImmediate } from "node:timers"
import { Effect, Either, ParseResult } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { NotaryEntry, notariseTogether, type Unfit } from "../../core/dealings/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { fitsOf } from "../../core/kernel/Fits.ts"
import { perform } from "../../core/kernel/Host.ts"
import { type AnyRequest, optionsOf } from "../server/Handler.ts"
import { faultProblem } from "../server/Problem.ts"
import { schemaErrors } from "../server/SchemaErrors.ts"

const decode = ParseResult.decodeUnknownEither(NotaryEntry, { onExcessProperty: "error", errors: "first" })
const fits = fitsOf(NotaryEntry)

/** An item as the core takes it. Of what does not fit, only the first place is named: to find all takes time. */
const read = (item: unknown): NotaryEntry | Unfit =>
  // What fits as it stands is an entry, which TypeScript can't see.
  fits(item)
    ? (item as NotaryEntry)
    : Either.getOrElse(decode(item), (issue) => ({
        errors: schemaErrors(new ParseResult.ParseError({ issue }), "").slice(0, 1),
      }))

/** After so many items others are served, so that nobody waits for a whole batch. */
const slice = 100
const serveOthers = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

const readAll = Effect.fnUntraced(function* (items: ReadonlyArray<unknown>) {
  const all: Array<NotaryEntry | Unfit> = []
  for (let i = 0; i < items.length; i += slice) {
    for (const item of items.slice(i, i + slice)) all.push(read(item))
    yield* serveOthers
  }
  return all
})

/** The place of an item in its request, which its problem names. It is the same if the answer is given again. */
const placeOf = (i: number): string => `#/items/${i}`

type Request = AnyRequest & { readonly payload: { readonly items: ReadonlyArray<unknown> } }

export const notariseBatch = Effect.fnUntraced(function* (request: Request) {
  const items = yield* readAll(request.payload.items)
  const { reply, numbers, replayed } = yield* perform(notariseTogether, { items }, optionsOf(request))
  let next = 0
  const made = reply.items.map((item) =>
    "errors" in item
      ? item
      : { ...item, sequence: needPresent(numbers[next++], "the number of a lodgement") },
  )
  const lodged = made.filter((item) => "id" in item)
  const keys = yield* Keys
  const receipts = yield* keys.signEach(lodged)
  let signed = 0
  const answers = made.map((item, i) =>
    "errors" in item
      ? faultProblem("invalid_request", placeOf(i), item.errors)
      : { ...item, receipt: needPresent(receipts[signed++], "a receipt") },
  )
  return { value: { lodged: lodged.length, items: answers }, replayed }
})
