/** The fees of a client for drafts of counsel by a model, and when it is charged nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  type Behaviour,
  type ChatServer,
  say,
  startChat,
  status,
} from "../../adapters/model/testing/ChatServer.ts"
import { advice, type CounselCourt, startCounsel } from "../testing/CounselCourt.ts"

/** Advice. It reports no cost, but 1,000 tokens in and 100 out: 4,500 millionths of a dollar for the model `house`. */
const yes = () => say("Yes.")

describe("the fee of counsel", () => {
  let chat: ChatServer
  let desk: CounselCourt
  beforeAll(async () => {
    chat = await startChat()
  })
  afterAll(() => chat.stop())

  beforeEach(async () => {
    desk = await startCounsel(chat)
    return () => desk.court.stop()
  })

  it("PD2 §3 a fee is rounded up to a whole cent; a draft whose cost is unknown is not charged", async () => {
    const { answered, account } = desk
    chat.script(yes())
    expect(await answered(advice)).toMatchObject({ feeCents: 1 })
    const unpriced = { ...advice, model: "other/model-2" }
    expect(await answered(unpriced)).toMatchObject({ feeCents: 0, model: "other/model-2" })
    expect(await account()).toMatchObject({ balanceCents: 1 })
  })

  it("PD2 §3 a draft whose cost is unknown is not delivered if the operator refuses to give it for nothing", async () => {
    const { court, answered, account } = await startCounsel(chat, { unpriced: "refuse" })
    chat.script(yes())
    const unpriced = { ...advice, model: "other/model-2" }
    expect(await answered(unpriced)).toMatchObject({ status: 503, code: "counsel_unavailable" })
    expect(court.log.join()).toContain("counsel failed: no price")
    expect(await answered(advice)).toMatchObject({ feeCents: 1 })
    expect(await account()).toMatchObject({ balanceCents: 1 })
    await court.stop()
  })

  it.each<[string, Behaviour, string]>([
    ["is busy", status(429, { "retry-after": "7" }), "7"],
    ["fails", status(500), "30"],
  ])(
    "PD2 §3 if the provider %s, the client is not charged and may send the brief again under the same key",
    async (_, behaviour, wait) => {
      const { court, brief, answered, account } = desk
      chat.script(behaviour)
      const response = await brief(advice, "again")
      expect(response.headers.get("retry-after")).toBe(wait)
      const text = await response.text()
      expect(JSON.parse(text)).toMatchObject({ status: 503, code: "counsel_unavailable" })
      expect(await account()).toMatchObject({ balanceCents: 0 })
      chat.script(yes())
      expect(await answered(advice, "again")).toMatchObject({ advice: "Yes.", feeCents: 1 })
      for (const told of [text, ...court.log]) expect(told).not.toMatch(/canary|127\.0\.0\.1/)
    },
  )
})
