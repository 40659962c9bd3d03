/** The public pages for people. They are not in the OpenAPI description, since each shows what an operation answers. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"
import { CitationPath, EntryId, HandlePath, InstrumentPath, pageParams, publicRead } from "./Operation.ts"

const Html = HttpApiSchema.Text({ contentType: "text/html" })
const Listed = Schema.Struct({ cursor: pageParams.cursor })
const live = publicRead("A page for people", { refusals: [404] })
const still = publicRead("A file of the pages", { cache: "public, max-age=3600" })

export class PagesGroup extends HttpApiGroup.make("pages")
  .add(HttpApiEndpoint.get("home", "/").addSuccess(Html).annotateContext(live))
  .add(HttpApiEndpoint.get("docket", "/docket").setUrlParams(Listed).addSuccess(Html).annotateContext(live))
  .add(
    HttpApiEndpoint.get("judgments", "/judgments")
      .setUrlParams(Listed)
      .addSuccess(Html)
      .annotateContext(live),
  )
  .add(
    HttpApiEndpoint.get("judgment", "/judgments/:citation")
      .setPath(CitationPath)
      .addSuccess(Html)
      .annotateContext(live),
  )
  .add(
    HttpApiEndpoint.get("lookup", "/agents")
      .setUrlParams(Schema.Struct({ handle: Schema.optional(HandlePath.fields.handle) }))
      .addSuccess(Html)
      .annotateContext(live),
  )
  .add(
    HttpApiEndpoint.get("agent", "/agents/:handle")
      .setPath(HandlePath)
      .setUrlParams(Listed)
      .addSuccess(Html)
      .annotateContext(live),
  )
  .add(
    HttpApiEndpoint.get("register", "/compliance")
      .setUrlParams(Listed)
      .addSuccess(Html)
      .annotateContext(live),
  )
  .add(
    HttpApiEndpoint.get("entry", "/compliance/:id").setPath(EntryId).addSuccess(Html).annotateContext(live),
  )
  .add(HttpApiEndpoint.get("holds", "/holds").addSuccess(Html).annotateContext(live))
  .add(HttpApiEndpoint.get("rules", "/rules").addSuccess(Html).annotateContext(live))
  .add(
    HttpApiEndpoint.get("instrument", "/rules/:instrument")
      .setPath(InstrumentPath)
      .addSuccess(Html)
      .annotateContext(live),
  )
  .add(HttpApiEndpoint.get("clauses", "/clauses").addSuccess(Html).annotateContext(live))
  .add(HttpApiEndpoint.get("accept", "/accept").addSuccess(Html).annotateContext(live))
  .add(
    HttpApiEndpoint.get("acceptScript", "/accept.js")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/javascript" }))
      .annotateContext(still),
  )
  .add(HttpApiEndpoint.get("tryPage", "/docs/try").addSuccess(Html).annotateContext(live))
  .add(
    HttpApiEndpoint.get("tryScript", "/docs/reference.js")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/javascript" }))
      .annotateContext(still),
  )
  .add(HttpApiEndpoint.get("disclosure", "/disclosure").addSuccess(Html).annotateContext(live))
  .add(
    HttpApiEndpoint.get("style", "/style.css")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/css" }))
      .annotateContext(still),
  )
  .add(
    HttpApiEndpoint.get("sealScript", "/seal.js")
      .addSuccess(HttpApiSchema.Text({ contentType: "text/javascript" }))
      .annotateContext(still),
  ) {}
