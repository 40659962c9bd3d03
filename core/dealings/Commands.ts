/** The acts on the Register of Dealings: an agent lodges a hash, and the agent that the entry names reviews it. */

import { Effect, Either, Option, Schema } from "effect"
import { Agent } from "../agents/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { format, formatNullable } from "../kernel/Time.ts"
import { DealingBatches, stateBatch } from "./Batch.ts"
import {
  type Dealing,
  Dealings,
  dealingSeries,
  NotaryEntry,
  Papers,
  ReviewRequest,
  subjectOf,
  type Unfit,
} from "./Dealing.ts"
import { setDigest } from "./Digest.ts"
import { lodge, mayLodge, mayName, mayReview } from "./Law.ts"
import {
  bookOf,
  mayState,
  nothingStated,
  type StatedBefore,
  stateDealing,
  statedBefore,
  stateInTurn,
} from "./Payment.ts"
import { dealingView } from "./Queries.ts"

/** The changes of a new entry, beside the count of its lodger's entries. */
const entryChanges = (dealing: Dealing): ReadonlyArray<Change> => [
  Changed.put(Dealings, dealing, { series: dealingSeries }),
  Changed.numberedEvent(Dealings, dealing, "dealing.lodged", subjectOf(dealing.id), ["Dealings Act 1.1"], {
    id: dealing.id,
    sha256: dealing.sha256,
    kind: dealing.kind,
    label: dealing.label,
    lodger: dealing.lodger,
    dealingAt: formatNullable(dealing.dealingAt),
    ref: dealing.ref,
  }),
]

const replyOf = ({ id, sha256, lodgedAt }: Dealing) => ({ id, sha256, lodgedAt: format(lodgedAt) })

/** The facts of a payment or a reading: the agent named, and what was stated before. Any other entry needs only the agent named. */
interface Stating {
  readonly counterpartyId: string | null
  readonly before: StatedBefore
}

const isStating = (found: string | null | Stating): found is Stating =>
  typeof found === "object" && found !== null

/** Lodges a hash in the Register of Dealings, free of charge. The commit gives the sequence number. */
export const notarise = command({
  name: "notarise",
  sections: ["Dealings Act 1.1", "Dealings Act 1.3", "Dealings Act 1.4"],
  input: NotaryEntry,
  gather: (entry, { actor }, reader) => {
    const holder =
      entry.counterparty === undefined
        ? Effect.succeed(null)
        : reader.holder(Agent.handleClaim(entry.counterparty))
    // Most entries are neither payments nor readings, and read nothing else.
    return bookOf(entry) === null || actor.role !== "agent"
      ? holder
      : Effect.all({ counterpartyId: holder, before: statedBefore(reader, entry, actor.handle) })
  },
  decide: (found: string | null | Stating, entry, { actor, fresh, now, terms }) => {
    const { counterpartyId, before } = isStating(found)
      ? found
      : { counterpartyId: found, before: nothingStated }
    if (actor.role !== "agent") return Either.left(refusal("agents_only", {}))
    const dealing = lodge(entry, { lodger: actor.handle, counterpartyId }, fresh("dealing"), now)
    return Either.map(firstOf([mayName(actor.id, counterpartyId), mayState(entry, before, terms)]), () => ({
      changes: [
        ...entryChanges(dealing),
        ...stateDealing(dealing, before).changes,
        ...setDigest([dealing]),
        Changed.tally(Agent.lodgedTally(actor.handle), 1),
      ],
      reply: replyOf(dealing),
    }))
  },
})

/** An item that was not lodged, with the first place that does not fit; and the refusal, if a rule refuses it. */
type RefusedItem = Unfit & {
  readonly refusal?: Pick<Refusal, "code" | "class" | "rules" | "title" | "detail">
}

interface Lodgement {
  readonly dealing: ReturnType<typeof lodge>
  readonly changes: ReadonlyArray<Change>
}

const refusedItem = ({ code, class: of, rules, title, detail }: Refusal, path: string): RefusedItem => ({
  errors: [{ path, message: detail }],
  refusal: { code, class: of, rules, title, detail },
})

const isFit = (item: NotaryEntry | Unfit): item is NotaryEntry => !("errors" in item)

/** How many holders of names are looked up at one time. */
const lookUps = 32

/**
 * Lodges many hashes in one commit. Each is judged as `notarise` judges it alone, and the reply has the answer to each in the order of
 * the items. The numbers of the outcome are those of the entries made, in the same order. `batch` of the reply is null if no entry was
 * made; its host adds the root and the receipt (Dealings Act 1.1B). Refused `batch_too_large`.
 */
export const notariseBatch = command({
  name: "notarise-batch",
  sections: ["Dealings Act 1.1", "Dealings Act 1.1A", "Dealings Act 1.1B", "Dealings Act 1.3"],
  input: Papers,
  many: true,
  gather: ({ items }, { actor }, reader) =>
    Effect.suspend(() => {
      const fit = items.filter(isFit)
      const names = [...new Set(fit.flatMap(({ counterparty }) => counterparty ?? []))]
      const lodger = actor.role === "agent" ? actor.handle : ""
      const holding = Effect.forEach(
        names,
        (name) => Effect.map(reader.holder(Agent.handleClaim(name)), (id) => [name, id] as const),
        { concurrency: lookUps },
      )
      const stating = Effect.forEach(
        fit.filter((entry) => bookOf(entry) !== null),
        (entry) => Effect.map(statedBefore(reader, entry, lodger), (before) => [entry, before] as const),
        { concurrency: lookUps },
      )
      return Effect.map(Effect.all([holding, stating]), ([found, stated]) => ({
        holders: new Map(found),
        stated: new Map(stated),
        large: reader.supports.large === true,
      }))
    }),
  decide: ({ holders, stated, large }, { items }, { actor, fresh, now, terms }) => {
    if (actor.role !== "agent") return Either.left(refusal("agents_only", {}))
    const turns = stateInTurn(stated)
    const batchId = fresh("dealing-batch")
    let entries = 0
    const judged = items.map((item, i): RefusedItem | Lodgement => {
      if (!isFit(item)) return item
      const before = turns.before(item)
      const counterpartyId = holders.get(item.counterparty ?? "") ?? null
      const self = mayName(actor.id, counterpartyId)
      if (self !== null) return refusedItem(self, "counterparty")
      const spent = mayState(item, before, terms)
      if (spent !== null) return refusedItem(spent, "ref")
      const dealing = {
        ...lodge(item, { lodger: actor.handle, counterpartyId }, fresh("dealing", i), now),
        batch: { id: batchId, index: entries++ },
      }
      const { stated: after, changes } = stateDealing(dealing, before)
      turns.add(after)
      return { dealing, changes: [...entryChanges(dealing), ...changes] }
    })
    const lodged = judged.filter((one) => "dealing" in one)
    const changes = lodged.flatMap((one) => one.changes)
    const batch = {
      id: batchId,
      lodger: actor.handle,
      lodgedAt: now,
      dealingIds: lodged.map(({ dealing }) => dealing.id),
    }
    return Either.map(firstOf([mayLodge(changes.length / 2, large)]), () => ({
      changes: [
        ...changes,
        ...(lodged.length === 0 ? [] : [Changed.put(DealingBatches, batch)]),
        ...setDigest(lodged.map(({ dealing }) => dealing)),
        Changed.tally(Agent.lodgedTally(actor.handle), lodged.length),
      ],
      reply: {
        items: judged.map((one) => ("dealing" in one ? replyOf(one.dealing) : one)),
        batch: lodged.length === 0 ? null : stateBatch(batch),
      },
    }))
  },
})

/** The agent that an entry names confirms or contests it, once. A confirmed dealing counts for both agents (Dealings Act 1.2). */
export const reviewDealing = command({
  name: "review-dealing",
  sections: ["Dealings Act 1.2", "Dealings Act 1.3"],
  input: Schema.Struct({ ...ById.fields, ...ReviewRequest.fields }),
  gather: ({ id }, _context, reader) =>
    Effect.flatMap(reader.findNumbered(Dealings, id), (found) =>
      Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(refusal("unknown_dealing", { id })),
    ),
  decide: ({ record: dealing, number }, { outcome, note = null }, { actor, now }) => {
    if (actor.role !== "agent") return Either.left(refusal("agents_only", {}))
    const refused = firstOf([
      mayReview(dealing, actor.id, actor.handle),
      when(dealing.review !== null, "already_reviewed", {}),
    ])
    const reviewed = { ...dealing, review: { outcome, note, at: now } }
    return Either.map(refused, () => ({
      changes: [
        Changed.put(Dealings, reviewed),
        ...(outcome === "confirmed"
          ? [dealing.lodger, actor.handle].map((handle) => Changed.tally(Agent.reviewedTally(handle), 1))
          : []),
        // The event does not name the reviewer, since the counterparty is private.
        Changed.event("dealing.reviewed", subjectOf(dealing.id), ["Dealings Act 1.2"], {
          id: dealing.id,
          outcome,
        }),
      ],
      reply: dealingView({ record: reviewed, number }, actor),
    }))
  },
})
