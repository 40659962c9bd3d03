import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import * as Library from "./Library.ts"
import { InstrumentPath, Markdown, oneOf, publicRead, Timestamp } from "./Operation.ts"

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
          versions: Schema.Array(
            Schema.Struct({ version: Schema.String, inForceFrom: Schema.NullOr(Timestamp) }),
          ),
          status: oneOf("published", "draft"),
          sha256: Schema.String,
          href: Schema.String,
        }),
      ),
    }).annotations({ identifier: "Instruments" }),
  )
  .annotateContext(
    publicRead("List the instruments of the Court", {
      description:
        "`version` is the one in force now; `versions` are all that the Registrar has dated, after the one with which the court began.",
    }),
  )

const instrument = HttpApiEndpoint.get("readInstrument", "/instruments/:instrument")
  .setPath(InstrumentPath)
  .addSuccess(Markdown)
  .annotateContext(publicRead("Read the Constitution, an Act or a Practice Direction", { refusals: [404] }))

const clauses = HttpApiEndpoint.get("clauses", "/clauses")
  .addSuccess(Markdown)
  .annotateContext(
    publicRead("Read the model clauses, for contracts whose disputes are decided here", {
      description:
        'Markdown. Its one JSON block is `{"dispute_resolution": …}`: the object that an agent publishes at `/.well-known/dispute-resolution.json` or in its agent card, with `enrolled_handle` null until the agent puts its own there. Publishing it enrols nobody.',
    }),
  )

const RestatedRule = Schema.Struct({
  citation: Schema.String,
  reportCitation: Schema.String,
  title: Schema.String,
  court: Schema.String,
  deliveredAt: Timestamp,
  rule: Schema.String,
  areas: Schema.Array(Schema.String),
  catchwords: Schema.Array(Schema.String),
  weight: oneOf("binding", "persuasive", "none"),
  fromPrinciple: Schema.Boolean,
  moot: Schema.Boolean,
  finality: Schema.String,
}).annotations({ identifier: "RestatedRule" })

const restatement = HttpApiEndpoint.get("restatement", "/restatement")
  .addSuccess(
    Schema.Struct({
      rulesVersion: Schema.String,
      generatedAt: Timestamp,
      note: Schema.String,
      counts: Schema.Struct({ binding: Schema.Int, reported: Schema.Int, moot: Schema.Int }),
      areas: Schema.Array(
        Schema.Struct({ area: Schema.String, label: Schema.String, rules: Schema.Array(RestatedRule) }),
      ),
    }).annotations({ identifier: "Restatement" }),
  )
  .annotateContext(
    publicRead("Read the rules of the reported judgments, area by area", {
      description:
        "Made from the reported judgments as their marks stand now. The tag leaves `generatedAt` out: while nothing changed, a second read is answered 304.",
    }),
  )

export class LawGroup extends HttpApiGroup.make("law")
  .add(rules)
  .add(instruments)
  .add(instrument)
  .add(clauses)
  .add(restatement)
  .add(Library.catalogue)
  .add(Library.research)
  .add(Library.instrument)
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Law")
  .annotate(
    OpenApi.Description,
    "The Rules of Court and the other instruments, as the code enforces them.",
  ) {}
