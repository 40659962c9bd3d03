/** The scenes in which explorations begin: two parties, small sums, and how far their dispute has come. Each is played by acts. */
import { Agent } from "../../../core/agents/index.ts"
import { deliverJudgment } from "../../../core/bench/index.ts"
import { discloseArtifact } from "../../../core/deliveries/index.ts"
import { enrol } from "../../../core/enrolment/index.ts"
import {
  confirmHold,
  records as holdRecords,
  nameHoldOnMatter,
  nameHoldOnQuote,
} from "../../../core/holds/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import type { Actor } from "../../../core/kernel/Actor.ts"
import type { Command } from "../../../core/kernel/Command.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import { hours } from "../../../core/kernel/Time.ts"
import {
  callForJudgment,
  fileDefence,
  fileMatter,
  fileReply,
  Matter,
  type Pleading,
  recordEligibility,
} from "../../../core/matters/index.ts"
import { requestPayout } from "../../../core/payouts/index.ts"
import { acceptQuote, closeQuote, offerQuote, Quote } from "../../../core/quotes/index.ts"
import { enrolment } from "../../../core/testing/Agents.ts"
import { start } from "../../../core/testing/Context.ts"
import { answering, claim } from "../../../core/testing/Matters.ts"
import { judge, registrar } from "../seeded/Asked.ts"
import { signatureOf } from "../seeded/Outside.ts"
import type { Needs } from "../seeded/World.ts"
import type { Court } from "./Court.ts"
import { passTime } from "./Explore.ts"
import { emptyAt, rooted, type Snapshot } from "./ForkedStore.ts"
import { addressOf, request } from "./HoldActs.ts"
import { draftOf, pay, sums, tried } from "./Tried.ts"
import { viewOf } from "./View.ts"

/** The stake of each party. It is less than what is claimed, so that the cap shows. */
const stakeCents = 3_000

/** A court in which acts that must succeed are done one after the other. */
class Play {
  readonly court: Court
  state: Snapshot = emptyAt(start)
  constructor(court: Court) {
    this.court = court
  }

  act<I, F, R extends Json, N extends Needs>(
    command: Command<I, F, R, N> | Command<I, F, R>,
    input: I,
    actor: Actor,
  ): void {
    const led = this.court.act(this.state, tried(this.court, command, input, actor, "", null))
    if (led._tag !== "Done") throw new Error(`${command.name}: ${JSON.stringify(led)}`)
    this.state = led.state
  }
  wait(ms: number): void {
    this.state = { ...this.state, at: this.state.at + ms }
  }
  /** Time passes until something that is due has been done. */
  pass(): void {
    const led = passTime(this.court, this.state)?.led
    if (led?._tag !== "Done") throw new Error(`time does not pass: ${JSON.stringify(led)}`)
    this.state = led.state
  }
  enrols(handle: string): void {
    const { body, ...given } = enrolment(handle)
    const input = {
      ...given,
      body: { ...body, stakeCents, operator: { name: `op-${handle}`, email: `${handle}@example.com` } },
      operatorId: `op-${handle}`,
    }
    this.act(enrol, input, { role: "public" })
  }
  agent(handle: string): Actor {
    const found = viewOf(this.state)
      .all(Agent.Agents)
      .find((one) => one.handle === handle)
    return { role: "agent", id: needPresent(found, handle).id, handle }
  }
  get matter(): string {
    return needPresent(viewOf(this.state).all(Matter.Matters)[0], "a matter").id
  }
  get hold(): string {
    return needPresent(viewOf(this.state).all(holdRecords.Holds).at(-1), "a hold").id
  }
  get quote(): string {
    return needPresent(viewOf(this.state).all(Quote.Quotes)[0], "a quote").id
  }
}

export interface Scene {
  readonly name: string
  /** To which depth CI explores it, and to which each night. */
  readonly depth: { readonly usual: number; readonly deep: number }
  readonly given: string
  /** Whether the court reads the chain of the escrows. */
  readonly isRead: boolean
  readonly play: (court: Court) => Snapshot
}

const scene = (
  name: string,
  [usual, deep]: readonly [usual: number, deep: number],
  given: string,
  play: (court: Play) => void,
  isRead = false,
): Scene => ({
  name,
  depth: { usual, deep },
  given,
  isRead,
  play: (court) => {
    const played = new Play(court)
    played.wait(1)
    play(played)
    return rooted(played.state)
  },
})

const opens = (court: Play) =>
  court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
const bothEnrol = (court: Play) => {
  opens(court)
  court.enrols("buyer")
  court.enrols("seller")
  court.wait(1_000)
}
const sought: Pleading.Pleading["orders"] = [{ ...pay(sums.whole, "seller", "buyer"), restsOn: [1, 2] }]
/** The buyer sues the seller for what no quote says, which is for the bench. */
const sues = (court: Play) => {
  const filing = {
    respondent: "seller",
    title: "Undelivered translation",
    valueCents: sums.whole,
    dealingAt: start + 500,
    claim: claim({ orders: sought ?? [] }),
  }
  court.act(fileMatter, filing, court.agent("buyer"))
}
const secures = (court: Play, n = 0) => {
  const [payer, payee] = [{ handle: "seller" }, { handle: "buyer" }]
  const named = { id: court.matter, ...request(payer, n, court.state.at), purpose: "payment_in" as const }
  court.act(nameHoldOnMatter, named, court.agent("seller"))
  confirms(court, payee)
}
const confirms = (court: Play, payee: { readonly handle: string }) => {
  const address = addressOf(payee)
  court.act(
    confirmHold,
    { id: court.hold, address, signature: signatureOf(address) },
    court.agent(payee.handle),
  )
}
const denial = {
  ...answering({ facts: [] }),
  responses: [
    { n: 1, plea: "deny" as const },
    { n: 2, plea: "deny" as const },
  ],
}
const isHeard = (court: Play) => {
  const id = court.matter
  court.act(fileDefence, { id, ...denial }, court.agent("seller"))
  court.act(fileReply, { id, ...answering({ facts: [], responses: [] }) }, court.agent("buyer"))
  court.act(callForJudgment, { id }, court.agent("buyer"))
}
const isWon = (court: Play) => {
  const draft = draftOf([pay(sums.whole, "seller", "buyer")], "claimant")
  court.act(deliverJudgment, { id: court.matter, ...draft }, judge)
}

/** A quote of the seller's, delivered by its hash and disputed, whose price lies in a hold. `denies`: the buyer denies its receipt. */
const isDelivered = (court: Play, denies = false) => {
  const [buyer, seller] = [court.agent("buyer"), court.agent("seller")]
  const bytes = "the translation"
  const offer = {
    body: {
      buyer: "buyer",
      priceCents: sums.whole,
      deliverable: "a translation",
      dueBy: start + hours(48),
      inspectionHours: 24,
    },
    emailHash: null,
    invitation: { nonce: "n", tokenSha256: sha256Hex("n"), baseUrl: "https://court.example" },
    mail: true,
  }
  court.act(offerQuote, offer, seller)
  court.act(acceptQuote, { id: court.quote }, buyer)
  court.act(nameHoldOnQuote, { id: court.quote, ...request({ handle: "buyer" }, 0, court.state.at) }, buyer)
  confirms(court, { handle: "seller" })
  court.wait(hours(1))
  const close = { id: court.quote, priceChargedCents: sums.whole, delivered: sha256Hex(bytes) }
  court.act(closeQuote, close, seller)
  court.act(discloseArtifact, { id: court.quote, content: Buffer.from(bytes).toString("base64") }, seller)
  court.act(
    closeQuote,
    {
      ...close,
      delivered: "nothing of use",
      dispute: "Half of it is missing.",
      ...(denies ? { received: false } : {}),
    },
    buyer,
  )
}
const asksForTheAccount = (court: Play) => {
  const orders = [{ ...pay(sums.whole, "buyer", "seller"), cause: "account" as const, restsOn: [] }]
  const filing = {
    respondent: "buyer",
    title: "Unpaid translation",
    valueCents: sums.whole,
    dealingAt: start + 500,
    quoteId: court.quote,
    claim: claim({ orders }),
  }
  court.act(fileMatter, filing, court.agent("seller"))
}

/** The bench finds that a part of the price is owed in any case, orders it, and leaves the rest of the account open. */
const isDecidedInPart = (court: Play) => {
  const owed = { min: sums.part, max: sums.whole }
  const account = {
    deal: { kind: "quote", id: court.quote } as const,
    price: sums.whole,
    owed,
    paid: 0,
    refunded: 0,
    balance: owed,
    undecided: sums.whole - sums.part,
  }
  const draft = draftOf([pay(sums.part, "buyer", "seller")], "claimant", { determinations: [account] })
  court.act(deliverJudgment, { id: court.matter, ...draft }, judge)
}

export const scenes: ReadonlyArray<Scene> = [
  scene(
    "claimed",
    [3, 5],
    "the buyer has sued the seller for USD 40.00, and each has a stake of USD 30.00",
    (court) => {
      bothEnrol(court)
      sues(court)
    },
  ),
  scene(
    "unenrolled",
    [3, 5],
    "the buyer has sued the seller for USD 40.00 before the seller was enrolled",
    (court) => {
      opens(court)
      court.enrols("buyer")
      court.wait(1_000)
      sues(court)
      court.enrols("seller")
    },
  ),
  scene(
    "reserved",
    [3, 5],
    "the buyer has sued the seller for USD 40.00 with stakes of USD 30.00, the seller has confirmed a hold of USD 40.00 and denied the claim, and the buyer has called for judgment",
    (court) => {
      bothEnrol(court)
      sues(court)
      secures(court)
      isHeard(court)
    },
  ),
  scene(
    "won",
    [3, 5],
    "the Court has ordered the seller to pay the buyer, and the seller has confirmed a hold of USD 40.00",
    (court) => {
      bothEnrol(court)
      sues(court)
      secures(court)
      isHeard(court)
      isWon(court)
    },
  ),
  scene(
    "silent",
    [3, 5],
    "the buyer has sued the seller for USD 40.00, the seller has not pleaded in time, and the buyer has called for judgment",
    (court) => {
      bothEnrol(court)
      sues(court)
      court.pass()
      court.act(callForJudgment, { id: court.matter }, court.agent("buyer"))
      court.pass()
    },
  ),
  scene(
    "final",
    [3, 5],
    "the Court has ordered the seller to pay the buyer USD 30.00, nobody has appealed in time, and the seller has confirmed two holds of USD 40.00 each",
    (court) => {
      bothEnrol(court)
      sues(court)
      secures(court)
      secures(court, 1)
      isHeard(court)
      isWon(court)
      court.pass()
    },
  ),
  scene(
    "quoted",
    [3, 5],
    "the seller has delivered by hash under a quote of USD 40.00, the price lies in a confirmed hold, the buyer disputes the delivery, and the seller has sued for the account",
    (court) => {
      bothEnrol(court)
      isDelivered(court)
      asksForTheAccount(court)
    },
  ),
  scene(
    "denied",
    [2, 4],
    "the seller has delivered by hash under a quote of USD 40.00, the buyer denies that it received anything, the seller has sued for the account, the buyer has pleaded at once, and the seller has replied",
    (court) => {
      bothEnrol(court)
      isDelivered(court, true)
      asksForTheAccount(court)
      const id = court.matter
      court.act(fileDefence, { id, ...denial }, court.agent("buyer"))
      court.act(fileReply, { id, ...answering({ facts: [], responses: [] }) }, court.agent("seller"))
    },
  ),
  scene(
    "part",
    [2, 4],
    "the Court has ordered the buyer to pay the seller USD 15.00 on a quote of USD 40.00 and left the rest of its account open, nobody has appealed in time, and the seller has asked for that part of the price in a hold",
    (court) => {
      bothEnrol(court)
      isDelivered(court)
      asksForTheAccount(court)
      const id = court.matter
      court.act(fileDefence, { id, ...denial }, court.agent("buyer"))
      court.act(fileReply, { id, ...answering({ facts: [], responses: [] }) }, court.agent("seller"))
      court.act(callForJudgment, { id }, court.agent("seller"))
      isDecidedInPart(court)
      court.pass()
      const [judgment] = viewOf(court.state).all(Judgment.Judgments)
      const { citation } = needPresent(judgment, "a judgment")
      court.act(requestPayout, { id: court.hold, citation }, court.agent("seller"))
    },
  ),
  scene(
    "twice",
    [2, 4],
    "the buyer has sued the seller, who has named two holds over one payment of an escrow, of which the buyer has confirmed the second",
    (court) => {
      bothEnrol(court)
      sues(court)
      const named = { id: court.matter, ...request({ handle: "seller" }, 0, court.state.at) }
      court.act(nameHoldOnMatter, { ...named, purpose: "payment_in" }, court.agent("seller"))
      secures(court)
    },
  ),
  scene(
    "read",
    [2, 3],
    "the Court reads the chain of the escrow, has ordered the seller to pay the buyer, nobody has appealed in time, and the buyer has asked for the payout of the seller's hold",
    (court) => {
      bothEnrol(court)
      sues(court)
      secures(court)
      isHeard(court)
      isWon(court)
      court.pass()
      const [judgment] = viewOf(court.state).all(Judgment.Judgments)
      const { citation } = needPresent(judgment, "a judgment")
      court.act(requestPayout, { id: court.hold, citation }, court.agent("buyer"))
    },
    true,
  ),
]
