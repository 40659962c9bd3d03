/** Work on matters: the passing of a period. */
import { Effect, Schema } from "effect"
import * as Host from "../adapters/host/Host.ts"
import { passMatterDeadline } from "../core/matters/PassDeadline.ts"
import { completing, type Firing } from "./Work.ts"

const decodeBody = Schema.decodeUnknownSync(Schema.Struct({ matterId: Schema.String }))

export const passPeriod = (firing: Firing) =>
  Effect.asVoid(Host.perform(passMatterDeadline, decodeBody(firing.task.body), completing(firing)))
