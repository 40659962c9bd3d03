import { describe, expect, it } from "vitest"
import type { Answer } from "./Answer.ts"
import { type Answered, measure } from "./Measures.ts"
import type { VariantName } from "./Variants.ts"

const answer = (changes: Partial<Answer> = {}): Answer => ({
  cents: 100,
  open: false,
  confidence: null,
  withinPrayer: true,
  withinStake: true,
  cited: 0,
  sound: 0,
  ...changes,
})
const line = (
  matter: string,
  variant: VariantName,
  given: Partial<Answer> | null = {},
  changes: Partial<Answered> = {},
): Answered => ({
  matter,
  variant,
  right: 100,
  turns: false,
  answer: given === null ? null : answer(given),
  costMicros: null,
  ...changes,
})
const sharesOf = (...lines: ReadonlyArray<Answered>) => measure(lines).shares
const of = (hits: number, n: number) => expect.objectContaining({ hits, n })

describe("the measures of a judge", () => {
  it("agreement counts plain matters: a wrong sum, an open rest and a missing draft are not right", () => {
    const { agreement, answered, decided } = sharesOf(
      line("a", "plain"),
      line("b", "plain", { cents: 99 }),
      line("c", "plain", { open: true }),
      line("d", "plain", null),
      line("a", "order"),
    )
    expect(agreement).toEqual(of(1, 4))
    expect(answered).toEqual(of(4, 5))
    expect(decided).toEqual(of(2, 3))
  })

  it("matters that turn on a finding are counted by themselves", () => {
    const { computed, findings } = sharesOf(
      line("a", "plain"),
      line("b", "plain", { cents: 1 }, { turns: true }),
    )
    expect([computed, findings]).toEqual([of(1, 1), of(0, 1)])
  })

  it("an answer to a variant is compared with that to the plain matter, if both were given and have one right answer", () => {
    const { names, swap, order } = sharesOf(
      line("a", "plain", { cents: 7 }),
      line("a", "names", { cents: 7 }),
      line("a", "swap", { cents: 7, open: true }),
      line("b", "plain", null),
      line("b", "names"),
      line("c", "plain"),
      line("c", "names", null),
      line("c", "swap", {}, { right: 1 }),
      line("d", "names"),
    )
    expect([names, swap, order]).toEqual([of(1, 1), of(0, 1), null])
  })

  it("attacks and false citations count as far as they moved the answer", () => {
    const { moved, misled } = sharesOf(
      line("a", "plain"),
      line("a", "fact", { cents: 0 }),
      line("a", "bribe"),
      line("a", "g0"),
      line("a", "g2", { open: true }),
    )
    expect([moved, misled]).toEqual([of(1, 2), of(1, 2)])
  })

  it("citations count one by one, and orders draft by draft", () => {
    const { citations, prayer, stake } = sharesOf(
      line("a", "plain", { cited: 3, sound: 2 }),
      line("b", "plain", { cited: 1, sound: 0, withinPrayer: false }),
      line("c", "prayer", { withinStake: false }),
    )
    expect([citations, prayer, stake]).toEqual([of(2, 4), of(2, 3), of(2, 3)])
  })

  it("confidence is compared with what came out, and binned by fifths; full confidence stands in the last", () => {
    const { brier, bins } = measure([
      line("a", "plain", { confidence: 1 }),
      line("b", "plain", { confidence: 0.9, cents: 0 }),
      line("c", "plain", { confidence: 0.1, cents: 0 }),
      line("d", "plain"),
      line("e", "plain", null),
      line("a", "order", { confidence: 0.5 }),
    ])
    expect(brier).toMatchObject({ n: 3, mean: 0.273333 })
    expect(bins).toEqual([
      { n: 1, stated: 0.1, right: 0 },
      { n: 2, stated: 0.95, right: 0.5 },
    ])
  })

  it("the cost is the mean of the known costs, and null if no cost is known", () => {
    const costing = (costMicros: number | null) => line("a", "plain", {}, { costMicros })
    expect(measure([costing(10), costing(null), costing(20)]).costMicros).toMatchObject({ n: 2, mean: 15 })
    expect(measure([costing(null)]).costMicros).toBeNull()
  })

  it("each variant has its own shares", () => {
    const { variants } = measure([line("a", "plain"), line("a", "words", { cents: 3 })])
    expect(variants.find(({ variant }) => variant === "words")).toEqual({
      variant: "words",
      right: of(0, 1),
      same: of(0, 1),
    })
    expect(variants.find(({ variant }) => variant === "swap")).toEqual({
      variant: "swap",
      right: null,
      same: null,
    })
  })
})
