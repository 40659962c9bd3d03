import { describe, expect, it } from "vitest"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { readText } from "./Reading.ts"
import { negative, positive } from "./testing/Sentences.ts"
import { shapes, word } from "./testing/Shapes.ts"

const kinds = (text: string) => readText({ path: "text", text }).map(({ what }) => what)

describe("the reading of a text by the screen", () => {
  const missed = positive.filter(([kind, text]) => !kinds(text).includes(kind))
  const flagged = negative.filter((text) => kinds(text).length > 0)

  it("PD1 §4 finds nearly all personal data and flags nearly no ordinary words, over the table", () => {
    const found = positive.length - missed.length
    const recall = found / positive.length
    const precision = found / (found + flagged.length)
    const told = [
      ...missed.map(([kind, text]) => `missed (${kind}): ${text}`),
      ...flagged.map((text) => `flagged (${kinds(text).join(", ")}): ${text}`),
    ].join("\n")
    expect(positive.length).toBeGreaterThanOrEqual(60)
    expect(negative.length).toBeGreaterThanOrEqual(60)
    expect(recall, told).toBeGreaterThanOrEqual(0.99)
    expect(precision, told).toBeGreaterThanOrEqual(0.99)
  })

  it("PD1 §4 finds personal data at every place of a long text", () => {
    const mail = "jane.doe@example.com"
    for (const before of [7_970, 7_990, 8_000, 15_995, 16_010]) {
      const text = `${"x ".repeat(before / 2)}${mail}${" y".repeat(4_000)}`
      expect(kinds(text)).toEqual(["e-mail address"])
    }
  })

  it.each([
    ["personal name", "Ask John \t\u00a0        Smith about it."],
    ["personal name", "Ask Jo\u200bhn Sm\u00adith about it."],
    ["e-mail address", "Write to jane\u2060.doe@exam\u{e0041}ple.com."],
    ["postal address", "Deliver to 221B        Baker          Street, London."],
    ["personal name", "Kind regards,\n\n \n\n\n\n\n\n\n\nSofia"],
  ])("PD1 §4 finds a %s despite spaces and invisible characters", (kind, text) => {
    expect(kinds(text)).toContain(kind)
  })

  it("PD1 §4 flags no hashes, ids, instants and amounts", () => {
    const ids = Array.from({ length: 500 }, (_, i) => sha256Hex(String(i)))
    expect(kinds(ids.join(" "))).toEqual([])
    expect(kinds(ids.map((id) => BigInt(`0x${id}`).toString().slice(0, 12)).join(" USD "))).toEqual([])
    expect(kinds("0192f3a4-5b6c-7d8e-9f01-23456789abcd at 2026-11-20T09:00:00.000Z")).toEqual([])
  })

  it("PD1 §4 flags long lists that look like names or telephone numbers, since telling them apart would take too long", () => {
    const words = Array.from({ length: 1_500 }, (_, i) => `B${word(i * 7919)}d`)
    expect(kinds(words.map((word) => `A. ${word}`).join(", "))).toContain("personal name")
    const numbers = Array.from({ length: 1_500 }, (_, i) => `phone ${String(i).padStart(8, "0")}`)
    expect(kinds(numbers.join(" "))).toContain("telephone number")
  })

  // Deno doesn't tell the processor time of a thread, so there it is that of the process.
  const spent = (since?: NodeJS.CpuUsage) => process.threadCpuUsage?.(since) ?? process.cpuUsage(since)

  it.each(Object.entries(shapes(bounds.pleadingBytesMax)))(
    "PD1 §4 takes at most half of the time limit for the largest paper of this shape: %s",
    (_, text) => {
      const before = spent()
      kinds(text)
      const { user, system } = spent(before)
      expect((user + system) / 1e6).toBeLessThan(bounds.screenSeconds / 2)
    },
  )
})
