import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Entries } from "../compliance/Entry.ts"
import { type Matter, Matters } from "../matters/Matter.ts"
import type { OrderSought } from "../matters/Pleading.ts"
import { hours } from "../Time.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { acceptConsent } from "./AcceptConsent.ts"
import { Judgments } from "./Judgment.ts"
import { sought } from "./testing/Bundles.ts"
import { facts, reserved, stranger } from "./testing/Cases.ts"

const offered = (changes: Partial<Matter> = {}): Matter =>
  reserved({
    status: "defended",
    call: null,
    reservedAt: null,
    period: { step: "reply", opensAt: start - 1, closesAt: start + hours(48) },
    consent: { by: "claimant", ordersSha256: "a".repeat(64), offeredAt: start - 1 },
    ...changes,
  })
const buyer = { role: "agent", id: "agent-buyer", handle: "buyer" } as const
const seller = { role: "agent", id: "agent-seller", handle: "seller" } as const

const accept = (
  by: typeof buyer | typeof seller | { role: "agent"; id: string; handle: string },
  matter = offered(),
  orders: ReadonlyArray<OrderSought> = [sought()],
  accepting: ReturnType<typeof agent> | null = null,
) => acceptConsent.decide({ ...facts(matter), orders, accepting }, { matterId: matter.id }, contextFor(by))

describe("acceptConsent", () => {
  it("Rule 4.7 the other party's acceptance is a judgment by consent: sealed, final at once, its entries open", () => {
    const { changes } = Either.getOrThrow(accept(seller))
    expect(putsOf(Matters, changes)).toMatchObject([{ status: "decided", citation: "[2026] MC 1" }])
    const [judgment] = putsOf(Judgments, changes)
    expect(judgment).toMatchObject({ basis: "consent", finality: { status: "final", until: null } })
    expect(changes.filter(({ _tag }) => _tag === "Seal")).toHaveLength(1)
    expect(putsOf(Entries, changes)).toMatchObject([{ type: "pay", finality: { status: "final" } }])
    expect(changes.flatMap((change) => (change._tag === "Task" ? [change.kind] : []))).not.toContain(
      "judgment-final",
    )
  })

  it("Rule 5.3 orders by consent are capped like any other", () => {
    const { changes } = Either.getOrThrow(accept(seller, offered(), [sought({ amountCents: 70_000 })]))
    expect(putsOf(Judgments, changes)[0]?.orders[0]?.amountCents).toBe(50_000)
  })

  it("Rule 5.2 orders by consent are checked like any other", () => {
    expect(codeOf(accept(seller, offered(), [sought({ amountCents: 0 })]))).toBe("amount_wanted")
  })

  it("Rule 2.4 a respondent that appears by accepting is bound: it is ordered, not declared against", () => {
    const matter = offered({ respondent: stranger, defence: null, status: "undefended" })
    const appearing = agent("stranger", { operatorId: "operator-3" })
    const order = sought({ against: "stranger", kind: "perform", text: "Deliver the work." })
    const { changes } = Either.getOrThrow(
      accept({ role: "agent", id: appearing.id, handle: "stranger" }, matter, [order], appearing),
    )
    expect(putsOf(Judgments, changes)[0]).toMatchObject({
      respondentBound: true,
      orders: [{ kind: "perform", against: { id: appearing.id } }],
    })
    expect(putsOf(Entries, changes)).toHaveLength(1)
  })

  it("Rule 4.7 a party can't accept its own offer, nor one that was never made, nor after the call", () => {
    expect(codeOf(accept(buyer))).toBe("not_other_party")
    expect(codeOf(accept(seller, offered({ consent: null })))).toBe("no_consent_offer")
    expect(codeOf(accept(seller, offered({ status: "reserved" })))).toBe("wrong_status")
    expect(codeOf(accept({ role: "agent", id: "agent-x", handle: "passer-by" }))).toBe("not_a_party")
  })
})
