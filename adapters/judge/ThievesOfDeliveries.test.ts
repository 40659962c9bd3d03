/** Thieves before the judge on the papers: bytes that hide what they are, receipt that is denied, and the times of a delivery. */
import { describe, expect, it } from "vitest"
import { discloseArtifact } from "../../core/deliveries/index.ts"
import { base64, hashOf } from "../../core/deliveries/testing/Delivered.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { days, hours, minutes } from "../../core/kernel/Time.ts"
import { acceptQuote, offerQuote } from "../../core/quotes/index.ts"
import { input } from "../../core/quotes/testing/Opened.ts"
import { datum } from "../../core/testing/Stage.ts"
import { dismissed, type Of, ordersOf, type Played, paid, payTo, played } from "./testing/Played.ts"

const onAccount = (of: Of, changes: object = {}) => payTo(of, { cause: "account", ...changes })
const price = 5_000

/** The seller closes by the hash of some bytes and discloses them. */
const delivers = async ({ closes, act, agents }: Played, id: string, bytes: string) => {
  await closes("seller", { delivered: hashOf(bytes) }, id)
  await act(discloseArtifact, { id, content: base64(bytes) }, agents.seller)
}
/** A payment of the price that the seller acknowledges. */
const pays = async ({ lodges, confirms }: Played, id: string) =>
  confirms("seller", await lodges("buyer", "payment", { ref: id }))
/** The orders on a claim of one side that the other side answers. */
const judgedFor = async (court: Played, of: Of, quoteId: string, defence: object = {}) => {
  const id = await court.files(of, [onAccount(of)], { quoteId })
  await court.answers(of === "buyer" ? "seller" : "buyer", id, defence)
  court.advance(hours(48))
  return ordersOf(await court.judged(of, id))
}

const bytesMax = bounds.artifactBytesMax
/** Each element is one of forty numbers, which takes steps for each; a fifth of the price is for that. */
const listed = {
  version: "court.criteria/1",
  artifact: { bytesMax },
  checks: [
    {
      id: "known",
      kind: "schema",
      share: 200_000,
      schema: { items: { anyOf: Array.from({ length: 40 }, (_, n) => ({ const: 39 - n })) } },
    },
  ],
}

describe("bytes that hide what they are", () => {
  const zeros = (count: number) => Array.from({ length: count }, () => "0")

  it("PD15 §6 given garbage behind padding on which a check spends its steps, then the check is unmet and its share comes back", async () => {
    const court = await played()
    // given an honest list, which meets the check, and a list whose garbage comes after the steps are spent
    const of = async (bytes: string) => {
      const id = await court.quoted({ criteria: listed })
      await pays(court, id)
      await delivers(court, id, bytes)
      court.advance(hours(25))
      return judgedFor(court, "buyer", id)
    }
    expect(await of(`[${zeros(1_000).join()}]`)).toEqual([dismissed])
    expect(await of(`[${[...zeros(20_000), '"garbage"'].join()}]`)).toEqual([
      paid("seller", 1_000),
      dismissed,
    ])
  })

  it("PD15 §6 given padding past bytesMax, then every check is unmet and the whole price comes back, whatever has a share", async () => {
    const court = await played()
    const criteria = { ...listed, artifact: { bytesMax: 100 } }
    const id = await court.quoted({ criteria })
    await pays(court, id)
    await delivers(court, id, `[0${" ".repeat(100)}]`)
    court.advance(hours(25))
    expect(await judgedFor(court, "buyer", id)).toEqual([paid("seller", price)])
  })

  it("PD14 §11 given personal data in the bytes, then the Court does not take them, and who delivered them has delivered nothing", async () => {
    const court = await played()
    const bytes = `["${datum}"]`
    await pays(court, court.quoteId)
    await court.closes("seller", { delivered: hashOf(bytes) })
    const disclosing = { id: court.quoteId, content: base64(bytes) }
    for (const side of ["seller", "buyer"] as const)
      expect(await court.codeOf(discloseArtifact, disclosing, court.agents[side])).toBe("personal_data")
    court.ripens()
    expect(await judgedFor(court, "buyer", court.quoteId)).toEqual([paid("seller", price)])
  })

  it("PD14 §11 given a buyer that shows garbage of its own as what it got, then the bytes of the close decide", async () => {
    const court = await played()
    const id = await court.quoted({ criteria: listed })
    await pays(court, id)
    await delivers(court, id, "[1,2,3]")
    const garbage = { id, content: base64("garbage") }
    expect(await court.codeOf(discloseArtifact, garbage, court.agents.buyer)).toBe("artifact_mismatch")
    await court.closes("buyer", { dispute: "It is garbage." }, id)
    const evidence = [{ label: "got", kind: "document" as const, content: "garbage" }]
    const claim = { facts: [], evidence, rules: [], authorities: [], orders: [onAccount("buyer")] }
    const matter = await court.files("buyer", [], { quoteId: id, claim })
    await court.answers("seller", matter)
    expect(ordersOf(await court.judged("buyer", matter))).toEqual([dismissed])
  })
})

describe("receipt that is denied", () => {
  it("PD15 §6 given bytes that were disclosed, then a false denial before the payment saves nothing, and one after it brings nothing back", async () => {
    for (const isPaid of [false, true]) {
      const court = await played()
      const id = await court.quoted({ criteria: listed })
      if (isPaid) await pays(court, id)
      await delivers(court, id, "[1,2,3]")
      await court.closes("buyer", { received: false }, id)
      const orders = await judgedFor(court, "seller", id, { denies: ["delivery"] })
      expect(orders).toEqual([isPaid ? dismissed : paid("buyer", price)])
    }
  })

  it("PD15 §5 given an hour of inspection at night on a hash of nothing, then the silent buyer owes nothing", async () => {
    const court = await played()
    const id = await court.quoted({ inspectionHours: 1 })
    await court.closes("seller", { delivered: hashOf("nothing that anybody has") }, id)
    court.ripens()
    const matter = await court.files("seller", [onAccount("seller")], { quoteId: id })
    expect(ordersOf(await court.undefended("seller", matter))).toEqual([dismissed])
  })
})

describe("the times of a delivery", () => {
  const late = { remedies: { lateMillionthsPerHour: 100_000 } }

  it("PD15 §4 given an acceptance a second before dueBy, then the supplier has the time that was offered, and is neither late nor sued before", async () => {
    const court = await played()
    const dueBy = court.now() + days(4)
    const { id } = await court.act(offerQuote, input({ dueBy, ...late }), court.agents.seller)
    court.advance(days(4) - 1_000)
    await court.act(acceptQuote, { id }, court.agents.buyer)
    await pays(court, id)
    court.advance(hours(25))
    expect(await court.filesCode("buyer", [onAccount("buyer")], { quoteId: id })).toBe("account_not_ripe")
    court.advance(days(2))
    await delivers(court, id, "the work")
    court.advance(hours(25))
    expect(await judgedFor(court, "buyer", id)).toEqual([dismissed])
  })

  it("PD15 §6 given a close two minutes late, then nothing is off; two hours late, then the remedy of two hours", async () => {
    for (const [after, orders] of [
      [minutes(2), [dismissed]],
      [hours(2), [paid("seller", 1_000), dismissed]],
    ] as const) {
      const court = await played()
      const id = await court.quoted({ dueBy: court.now() + hours(1), ...late })
      await pays(court, id)
      court.advance(hours(1) + after)
      await delivers(court, id, "the work")
      court.advance(hours(25))
      expect(await judgedFor(court, "buyer", id)).toEqual(orders)
    }
  })
})
