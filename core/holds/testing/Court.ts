/** For tests: a court on the memory store, with a chain that shows what the test says. Acts run through the court's own loop. */
import { Context, Effect, Either, Option } from "effect"
import type { Judge } from "../../bench/index.ts"
import { claimant, deliverContested, draft, facts, reserved, respondent } from "../../bench/testing/Cases.ts"
import { Wallets } from "../../chains/index.ts"
import { Entry } from "../../compliance/index.ts"
import { Judgment } from "../../judgments/index.ts"
import type { Actor, Party } from "../../kernel/Actor.ts"
import * as Changed from "../../kernel/Change.ts"
import type { Command } from "../../kernel/Command.ts"
import { ask } from "../../kernel/Court.ts"
import { needPresent } from "../../kernel/Defect.ts"
import { sha256Hex } from "../../kernel/Hash.ts"
import type { Json } from "../../kernel/Json.ts"
import type { Query } from "../../kernel/Query.ts"
import { published } from "../../kernel/Schedule.ts"
import { days } from "../../kernel/Time.ts"
import { Matter, type Pleading } from "../../matters/index.ts"
import { keptClaim } from "../../matters/testing/Opened.ts"
import { Store } from "../../store/Store.ts"
import { start } from "../../testing/Context.ts"
import { putsOf } from "../../testing/Decisions.ts"
import { put } from "../../testing/Put.ts"
import { stage } from "../../testing/Stage.ts"
import * as Escrow from "../Escrow.ts"
import { type Hold, Holds } from "../Hold.ts"
import * as Payout from "../Payout.ts"
import { addresses, confirmed, uncounted } from "./Given.ts"

export const buyer: Actor & { role: "agent" } = { role: "agent", id: "agent-buyer", handle: "buyer" }
export const seller: Actor & { role: "agent" } = { role: "agent", id: "agent-seller", handle: "seller" }
export const quoteId = "01900000-0000-7000-8000-000000000002"

/** A party of a matter as a party of a quote or a hold, which is always enrolled. */
export const party = ({ id, handle, operatorId }: typeof claimant) => ({
  id: needPresent(id, "its id"),
  handle,
  operatorId: needPresent(operatorId, "its operator"),
})

/** A confirmed hold on a quote: the buyer pays the seller from an escrow of 400 dollars. */
export const hold = (changes: Partial<Hold> = {}): Hold =>
  confirmed({
    quoteId,
    payer: { ...party(claimant), address: addresses.buyer, provenAt: start },
    payee: { ...party(respondent), address: addresses.seller, provenAt: start },
    ...changes,
  })

/** The reading of the escrow of `hold` if the escrow is as the parties stated it. */
export const funded = (changes: Partial<Escrow.Reading> = {}): Escrow.Reading => ({
  at: start,
  state: "funded",
  payer: addresses.buyer,
  payee: addresses.seller,
  asset: null,
  amountUnits: "400000000",
  expiresAt: start + days(90),
  releasers: [],
  ...changes,
})

/** A hold that the buyer has named and nobody has confirmed. */
export const unconfirmed = (changes: Partial<Hold> = {}): Hold =>
  hold({
    status: "named",
    payer: { ...party(claimant), address: addresses.buyer, provenAt: null },
    payee: { ...party(respondent), address: null, provenAt: null },
    confirmedAt: null,
    ...changes,
  })

/** The signature of an address over a statement, of which every member counts. */
export const signed = (data: object, address: string): string =>
  `0x${sha256Hex(JSON.stringify([data, address.toLowerCase()]))}`

/** An address that is a contract, whose signature only a reader of its chain can check. */
export const contract = "0x0000000000000000000000000000000000000ace"

/** Checks `signed`: a contract is asked on a chain, and a key anywhere. */
const wallets: typeof Wallets.Wallets.Service = {
  signed: ({ chainId, address, signature, said }) => {
    const isContract = address.toLowerCase() === contract
    if ("data" in said && signature === signed(said.data, address) && !(isContract && chainId === 0))
      return Effect.succeed("signed")
    return Effect.succeed(isContract ? "unread" : "unsigned")
  },
}

const signer = Payout.Signer.of({
  court: "court",
  courtId: "court-1",
  addresses: [],
  sign: () => Effect.succeed({ digest: "0xd", signature: "0xs", signer: "0xa" }),
})

/** The members that differ in a matter, in the stakes of its parties, and in its claim. */
interface Suit extends Partial<Matter.Matter> {
  readonly stakeCents?: number
  /** Null for a claim that leaves the sum to the judge. */
  readonly claimCents?: number | null
  /** Whether the claimant seeks to pay, and not to be paid. */
  readonly ofItself?: boolean
}

const claimOf = (by: Party, of: Party, amountCents: number | null): Pleading.Pleading => ({
  facts: [],
  evidence: [],
  rules: [],
  authorities: [],
  orders: [
    {
      kind: "pay",
      text: "Pay.",
      ...(amountCents === null ? {} : { amountCents }),
      against: of.handle,
      inFavourOf: by.handle,
      restsOn: [],
    },
  ],
})

/** The charges to the parties of a matter in it, so that a judgment may order costs. */
const chargedIn = ({ id: matterId }: Matter.Matter) =>
  [claimant, respondent].map(({ id }) => ({ matterId, agentId: needPresent(id, "its id"), cents: 100_000 }))

type Ports = Escrow.Escrows | Payout.Signer | Wallets.Wallets | Escrow.Asks

/** The ports of a court in a test that differ from those of a court without a reader of chains. */
export interface Chain extends Partial<Escrow.Service> {
  readonly asks?: Escrow.AsksService
}

/** The acts and questions of a court that has these holds. Without `chain` no chain is read. */
export const holding = async (holds: ReadonlyArray<Hold>, chain: Chain = {}) => {
  const court = stage(published, undefined, undefined, signer)
  const ports = Context.make(Escrow.Escrows, Escrow.Escrows.of({ ...Escrow.noReaders, ...chain })).pipe(
    Context.add(Payout.Signer, signer),
    Context.add(Wallets.Wallets, Wallets.Wallets.of(wallets)),
    Context.add(Escrow.Asks, Escrow.Asks.of(chain.asks ?? uncounted)),
  )
  const kept = (changes: Parameters<typeof put.decide>[1]) => court.act(put, changes, { role: "public" })
  await kept(holds.map((one) => Changed.put(Holds, one)))

  /** Delivers a judgment in the matter that these changes describe. */
  const judgedIn = async (suit: Suit, ...orders: ReadonlyArray<Judge.DraftOrder>) => {
    const { stakeCents = 50_000, claimCents = hold().amountCents, ofItself = false, ...changes } = suit
    const [by, of] = [changes.claimant ?? claimant, changes.respondent ?? respondent]
    const seeks = ofItself ? claimOf(of, by, claimCents) : claimOf(by, of, claimCents)
    const paper = keptClaim(seeks, by.handle)
    const matter = reserved({ quoteId, claim: paper.claim, ...changes })
    const stakes = new Map([claimant, respondent].map(({ id }) => [needPresent(id, "its id"), stakeCents]))
    const counter = await court.read((reader) => reader.find(Judgment.SeriesCounters, "MC/2026"))
    const given = facts(matter, { stakes, counter, charged: chargedIn(matter) })
    const decided = deliverContested(draft({ orders }), given, court.now())
    await kept([...paper.changes, ...decided.changes])
    return needPresent(putsOf(Judgment.Judgments, decided.changes)[0], "the judgment")
  }

  const served = <I, F, R extends Json>(of: Command<I, F, R, Ports>): Command<I, F, R> => ({
    name: of.name,
    sections: of.sections,
    input: of.input,
    gather: (input, context, reader) => Effect.provide(of.gather(input, context, reader), ports),
    decide: of.decide,
  })
  return {
    ...court,
    kept,
    /** Does an act that must not be refused. */
    does: <I, F, R extends Json>(of: Command<I, F, R, Ports>, input: I, actor: Actor) =>
      court.act(served(of), input, actor),
    /** The code of the refusal of an act; null if it was not refused. */
    refuses: <I, F, R extends Json>(of: Command<I, F, R, Ports>, input: I, actor: Actor) =>
      court.codeOf(served(of), input, actor),
    /** The answer to a question, or the code of the refusal. */
    answers: async <I, View>(of: Query<I, View, Ports>, input: I, actor: Actor): Promise<View | string> => {
      const asked = ask(of, input, { actor, now: court.now(), schedule: published })
      const found = await Effect.runPromise(
        Effect.either(Effect.provide(asked, Context.add(ports, Store, court.driver))),
      )
      if (Either.isRight(found)) return found.right
      return found.left._tag === "Refusal" ? found.left.code : found.left._tag
    },
    entries: async (ids: ReadonlyArray<string>) =>
      (await court.read((reader) => reader.findAll(Entry.Entries, ids))).flatMap(Option.toArray),
    matter: async (id: string) =>
      Option.getOrThrow(await court.read((reader) => reader.find(Matter.Matters, id))),
    /** Delivers a judgment in a matter of the buyer against the seller on the quote, open to appeal. Gives the judgment. */
    judged: (...orders: ReadonlyArray<Judge.DraftOrder>) => judgedIn({}, ...orders),
    judgedIn,
  }
}
