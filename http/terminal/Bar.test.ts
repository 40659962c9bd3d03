import { describe, expect, it } from "vitest"
import { bar } from "./Bar.ts"

/** A place to write progress to, with a clock that is moved by hand. */
const written = (isTTY: boolean) => {
  const texts: Array<string> = []
  let seconds = 0
  const shown = bar(480, { isTTY, write: (text) => texts.push(text) }, () => seconds * 1000)
  const at = (second: number, part: number) => {
    seconds = second
    shown.show(part)
  }
  return { texts, shown, at }
}

describe("progress", () => {
  it("off a terminal is a line a minute, however often it is reported", () => {
    const { texts, shown, at } = written(false)
    for (let second = 0; second < 150; second++) at(second, second / 600)
    shown.say("writing runs.csv")
    shown.end()
    expect(texts).toEqual(["48 of 480 runs, about 9 min left\n", "96 of 480 runs, about 8 min left\n"])
  })

  it("off a terminal says nothing of work that takes less than a minute", () => {
    const { texts, at } = written(false)
    for (const second of [1, 30, 59]) at(second, second / 60)
    expect(texts).toEqual([])
  })

  it("off a terminal estimates nothing before the first run has begun", () => {
    const { texts, at } = written(false)
    at(61, 0)
    expect(texts).toEqual(["0 of 480 runs\n"])
  })

  it("on a terminal is a bar in one line, which is cleared at the end", () => {
    const { texts, shown, at } = written(true)
    at(10, 0.5)
    shown.say("writing runs.csv")
    shown.end()
    expect(texts).toEqual([
      `\r\u001b[K${"█".repeat(15)}${"·".repeat(15)} 240/480 runs  about 10 s left`,
      "\r\u001b[Kwriting runs.csv",
      "\r\u001b[K",
    ])
  })
})
