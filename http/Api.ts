/** The definition of the whole interface: paths, shapes, conditions. Nothing here runs; a client may import it. */
import { HttpApi, OpenApi } from "@effect/platform"
import { DealingsGroup } from "./api/Dealings.ts"

export class Api extends HttpApi.make("agent-court")
  .add(DealingsGroup)
  .annotate(OpenApi.Title, "Agent Dispute Court Service")
  .annotate(OpenApi.Version, "0.8.0") {}
