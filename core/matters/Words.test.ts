/** How papers are shown: members that may be absent, invisible characters, and the areas of law of their citations. */

import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../kernel/Actor.ts"
import { bounds } from "../kernel/Schedule.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf } from "../testing/Decisions.ts"
import { answering, claim, matterIn } from "../testing/Matters.ts"
import { person } from "../testing/Stage.ts"
import { advance, claimChecks } from "./Law.ts"
import { partsOf } from "./Moves.ts"
import { paperOf } from "./Paper.ts"
import { shownEvidence, shownPleading } from "./Pleading.ts"
import { matters } from "./Record.ts"
import { Screen, screenPaper } from "./Screen.ts"
import { docketItem } from "./View.ts"

const hidden = "a\u200bb"

describe("the words of a paper", () => {
  it("Rule 4.2 invisible characters are marked in every member, and absent members stay absent", () => {
    const evidence = { label: "order", kind: "message", content: hidden, signature: hidden } as const
    expect(shownEvidence(evidence)).toMatchObject({ content: "a⟨U+200B⟩b", signature: "a⟨U+200B⟩b" })
    expect(shownEvidence({ ...evidence, signature: "seen" }).signature).toBe("seen")
    const { signature: _, ...unsigned } = evidence
    expect(shownEvidence(unsigned)).not.toHaveProperty("signature")
    const paper = claim({ argument: hidden })
    expect(shownPleading(paper)).toMatchObject({ argument: "a⟨U+200B⟩b" })
    expect(shownPleading(claim())).not.toHaveProperty("argument")
    const responses = [{ n: 1, plea: "deny", text: hidden } as const, { n: 2, plea: "admit" } as const]
    expect(shownPleading(answering({ responses })).responses).toEqual([
      { n: 1, plea: "deny", text: "a⟨U+200B⟩b" },
      { n: 2, plea: "admit" },
    ])
  })

  it("Rule 4.1 a claim that seeks no order is refused, whether its orders are empty or absent", () => {
    const { orders: _, ...without } = claim()
    for (const of of [without, claim({ orders: [] })]) {
      const found = claimChecks(of, paperOf(of), ["buyer", "seller"], bounds)
      expect(found.flatMap((refused) => (refused === null ? [] : [refused.code]))).toContain("orders_wanted")
    }
  })

  it("PD1 §4A the screen counts a paper for its agent, and for nobody where an office files it", async () => {
    const authors: Array<string | null> = []
    const recording = Screen.of({
      examine: (_texts, { agentId }) =>
        Effect.sync(() => {
          authors.push(agentId)
          return []
        }),
    })
    for (const actor of [
      { role: "agent", id: "id-buyer", handle: "buyer" },
      { role: "registrar" },
    ] as const) {
      const read = screenPaper([{ path: "title", text: person }], contextFor(actor))
      expect(await Effect.runPromise(Effect.either(Effect.provideService(read, Screen, recording)))).toEqual(
        Either.void,
      )
    }
    expect(authors).toEqual(["id-buyer", null])
  })
})

describe("the moves of a matter", () => {
  it("Rule 4.9 an act that keeps the status keeps the period", () => {
    const matter = matterIn("served")
    expect(advance(matter, { to: "same", opens: null }, start + 1, bounds)).toBe(matter)
  })

  it("Rule 4.9 time alone passes a period: no party and no office does", () => {
    const matter = matterIn("served")
    const codeFor = (actor: Actor) =>
      codeOf(matters.transition(matter, { act: "pass", who: partsOf(matter, actor) }, start, bounds))
    expect(codeFor({ role: "scheduler" })).toBe(null)
    for (const actor of [{ role: "registrar" }, { role: "judge" }] as const)
      expect(codeFor(actor)).not.toBe(null)
  })

  it("PD1 §6 the docket shows a band in place of the value", () => {
    const bandOf = (valueCents: number) =>
      docketItem({ ...matterIn("served"), valueCents }, start, bounds).valueBand
    expect([50_000, 50_001, 500_000, 500_001].map(bandOf)).toEqual([
      "up to USD 500",
      "USD 500 to 5,000",
      "USD 500 to 5,000",
      "over USD 5,000",
    ])
  })
})
