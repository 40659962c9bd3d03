/** The dispute-resolution object that an agent advertises: made for one's own agent, checked for a counterparty's. */
import { type Effect, Either, Schema } from "effect"
import { Clauses } from "../../core/law/index.ts"
import { checkObject, objectOf, type Read, type Terms, type Verdict } from "./Clause.ts"
import { awaitCall, type Client, promiseOf } from "./Client.ts"
import type { Failure } from "./Failure.ts"
import { placesOf } from "./Operation.ts"

export type { Terms, Verdict } from "./Clause.ts"

/** The header of an answer that leads to the dispute-resolution document of its host. */
export const headerName: typeof Clauses.headerName = Clauses.headerName
/** The path at which a host publishes its dispute-resolution document. */
export const wellKnownPath: typeof Clauses.wellKnownPath = Clauses.wellKnownPath

/**
 * The object for an agent, to publish at `/.well-known/dispute-resolution.json` or in its agent card, and to point at by the header
 * `Dispute-Resolution`. Publishing it enrols nobody. Throws if the handle or an address is malformed.
 */
export const build = (handle: string, terms: Terms): Clauses.DisputeResolution =>
  Schema.decodeUnknownSync(Clauses.DisputeResolution)(objectOf(handle, terms))

/** Reads an object of dispute resolution; each problem with its place if it does not fit. */
export const readObject: Read = (value) =>
  Either.match(Schema.decodeUnknownEither(Clauses.DisputeResolution, { errors: "all" })(value), {
    onLeft: placesOf,
    onRight: (object): ReturnType<Read> => object,
  })

/**
 * Checks an object that a counterparty advertises against the court that the client speaks to: its shape, every member that is not
 * this court's, and its handle, verified at `GET /agents/{handle}`. `forumUrl` is the court's own base address.
 */
export const check = (client: Client, value: unknown, forumUrl: string): Effect.Effect<Verdict, Failure> =>
  awaitCall((runtime) =>
    checkObject(readObject, (asked) => promiseOf(runtime, client.agents.readAgent(asked)), value, forumUrl),
  )
