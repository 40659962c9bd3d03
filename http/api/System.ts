import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Timestamp } from "../../core/Time.ts"
import { publicRead } from "./Operation.ts"

const Json = Schema.Unknown.annotations({ jsonSchema: {} })

/** What watches a court asks as often as it likes. */
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
    publicRead("Whether the store takes and gives; where it doesn't, `errors` says why", probe),
  )

const openapi = HttpApiEndpoint.get("openapi", "/openapi.json")
  .addSuccess(Json)
  .annotateContext(publicRead("This interface, in OpenAPI 3.1.0"))

const Html = Schema.String.pipe(HttpApiSchema.withEncoding({ kind: "Text", contentType: "text/html" }))
const docs = HttpApiEndpoint.get("docs", "/docs")
  .addSuccess(Html)
  .annotateContext(publicRead("This interface, as a page to read"))

const RetiredKey = Schema.Struct({ publicKey: Schema.String, retiredAt: Timestamp })
const PayoutKey = { address: Schema.String, publicKey: Schema.String }
export const NotaryDocument = Schema.Struct({
  algorithm: Schema.optional(Schema.String),
  /** Hexadecimal, 32 bytes. */
  publicKey: Schema.String,
  retiredKeys: Schema.Array(RetiredKey),
  /** The secp256k1 key of payout instructions, by its address. */
  payout: Schema.Struct({
    ...PayoutKey,
    retiredKeys: Schema.Array(Schema.Struct({ ...PayoutKey, retiredAt: Timestamp })),
  }),
}).annotations({ identifier: "NotaryDocument" })

const notary = HttpApiEndpoint.get("notary", "/.well-known/notary.json")
  .addSuccess(NotaryDocument)
  .annotateContext(
    publicRead("The key of the court's seal and the key of payout instructions, and those retired", {
      cache: "public, max-age=60",
    }),
  )

const jwks = HttpApiEndpoint.get("jwks", "/.well-known/jwks.json")
  .addSuccess(
    Schema.Struct({
      keys: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.String })),
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
