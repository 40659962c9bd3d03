/** A panel of endpoints: each is asked apart, and a member that fails or lies decides nothing alone. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { bundle, claim, defence, evidence } from "../../core/bench/testing/Bundles.ts"
import { deal, judgedOn, on, onAccount } from "../../core/bench/testing/Deals.ts"
import * as Chat from "./Chat.ts"
import * as Panel from "./Panel.ts"
import { type Behaviour, dataOf, sayJson, status } from "./testing/ChatServer.ts"
import { givenChat } from "./testing/GivenChat.ts"

const filed = (changes: Parameters<typeof bundle>[0] = {}) =>
  bundle({
    deals: judgedOn(),
    claim: claim({ orders: [onAccount(10_000)] }),
    defence: defence([], { evidence: [evidence("receipt", { confirmedBy: ["buyer"] })] }),
    ...changes,
  })
const finding = (held: boolean) => ({
  line: "delivered",
  held,
  by: held ? ["defence/1"] : [],
  reasons: "So.",
})
const finds = (held: boolean): Behaviour => sayJson({ findings: [finding(held)] }, { cost: 0.02 })

describe("a panel of models", () => {
  const servers = [givenChat(), givenChat(), givenChat()] as const

  const members = () =>
    servers.map(({ url }, i) => ({
      chat: Chat.make({ baseUrl: url, key: null, prices: new Map(), timeoutMs: 5_000 }),
      model: `house-${i + 1}`,
    }))
  const answering = (...behaviours: ReadonlyArray<Behaviour>) => {
    for (const [i, server] of servers.entries()) server.script(behaviours[i] ?? status(500))
  }
  const decide = (given = filed()) => Effect.runPromise(Effect.either(Panel.judge(members()).decide(given)))

  it("PD15 §11D given two of three endpoints that agree, then their finding decides, and the draft has what all of them cost", async () => {
    answering(finds(false), finds(true), finds(false))
    const drafted = Either.getOrThrow(await decide())
    expect(drafted).toMatchObject({ orders: [{ kind: "pay", amountCents: 10_000 }], costCents: 6 })
    expect(drafted?.issues[0]?.reasoning).toContain("2 (house-2) finds it held")
    // No member sees what another found.
    for (const { asked } of servers) {
      expect(asked).toHaveLength(1)
      expect(asked.map((one) => Object.keys(dataOf(one)))[0]).not.toContain("rejected")
    }
  })

  it("PD15 §11D given a member that fails and two that differ, then the line is left to the bench, and the cost is not known", async () => {
    answering(finds(false), finds(true), status(500))
    expect(Either.getOrThrow(await decide())).toMatchObject({
      orders: [{ kind: "dismiss", decided: false }],
      costCents: null,
    })
  })

  it("PD15 §11C a member whose findings are refused twice gives no vote", async () => {
    answering(
      finds(false),
      sayJson({ findings: [{ ...finding(true), by: ["a record of nobody"] }] }, { cost: 0.02 }),
      finds(false),
    )
    const drafted = Either.getOrThrow(await decide())
    expect(drafted).toMatchObject({ orders: [{ kind: "pay" }], costCents: 8 })
    expect(drafted?.issues[0]?.reasoning).toContain("2 (house-2) gave no answer.")
  })

  it("Rule 5.1 given no member that answers, then there is no draft for now, and the reason names each", async () => {
    answering()
    expect(await decide()).toMatchObject({
      left: { _tag: "JudgeUnavailable", cause: expect.stringMatching(/^1: the model is failed; 2: .*; 3: /) },
    })
  })

  it("PD15 §11D a matter without an open line is not put to the panel", async () => {
    answering()
    const claiming = { claim: claim({ orders: [onAccount(500)] }) }
    expect(await decide(filed({ ...claiming, deals: on(deal(-500)) }))).toMatchObject({
      right: { orders: [{ kind: "pay", amountCents: 500 }] },
    })
    expect(await decide(filed({ deals: null }))).toEqual(Either.right(null))
    expect(servers.flatMap(({ asked }) => asked)).toEqual([])
  })
})
