/** The operations on the service itself: its health, its description, its keys, its public journal, and the clock of a sandbox. */

import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"
import { rulesMax } from "../../core/compliance/index.ts"
import { GivenName } from "../../core/kernel/Id.ts"
import { listOf } from "../../core/kernel/Json.ts"
import { DateTime, Timestamp } from "../../core/kernel/Time.ts"
import { clockMove } from "./Examples.ts"
import { group, Markdown, operation, pageParams, publicRead, refuseAs } from "./Operation.ts"

const Json = Schema.Unknown.annotations({ jsonSchema: {} })

/** A monitor may ask as often as it likes. */
const probe = { cache: "no-store", limited: false }

const Html = Schema.String.pipe(HttpApiSchema.withEncoding({ kind: "Text", contentType: "text/html" }))

/** No operator retires more keys in the life of a court. */
const keysMax = 1000

const RetiredKey = Schema.Struct({ publicKey: Schema.String, retiredAt: Timestamp })
const PayoutKey = { address: Schema.String, publicKey: Schema.String }
/** `kept`: with how many of its events the next log begins, null if that has others. `known`: the largest size that it is known to have had. */
const EndedLog = Schema.Struct({
  origin: Schema.String,
  vkey: Schema.String,
  kept: Schema.NullOr(Schema.Int),
  known: Schema.NullOr(Schema.Int),
  endedAt: Timestamp,
})
const NotaryDocument = Schema.Struct({
  algorithm: Schema.optional(Schema.String),
  /** Hexadecimal, 32 bytes. */
  publicKey: Schema.String,
  retiredKeys: listOf(RetiredKey, keysMax),
  /** The secp256k1 key of payout instructions, by its address. */
  payout: Schema.Struct({
    ...PayoutKey,
    retiredKeys: listOf(Schema.Struct({ ...PayoutKey, retiredAt: Timestamp }), keysMax),
  }),
  /**
   * The court's log: its name, its verifier key, the verifier keys of the witnesses that are asked to cosign, and the logs that ended because
   * the court lost events that they had.
   */
  log: Schema.optional(
    Schema.Struct({
      origin: Schema.String,
      vkey: Schema.String,
      witnesses: listOf(Schema.String, keysMax),
      ended: listOf(EndedLog, keysMax),
    }),
  ),
  /** The Keccak-256 hash of the court's id, which the parties of a hold name in what they sign. */
  court: Schema.String,
  /** The typed data that the address of a party of a hold signs (EIP-712). The domain is completed by the chain and the escrow. */
  holdParty: Schema.Struct({
    domain: Schema.Struct({ name: Schema.String, version: Schema.String }),
    types: Schema.Struct({
      HoldParty: listOf(Schema.Struct({ name: Schema.String, type: Schema.String }), keysMax),
    }),
    primaryType: Schema.String,
  }),
}).annotations({ identifier: "NotaryDocument" })

const DidDocument = Schema.Struct({
  "@context": listOf(Schema.String, keysMax),
  id: Schema.String,
  verificationMethod: listOf(
    Schema.Struct({
      id: Schema.String,
      type: Schema.Literal("JsonWebKey"),
      controller: Schema.String,
      publicKeyJwk: Schema.Record({ key: Schema.String, value: Schema.String }),
    }),
    keysMax,
  ),
  assertionMethod: listOf(Schema.String, keysMax),
  authentication: listOf(Schema.String, keysMax),
}).annotations({ identifier: "DidDocument" })

export class SystemGroup extends group(
  "system",
  {
    title: "Service",
    description: "The service itself: its keys, this description, and whether it is up.",
    prefix: null,
  },
  operation("openapi", {
    get: "/openapi.json",
    answer: Json,
    summary: "This interface, in OpenAPI 3.1.0",
    ...publicRead,
  }),
  operation("docs", {
    get: "/docs",
    answer: Html,
    summary: "This interface, as pages to read: the index, or what a search finds in it (`?q=`)",
    ...publicRead,
  }),
  operation("docsPage", {
    get: "/docs/:page",
    path: Schema.Struct({
      page: GivenName.annotations({
        description:
          "The id of an operation and `.md`, such as `check.md`, or the name of a part of the guide",
        ...refuseAs("must have 1 to 200 characters"),
      }),
    }),
    answer: Markdown,
    summary: "One operation in Markdown, in less than 2,000 tokens",
    ...publicRead,
    refusals: [404],
  }),
  operation("docsText", {
    get: "/docs.md",
    answer: Markdown,
    summary: "The whole guide in Markdown: a dispute step by step, the rules that decide it, every operation",
    ...publicRead,
  }),
  operation("llmsText", {
    get: "/llms.txt",
    answer: HttpApiSchema.Text({ contentType: "text/plain" }),
    summary: "The beginning of the guide in Markdown, and every operation in a line (llmstxt.org)",
    ...publicRead,
  }),
  operation("notary", {
    get: "/.well-known/notary.json",
    answer: NotaryDocument,
    summary: "The keys of the court's seal and of payout instructions, and what parties of a hold sign",
    ...publicRead,
    cache: "public, max-age=60",
  }),
  operation("jwks", {
    get: "/.well-known/jwks.json",
    answer: Schema.Struct({
      keys: listOf(Schema.Record({ key: Schema.String, value: Schema.String }), keysMax),
    }).annotations({
      identifier: "JsonWebKeys",
    }),
    summary: "The key of compliance summaries, dispositions and receipts, and the retired keys",
    ...publicRead,
    cache: "public, max-age=60",
  }),
  operation("didDocument", {
    get: "/.well-known/did.json",
    answer: DidDocument,
    summary:
      "The public keys of this court as a did:web: of its seal, its signatures and calls, and payout instructions",
    ...publicRead,
    description:
      "Retired keys are listed in `verificationMethod` alone. Calls of the court to a `serviceUrl` are signed (RFC 9421) with a `keyid` of this list.",
    cache: "public, max-age=60",
  }),
  operation("securityTxt", {
    get: "/.well-known/security.txt",
    answer: HttpApiSchema.Text({ contentType: "text/plain" }),
    summary: "Whom to tell of a weakness (RFC 9116)",
    ...publicRead,
    cache: "public, max-age=3600",
  }),
  operation("healthz", {
    get: "/healthz",
    answer: Schema.Struct({ status: Schema.String }),
    summary: "Whether the process is up",
    ...publicRead,
    ...probe,
  }),
  operation("readyz", {
    get: "/readyz",
    answer: Schema.Struct({
      status: Schema.String,
      /** When this process last recorded something, by the machine's clock. */
      lastCommitAt: Schema.NullOr(Timestamp),
    }),
    summary:
      "Whether the store can be written and read, and the clock is not behind the last event; if not, `errors` says why",
    ...publicRead,
    ...probe,
  }),
) {}

const JournalEvent = Schema.Struct({
  cursor: Schema.String,
  at: Timestamp,
  type: Schema.String,
  subject: Schema.String,
  rules: listOf(Schema.String, rulesMax),
  data: Schema.Unknown.annotations({ jsonSchema: {} }),
}).annotations({ identifier: "JournalEvent" })

export class JournalGroup extends group(
  "journal",
  { title: "Journal", description: "The public journal, of which every register is the sum." },
  operation("readJournal", {
    get: "/journal",
    tool: "read_register",
    query: Schema.Struct({ after: pageParams.cursor, limit: pageParams.limit }),
    answer: Schema.Struct({
      items: Schema.Array(JournalEvent),
      nextCursor: Schema.NullOr(Schema.String),
    }).annotations({
      identifier: "JournalPage",
    }),
    summary: "Every event that the public registers rest on, in order",
    ...publicRead,
    description:
      "Fold it with the core and every label and reputation comes out again. `after` is the cursor of an event or a `nextCursor`; `nextCursor` is null if nothing follows now, and the last event's cursor still serves later.",
  }),
) {}

const advanceMax = 36_525 * 24

export const ClockMove = Schema.Union(
  Schema.Struct({ advanceHours: Schema.Number.pipe(Schema.between(0, advanceMax)) }),
  Schema.Struct({ advanceMs: Schema.Int.pipe(Schema.between(0, advanceMax * 3_600_000)) }),
  Schema.Struct({ to: DateTime }),
).annotations({ identifier: "ClockMove" })

export class SandboxGroup extends group(
  "sandbox",
  { title: "Sandbox", description: "Only if the court runs as a sandbox." },
  operation("readClock", {
    get: "/sandbox/clock",
    answer: Schema.Struct({ now: Timestamp }).annotations({ identifier: "SandboxClock" }),
    summary: "The time on the clock of the sandbox",
    ...publicRead,
    cache: "no-store",
  }),
  operation("moveClock", {
    post: "/sandbox/clock",
    body: ClockMove,
    answer: Schema.Struct({ now: Timestamp, fired: Schema.Int }).annotations({ identifier: "ClockMoved" }),
    example: clockMove,
    summary: "Move the clock of the sandbox forward (Registrar)",
    description:
      "Answers after every deadline that fell due has run, in order, each at its own instant; `fired` counts them. Between moves the clock stands still.",
    credential: "required",
    refusals: [403, 422],
  }),
) {}
