/**
 * The handlers for the Register of Dealings, for quotes and for holds. `POST /notarise/batch` makes many lodgements in one act, each
 * with its own answer.
 */

import { setImmediate } from "node:timers"
import { Effect, Either, ParseResult } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import { keySetOf } from "../../adapters/keys/SigningKey.ts"
import {
  Dealing,
  dealingsNaming,
  dealingsOfHash,
  notarise,
  notariseBatch,
  proveDealing,
  readBatchOf,
  readDealing,
} from "../../core/dealings/index.ts"
import { holdRevocations } from "../../core/holds/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { fitsOf } from "../../core/kernel/Fits.ts"
import { perform } from "../../core/kernel/Host.ts"
import type { Lodged } from "../../core/log/index.ts"
import { offerOf, offerQuote } from "../../core/quotes/index.ts"
import type { DealingsGroup, QuotesGroup } from "../api/Dealings.ts"
import type { HoldsGroup } from "../api/Holds.ts"
import { type AnyRequest, answerWith, ask, askPage, optionsOf } from "../server/Handler.ts"
import { faultProblem, refusalProblem } from "../server/Problem.ts"
import { schemaErrors } from "../server/SchemaErrors.ts"
import { KeptTrees, Leaves } from "./BatchTree.ts"
import { serveProof } from "./Log.ts"
import type { ByHand } from "./Work.ts"

const decode = ParseResult.decodeUnknownEither(Dealing.NotaryEntry, {
  onExcessProperty: "error",
  errors: "first",
})
const fits = fitsOf(Dealing.NotaryEntry)

/** An item as the core takes it. Of what does not fit, only the first place is named: to find all takes time. */
const read = (item: unknown): Dealing.NotaryEntry | Dealing.Unfit =>
  // An item that fits as it stands is an entry, which TypeScript can't see.
  fits(item)
    ? (item as Dealing.NotaryEntry)
    : Either.getOrElse(decode(item), (issue) => ({
        errors: schemaErrors(new ParseResult.ParseError({ issue }), "").slice(0, 1),
      }))

/** After so many items others are served, so that nobody waits for a whole batch. */
const slice = 100
const serveOthers = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

const readAll = Effect.fnUntraced(function* (items: ReadonlyArray<unknown>) {
  const all: Array<Dealing.NotaryEntry | Dealing.Unfit> = []
  for (let i = 0; i < items.length; i += slice) {
    for (const item of items.slice(i, i + slice)) all.push(read(item))
    yield* serveOthers
  }
  return all
})

/** The place of an item in its request, which its problem names. It is the same if the answer is given again. */
const placeOf = (i: number): string => `#/items/${i}`

type BatchRequest = AnyRequest & {
  readonly payload: { readonly items: ReadonlyArray<unknown> }
  readonly query: { readonly receipts?: "each" | undefined }
}

const makeTree = Effect.fnUntraced(function* (entries: ReadonlyArray<Lodged.Entry>) {
  const leaves = new Leaves(entries.length)
  for (let i = 0; i < entries.length; i += slice) {
    for (const entry of entries.slice(i, i + slice)) leaves.add(entry)
    yield* serveOthers
  }
  return leaves.tree
})

const lodgeEach = (baseUrl: string, kept: KeptTrees) =>
  Effect.fnUntraced(function* (request: BatchRequest) {
    const items = yield* readAll(request.payload.items)
    const { reply, numbers, replayed } = yield* perform(notariseBatch, { items }, optionsOf(request))
    let next = 0
    const made = reply.items.map((item) =>
      "errors" in item
        ? item
        : { ...item, sequence: needPresent(numbers[next++], "the number of a lodgement") },
    )
    const lodged = made.filter((item) => "id" in item)
    const keys = yield* Keys
    const receipts =
      request.query.receipts === undefined ? [] : yield* keys.signEach(lodged, keySetOf(baseUrl))
    let signed = 0
    const answers = made.map((item, i) => {
      if (!("errors" in item)) {
        const receipt = receipts[signed++]
        return receipt === undefined ? item : { ...item, receipt }
      }
      return item.refusal === undefined
        ? faultProblem("invalid_request", placeOf(i), item.errors)
        : refusalProblem({ ...item.refusal, errors: item.errors }, placeOf(i))
    })
    const value = { lodged: lodged.length, items: answers }
    if (reply.batch === null) return { value: { ...value, batch: null }, replayed }
    const tree = yield* makeTree(lodged)
    kept.keep(reply.batch.id, tree)
    const batch = { ...reply.batch, root: tree.root }
    const receipt = yield* keys.sign(batch, keySetOf(baseUrl))
    return { value: { ...value, batch: { ...batch, receipt } }, replayed }
  })

type DealingRequest = AnyRequest & {
  readonly path: { readonly id: string }
  readonly query: { readonly batch?: "path" | undefined }
}

/** An entry, with its path to the root of its batch if that is asked for. */
const readEntry = (kept: KeptTrees) =>
  Effect.fnUntraced(function* (request: DealingRequest) {
    const { id } = request.path
    const read = yield* ask(readDealing, { id }, request)
    const place = read.value.inBatch
    if (request.query.batch === undefined || place === undefined) return read
    let tree = kept.of(place.batch)
    if (tree === null) {
      const { value: found } = yield* ask(readBatchOf, { id }, request)
      tree = yield* makeTree(needPresent(found, "the batch of an entry").entries)
      kept.keep(place.batch, tree)
    }
    return { ...read, value: { ...read.value, inBatch: { ...place, path: tree.pathOf(place.index) } } }
  })

const dealingsOf = (baseUrl: string, kept: KeptTrees): ByHand<typeof DealingsGroup> => ({
  notarise: Effect.fnUntraced(function* (request: AnyRequest & { readonly payload: Dealing.NotaryEntry }) {
    const { reply, numbers, replayed } = yield* perform(notarise, request.payload, optionsOf(request))
    const lodged = { ...reply, sequence: needPresent(numbers[0], "the number of a lodgement") }
    const keys = yield* Keys
    // The receipt is over the rest of the body, so that a header names the proof that will follow (RFC 8288).
    const headers = { link: `</api/v1/dealings/${lodged.id}/proof>; rel="https://c2sp.org/tlog-proof"` }
    return { value: { ...lodged, receipt: yield* keys.sign(lodged, keySetOf(baseUrl)) }, headers, replayed }
  }),
  notariseBatch: lodgeEach(baseUrl, kept),
  listDealings: (request) => {
    const { sha256, awaiting } = request.query
    return sha256 === undefined
      ? askPage(dealingsNaming, { awaiting: awaiting !== undefined }, request)
      : askPage(dealingsOfHash, { sha256 }, request)
  },
  readDealing: readEntry(kept),
  proveDealing: serveProof(proveDealing),
})

export const dealings = (baseUrl: string): ByHand<typeof DealingsGroup> =>
  dealingsOf(baseUrl, new KeptTrees())

export const quotes = ({
  mail,
  baseUrl,
}: {
  readonly mail: boolean
  readonly baseUrl: string
}): ByHand<typeof QuotesGroup> => ({
  offerQuote: (request) =>
    Effect.flatMap(offerOf(request.payload, { mail, baseUrl, nonce: ApiKey.nonce() }), (input) =>
      answerWith(offerQuote, input, request),
    ),
})

/** How many revocations are answered if the caller names no limit: a reader of the list wants all of them. */
export const revokedShown = 100

export const holds: ByHand<typeof HoldsGroup> = {
  holdRevocations: (request) =>
    askPage(holdRevocations, {}, { ...request, query: { limit: revokedShown, ...request.query } }),
}
