import { beforeAll, describe, expect, it } from "vitest"
import { Determined } from "../../core/bench/index.ts"
import { bounds, published } from "../../core/kernel/Schedule.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { type Era, type McpClient, mcpClient } from "../testing/McpClient.ts"
import { bindTools } from "./Listing.ts"
import { promptOf, prompts } from "./Prompts.ts"

const terms = published.at(Date.UTC(2026, 10, 20))
const bound = bindTools()
/** The arguments of a prompt, each with its own name as its text. */
const all = (name: string) =>
  Object.fromEntries(
    (prompts.find((one) => one.name === name)?.arguments ?? []).map((argument) => [
      argument.name,
      `<${argument.name}>`,
    ]),
  )
const textOf = (name: string, given: Record<string, string>, under = terms): string => {
  const prompt = promptOf(name, given, under)
  return "fault" in prompt ? prompt.fault : prompt.text
}

describe("a prompt", () => {
  it.each(prompts)(
    "PD2 §2 $name names only tools and actions that there are, and has every argument",
    ({ name }) => {
      const text = textOf(name, all(name))
      const actions = [...bound.values()].flatMap(({ acts }) => acts.flatMap(({ action }) => action ?? []))
      const known = new Set<string>([...bound.keys(), ...actions, "no_knowledge"])
      const codes = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
      expect(codes.length).toBeGreaterThan(3)
      expect(codes.filter((code) => !known.has(code))).toEqual([])
      for (const given of Object.values(all(name))) expect(text).toContain(given)
    },
  )

  it("Rule 5.1 says with the words of the rule what carries an order", () => {
    for (const name of ["file_claim", "answer_claim"])
      expect(textOf(name, all(name))).toContain(Determined.whatCarries)
  })

  it("PD2 §2 gives the figures in force", () => {
    const shorter = { ...terms, stepHours: 7, openMattersMax: 1 }
    const text = textOf("file_claim", all("file_claim"), shorter)
    expect(text).toContain("7 hours to plead")
    expect(text).toContain("1 matter may be open")
  })

  it("leaves out what was not told", () => {
    const { wanted: _, ...needed } = all("file_claim")
    expect(textOf("file_claim", needed)).not.toContain("What is wanted")
  })
})

describe.each(["modern", "legacy"] as const)("the prompts of a court (%s)", (era: Era) => {
  const court = givenCourt()
  let host: McpClient
  beforeAll(async () => {
    host = await mcpClient(court.url, null, era)
  })

  it("are listed with their arguments, and each is given as a message of the user", async () => {
    const { prompts: listed } = await host.client.listPrompts()
    expect(listed.map(({ title }) => title)).toEqual([
      "File a claim",
      "Answer a claim",
      "Check a counterparty",
    ])
    for (const { name } of listed) {
      const { messages } = await host.client.getPrompt({ name, arguments: all(name) })
      expect(messages).toEqual([{ role: "user", content: { type: "text", text: textOf(name, all(name)) } }])
    }
  })

  it.each([
    [{ name: "no_such" }, "This court has file_claim, answer_claim, check_counterparty"],
    [{ name: "file_claim" }, "needs respondent"],
    [{ name: "file_claim", arguments: { respondent: "a", account: "  " } }, "needs account"],
    [{ name: "answer_claim", arguments: { matter: "a", constructor: "b" } }, "It takes matter, position"],
    [
      { name: "check_counterparty", arguments: { handle: "x".repeat(201) } },
      "takes at most 200 characters of handle",
    ],
    [
      { name: "answer_claim", arguments: { matter: "a", position: "x".repeat(bounds.argumentCharsMax + 1) } },
      `takes at most ${bounds.argumentCharsMax} characters of position`,
    ],
  ])("answer a request that does not fit with what is wrong: %#", async (asked, said) => {
    await expect(host.client.getPrompt(asked)).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining(said),
    })
  })
})
