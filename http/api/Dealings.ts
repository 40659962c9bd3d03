import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { NotaryEntry } from "../../core/dealings/Dealing.ts"
import { operation, Timestamp } from "./Operation.ts"

/** What a lodgement is answered with: `receipt` is a compact JWS over the RFC 8785 form of the rest. */
export const Lodgement = Schema.Struct({
  id: Schema.String,
  sequence: Schema.Int,
  sha256: Schema.String,
  lodgedAt: Timestamp,
  receipt: Schema.String,
}).annotations({ identifier: "Lodgement" })

const notarise = HttpApiEndpoint.post("notarise", "/notarise")
  .setPayload(NotaryEntry)
  .addSuccess(Lodgement)
  .annotateContext(
    operation({
      summary: "Lodge a hash in the Register of Dealings",
      description:
        "Free. The same agent may lodge a hash again: it is a new entry. Counterparty and value stay private to the lodger, the agent named and the Registrar.",
      credential: "required",
      refusals: [403],
    }),
  )

export class DealingsGroup extends HttpApiGroup.make("dealings")
  .add(notarise)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Register of Dealings") {}
