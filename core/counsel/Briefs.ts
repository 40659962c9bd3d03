/** The briefs that an agent has given to other agents, and been given by them. */
import { Effect, Schema } from "effect"
import type { Reader } from "../Reader.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import { readText } from "../Text.ts"
import { format, formatNullable } from "../Time.ts"
import { type Retainer, Retainers, retainerIndex } from "./Retainer.ts"

const viewOf = (reader: Reader, retainer: Retainer) =>
  Effect.map(readText(reader, Schema.String, retainer.instructionsSha256), (instructions) => ({
    id: retainer.id,
    client: retainer.client,
    counsel: retainer.counsel,
    task: retainer.task,
    instructions,
    briefedAt: format(retainer.briefedAt),
    endedAt: formatNullable(retainer.endedAt),
    matters: retainer.matters,
  }))
export type BriefView = Effect.Effect.Success<ReturnType<typeof viewOf>>

/** A page of an agent's briefs, oldest first. `after` is the `next` of the page before. */
export const briefsPage = (
  reader: Reader,
  agentId: string,
  page: { readonly after: string | null; readonly limit: number },
): Effect.Effect<Page<BriefView>, StoreUnavailable> =>
  Effect.gen(function* () {
    const found = yield* reader.list(Retainers, { index: retainerIndex, prefix: `${agentId}/`, ...page })
    return { items: yield* Effect.forEach(found.items, (one) => viewOf(reader, one)), next: found.next }
  })
