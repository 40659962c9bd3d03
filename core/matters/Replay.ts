/** The public docket computed again from the public journal alone. */
import { Option, Schema } from "effect"
import type { PublicItem } from "../kernel/Journal.ts"
import { format } from "../kernel/Time.ts"
import * as Matter from "./Matter.ts"
import { hasEnded } from "./Moves.ts"
import { DocketItem } from "./View.ts"

export interface ReplayedDocket {
  /** The lines of the docket, by the id of the matter, in the order of filing. */
  readonly matters: ReadonlyMap<string, DocketItem>
  /** Events of matters that were never filed, second filings, and events without the shape of one. */
  readonly faults: ReadonlyArray<string>
}

const emptyDocket: ReplayedDocket = { matters: new Map(), faults: [] }

/** The part of every event of a matter that says where it stands. */
const Stands = Schema.Struct({ status: Matter.Status })
/** The part of a judgment's event that is about its matter: the line of the docket names the latest judgment, also one on appeal. */
const Delivered = Schema.Struct({ matterId: Schema.String, citation: Schema.String })
const decodeDelivered = Schema.decodeUnknownOption(Delivered)
const decodeFiled = Schema.decodeUnknownOption(DocketItem)
const decodeStands = Schema.decodeUnknownOption(Stands)

/** The line after an event that left the matter with this status. A matter that is heard again has no judgment; a remitted matter has its judgment. */
const moveLine = (line: DocketItem, type: string, status: Matter.Status, at: string): DocketItem =>
  status === line.status
    ? line
    : {
        ...line,
        status,
        servedAt: status === "served" ? at : line.servedAt,
        reservedAt: status === "reserved" ? at : line.reservedAt,
        endedAt: hasEnded(status) ? at : null,
        citation: type === "matter.rehearing" ? null : line.citation,
      }

/** Folds journal items, in their order, into the docket, beginning with `before`. Items that are not about matters are passed over. */
export const replayDocket = (
  items: Iterable<PublicItem>,
  before: ReplayedDocket = emptyDocket,
): ReplayedDocket => {
  const matters = new Map(before.matters)
  const faults = [...before.faults]
  for (const { type, subject, at, data } of items) {
    const fault = (what: string) => faults.push(`${type} of ${subject} at ${format(at)}: ${what}`)
    if (type === "judgment.delivered") {
      const told = Option.getOrNull(decodeDelivered(data))
      const known = matters.get(told?.matterId ?? "")
      if (told === null || known === undefined) fault("it names no matter that was filed")
      else matters.set(known.id, { ...known, citation: told.citation })
    }
    if (!type.startsWith("matter.")) continue
    const id = subject.slice(Matter.subjectOf("").length)
    const known = matters.get(id)
    if (type === "matter.filed") {
      const filed = decodeFiled(data)
      if (known !== undefined) fault("it was filed before")
      else if (Option.isNone(filed)) fault("it has not the shape of a filing")
      else matters.set(id, filed.value)
      continue
    }
    const stands = decodeStands(data)
    if (known === undefined) fault("it was never filed")
    else if (Option.isNone(stands)) fault("it does not say where the matter stands")
    else matters.set(id, moveLine(known, type, stands.value.status, format(at)))
  }
  return { matters, faults }
}
