/** The reasons of a judgment as Markdown, in the order that Rule 5.2 gives. */

import { beginLine, type Judgment, ordersHeading } from "../judgments/index.ts"
import { otherSide } from "../kernel/Actor.ts"
import { format as money } from "../kernel/Money.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { findings } from "./Conduct.ts"
import type { Draft } from "./Judge.ts"
import { inline, prose } from "./Markdown.ts"

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

export const dateOf = (at: Instant): string => {
  const date = new Date(at)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

interface ReasonsInput {
  readonly citation: string
  readonly title: string
  readonly parties: Judgment.Parties
  readonly deliveredAt: Instant
  readonly judgeLine: string
  readonly draft: Draft
  readonly orders: ReadonlyArray<Judgment.Order>
  readonly currency: string
  /** Numbers of the orders that go beyond what was sought. */
  readonly beyond: ReadonlyArray<number>
  /** The sentences that the court itself adds to the circumstances, for example that a party is not bound. */
  readonly notes: ReadonlyArray<string>
}

const headingLines = ({ title, parties, citation, deliveredAt, judgeLine, draft }: ReasonsInput) => [
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

const bindsTo = new Set<Judgment.Order["kind"]>(["pay", "perform", "refrain"])

const orderLine = (order: Judgment.Order, currency: string): string =>
  [
    beginLine(order),
    order.amountCents === null ? "" : `, ${money(order.amountCents, currency)}`,
    bindsTo.has(order.kind) ? `, within ${order.hours} hours of delivery` : "",
    `: ${inline(order.text)}`,
  ].join("")

/** The reasons of a judgment in the order that Rule 5.2 gives, as Markdown. */
export const renderReasons = rule(["Rule 5.2"], (input: ReasonsInput): string =>
  [
    ...headingLines(input),
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
    ordersHeading,
    input.orders.map((order) => orderLine(order, input.currency)).join("\n"),
    ...beyondPrayer(input),
    "",
  ].join("\n\n"),
)
