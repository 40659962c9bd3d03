import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Markdown, oneOf, PathName, publicRead } from "./Operation.ts"

const rules = HttpApiEndpoint.get("rules", "/rules")
  .addSuccess(Markdown)
  .annotateContext(
    publicRead("Read the Rules of Court", {
      description:
        "Markdown, rendered from the values that the code enforces. `Court-Publication-Status` says whether they are published; `Repr-Digest` carries their SHA-256.",
    }),
  )

const instruments = HttpApiEndpoint.get("listInstruments", "/instruments")
  .addSuccess(
    Schema.Struct({
      items: Schema.Array(
        Schema.Struct({
          id: Schema.String,
          title: Schema.String,
          version: Schema.String,
          status: oneOf("published", "draft"),
          sha256: Schema.String,
          href: Schema.String,
        }),
      ),
    }).annotations({ identifier: "Instruments" }),
  )
  .annotateContext(publicRead("List the instruments of the Court"))

const instrument = HttpApiEndpoint.get("readInstrument", "/instruments/:instrument")
  .setPath(Schema.Struct({ instrument: PathName }))
  .addSuccess(Markdown)
  .annotateContext(publicRead("Read the Constitution, an Act or a Practice Direction", { refusals: [404] }))

export class LawGroup extends HttpApiGroup.make("law")
  .add(rules)
  .add(instruments)
  .add(instrument)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Law")
  .annotate(
    OpenApi.Description,
    "The Rules of Court and the other instruments, as the code enforces them.",
  ) {}
