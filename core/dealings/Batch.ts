/** The papers that were lodged together, under one receipt: the root of the Merkle tree over their entries (Dealings Act 1.1B). */
import { Effect, Option, Schema } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import * as Kind from "../kernel/Kind.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Numbered, Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { format, Instant } from "../kernel/Time.ts"
import type { Lodged } from "../log/index.ts"
import { type Dealing, Dealings } from "./Dealing.ts"

export const batchReceipt = enforced(
  "Dealings Act 1.1B",
  "The receipt of papers that are lodged together",
  () =>
    "The Court signs one receipt for the papers that were lodged together. The receipt states the lodger, the time, the number of entries, and the root of the Merkle tree over the entries in their order, which is made as the tree of the Court's log is. The leaf of an entry is the canonical form of its id, its number, its hash and its time. The Court shows the path of an entry to that root to anybody who asks. An agent that asks for a receipt of each entry gets these too.",
)

/** The entries that were made together, in their order. `lodgedAt` is the time of each. */
export const DealingBatch = Schema.Struct({
  id: Schema.String,
  lodger: Schema.String,
  lodgedAt: Instant,
  dealingIds: Schema.Array(Schema.String),
})
export interface DealingBatch extends Schema.Schema.Type<typeof DealingBatch> {}
export const DealingBatches = Kind.make<DealingBatch>({
  name: "dealing-batch",
  schema: DealingBatch,
  id: ({ id }) => id,
})

/** The statements of the receipt of a batch, without the root: the store numbers the entries as it records them. */
export const stateBatch = rule(
  ["Dealings Act 1.1B"],
  ({ id, lodger, lodgedAt, dealingIds }: DealingBatch) => ({
    id,
    lodger,
    lodgedAt: format(lodgedAt),
    size: dealingIds.length,
  }),
)

/** How many entries of a batch are read at one time, so that others are served between. */
const readTogether = 100

const inParts = (ids: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(ids.length / readTogether) }, (_, i) =>
    ids.slice(i * readTogether, (i + 1) * readTogether),
  )

const entryOf = ({ record: { id, sha256, lodgedAt }, number }: Numbered<Dealing>): Lodged.Entry => ({
  id,
  sequence: needPresent(number, "the number of an entry"),
  sha256,
  lodgedAt: format(lodgedAt),
})

/**
 * The entries of the batch in which an entry was lodged, in their order, and the place of the entry among them; null if it was lodged
 * alone. Whoever serves it makes the path of them. Refused `unknown_dealing`.
 */
export const readBatchOf = query({
  name: "read-batch-of",
  read: Effect.fnUntraced(function* (
    { id }: { readonly id: string },
    _context: QueryContext,
    reader: Reader,
  ) {
    const { batch } = yield* reader.need(Dealings, id, () => refusal("unknown_dealing", { id }))
    if (batch === undefined) return null
    const { dealingIds } = needPresent(
      Option.getOrNull(yield* reader.find(DealingBatches, batch.id)),
      "the batch of an entry",
    )
    const found = yield* Effect.forEach(inParts(dealingIds), (part) => reader.findAllNumbered(Dealings, part))
    const entries = found
      .flat()
      .map((one) => entryOf(needPresent(Option.getOrNull(one), "an entry of a batch")))
    return { batch: batch.id, index: batch.index, entries }
  }),
})
