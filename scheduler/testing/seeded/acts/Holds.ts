/** Requests about holds: naming and confirming escrows, asking for and revoking instructions, reporting payments. */

import {
  confirmHold,
  decideUnspent,
  type Hold,
  records as holdRecords,
  nameHoldOnMatter,
  nameHoldOnQuote,
  objectUnspent,
  Payout,
  proveHold,
  revokePayout,
  sayUnspent,
} from "../../../../core/holds/index.ts"
import { Judgment } from "../../../../core/judgments/index.ts"
import type { Party } from "../../../../core/kernel/Actor.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { sha256Hex } from "../../../../core/kernel/Hash.ts"
import { days, hours } from "../../../../core/kernel/Time.ts"
import { Matter } from "../../../../core/matters/index.ts"
import { reportPaidOut, requestEvaluation, requestPayout } from "../../../../core/payouts/index.ts"
import { Quote } from "../../../../core/quotes/index.ts"
import { type Act, type Asked, acting, ask, mostly, one, partyActor, registrar } from "../Asked.ts"
import { transaction } from "../Chain.ts"
import { payoutAddress, signatureOf } from "../Outside.ts"
import type { World } from "../World.ts"

const addressFrom = (text: string): string => `0x${sha256Hex(text).slice(0, 40)}`
/** An agent's own address. Sometimes it is the court's, which no party of a hold may have. */
const addressOf = ({ dice }: World, { handle }: Pick<Party, "handle">): string =>
  dice.chance(3) ? payoutAddress : addressFrom(handle)

/** Whether a party sends its signature with its address, and which: mostly its own, seldom one of another address. */
const signing = ({ dice }: World, address: string): { readonly signature?: string } =>
  dice.chance(30) ? {} : { signature: signatureOf(dice.chance(95) ? address : payoutAddress) }

/** There are few escrows and payments, so that one is sometimes named twice. */
const escrowsMax = 3
const refsMax = 20

const requestFrom = (world: World, party: Party): Omit<Hold.MatterRequest, "purpose" | "securesCitation"> => {
  const { dice, now } = world
  const escrowKind = dice.of("x402r", "x402r", "x402r", "erc8183", "kleros")
  const n = dice.int(refsMax)
  const address = addressOf(world, party)
  return {
    ...signing(world, address),
    escrowKind,
    chain: dice.chance(97) ? "base" : "ethereum",
    chainId: 8453,
    escrowAddress: addressFrom(`escrow ${dice.int(escrowsMax)}`),
    holdRef: escrowKind === "x402r" ? `0x${sha256Hex(`payment ${n}`)}` : String(n),
    address,
    amountCents: dice.of(4_000, 45_000, 45_000, 1 + dice.int(60_000)),
    longStopAt: now() + (dice.chance(10) ? dice.of(hours(1), days(3)) : days(90 + dice.int(90))),
  }
}

const namingOnQuote: Act = (world) => {
  const open = ["accepted", "closed_by_supplier", "disputed"]
  const quote = one(world, Quote.Quotes, ({ status, buyer }) => open.includes(status) && buyer.party !== null)
  if (quote === null) return null
  const party = world.dice.of(quote.supplier, quote.buyer.party ?? quote.supplier)
  return ask(world, nameHoldOnQuote, { id: quote.id, ...requestFrom(world, party) }, partyActor(world, party))
}

/** An order to pay of a judgment in a matter, which a hold may secure while an appeal is pending. */
const secured = ({ store, now }: World, { id }: Matter.Matter) =>
  store
    .all(Judgment.Judgments)
    .filter((it) => it.matterId === id && Judgment.finalityAt(it.finality, now()) === "under appeal")
    .flatMap(({ citation, orders }) =>
      orders
        .filter(({ kind }) => kind === "pay")
        .map(({ n }) => ({ securesCitation: citation, securesOrderN: n })),
    )

const namingOnMatter: Act = (world) => {
  const beforeCall = ["served", "undefended", "pleading", "defended", "closed"]
  const matter = one(
    world,
    Matter.Matters,
    (it) => beforeCall.includes(it.status) || secured(world, it).length > 0,
  )
  if (matter === null) return null
  const party = matter[world.dice.of("claimant", "respondent")]
  const order = world.dice.pick(secured(world, matter))
  const input: { readonly id: string } & Hold.MatterRequest = {
    id: matter.id,
    ...requestFrom(world, party),
    ...(order === undefined ? { purpose: "payment_in" } : { purpose: "order_pending_appeal", ...order }),
  }
  return ask(world, nameHoldOnMatter, input, partyActor(world, party))
}

const on =
  (states: ReadonlyArray<Hold.Hold["status"]>, act: (world: World, hold: Hold.Hold) => Asked | null): Act =>
  (world) => {
    const hold = one(world, holdRecords.Holds, ({ status }) => states.includes(status))
    return hold === null ? null : act(world, hold)
  }
const sideActor = (world: World, hold: Hold.Hold, side: Hold.Side) => mostly(world, acting(hold[side]))

const confirming = on(["named"], (world, hold) => {
  const other = hold.namedBy === "payer" ? "payee" : "payer"
  const by = world.dice.chance(90) ? other : hold.namedBy
  const address = addressOf(world, hold[other])
  const input = { id: hold.id, address, ...signing(world, address) }
  return ask(world, confirmHold, input, sideActor(world, hold, by))
})

const proving = on(["named"], (world, hold) => {
  const unproven = (["payer", "payee"] as const).filter((one) => hold[one].provenAt === null)
  const side = world.dice.chance(90)
    ? (world.dice.pick(unproven) ?? "payer")
    : world.dice.of("payer", "payee")
  const signature = signatureOf(hold[side].address ?? payoutAddress)
  return ask(world, proveHold, { id: hold.id, signature }, sideActor(world, hold, side))
})

/** Whether a judgment is of the matter on which a hold stands, or of one on its quote. */
const isOf = ({ store }: World, { matterId, quoteId }: Hold.Hold, judgment: Judgment.Judgment): boolean =>
  quoteId === null
    ? judgment.matterId === matterId
    : store.find(Matter.Matters, judgment.matterId)?.quoteId === quoteId

/** Asks for the instruction of a final judgment that concerns the hold, mostly of a judgment that orders a payment; sometimes of any judgment. */
const paying: Act = (world) => {
  const { dice, store, now } = world
  const judgments = store.all(Judgment.Judgments)
  const final = judgments.filter(({ finality }) => Judgment.finalityAt(finality, now()) === "final")
  const pays = ({ orders }: Judgment.Judgment) => orders.some(({ kind }) => kind === "pay")
  const usual = dice.chance(80) ? final.filter(pays) : final
  const ready = (hold: Hold.Hold) => usual.filter((it) => isOf(world, hold, it))
  const hold = one(world, holdRecords.Holds, (it) => it.status === "confirmed" && ready(it).length > 0)
  const judgment = hold === null ? undefined : dice.pick(dice.chance(90) ? ready(hold) : judgments)
  if (hold === null || judgment === undefined) return null
  const by = sideActor(world, hold, dice.of("payer", "payee"))
  return ask(world, requestPayout, { id: hold.id, citation: judgment.citation }, by)
}

const evaluating = on(["confirmed"], (world, hold) =>
  ask(world, requestEvaluation, { id: hold.id }, sideActor(world, hold, world.dice.of("payer", "payee"))),
)

const revoking = on(["instructed"], (world, { id }) => {
  const { dice } = world
  const reissue = dice.of({}, { reissue: false }, { reissue: true })
  return ask(
    world,
    revokePayout,
    { id, reasons: "It was signed in error.", ...reissue },
    mostly(world, registrar),
  )
})

/** The side that receives the payment; the payee if the hold has no instruction. */
const receiverOf = ({ store }: World, { status, instruction }: Hold.Hold): Hold.Side => {
  const payout =
    status === "instructed"
      ? store.find(Payout.Payouts, needPresent(instruction, "the instruction of a hold").payoutId)
      : null
  return payout?.amountToPayeeCents === 0 ? "payer" : "payee"
}
const reporting = on(["instructed"], (world, hold) => {
  const by = world.dice.chance(90) ? receiverOf(world, hold) : world.dice.of("payer", "payee")
  return ask(world, reportPaidOut, { id: hold.id }, sideActor(world, hold, by))
})
/** The sides settle without the court. This is rare, since it ends a hold that an instruction could still pay. */
const settling = on(["confirmed"], (world, hold) =>
  world.dice.chance(75)
    ? null
    : ask(world, reportPaidOut, { id: hold.id, txid: "0x01" }, sideActor(world, hold, "payee")),
)

/** Either side names a transaction that the chain shows, whatever it paid. */
const citing = on(["instructed", "confirmed"], (world, hold) =>
  world.dice.chance(hold.status === "instructed" ? 50 : 20)
    ? ask(
        world,
        reportPaidOut,
        { id: hold.id, txid: transaction(world.now()) },
        sideActor(world, hold, world.dice.of("payer", "payee")),
      )
    : null,
)

/** Words about the last instruction of a hold, whether or not it ended unreported. */
const doubted: ReadonlyArray<Hold.Hold["status"]> = ["confirmed", "lapsed"]
const saying = on(doubted, (world, hold) =>
  hold.instruction === null
    ? null
    : ask(
        world,
        sayUnspent,
        { id: hold.id, payoutId: hold.instruction.payoutId },
        sideActor(world, hold, world.dice.of("payee", "payee", "payer")),
      ),
)
const objecting = on(doubted, (world, hold) =>
  ask(
    world,
    objectUnspent,
    { id: hold.id, txid: `0x${"a".repeat(64)}` },
    sideActor(world, hold, world.dice.of("payer", "payer", "payee")),
  ),
)
const decidingWord = on(doubted, (world, { id }) =>
  ask(
    world,
    decideUnspent,
    { id, unspent: world.dice.chance(50), reasons: "As the chain shows." },
    mostly(world, registrar),
  ),
)

export const holdActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [10, namingOnQuote],
  [10, namingOnMatter],
  [14, confirming],
  [10, proving],
  [25, paying],
  [3, evaluating],
  [3, revoking],
  [12, reporting],
  [1, settling],
  [6, citing],
  [6, saying],
  [3, objecting],
  [3, decidingWord],
]
