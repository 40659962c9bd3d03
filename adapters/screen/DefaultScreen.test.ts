import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { sha256Hex } from "../../core/Hash.ts"
import { Screen } from "../../core/matters/Screen.ts"
import { examineText, layer } from "./DefaultScreen.ts"
import { negative, positive } from "./testing/Sentences.ts"

const kinds = (text: string) => examineText("text", text).map(({ what }) => what)

describe("the default screen", () => {
  const missed = positive.filter(([kind, text]) => !kinds(text).includes(kind))
  const flagged = negative.filter((text) => kinds(text).length > 0)

  it("PD1 §4 finds what it must and passes ordinary words: precision and recall over the table", () => {
    const found = positive.length - missed.length
    const recall = found / positive.length
    const precision = found / (found + flagged.length)
    console.log(
      `screen: ${positive.length} sentences to find, ${negative.length} to pass; recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`,
    )
    for (const [kind, text] of missed) console.log(`missed (${kind}): ${text}`)
    for (const text of flagged) console.log(`flagged (${kinds(text).join(", ")}): ${text}`)
    expect(positive.length).toBeGreaterThanOrEqual(60)
    expect(negative.length).toBeGreaterThanOrEqual(60)
    expect(recall).toBeGreaterThanOrEqual(0.95)
    expect(precision).toBeGreaterThanOrEqual(0.97)
  })

  it("PD1 §4 a finding names the path and the kind, never the words", async () => {
    const texts = [
      { path: "claim.facts[0].text", text: "The order was accepted." },
      { path: "claim.facts[1].text", text: "Write to jane.doe@example.com." },
    ]
    const findings = await Effect.runPromise(
      Effect.flatMap(Screen, (screen) => screen.examine(texts)).pipe(Effect.provide(layer)),
    )
    expect(findings).toEqual([{ path: "claim.facts[1].text", code: "personal_data", what: "e-mail address" }])
    expect(JSON.stringify(findings)).not.toContain("jane")
  })

  it("PD1 §4 nothing falls between the pieces of a long text", () => {
    const mail = "jane.doe@example.com"
    for (const before of [7_970, 7_990, 8_000, 15_995, 16_010]) {
      const text = `${"x ".repeat(before / 2)}${mail}${" y".repeat(4_000)}`
      expect(kinds(text)).toEqual(["e-mail address"])
    }
  })

  it("PD1 §4 hashes, ids, instants and amounts are not read", () => {
    const ids = Array.from({ length: 500 }, (_, i) => sha256Hex(String(i)))
    expect(kinds(ids.join(" "))).toEqual([])
    expect(kinds(ids.map((id) => BigInt(`0x${id}`).toString().slice(0, 12)).join(" USD "))).toEqual([])
    expect(kinds("0192f3a4-5b6c-7d8e-9f01-23456789abcd at 2026-11-20T09:00:00.000Z")).toEqual([])
  })
})
