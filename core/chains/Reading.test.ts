/** The readings of a network that the court records: a change at once, and an unchanged state once a minute. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { minutes } from "../kernel/Time.ts"
import { stage } from "../testing/Stage.ts"
import { recordPrice } from "./Price.ts"
import { type Look, marksMax, type Reading, Readings, recordLook } from "./Reading.ts"

const network = "eip155:8453"
const chain = { role: "chain" } as const
const mark = (height: number) => ({ height, hash: `0x${height}` })

const opened = () => {
  const court = stage()
  /** The version of the network's record after a look. It grows only if the look was recorded. */
  const look = async (seen: Omit<Extract<Look, { tip: unknown }>, "network"> | { problem: string }) => {
    await court.act(recordLook, { network, ...seen }, chain)
    const [stored] = await Effect.runPromise(court.driver.read([{ kind: Readings.name, id: network }]))
    return stored?.version
  }
  const reading = async (): Promise<Reading | null> => {
    const [stored] = await Effect.runPromise(court.driver.read([{ kind: Readings.name, id: network }]))
    return stored == null ? null : Readings.decode(stored.body)
  }
  return { ...court, look, reading }
}

describe("a look at a network", () => {
  it("PD2 §9 given a network that never answered, then each reason why it can't be read is recorded once", async () => {
    const court = opened()
    expect(await court.look({ problem: "It does not answer." })).toBe(1)
    expect(await court.look({ problem: "It does not answer." })).toBe(1)
    expect(await court.look({ problem: "It answers nonsense." })).toBe(2)
    expect(await court.reading()).toEqual({
      network,
      tip: null,
      marks: [],
      answeredAt: null,
      problem: "It answers nonsense.",
    })
  })

  it("PD2 §9 given the same tip and marks again, then they are recorded once a minute", async () => {
    const court = opened()
    const seen = { tip: mark(9), marks: [mark(8)] }
    expect(await court.look(seen)).toBe(1)
    court.advance(minutes(1) - 1)
    expect(await court.look(seen)).toBe(1)
    court.advance(1)
    expect(await court.look(seen)).toBe(2)
    // when the tip or the last mark is another
    expect(await court.look({ ...seen, tip: mark(10) })).toBe(3)
    expect(await court.look({ tip: mark(10), marks: [mark(8), mark(10)] })).toBe(4)
  })

  it("PD2 §9 given an answer after a failure, then the problem is gone and the last marks are kept", async () => {
    const court = opened()
    await court.look({ problem: "It does not answer." })
    const marks = Array.from({ length: marksMax + 3 }, (_, i) => mark(i))
    await court.look({ tip: mark(99), marks })
    expect(await court.reading()).toMatchObject({
      problem: null,
      answeredAt: court.now(),
      marks: marks.slice(3),
    })
  })

  it("PD2 §9 nobody but a reader of chains reports a look or a price", async () => {
    const court = opened()
    const agent = await court.enrolled("buyer")
    for (const actor of [agent, { role: "registrar" }, { role: "public" }] as const) {
      expect(await court.codeOf(recordLook, { network, problem: "x" }, actor)).toBe("registrar_only")
      expect(await court.codeOf(recordPrice, { symbol: "BTC", microUsd: "7" }, actor)).toBe("registrar_only")
    }
    expect(await court.reading()).toBeNull()
  })
})
