/** The fees of a client for drafts of counsel, and when it is refused or charged nothing. */
import { Layer } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  type Behaviour,
  type ChatServer,
  say,
  sayJson,
  startChat,
  status,
} from "../../adapters/model/testing/ChatServer.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import { Store } from "../../core/store/Store.ts"
import { advice, briefAt, type CounselCourt, counselOf, startCounsel } from "../testing/CounselCourt.ts"
import { send, startCourt } from "../testing/TestCourt.ts"

/** Advice. By default it reports no cost, but 1,000 tokens in and 100 out: 4,500 millionths of a dollar for the model `house`. */
const yes = (cost?: number) =>
  cost === undefined ? say("Yes.") : say("Yes.", { prompt_tokens: 1000, completion_tokens: 100, cost })

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

  it("PD2 §3 requests that arrive at once under two keys give one draft and one charge for each key", async () => {
    const { brief, account } = desk
    chat.script(yes(0.05))
    // given ten requests at once under each of two keys
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => brief(advice, i % 2 === 0 ? "one" : "other")),
    )
    expect(all.every(({ status: code }) => code === 200 || code === 409)).toBe(true)
    // when each is sent once more, in case all its requests were refused while the other was drafted
    for (const name of ["one", "other"]) expect((await brief(advice, name)).status).toBe(200)
    // then
    expect(await account()).toMatchObject({ balanceCents: 12, items: [{ cents: 6 }, { cents: 6 }] })
    expect(chat.asked).toHaveLength(2)
  })

  it("PD2 §3 advice is charged once, at delivery: its cost and a margin of a fifth; the journal does not mention it", async () => {
    const { court, answered, account } = desk
    chat.script(yes(0.07))
    expect(await answered(advice)).toMatchObject({
      status: "delivered",
      task: "advice",
      model: "house",
      advice: "Yes.",
      claim: null,
      reference: null,
      feeCents: 9,
    })
    expect(await account()).toMatchObject({
      balanceCents: 9,
      items: [
        {
          kind: "charge",
          cents: 9,
          reason: "counsel_fee",
          rule: "PD2 §3",
          subject: expect.stringMatching(/^brief\//),
        },
      ],
    })
    const journal = await (await send(court, "GET", "/api/v1/journal")).text()
    expect(journal).not.toMatch(/brief|counsel|canary/)
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

  it("PD2 §3 an agent whose drafts have failed too often on one day is refused until the next, and no model is asked", async () => {
    const { court, brief, answered } = desk
    const failing = () => answered({ task: "claim", instructions: "Draft it." })
    chat.script(sayJson({}))
    for (let i = 1; i < bounds.failedDraftsPerDay; i++)
      expect(await failing()).toMatchObject({ code: "draft_unusable" })
    // A failure of the provider does not count against the agent.
    chat.script(status(500))
    expect(await failing()).toMatchObject({ code: "counsel_unavailable" })
    // when several drafts are asked for at once, and one more failure is allowed
    chat.script(sayJson({}))
    const race = await Promise.all(Array.from({ length: 8 }, failing))
    expect(race.filter(({ code }) => code === "draft_unusable")).toHaveLength(1)
    const calls = chat.asked.length
    const refused = await brief(advice)
    expect(await refused.json()).toMatchObject({ status: 429, code: "failed_drafts", rule: "PD2 §3" })
    // It is nine o'clock in UTC, so fifteen hours of the day are left.
    expect(refused.headers.get("retry-after")).toBe(String(15 * 3600))
    expect(chat.asked).toHaveLength(calls)
    // then drafts are made again on the next day
    court.clock.now += hours(15)
    chat.script(yes())
    expect(await answered(advice)).toMatchObject({ feeCents: 1 })
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

  it("PD2 §3 requests that arrive at once under one key give one draft and one charge; another brief under that key is refused", async () => {
    const { brief, answered, account } = desk
    chat.script(yes())
    const all = await Promise.all(Array.from({ length: 20 }, () => brief(advice, "once")))
    expect(all.every(({ status: code }) => code === 200 || code === 409)).toBe(true)
    const first = await brief(advice, "once")
    expect(first.headers.get("idempotent-replayed")).toBe("true")
    expect(await (await brief(advice, "once")).text()).toBe(await first.text())
    const other = await answered({ ...advice, instructions: "Another." }, "once")
    expect(other).toMatchObject({ status: 422, code: "key_reused" })
    expect(chat.asked).toHaveLength(1)
    expect(await account()).toMatchObject({ balanceCents: 1 })
  })

  it("PD2 §3 while one process drafts for a client, a second one on the same store refuses it; then it repeats the first answer", async () => {
    const { driver, buyer, brief } = desk
    const second = await startCourt({ store: Layer.succeed(Store, driver), counsel: counselOf(chat) })
    let openGate = () => {}
    const gate = new Promise<void>((resolve) => {
      openGate = resolve
    })
    chat.script((response, asked) => void gate.then(() => yes()(response, asked)))
    const first = brief(advice, "once")
    await expect.poll(() => chat.asked.length).toBe(1)
    for (const name of ["once", "another"]) {
      const busy = await briefAt(second, buyer, advice, name)
      expect(await busy.json()).toMatchObject({ status: 409, code: "counsel_busy" })
    }
    openGate()
    const text = await (await first).text()
    expect(await (await briefAt(second, buyer, advice, "once")).text()).toBe(text)
    expect(chat.asked).toHaveLength(1)
    await second.stop()
  })
})
