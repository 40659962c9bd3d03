/** The texts of a defence (Rule 4.3): the respondent adds to its text, or puts another in its place, while its period runs. */

import { elementsMax } from "../kernel/Json.ts"
import { Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { textOf } from "../kernel/Text.ts"
import type { Tender } from "../law/index.ts"
import type { FiledPleading, Matter } from "./Matter.ts"
import type { Paper } from "./Paper.ts"
import type { Pleading } from "./Pleading.ts"

/** The texts of a defence on the record, oldest first. */
export const textsOf = ({
  defence,
  earlierDefences = [],
}: Pick<Matter, "defence" | "earlierDefences">): ReadonlyArray<FiledPleading> =>
  defence === null ? [] : [...earlierDefences, defence]

/** Two lists as one: what is added comes last, in place of what has its key. */
const join = <E>(before: ReadonlyArray<E>, added: ReadonlyArray<E>, keyOf: (one: E) => unknown) => {
  const keys = new Set(added.map(keyOf))
  return [...before.filter((one) => !keys.has(keyOf(one))), ...added]
}

/** A tender, or a rule, in one form: it is the same if a later text has it again. */
export const sameAs = (one: Tender.Tender | Pleading["rules"][number]): string => textOf(one).sha256

/** A text of a defence beside the text on record: the defence that then stands, and how many elements of each list stand before its own. */
export interface Standing {
  readonly pleading: Pleading
  readonly before: Readonly<Record<string, number>>
}

export const severalTexts = enforced(
  "Rule 4.3A",
  "A defence in several texts",
  (t) =>
    `A defence may say that more follows. Within its period the respondent then files further texts, ${t.defenceTextsMax} in all. A text whose facts begin at the number after the last is added to the defence; so is a text without facts. A text whose facts begin at one takes the place of the defence. Every text is kept. The time for the reply begins when the period ends or a text does not say that more follows. A defence that is out of time is complete when it is filed.`,
)

/** The defence after a further text: its facts go on from the last number, or begin anew at one (Rule 4.3). */
export const standingAfter = rule(["Rule 4.3A"], (standing: Pleading | null, text: Pleading): Standing => {
  const first = text.facts[0]?.n
  if (standing === null || (first !== undefined && first !== standing.facts.length + 1))
    return { pleading: text, before: {} }
  const pleading = {
    ...standing,
    ...text,
    facts: [...standing.facts, ...text.facts],
    responses: join(standing.responses ?? [], text.responses ?? [], ({ n }) => n),
    evidence: join(standing.evidence, text.evidence, ({ label }) => label),
    rules: join(standing.rules, text.rules, sameAs),
    authorities: join(standing.authorities, text.authorities, sameAs),
  } satisfies Pleading
  const lists = ["facts", "responses", "evidence", "rules", "authorities"] as const
  const before = Object.fromEntries(
    lists.map((list) => [list, pleading[list].length - (text[list]?.length ?? 0)]),
  )
  return { pleading, before }
})

/** A refusal of a defence that was added to, with the places as they stand in the text that was sent. */
export const inText = (refused: Refusal | null, { before }: Standing): Refusal | null =>
  refused === null
    ? null
    : new Refusal({
        code: refused.code,
        class: refused.class,
        rules: refused.rules,
        title: refused.title,
        detail: refused.detail,
        errors: refused.errors.map(({ path, message }) => ({
          path: path.replace(/^(\w+)\[(\d+)\](.*)$/u, (_, list: string, i: string, rest: string) => {
            const at = Number(i) - (before[list] ?? 0)
            return at < 0 ? list : `${list}[${at}]${rest}`
          }),
          message,
        })),
        waitSeconds: refused.waitSeconds,
      })

/** Whether a paper has the words of the text on record. */
export const isSameText = (filed: FiledPleading | null, { body, authorities }: Paper): boolean =>
  filed?.bodySha256 === body.sha256 && filed.authoritiesSha256 === (authorities?.sha256 ?? null)

/** Refuses more texts than a defence may have, a text that says nothing new and leaves its time open, and lists beyond what is read. */
export const textChecks = rule(
  ["Rule 4.3A"],
  (matter: Matter, { pleading }: Standing, paper: Paper, more: boolean, terms: Terms) => {
    const same = isSameText(matter.defence, paper)
    const { facts, evidence, rules, authorities, responses = [] } = pleading
    const longest = Math.max(...[facts, evidence, rules, authorities, responses].map(({ length }) => length))
    const { defenceTextsMax: max, pleadingBytesMax } = terms
    return [
      when(same && more, "already_pleaded", { step: "defence" }),
      when(!same && textsOf(matter).length >= max, "defences_spent", { max }),
      longest > elementsMax
        ? refusal("pleading_too_large", { max: pleadingBytesMax, found: paper.bodyBytes })
        : null,
    ]
  },
)
