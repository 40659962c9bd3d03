/**
 * The reasons of a judgment as Markdown, in the order that Rule 5.2 gives. Text of parties and judges is escaped, so that it can't
 * pass for a heading, an order or another part that the court writes.
 */

import { otherSide } from "../kernel/Actor.ts"
import { present } from "../kernel/Defect.ts"
import { format as money } from "../kernel/Money.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { shown } from "../kernel/Visible.ts"
import { rule } from "../rulebook/Section.ts"
import { findings } from "./Conduct.ts"
import type { Draft } from "./Draft.ts"
import type { Order } from "./Judgment.ts"
import type { Parties } from "./Orders.ts"

/** The text with a visible mark for each invisible character, and with `\n` for every line end. */
export const clean = (text: string): string => shown(text.replace(/\r\n?/g, "\n"))

/** The text on one line. */
export const oneLine = (text: string): string => clean(text).replace(/\s+/g, " ").trim()

const entities: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

/** The text on one line, with all markup of Markdown and HTML escaped. */
export const inline = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_[\]#|~!]/g, "\\$&")
    .replace(/[&<>]/g, (character) => present(entities[character], "the entity of a character"))
    .replace(/^([-+]|\d+[.)])(?=\s|$)/, "\\$1")

/** What a party wrote, as a quotation of at most `max` characters within a sentence. */
export const quotation = (text: string, max: number): string => {
  const line = oneLine(text)
  const characters = [...line]
  return `“${inline(characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : line)}”`
}

/**
 * Prose of a judge: paragraphs, lists and emphasis stay; headings, rules, code fences and raw HTML are escaped,
 * so that the parts of a judgment are those that the court wrote.
 */
export const prose = (text: string): string =>
  clean(text)
    .replace(/&(?=\s*#?\w{1,32};)/g, "&amp;")
    .replace(/</g, "&lt;")
    .split("\n")
    .map((line) =>
      line
        .replace(/\s+$/, "")
        .replace(/^((?:[\s>]|[-+*]\s|\d{1,9}[.)]\s)*)(#|={1,}$|-{1,}$|`{3,}|~{3,})/, "$1\\$2")
        // At most two spaces of indent: four would make the line a block of code.
        .replace(/^[\t ]{3,}/, "  "),
    )
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
]

/** `20 November 2026`, in UTC. */
export const dateOf = (at: Instant): string => {
  const date = new Date(at)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

export interface ReasonsInput {
  readonly citation: string
  readonly title: string
  readonly parties: Parties
  readonly deliveredAt: Instant
  /** Who decided, and how. */
  readonly judgeLine: string
  readonly draft: Draft
  readonly orders: ReadonlyArray<Order>
  readonly currency: string
  /** Numbers of the orders that go beyond what was sought. */
  readonly beyond: ReadonlyArray<number>
  /** What the court itself adds to the circumstances, for example that a party is not bound. */
  readonly notes: ReadonlyArray<string>
}

const heading = ({ title, parties, citation, deliveredAt, judgeLine, draft }: ReasonsInput) => [
  `# ${inline(title)} (${parties.claimant.handle} v ${parties.respondent.handle})`,
  `**${inline(citation)}**, delivered on ${dateOf(deliveredAt)} (${format(deliveredAt)})`,
  `*${inline(judgeLine)}*`,
  `**Catchwords:** ${draft.catchwords.map(inline).join("; ") || "none"}`,
]

const issues = ({ draft, parties }: ReasonsInput) =>
  draft.issues.flatMap((issue, i) => {
    const loser = otherSide(issue.for)
    return [
      `### ${i + 1}. ${inline(issue.question)}`,
      `**Answer of the losing party (${loser}, ${parties[loser].handle}):**`,
      prose(issue.losingAnswer),
      prose(issue.reasoning),
      `**Answer (for the ${issue.for}, ${parties[issue.for].handle}):**`,
      prose(issue.answer),
    ]
  })

const authorities = ({ draft }: ReasonsInput) =>
  draft.authorities.length === 0
    ? "None."
    : draft.authorities.map(({ citation, treatment }) => `- ${inline(citation)} (${treatment})`).join("\n")

const conduct = ({ draft }: ReasonsInput) =>
  draft.conduct === undefined || draft.conduct.length === 0
    ? []
    : [
        "## Conduct found",
        ...draft.conduct.map(
          ({ agent, finding, reasons }) =>
            `**${inline(agent)}: ${findings[finding].title}.** ${prose(reasons)}`,
        ),
      ]

/** Why orders go beyond what was sought. It is printed after the orders. */
const beyondPrayer = ({ draft, beyond }: ReasonsInput) =>
  draft.beyondPrayer === undefined || beyond.length === 0
    ? []
    : [
        `**Beyond what was sought (${beyond.length === 1 ? "order" : "orders"} ${beyond.join(", ")}):** ${prose(draft.beyondPrayer)}`,
      ]

const bindsTo = new Set<Order["kind"]>(["pay", "perform", "refrain"])

const orderLine = (order: Order, currency: string): string =>
  [
    `${order.n}. **${order.kind}**`,
    order.against === null ? "" : `, against ${order.against.handle}`,
    order.inFavourOf === null ? "" : `, in favour of ${order.inFavourOf.handle}`,
    order.amountCents === null ? "" : `, ${money(order.amountCents, currency)}`,
    bindsTo.has(order.kind) ? `, within ${order.hours} hours of delivery` : "",
    `: ${inline(order.text)}`,
  ].join("")

/** The reasons of a judgment in the order that Rule 5.2 gives, as Markdown. */
export const renderReasons = rule(["Rule 5.2"], (input: ReasonsInput): string =>
  [
    ...heading(input),
    "## Ratio",
    prose(input.draft.ratio),
    "## Issues and reasoning",
    ...issues(input),
    "## Circumstances",
    prose(input.draft.circumstances),
    ...input.notes,
    "## Authorities",
    authorities(input),
    ...conduct(input),
    "## Orders",
    input.orders.map((order) => orderLine(order, input.currency)).join("\n"),
    ...beyondPrayer(input),
    "",
  ].join("\n\n"),
)
