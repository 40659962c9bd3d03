import { type CharSet, has } from "./CharSet.ts"
import type { Node, Place } from "./Syntax.ts"

type State =
  | { readonly op: "take"; readonly low: Uint8Array; readonly set: CharSet; readonly then: number }
  | { readonly op: "fork"; readonly ways: ReadonlyArray<number> }
  | { readonly op: "stand"; readonly place: Place; readonly then: number }
  | { readonly op: "found" }

export interface Automaton {
  readonly states: ReadonlyArray<State>
  readonly start: number
}

/** Builds Thompson's automaton backwards: each node is built before the state that follows it. */
export const build = (pattern: Node): Automaton => {
  const states: Array<State> = [{ op: "found" }]
  const add = (state: State): number => states.push(state) - 1
  const low = new Map<CharSet, Uint8Array>()
  const lowOf = (set: CharSet): Uint8Array => {
    const known = low.get(set) ?? Uint8Array.from({ length: 128 }, (_, point) => (has(set, point) ? 1 : 0))
    low.set(set, known)
    return known
  }
  const before = (node: Node, then: number): number => {
    switch (node.kind) {
      case "one":
        return add({ op: "take", low: lowOf(node.set), set: node.set, then })
      case "place":
        return add({ op: "stand", place: node.place, then })
      case "row":
        return node.nodes.reduceRight((next, each) => before(each, next), then)
      case "choice":
        return add({ op: "fork", ways: node.nodes.map((each) => before(each, then)) })
      case "times": {
        let next = then
        if (node.max === Number.POSITIVE_INFINITY) {
          const ways: Array<number> = [then]
          next = add({ op: "fork", ways })
          ways.push(before(node.node, next))
        } else
          for (let count = node.min; count < node.max; count++)
            next = add({ op: "fork", ways: [then, before(node.node, next)] })
        for (let count = 0; count < node.min; count++) next = before(node.node, next)
        return next
      }
    }
  }
  const start = before(pattern, 0)
  return { states, start }
}

const isWord = (point: number): boolean =>
  (point >= 48 && point <= 57) ||
  (point >= 65 && point <= 90) ||
  point === 95 ||
  (point >= 97 && point <= 122)
const none = -1
const newline = 10

const stands = (place: Place, before: number, after: number): boolean => {
  switch (place) {
    case "textBegin":
      return before === none
    case "textEnd":
      return after === none
    case "lineBegin":
      return before === none || before === newline
    case "lineEnd":
      return after === none || after === newline
    case "wordEdge":
      return isWord(before) !== isWord(after)
    case "noWordEdge":
      return isWord(before) === isWord(after)
  }
}

/** Whether a pattern matches somewhere in a text. All ways are followed at once, each state at most once at each place of the text. */
export const matches = ({ states, start }: Automaton, text: string): boolean => {
  const seen = new Int32Array(states.length).fill(-1)
  const open = new Int32Array(states.length * 3 + 16)
  let waiting = new Int32Array(states.length)
  let next = new Int32Array(states.length)
  const reached = new Int32Array(states.length).fill(-1)
  let count = 0
  let before = none
  for (let at = 0; ; ) {
    const after = text.codePointAt(at) ?? none
    let taken = 0
    for (let index = -1; index < count; index++) {
      let depth = 0
      open[depth++] = index < 0 ? start : (waiting[index] ?? 0)
      while (depth > 0) {
        const number = open[--depth] ?? 0
        if (seen[number] === at) continue
        seen[number] = at
        const state = states[number]
        if (state === undefined || state.op === "found") return true
        if (state.op === "fork") {
          for (const way of state.ways) if (seen[way] !== at) open[depth++] = way
        } else if (state.op === "stand") {
          if (stands(state.place, before, after)) open[depth++] = state.then
        } else if (after < 128 ? state.low[after] === 1 : has(state.set, after)) {
          if (reached[state.then] !== at) {
            reached[state.then] = at
            next[taken++] = state.then
          }
        }
      }
    }
    if (after === none) return false
    const swapped = waiting
    waiting = next
    next = swapped
    count = taken
    before = after
    at += after > 0xffff ? 2 : 1
  }
}
