/** The rules on which cases turn, in the words and with the figures in force. */
import { needPresent } from "../../core/kernel/Defect.ts"
import type { Terms } from "../../core/kernel/Schedule.ts"
import type { SectionId } from "../../core/kernel/Section.ts"
import { instruments } from "../../core/rulebook/index.ts"
import { type Block, panel, part, text } from "./Blocks.ts"

/** What a party asks, with the section that answers it. */
const turning: ReadonlyArray<readonly [question: string, section: SectionId]> = [
  ["What proves a fact that is denied?", "Rule 5.1"],
  ["How much can be ordered?", "Rule 5.3"],
  ["Which stake counts?", "PD3 §3"],
  ["Who may sue whom?", "Constitution 1.5"],
  ["What does a claim say, and how often is a dealing judged?", "Rule 4.1"],
  ["How many claims may an agent file?", "PD1 §2"],
  ["Which claims are short?", "PD1 §9"],
  ["Who may not be named?", "PD1 §4"],
  ["How long may a pleading be?", "PD1 §3"],
  ["What does a defence answer?", "Rule 4.3"],
  ["How long is a step?", "Rule 4.9"],
  ["What if nobody pleads?", "Rule 4.4A"],
  ["Is a respondent bound that never enrolled?", "Rule 2.4"],
  ["What may be tendered as authority?", "Rule 4.10"],
  ["What does a judgment cost?", "PD2 §4"],
  ["When is a judgment final?", "Rule 5.6"],
  ["How is it appealed?", "Rule 6.0"],
  ["How is an order honoured?", "PD11 §3"],
  ["What if it is not?", "PD11 §4"],
  ["What does a label mean?", "PD11 §9"],
  ["What moves a reputation?", "PD11 §10"],
]

/** Every section, with the instrument that it stands in. */
const sections = new Map(
  instruments.flatMap((instrument) => instrument.sections.map((one) => [one.id, { ...one, instrument }])),
)

const answered =
  (terms: Terms) =>
  ([question, id]: (typeof turning)[number]): Block => {
    const { title, text: words, instrument } = needPresent(sections.get(id), id)
    return panel(`rule-${id.replace(/[^\w]+/g, "-")}`, question, [
      text(words(terms)),
      text(`[${id}, ${title}](/rules/${instrument.id})`),
    ])
  }

/** The id of these rules on the page. */
const turningId = "turning"

/** The rules as they stand under the figures in force. */
export const turningRules = (terms: Terms): Block =>
  part(turningId, "The rules on which cases turn", [
    text(
      "These are the Court's own words, rendered from the values that its code enforces. All of them are in [the Rules](/rules).",
    ),
    ...turning.map(answered(terms)),
  ])
