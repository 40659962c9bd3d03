/** How long the Court keeps the bytes of a delivery (PD14 §13), and the text under which it keeps them. */
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { days, enforced, rule } from "../kernel/Section.ts"
import { format, type Instant, days as inDays } from "../kernel/Time.ts"
import type { Disclosure } from "./Disclosure.ts"

export const keepingOfBytes = enforced(
  "PD14 §13",
  "How long bytes are kept",
  (t) =>
    `The Court drops the bytes of a delivery ${days(t.artifactKeptDays)} after the last instant at which a matter on the quote could move. A matter can move while it is undecided, while a judgment in it is not final or an order of it is disputed, and as long as a claim on the account of the quote may be filed. Bytes are kept for ${days(t.artifactKeptDays)} after each disclosure at least. Their SHA-256, their number, who disclosed them and when, the attestations, and what the criteria found of them stay on the record, and every account and judgment rests on these alone. The journal says when bytes were dropped. Whoever asks for them later is told so, and they are not disclosed again, even if the Registrar orders a rehearing afterwards. Bytes that were first disclosed before this section was in force are kept.`,
)

/** The text of some bytes in base64 as the Court keeps it: with the quote, so that no other record names the same text. */
export const keptText = (quoteId: string, content: string): string => `${quoteId}\n${content}`

/** The bytes in base64 of a text that is kept. The texts of earlier versions are the bytes alone. */
export const contentOf = (text: string): string => text.slice(text.indexOf("\n") + 1)

/** The id of the task that drops the bytes of a quote. */
export const keptTask = (quoteId: string): string => `disclosure-kept/${quoteId}`

/** The kind of the task that drops the bytes of a disclosure when their time is over (PD14 §13). */
export const keptKind = "disclosure-kept"

/** The facts that decide until when the bytes of a delivery are kept. */
export interface KeptFacts {
  /** Whether a matter on the quote is undecided, a judgment in it is not final, or an order of it is disputed. */
  readonly undecided: boolean
  /** The instants at which those ended that moved on the quote, and at which its account can be claimed no more. */
  readonly ends: ReadonlyArray<Instant>
}

/** Until when the bytes are kept at least, as far as that can be known now. */
export const keptUntil = rule(
  ["PD14 §13"],
  ({ acts }: Pick<Disclosure, "acts">, { undecided, ends }: KeptFacts, now: Instant, terms: Terms): Instant =>
    Math.max(...acts.map(({ at }) => at), ...ends, ...(undecided ? [now] : [])) +
    inDays(terms.artifactKeptDays),
)

/** The task that asks again, at an instant, whether the bytes of a quote are to be dropped. */
export const askAt = (quoteId: string, at: Instant) =>
  Changed.task(keptTask(quoteId), keptKind, at, { quoteId })

/** The refusal of the bytes of a disclosure that the Court has dropped; null if it has them. */
export const alreadyDropped = rule(["PD14 §13"], (disclosed: Disclosure | null): Refusal | null =>
  disclosed?.droppedAt === undefined
    ? null
    : refusal("artifact_dropped", {
        at: format(disclosed.droppedAt),
        sha256: disclosed.artifact,
      }),
)

/** The changes that keep the bytes of a first disclosure, and ask in time whether they are to be dropped. */
export const keepBytes = (
  { id, contentSha256 }: Disclosure,
  content: string,
  { now, terms }: Pick<CommandContext, "now" | "terms">,
): ReadonlyArray<Change> => [
  Changed.blob(contentSha256, keptText(id, content)),
  askAt(id, now + inDays(terms.artifactKeptDays)),
]

/** A delivery whose bytes are dropped, and the changes that drop them beside its record. */
export interface Dropping {
  readonly after: Disclosure
  readonly changes: ReadonlyArray<Change>
}

/** The record of a delivery whose bytes are dropped, with the changes that drop them. */
export const dropBytes = rule(
  ["PD14 §13"],
  (disclosed: Disclosure, now: Instant): Dropping => ({
    after: { ...disclosed, droppedAt: now },
    changes: [
      Changed.drop(disclosed.contentSha256),
      Changed.event("quote.bytes_dropped", `quote/${disclosed.id}`, ["PD14 §13"], {
        quote: disclosed.id,
        by: "scheduler",
        artifact: `sha256:${disclosed.artifact}`,
      }),
    ],
  }),
)
