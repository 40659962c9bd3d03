/** The operations on the service itself: its health, its description, its keys, its public journal, and the clock of a sandbox. */

import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { rulesMax } from "../../core/compliance/Journal.ts"
import { listOf } from "../../core/kernel/Json.ts"
import { DateTime, Timestamp } from "../../core/kernel/Time.ts"
import { clockMove } from "./Examples.ts"
import { operation, pageParams, publicRead } from "./Operation.ts"

const Json = Schema.Unknown.annotations({ jsonSchema: {} })

/** A monitor may ask as often as it likes. */
const probe = { cache: "no-store", limited: false }

const health = HttpApiEndpoint.get("healthz", "/healthz")
  .addSuccess(Schema.Struct({ status: Schema.String }))
  .annotateContext(publicRead("Whether the process is up", probe))

const ready = HttpApiEndpoint.get("readyz", "/readyz")
  .addSuccess(
    Schema.Struct({
      status: Schema.String,
      /** When this process last recorded something, by the machine's clock. */
      lastCommitAt: Schema.NullOr(Timestamp),
    }),
  )
  .annotateContext(
    publicRead(
      "Whether the store can be written and read, and the clock is not behind the last event; if not, `errors` says why",
      probe,
    ),
  )

const openapi = HttpApiEndpoint.get("openapi", "/openapi.json")
  .addSuccess(Json)
  .annotateContext(publicRead("This interface, in OpenAPI 3.1.0"))

const Html = Schema.String.pipe(HttpApiSchema.withEncoding({ kind: "Text", contentType: "text/html" }))
const docs = HttpApiEndpoint.get("docs", "/docs")
  .addSuccess(Html)
  .annotateContext(publicRead("This interface, as a page to read"))

/** No operator retires more keys in the life of a court. */
const keysMax = 1000

const RetiredKey = Schema.Struct({ publicKey: Schema.String, retiredAt: Timestamp })
const PayoutKey = { address: Schema.String, publicKey: Schema.String }
export const NotaryDocument = Schema.Struct({
  algorithm: Schema.optional(Schema.String),
  /** Hexadecimal, 32 bytes. */
  publicKey: Schema.String,
  retiredKeys: listOf(RetiredKey, keysMax),
  /** The secp256k1 key of payout instructions, by its address. */
  payout: Schema.Struct({
    ...PayoutKey,
    retiredKeys: listOf(Schema.Struct({ ...PayoutKey, retiredAt: Timestamp }), keysMax),
  }),
  /** The Keccak-256 hash of the court's id, which the parties of a hold name in what they sign. */
  court: Schema.String,
  /** What the address of a party of a hold signs (EIP-712). The domain is completed by the chain and the escrow. */
  holdParty: Schema.Struct({
    domain: Schema.Struct({ name: Schema.String, version: Schema.String }),
    types: Schema.Struct({
      HoldParty: listOf(Schema.Struct({ name: Schema.String, type: Schema.String }), keysMax),
    }),
    primaryType: Schema.String,
  }),
}).annotations({ identifier: "NotaryDocument" })

const notary = HttpApiEndpoint.get("notary", "/.well-known/notary.json")
  .addSuccess(NotaryDocument)
  .annotateContext(
    publicRead("The keys of the court's seal and of payout instructions, and what parties of a hold sign", {
      cache: "public, max-age=60",
    }),
  )

const jwks = HttpApiEndpoint.get("jwks", "/.well-known/jwks.json")
  .addSuccess(
    Schema.Struct({
      keys: listOf(Schema.Record({ key: Schema.String, value: Schema.String }), keysMax),
    }).annotations({
      identifier: "JsonWebKeys",
    }),
  )
  .annotateContext(
    publicRead("The key of compliance summaries, dispositions and receipts, and those retired", {
      cache: "public, max-age=60",
    }),
  )

const security = HttpApiEndpoint.get("securityTxt", "/.well-known/security.txt")
  .addSuccess(HttpApiSchema.Text({ contentType: "text/plain" }))
  .annotateContext(publicRead("Whom to tell of a weakness (RFC 9116)", { cache: "public, max-age=3600" }))

export class SystemGroup extends HttpApiGroup.make("system")
  .add(openapi)
  .add(docs)
  .add(notary)
  .add(jwks)
  .add(security)
  .add(health)
  .add(ready)
  .annotate(OpenApi.Title, "Service")
  .annotate(OpenApi.Description, "The service itself: its keys, this description, and whether it is up.") {}

export const JournalEvent = Schema.Struct({
  cursor: Schema.String,
  at: Timestamp,
  type: Schema.String,
  subject: Schema.String,
  rules: listOf(Schema.String, rulesMax),
  data: Schema.Unknown.annotations({ jsonSchema: {} }),
}).annotations({ identifier: "JournalEvent" })

const journal = HttpApiEndpoint.get("journal", "/journal")
  .setUrlParams(Schema.Struct({ after: pageParams.cursor, limit: pageParams.limit }))
  .addSuccess(
    Schema.Struct({
      items: Schema.Array(JournalEvent),
      nextCursor: Schema.NullOr(Schema.String),
    }).annotations({
      identifier: "JournalPage",
    }),
  )
  .annotateContext(
    publicRead("Every event that the public registers rest on, in order", {
      description:
        "Fold it with the core and every label and reputation comes out again. `after` is the cursor of an event or a `nextCursor`; `nextCursor` is null where nothing follows now, and the last event's cursor still serves later.",
    }),
  )

export class JournalGroup extends HttpApiGroup.make("journal")
  .add(journal)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Journal")
  .annotate(OpenApi.Description, "The public journal, of which every register is the sum.") {}

const advanceMax = 36_525 * 24

/** Exactly one of the three. */
export const ClockMove = Schema.Union(
  Schema.Struct({ advanceHours: Schema.Number.pipe(Schema.between(0, advanceMax)) }),
  Schema.Struct({ advanceMs: Schema.Int.pipe(Schema.between(0, advanceMax * 3_600_000)) }),
  Schema.Struct({ to: DateTime }),
).annotations({ identifier: "ClockMove" })

const readClock = HttpApiEndpoint.get("readClock", "/sandbox/clock")
  .addSuccess(Schema.Struct({ now: Timestamp }).annotations({ identifier: "SandboxClock" }))
  .annotateContext(publicRead("What the clock of the sandbox shows", { cache: "no-store" }))

const moveClock = HttpApiEndpoint.post("moveClock", "/sandbox/clock")
  .setPayload(ClockMove)
  .addSuccess(Schema.Struct({ now: Timestamp, fired: Schema.Int }).annotations({ identifier: "ClockMoved" }))
  .annotateContext(
    operation({
      example: clockMove,
      summary: "Move the clock of the sandbox forward (Registrar)",
      description:
        "Answers after every deadline that fell due has run, in order, each at its own instant; `fired` counts them. Between moves the clock stands still.",
      credential: "required",
      refusals: [403, 422],
    }),
  )

export class SandboxGroup extends HttpApiGroup.make("sandbox")
  .add(readClock)
  .add(moveClock)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Sandbox")
  .annotate(OpenApi.Description, "Only where the court runs as a sandbox.") {}
