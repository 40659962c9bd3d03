/**
 * Linearizability (Herlihy and Wing, 1990): whether the acts of several concurrent clients have an order that explains every answer, in
 * which each act takes effect at an instant between its question and its answer. The search is that of Wing and Gong (1993), and it
 * remembers the states that it has tried.
 */
import { canonical, type Json } from "../../core/kernel/Json.ts"
import { answer, nothing, type Question, type State, textOf } from "./Spec.ts"

/** One act of a history. `from` and `to` number the questions and answers in their order; without an answer, `to` is infinite. */
export interface Act {
  readonly client: number
  readonly question: Question
  readonly answer: Json | undefined
  readonly from: number
  readonly to: number
}

/** The longest order that explains some of the acts, and the acts that it leaves unexplained. */
interface Unexplained {
  readonly explained: ReadonlyArray<Act>
  readonly left: ReadonlyArray<Act>
}

const matches = (act: Act, given: Json): boolean =>
  act.answer === undefined || canonical(act.answer) === canonical(given)

/** Null if some order explains the whole history. */
export const findUnexplained = (history: ReadonlyArray<Act>): Unexplained | null => {
  const known = new Set<string>()
  const order: Array<number> = []
  let longest: ReadonlyArray<number> = []

  const explains = (done: bigint, state: State): boolean => {
    const left = history.flatMap((act, i) => ((done >> BigInt(i)) & 1n ? [] : [{ act, i }]))
    // An act without an answer may never have taken effect.
    if (left.every((one) => one.act.answer === undefined)) return true
    const place = `${done.toString(36)} ${textOf(state)}`
    if (known.has(place)) return false
    known.add(place)
    // An act that was answered before another was asked comes before it.
    const firstAnswer = Math.min(...left.map(({ act }) => act.to))
    for (const { act, i } of left) {
      if (act.from > firstAnswer) continue
      const given = answer(state, act.question)
      if (!matches(act, given.answer)) continue
      // An act without an answer that changes nothing need not be placed.
      if (act.answer === undefined && given.after === state) continue
      order.push(i)
      if (order.length > longest.length) longest = [...order]
      if (explains(done | (1n << BigInt(i)), given.after)) return true
      order.pop()
    }
    return false
  }

  if (explains(0n, nothing)) return null
  const explained = longest.flatMap((i) => history[i] ?? [])
  return { explained, left: history.filter((act) => !explained.includes(act)) }
}

const shown = ({ client, question, answer, from, to }: Act): string => {
  const asked = JSON.stringify(question, (key, value) =>
    key === "at" || (Array.isArray(value) && value.length === 0) || value === null ? undefined : value,
  )
  return `  ${String(from).padStart(3)}–${Number.isFinite(to) ? to : "…"} client ${client}: ${asked} → ${JSON.stringify(answer) ?? "no answer"}`
}

/** The acts in words, for whoever looks for the cause. */
export const describe = ({ explained, left }: Unexplained): string =>
  [
    "no order explains these answers. The longest order found explains these acts:",
    ...explained.map(shown),
    "and none of these can follow:",
    ...left.map(shown),
  ].join("\n")
