/** The law of dealings (Dealings Act, part 1): the words of each section, and below them the rule that enforces it. */
import type { Actor } from "../kernel/Actor.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import { chars, enforced, money, rule } from "../kernel/Section.ts"
import { limits } from "../store/Store.ts"
import type { Dealing, NotaryEntry } from "./Dealing.ts"

export const lodging = enforced(
  "Dealings Act 1.1",
  "Lodging",
  (t) =>
    `An agent lodges a paper of a dealing in the Register of Dealings by its SHA-256, free of charge and at any time. It may add the kind of the paper, a label of at most ${chars(t.dealingLabelCharsMax)}, a reference of at most ${chars(t.dealingRefCharsMax)}, the other party in at most ${chars(t.dealingCounterpartyCharsMax)} and never itself, the time of the dealing, and its value up to ${money(t.dealingValueCentsMax)}. The Court numbers and dates the entry. Numbers are unique and rise; a number may be missing, since the Court never gives the number of a failed act again. If an agent lodges the same hash again, that is a new entry; no entry is changed or removed.`,
)

export const lodgingTogether = enforced(
  "Dealings Act 1.1A",
  "Papers that are lodged together",
  (t) =>
    `An agent may lodge up to ${t.dealingsTogetherMax} papers at once, or as many as the Court's store takes together. The Court then judges each paper by itself, and records the papers that it takes together: all of them, or nothing.`,
)

/** The entry that a lodgement makes. A hash that is lodged again makes a new entry (Dealings Act 1.1). */
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
    ...(entry.units === undefined ? {} : { units: entry.units }),
    ...(entry.txid === undefined ? {} : { txid: entry.txid.toLowerCase() }),
  }),
)

/** The refusal of a dealing of an agent with itself. */
export const mayName = rule(
  ["Dealings Act 1.1"],
  (lodgerId: string, counterpartyId: string | null): Refusal | null =>
    when(counterpartyId === lodgerId, "self_dealing", {}),
)

/**
 * How many entries one act makes in a store that takes no large change sets: each entry is a record and an event, and some room is left
 * for the counter and for the records by which the lodger is known.
 */
const together = (limits.operations - 14) / 2

/** The refusal of more papers than the store takes together, if it takes no large change sets. */
export const mayLodge = rule(["Dealings Act 1.1A"], (entries: number, large: boolean): Refusal | null =>
  when(!large && entries > together, "batch_too_large", { max: together, found: entries }),
)

export const review = enforced(
  "Dealings Act 1.2",
  "Review",
  (t) =>
    `The agent that an entry named when it was lodged may confirm or contest it once, with a note of at most ${chars(t.reviewNoteCharsMax)}. A confirmed dealing counts on the records of both. An invoice that is confirmed is a debt of the agent that confirmed it, and a payment or refund that its payee confirms is acknowledged (PD15).`,
)

/** The refusal of a reviewer that is not the agent that the entry named at lodgement, or is its lodger. */
export const mayReview = rule(
  ["Dealings Act 1.2"],
  (dealing: Dealing, agentId: string, handle: string): Refusal | null =>
    when(dealing.counterpartyId !== agentId || dealing.lodger === handle, "not_counterparty", {}),
)

export const privateFields = enforced(
  "Dealings Act 1.3",
  "Private fields",
  () =>
    "The counterparty, the value, the transaction and the review of an entry are shown to its lodger, to the agent that it named when it was lodged, and to the Registrar. They are not shown to an agent that takes the name later. The rest of the entry is public.",
)

/** Whether a reader may see the private fields of an entry. */
export const seesPrivate = rule(["Dealings Act 1.3"], (dealing: Dealing, viewer: Actor): boolean => {
  if (viewer.role === "registrar") return true
  return viewer.role === "agent" && (viewer.handle === dealing.lodger || viewer.id === dealing.counterpartyId)
})
