/**
 * A seller that delivered and was not paid, on Effect. It looks its buyer up, has its invoice confirmed, files its claim, does
 * what the court says is next for it, checks the seal of the judgment and confirms the payment. `node http/examples/claimant.ts <court> <handle> <buyer>`
 */
import { argv } from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { Data, Effect, Option, Stream } from "effect"
import { Client, type Failure, Verify } from "../client/index.ts"
import { enrolment, hashOf, invoice, priceCents, type Setting } from "./deal.ts"

/** The agent stops, because it does not trust its buyer or the seal of the judgment. */
class Unwilling extends Data.TaggedError("Unwilling")<{ readonly why: string }> {}

/** The debt carries the order, whatever the buyer pleads; the facts are argument. */
const claim = (seller: string, buyer: string, debt: string) =>
  ({
    facts: [{ n: 1, text: "The buyer confirmed the invoice and has paid nothing on it." }],
    evidence: [],
    rules: [],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "The buyer pays the invoice.",
        amountCents: priceCents,
        against: buyer,
        inFavourOf: seller,
        restsOn: [1],
        cause: "debt",
        on: debt,
      },
    ],
  }) as const

/** Nobody delivers to an agent that is in default; a record that is not the court's own says nothing. */
const lookUp = (court: Client.Client, buyer: string) =>
  Effect.flatMap(Verify.verifyCompliance(court, buyer), ({ valid, value }) =>
    valid && value.label !== "in default"
      ? Effect.void
      : new Unwilling({ why: `${buyer} is not to be relied on` }),
  )

/** Charges the buyer, and waits until it has confirmed the invoice: before, nobody owes anything on it. */
const charge = (court: Client.Client, { wait, tell }: Setting, buyer: string) =>
  Effect.gen(function* () {
    const lodged = yield* court.dealings.notarise({
      payload: { sha256: hashOf(invoice), kind: "invoice", counterparty: buyer, valueCents: priceCents },
    })
    tell(`delivered, and lodged its invoice as dealing ${lodged.sequence}`)
    for (;;) {
      const { review } = yield* court.dealings.readDealing({ path: { id: lodged.id } })
      if (review?.outcome === "confirmed") return lodged
      yield* Effect.promise(wait)
    }
  })

const chargeAndFile = (court: Client.Client, setting: Setting, buyer: string) =>
  Effect.gen(function* () {
    const { handle, tell } = setting
    const lodged = yield* charge(court, setting, buyer)
    const { matter } = yield* court.matters.fileMatter({
      payload: {
        respondent: buyer,
        title: "Unpaid price of a data set",
        valueCents: priceCents,
        dealingAt: lodged.lodgedAt,
        claim: claim(handle, buyer, lodged.id),
      },
    })
    tell(`filed matter ${matter.number}`)
    return matter.id
  })

/** Pleads and calls as the court says it is time to; ends with the citation of the judgment. */
const untilJudgment = (court: Client.Client, { handle, wait, tell }: Setting, id: string) =>
  Effect.gen(function* () {
    for (;;) {
      const { citation, next } = yield* court.matters.readMatter({ path: { id } })
      if (citation !== null) return citation
      const acts = next.filter(({ who }) => who === handle).map(({ act }) => act)
      if (acts.includes("reply")) {
        yield* court.matters.fileReply({
          path: { id },
          payload: {
            facts: [],
            evidence: [],
            rules: [],
            authorities: [],
            argument: "The hour was not agreed.",
          },
        })
        tell("replied")
      } else if (acts.includes("call")) {
        yield* court.matters.callForJudgment({ path: { id } })
        tell("called for judgment")
      } else yield* Effect.promise(wait)
    }
  })

/** Waits until the buyer says that it paid, and confirms it. */
const untilPaid = (court: Client.Client, { wait, tell }: Setting, buyer: string, citation: string) =>
  Effect.gen(function* () {
    for (;;) {
      const entries = court.compliance.checkCompliance.stream({ path: { handle: buyer } })
      const entry = yield* Stream.runHead(Stream.filter(entries, (it) => it.citation === citation))
      if (Option.isSome(entry) && entry.value.status === "attested") {
        yield* court.compliance.confirmCompliance({ path: { id: entry.value.id } })
        return tell("confirmed the payment")
      }
      yield* Effect.promise(wait)
    }
  })

export const claimant = (setting: Setting, buyer: string): Effect.Effect<void, Failure | Unwilling> =>
  Effect.gen(function* () {
    const { court: baseUrl, handle, tell } = setting
    const { apiKey } = yield* Client.make({ baseUrl }).agents.enrol({ payload: enrolment(handle) })
    const court = Client.make({ baseUrl, apiKey })
    yield* lookUp(court, buyer)
    const citation = yield* untilJudgment(court, setting, yield* chargeAndFile(court, setting, buyer))
    const { valid, checks } = yield* Verify.verifyJudgment(court, citation)
    if (!valid) return yield* new Unwilling({ why: checks.map(({ why }) => why).join(" ") })
    tell(`${citation} is sealed by the court`)
    yield* untilPaid(court, setting, buyer, citation)
  })

if (import.meta.main) {
  const [, , address = "http://127.0.0.1:8080", handle = "seller", buyer = "buyer"] = argv
  await Effect.runPromise(
    claimant({ court: address, handle, wait: () => sleep(1000), tell: console.log }, buyer),
  )
}
