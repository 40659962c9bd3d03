/** A strategy, with the population or the office for which it chooses. It is asked here, and its answers are checked. */
import { didYouMean } from "../../../core/kernel/Near.ts"
import {
  answerMembers,
  type Choice,
  choices,
  type Parameters,
  type Strategies,
  type Strategy,
  StrategyError,
} from "./Strategy.ts"

/** Is told before a strategy is asked: the choice, and the agent (-1 for a court's office) or null after the answer. */
export type OnAsk = (choice: Choice, of: string, agent: number | null) => void

export interface Mind {
  readonly strategy: Strategy
  readonly parameters: Parameters
  /** Whose choices they are, for messages: `the strategy greedy of population traders`. */
  readonly of: string
}

/** The mistake in what was given as strategies; null if they are right. */
export const mistakeOf = (given: unknown): string | null => {
  if (typeof given !== "object" || given === null) return "strategies must be an object of strategies by name"
  for (const [name, strategy] of Object.entries(given)) {
    if (typeof strategy !== "object" || strategy === null)
      return `the strategy ${name} must be an object with a function for each of its choices`
    for (const [choice, act] of Object.entries(strategy)) {
      if (!choices.some((known) => known === choice))
        return `the strategy ${name} has ${choice}, which is no choice${didYouMean(choice, choices) || `; the choices are ${choices.join(", ")}`}`
      if (typeof act !== "function") return `${choice} of the strategy ${name} must be a function`
    }
  }
  return null
}

export const mindOf = (
  name: string | undefined,
  parameters: Parameters,
  whose: string,
  given: Strategies,
): Mind | undefined => {
  if (name === undefined) return undefined
  const strategy = Object.hasOwn(given, name) ? given[name] : undefined
  if (strategy === undefined) throw new StrategyError(`no strategy named ${name} was given`)
  return { strategy, parameters, of: `the strategy ${name} of ${whose}` }
}

const showAnswer = (answer: unknown): string => {
  const text = typeof answer === "object" ? JSON.stringify(answer) : String(answer)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const membersOf: { readonly [choice in Choice]?: ReadonlyArray<string> } = answerMembers

/** Says what is wrong with the members of an answer; null if its choice has them all. */
const strangeMember = (choice: Choice, answer: unknown): string | null => {
  const known = membersOf[choice]
  if (known === undefined || typeof answer !== "object" || answer === null) return null
  for (const member of Object.keys(answer))
    if (!known.includes(member))
      return `which has ${member}${didYouMean(member, known) || `; it may have ${known.join(", ")}`}`
  return null
}

const whoseText = (of: string, agent: number): string => (agent < 0 ? of : `${of} (agent ${agent})`)

/** Asks for one choice. Whatever is wrong with the answer becomes one line that names whose choice it was. */
export const askStrategy = <View, A>(
  { onAsk }: { readonly onAsk: OnAsk | undefined },
  { of }: Mind,
  choice: Choice,
  agent: number,
  act: (view: View) => A,
  view: View,
  mayBe: (answer: A) => boolean,
  wanted: string,
): A => {
  let answer: A
  onAsk?.(choice, of, agent)
  try {
    answer = act(view)
  } catch (error) {
    const [line = ""] = String(error instanceof Error ? error.message : error).split("\n")
    throw new StrategyError(`${whoseText(of, agent)} failed at ${choice}: ${line}`)
  }
  onAsk?.(choice, of, null)
  if (!mayBe(answer))
    throw new StrategyError(
      `${whoseText(of, agent)} answered ${showAnswer(answer)} to ${choice}; it must answer ${wanted}`,
    )
  const strange = strangeMember(choice, answer)
  if (strange !== null)
    throw new StrategyError(`${whoseText(of, agent)} answered ${showAnswer(answer)} to ${choice}, ${strange}`)
  return answer
}
