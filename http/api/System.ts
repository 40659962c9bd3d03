import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { publicRead, Timestamp } from "./Operation.ts"

const Json = Schema.Unknown.annotations({ jsonSchema: {} })

const health = HttpApiEndpoint.get("healthz", "/healthz")
  .addSuccess(Schema.Struct({ status: Schema.String }))
  .annotateContext(publicRead("Whether the process is up", { cache: "no-store" }))

const ready = HttpApiEndpoint.get("readyz", "/readyz")
  .addSuccess(Schema.Struct({ status: Schema.String }))
  .annotateContext(publicRead("Whether the store answers", { cache: "no-store" }))

const openapi = HttpApiEndpoint.get("openapi", "/openapi.json")
  .addSuccess(Json)
  .annotateContext(publicRead("This interface, in OpenAPI 3.1.0"))

const Html = Schema.String.pipe(HttpApiSchema.withEncoding({ kind: "Text", contentType: "text/html" }))
const docs = HttpApiEndpoint.get("docs", "/docs")
  .addSuccess(Html)
  .annotateContext(publicRead("This interface, as a page to read"))

const RetiredKey = Schema.Struct({ publicKey: Schema.String, retiredAt: Timestamp })
export const NotaryDocument = Schema.Struct({
  algorithm: Schema.optional(Schema.String),
  /** Hexadecimal, 32 bytes. */
  publicKey: Schema.String,
  retiredKeys: Schema.Array(RetiredKey),
}).annotations({ identifier: "NotaryDocument" })

const notary = HttpApiEndpoint.get("notary", "/.well-known/notary.json")
  .addSuccess(NotaryDocument)
  .annotateContext(
    publicRead("The key of the court's seal, and those retired", { cache: "public, max-age=60" }),
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
