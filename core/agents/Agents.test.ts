/** Agents through the court's own loop, on the memory store. */

import { Effect, Either, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { readAgent } from "../compliance/index.ts"
import { enrol } from "../enrolment/index.ts"
import { command } from "../kernel/Command.ts"
import { published } from "../kernel/Schedule.ts"
import { hours, minutes } from "../kernel/Time.ts"
import { enrolment } from "../testing/Agents.ts"
import { anything } from "../testing/Anything.ts"
import { start } from "../testing/Context.ts"
import { clock, registrar, stage } from "../testing/Stage.ts"
import { Stakes, stakeInForce } from "./Agent.ts"
import { heartbeat, patchManifest, publishStake } from "./Commands.ts"
import { bearer, endOverlap, findCredential, Overlap, overlapKind, revokeKeys, rotateKey } from "./Keys.ts"
import { declareWords, serve } from "./Notice.ts"
import { vouch } from "./Proof.ts"
import { inbox } from "./Queries.ts"
import { setService } from "./Service.ts"

const { link } = enrolment("linked")
const anyone = { role: "public" } as const
/** Serves a notice with this text. */
const say = command({
  name: "say",
  sections: ["Rule 2.7"],
  input: anything<{ readonly agentId: string; readonly text: string }>(),
  gather: () => Effect.void,
  decide: (_facts, { agentId, text }, { fresh, now }) =>
    Either.right({
      changes: serve({
        id: fresh("notice"),
        agentId,
        subject: "agent/seller",
        at: now,
        ...declareWords("matter", { reserved: () => text }).reserved(),
        data: {},
      }),
      reply: null,
    }),
})
const view = (court: ReturnType<typeof stage>, handle: string) => court.ask(readAgent, { handle })

describe("agents on a store", () => {
  it("Rule 2.1 of fifty enrolments at once under one handle, exactly one gets it", async () => {
    const court = stage()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        court.codeOf(
          enrol,
          { ...enrolment("wanted"), credentialId: `key-${i}`, operatorId: `op-${i}` },
          anyone,
        ),
      ),
    )
    expect(outcomes.filter((code) => code === null)).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set([null, "handle_taken"]))
  })

  it("Rule 2.6 a key serves from enrolment until it is rotated away or revoked", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const who = (key: string) =>
      court.read((reader) =>
        Effect.map(
          findCredential(reader, key),
          Option.flatMap((found) => bearer(found, court.now())),
        ),
      )
    expect(await who("key-of-seller")).toEqual(Option.some(seller))
    const rotation = { handle: "seller", credentialId: "second", revokePrevious: false, by: "key-of-seller" }
    await court.act(rotateKey, rotation, seller)
    expect(Option.isSome(await who("key-of-seller")) && Option.isSome(await who("second"))).toBe(true)
    court.advance(hours(24))
    expect(Option.isNone(await who("key-of-seller"))).toBe(true)
    await court.act(revokeKeys, { handle: "seller", reasons: "published" }, registrar)
    expect(Option.isNone(await who("second")) && Option.isNone(await who("unknown"))).toBe(true)
  })

  it.each([
    ["behind", -minutes(5)],
    ["ahead", minutes(5)],
  ])(
    "Rule 2.6 once an overlap has been ended, a process whose clock is %s accepts the key no more",
    async (_where, skew) => {
      // given a key that was replaced, and a second process whose clock differs
      const court = stage()
      const seller = await court.enrolled("seller")
      const rotation = {
        handle: "seller",
        credentialId: "second",
        revokePrevious: false,
        by: "key-of-seller",
      }
      await court.act(rotateKey, rotation, seller)
      court.advance(hours(24))
      const other = stage(published, { driver: court.driver, now: court.now() + skew })
      const again = { ...rotation, credentialId: "third" }
      const serves = () =>
        other.read((reader) =>
          Effect.map(
            findCredential(reader, "key-of-seller"),
            Option.exists((found) => Option.isSome(bearer(found, other.now()))),
          ),
        )
      // until then a process whose clock is behind still accepts the key
      expect(await serves()).toBe(skew < 0)
      // when a process does the task of the overlap
      const [task] = await Effect.runPromise(
        court.driver.lease({
          kinds: [overlapKind],
          worker: "w",
          now: court.now(),
          until: court.now() + 1,
          limit: 9,
        }),
      )
      await court.act(endOverlap, Schema.decodeUnknownSync(Overlap)(task?.body), clock)
      // then the second process does not accept the key, whatever its clock says
      expect(await serves()).toBe(false)
      expect(await other.codeOf(rotateKey, again, seller)).toBe("key_ended")
    },
  )

  it("Rule 2.3 the public record shows the agent and nothing about its operator", async () => {
    const court = stage()
    const seller = await court.enrolled("seller", "secret-operator")
    await court.act(patchManifest, { handle: "seller", model: "model-2" }, seller)
    await court.act(publishStake, { handle: "seller", stakeCents: 4_200 }, seller)
    await court.act(
      setService,
      {
        handle: "seller",
        body: { serviceUrl: "https://private.example" },
        operatorId: null,
        mail: false,
        link,
      },
      seller,
    )
    await court.act(heartbeat, undefined, seller)
    const record = await view(court, "seller")
    expect(record).toMatchObject({
      handle: "seller",
      manifestVersion: 2,
      stakeCents: 4_200,
      operatorIdentity: "stated",
      label: "no record",
      reputation: 0,
      dealings: { lodged: 0, reviewed: 0 },
      orders: [],
      lastHeartbeatAt: new Date(court.now()).toISOString(),
    })
    expect(JSON.stringify(record)).not.toMatch(/secret-operator|private\.example|@/)
    const journal = await Effect.runPromise(court.driver.journal({ subject: null, after: null, limit: 100 }))
    expect(journal.items.map(({ type }) => type)).toEqual([
      "agent.enrolled",
      "agent.manifest_amended",
      "agent.stake_published",
    ])
    expect(JSON.stringify(journal.items)).not.toMatch(/secret-operator|private\.example|@/)
  })

  it("PD3 §3 the stake in force at an instant is the last one published at or before it", async () => {
    // given a stake of 10,000 cents at enrolment and one of 42 an hour later
    const court = stage()
    const seller = await court.enrolled("seller")
    court.advance(hours(1))
    await court.act(publishStake, { handle: "seller", stakeCents: 42 }, seller)
    const at = (instant: number) =>
      court.read((reader) =>
        Effect.map(reader.list(Stakes, stakeInForce(seller.id, instant)), ({ items }) => items[0]?.cents),
      )
    // then the later stake counts from its own instant, and before enrolment nothing is staked
    expect(await at(start - 1)).toBeUndefined()
    expect(await at(start)).toBe(10_000)
    expect(await at(start + hours(1) - 1)).toBe(10_000)
    expect(await at(start + hours(1))).toBe(42)
    expect(await at(start + hours(9))).toBe(42)
  })

  it("Rule 2.7 an agent sends a heartbeat as often as it likes, and its record shows the last one", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    for (const wait of [0, 1000, 1000]) {
      court.advance(wait)
      await court.act(heartbeat, undefined, seller)
    }
    expect((await view(court, "seller")).lastHeartbeatAt).toBe(new Date(start + 2000).toISOString())
  })

  it("Rule 2.2 a handle that nobody holds has no record", async () => {
    const court = stage()
    expect(await court.askCodeOf(readAgent, { handle: "nobody" }, registrar)).toBe("unknown_agent")
    expect(await court.codeOf(vouch, { handle: "nobody" }, await court.enrolled("elder"))).toBe(
      "unknown_agent",
    )
  })

  it("Rule 2.7 the inbox gives everything served, oldest first, page by page", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    for (const text of ["first", "second", "third"]) {
      await court.act(say, { agentId: seller.id, text }, registrar)
      court.advance(1)
    }
    const page = (after: string | null) => court.ask(inbox, { page: { after, limit: 2 } }, seller)
    const first = await page(null)
    expect(first.items.map(({ text }) => text)).toEqual(["first", "second"])
    expect((await page(first.next)).items.map(({ text }) => text)).toEqual(["third"])
  })

  it("Rule 2.7 a poller goes on from `latest` of any page, also of an empty one, and gets each notice once", async () => {
    // given an inbox in which nothing stands
    const court = stage()
    const seller = await court.enrolled("seller")
    const page = (after: string | null) => court.ask(inbox, { page: { after, limit: 2 } }, seller)
    expect(await page(null)).toEqual({ items: [], next: null, latest: null })
    // when notices are served between its reads
    const seen: Array<string> = []
    const empty: Array<boolean> = []
    let at: string | null = null
    for (const served of [["first", "second", "third"], [], ["fourth"], [], ["fifth"]]) {
      for (const text of served) await court.act(say, { agentId: seller.id, text }, registrar)
      const read: Awaited<ReturnType<typeof page>> = await page(at)
      seen.push(...read.items.map(({ text }) => text))
      empty.push(read.items.length === 0)
      at = read.latest
    }
    // then no agent is left out or shown twice
    expect([seen, empty]).toEqual([
      ["first", "second", "third", "fourth", "fifth"],
      [false, false, false, true, false],
    ])
  })
})
