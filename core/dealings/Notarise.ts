import { Effect, Either } from "effect"
import { handleClaim, lodgedTally } from "../agents/Agent.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format, formatNullable } from "../Time.ts"
import { type Dealing, Dealings, dealingSeries, type NotaryEntry, subjectOf } from "./Dealing.ts"

/** The entry that a lodgement makes. The same agent may lodge a hash again: it is a new entry (Dealings Act 1.1). */
export const lodge = rule(
  ["Dealings Act 1.1"],
  (
    entry: NotaryEntry,
    { lodger, counterpartyId }: { readonly lodger: string; readonly counterpartyId: string | null },
    id: string,
    now: number,
  ): Dealing => ({
    id,
    sha256: entry.sha256.toLowerCase(),
    kind: entry.kind ?? null,
    label: entry.label ?? null,
    lodger,
    lodgedAt: now,
    dealingAt: entry.dealingAt ?? null,
    ref: entry.ref ?? null,
    counterparty: entry.counterparty ?? null,
    counterpartyId,
    valueCents: entry.valueCents ?? null,
    review: null,
  }),
)

/** Lodges a hash in the Register of Dealings. Free (Limits); the sequence number comes with the commit. */
export const notarise = command({
  name: "notarise",
  sections: ["Dealings Act 1.1", "Dealings Act 1.3"],
  gather: (entry: NotaryEntry, _context, reader) =>
    entry.counterparty === undefined ? Effect.succeed(null) : reader.holder(handleClaim(entry.counterparty)),
  decide: (counterpartyId, entry, { actor, id, now }) => {
    if (actor.role !== "agent") return Either.left(refusal("agents_only", {}))
    const dealing = lodge(entry, { lodger: actor.handle, counterpartyId }, id(0), now)
    return Either.right({
      changes: [
        Changed.put(Dealings, dealing, { series: dealingSeries }),
        Changed.tally(lodgedTally(actor.handle), 1),
        Changed.numberedEvent(
          Dealings,
          dealing,
          "dealing.lodged",
          subjectOf(dealing.id),
          ["Dealings Act 1.1"],
          {
            id: dealing.id,
            sha256: dealing.sha256,
            kind: dealing.kind,
            label: dealing.label,
            lodger: dealing.lodger,
            dealingAt: formatNullable(dealing.dealingAt),
            ref: dealing.ref,
          },
        ),
      ],
      reply: { id: dealing.id, sha256: dealing.sha256, lodgedAt: format(now) },
    })
  },
})
