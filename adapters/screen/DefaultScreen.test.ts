import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Screen } from "../../core/matters/index.ts"
import { extractOf } from "../../core/quotes/index.ts"
import { acts, buyer, dueBy, having, offered, seller } from "../../core/quotes/testing/Given.ts"
import { start } from "../../core/testing/Context.ts"
import { layer, make } from "./DefaultScreen.ts"

const texts = [
  { path: "claim.facts[0].text", text: "The order was accepted." },
  { path: "claim.facts[1].text", text: "Write to jane.doe@example.com." },
]
const clean = texts.slice(0, 1)
const agent = { agentId: "agent-1", terms: bounds }
const found: ReadonlyArray<Screen.Finding> = [{ path: "x", code: "personal_data", what: "e-mail address" }]

const outcome = (screen: typeof Screen.Screen.Service, whose: typeof agent = agent) =>
  Effect.runPromise(
    Effect.map(Effect.either(screen.examine(clean, whose)), (read) =>
      Either.isRight(read) ? "read" : read.left.reason,
    ),
  )

/** A thread that answers each paper when the test lets it. */
const slow = () => {
  const waiting: Array<(findings: ReadonlyArray<Screen.Finding> | null) => void> = []
  return {
    waiting,
    ask: () => new Promise<ReadonlyArray<Screen.Finding> | null>((resolve) => waiting.push(resolve)),
    close: () => Promise.resolve(),
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("the default screen", () => {
  it("PD1 §4 names the path and the kind of a finding, never the words", async () => {
    const findings = await Effect.runPromise(
      Effect.flatMap(Screen.Screen, (screen) => screen.examine(texts, agent)).pipe(Effect.provide(layer)),
    )
    expect(findings).toEqual([{ path: "claim.facts[1].text", code: "personal_data", what: "e-mail address" }])
    expect(JSON.stringify(findings)).not.toContain("jane")
  })

  it("PD14 §6 finds nothing in the sentences of the court's record of a quote, so that a party can plead them", async () => {
    const at = start + 1
    const quote = offered({
      id: "01900000-0000-7000-8000-000000000002",
      supplier: { id: "id-seller", handle: "translator-7", operatorId: "op-1" },
    })
    const closed = having(
      quote,
      [acts.accept, buyer, at],
      [acts.close, seller, dueBy],
      [acts.agree, buyer, dueBy],
    )
    const sentences = [...extractOf(quote, dueBy), ...extractOf(closed, dueBy)]
    expect(sentences.length).toBeGreaterThan(12)
    const facts = sentences.map((text, i) => ({ path: `claim.facts[${i}].text`, text }))
    const read = Effect.flatMap(Screen.Screen, (screen) => screen.examine(facts, agent))
    expect(await Effect.runPromise(Effect.provide(read, layer))).toEqual([])
  })

  it("PD1 §4 refuses a paper that takes too long, and counts it", async () => {
    const screen = make({ ask: () => Promise.resolve(null), close: () => Promise.resolve() }, () => 0)
    for (let i = 0; i < bounds.refusedPapersPerHour; i++) expect(await outcome(screen)).toBe("late")
    expect(await outcome(screen)).toBe("refused")
    // The papers of other agents are read as before.
    expect(await outcome(screen, { ...agent, agentId: "agent-2" })).toBe("late")
  })

  it("PD1 §4 stops reading the papers of an agent once enough were refused within the hour, even if they come at the same time", async () => {
    let now = 0
    let reads = 0
    const read = async () => {
      await turn()
      reads += 1
      return found
    }
    const screen = make({ ask: read, close: () => Promise.resolve() }, () => now)
    const race = () => Promise.all(Array.from({ length: 10 }, () => outcome(screen)))
    for (let i = 0; i < 20; i++) await race()
    expect(reads).toBe(bounds.refusedPapersPerHour)
    expect(new Set(await race())).toEqual(new Set(["refused"]))
    // when the hour has passed, they are read again
    now = 3_600_000
    expect(await outcome(screen)).toBe("read")
  })

  it("PD1 §4 accepts a limited number of papers of one agent at a time, and reads those of others between them", async () => {
    const thread = slow()
    const screen = make(thread, () => 0)
    const ended: Array<string> = []
    const ask = (agentId: string) =>
      outcome(screen, { ...agent, agentId }).then((how) => ended.push(`${agentId} ${how}`))
    const all = [...Array.from({ length: 6 }, () => ask("a")), ask("b"), ask("c")]
    await turn()
    expect(ended).toEqual(["a under_way", "a under_way"])
    for (let i = 0; i < 6; i++) {
      thread.waiting[i]?.([])
      await turn()
    }
    await Promise.all(all)
    expect(ended.slice(2)).toEqual(["a read", "b read", "a read", "c read", "a read", "a read"])
  })

  it("PD1 §4 does not begin a paper that nobody awaits any more, and counts a paper that it had begun", async () => {
    const thread = slow()
    const screen = make(thread, () => 0)
    const stop = new AbortController()
    const ask = () => Effect.runPromise(screen.examine(clean, agent), { signal: stop.signal })
    const gone = Promise.allSettled(Array.from({ length: bounds.screenedAtOnceMax }, ask))
    await turn()
    stop.abort()
    await gone
    for (let i = 0; i < bounds.refusedPapersPerHour; i++) {
      thread.waiting[i]?.(found)
      await turn()
      const next = outcome(screen)
      await turn()
      if (i + 1 === bounds.refusedPapersPerHour) expect(await next).toBe("refused")
    }
    expect(thread.waiting.length).toBe(bounds.refusedPapersPerHour)
  })

  it("fails with a defect, and refuses nothing, if its thread can't be started", async () => {
    const broken = { ask: () => Promise.reject(new Error("no such file")), close: () => Promise.resolve() }
    await expect(outcome(make(broken, () => 0))).rejects.toThrow("no such file")
  })
})
