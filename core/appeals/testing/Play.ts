/** For tests: a matter that the Magistrate has decided, and any acts on it and on its appeals. */
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { deliverJudgment, type Judge, passJudgment } from "../../bench/index.ts"
import { attestCompliance, confirmCompliance, disputeCompliance, passEntry } from "../../compliance/index.ts"
import { allEntries } from "../../compliance/testing/Register.ts"
import { allJudgments } from "../../judgments/testing/Register.ts"
import { needPresent } from "../../kernel/Defect.ts"
import { days, hours } from "../../kernel/Time.ts"
import { Account } from "../../ledger/index.ts"
import { allLedgerEntries } from "../../ledger/testing/Entries.ts"
import {
  callForJudgment,
  fileDefence,
  fileMatter,
  fileReply,
  Matter,
  records as matterRecords,
} from "../../matters/index.ts"
import { answering, filing } from "../../testing/Matters.ts"
import { clock, judge, registrar, stage } from "../../testing/Stage.ts"
import { Appeals } from "../Appeal.ts"
import { appeal, seekLeave } from "../Begin.ts"
import { decideLeave, passAppealDeadline } from "../Commands.ts"
import { deliverAppeal } from "../Delivery.ts"
import { estimateAppeal } from "../Price.ts"
import { vacateJudgment } from "../Vacate.ts"
import { withdrawAppeal } from "../Withdraw.ts"

const pay = (amountCents: number): Judge.DraftOrder => ({
  kind: "pay",
  text: "Pay back the price.",
  amountCents,
  against: "seller",
  inFavourOf: "buyer",
})
const draft = (orders: ReadonlyArray<Judge.DraftOrder>, found: ReadonlyArray<Found> = []): Judge.Draft => ({
  catchwords: [],
  ratio: "It is paid back.",
  issues: [
    {
      question: "Paid?",
      losingAnswer: "Yes.",
      reasoning: "Nothing shows it.",
      answer: "No.",
      for: "claimant",
    },
  ],
  circumstances: "A price was paid.",
  authorities: [],
  beyondPrayer: "The order sought does not put it right.",
  orders,
  areas: [],
  costCents: 30,
  ...(found.length === 0 ? {} : { conduct: found.map((one) => ({ ...one, reasons: "It shows." })) }),
})
type Found = Pick<NonNullable<Judge.Draft["conduct"]>[number], "agent" | "finding">
const dishonest: Found = { agent: "seller", finding: "dishonest_authority" }
/** The findings that a judge may make. The first judgment makes the first of them. */
const findings: ReadonlyArray<ReadonlyArray<Found>> = [
  [dishonest],
  [],
  [dishonest, { agent: "buyer", finding: "unlodged_quote" }],
  [dishonest, dishonest],
]
const orders: { readonly [O in Judge.Outcome]: ReadonlyArray<Judge.DraftOrder> } = {
  affirmed: [{ kind: "dismiss", text: "The appeal is dismissed." }],
  varied: [pay(10), { ...pay(5), against: "buyer", inFavourOf: "seller" }],
  set_aside: [{ kind: "dismiss", text: "The claim is dismissed." }],
  remitted: [{ kind: "remit", text: "The matter goes back." }],
}
export const ruling = (outcome: Judge.Outcome, pick = 1): Judge.AppealDraft => ({
  ...draft(orders[outcome], findings[pick]),
  outcome,
})

/** A matter of `buyer` against `seller`, defended, that the Magistrate has decided by this draft. */
export const decidedBy = async (given: Judge.Draft) => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  // The stakes were published at the start, and count from then on.
  const { matter } = await court.act(fileMatter, filing({ dealingAt: court.now() }), buyer)
  const matterId = matter.id
  await court.act(fileDefence, { id: matterId, ...answering() }, seller)
  await court.act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
  await court.act(callForJudgment, { id: matterId }, buyer)
  const { citation } = await court.act(deliverJudgment, { id: matterId, ...given }, judge)
  return { ...court, buyer, seller, matterId, citation }
}
export type Court = Awaited<ReturnType<typeof decidedBy>>

/** The same with two orders to pay and the first finding. */
export const decided = () => decidedBy(draft([pay(100), { ...pay(50), hours: 1 }], findings[0]))

export const stateOf = async (court: Court) => {
  const { matterId } = court
  return court.read((reader) =>
    Effect.gen(function* () {
      const matter = Option.getOrThrow(yield* reader.find(Matter.Matters, matterId))
      const appealId = matter.review?.appealId ?? null
      return {
        matter,
        filer: Option.getOrThrow(yield* reader.find(matterRecords.Filers, court.buyer.id)),
        appeal: appealId === null ? null : Option.getOrThrow(yield* reader.find(Appeals, appealId)),
        entries: yield* allEntries(reader),
        judgments: yield* allJudgments(reader),
        ledger: yield* allLedgerEntries(reader),
        charged: yield* Account.chargedIn(reader, matterId, [court.buyer.id, court.seller.id]),
        balances: (yield* reader.findAll(Account.Balances, [court.buyer.id, court.seller.id])).flatMap(
          Option.toArray,
        ),
      }
    }),
  )
}

/** Fires the tasks of entries, judgments and appeals that are due, as a scheduler does. */
export const fire = async ({ driver, run, now }: Court): Promise<void> => {
  const kinds = [passEntry.taskKind, passJudgment.taskKind, passAppealDeadline.taskKind]
  // One at a time: the end of an appeal sets the tasks of its entries anew.
  const due = { kinds, worker: "w", now: now(), until: now() + 1, limit: 1 }
  for (;;) {
    const [task] = await Effect.runPromise(driver.lease(due))
    if (task === undefined) return
    const { id, kind, token, body } = task
    // The body of each kind of task names its record by one of these members.
    const named = body as Readonly<Record<"entryId" | "citation" | "appealId", string>>
    const settles = [{ id, token }]
    const work =
      kind === passEntry.taskKind
        ? run(passEntry, named, clock, settles)
        : kind === passJudgment.taskKind
          ? run(passJudgment, named, clock, settles)
          : run(passAppealDeadline, named, clock, settles)
    // The three replies differ, and the play needs no reply: the cast gives the union of effects one type.
    await Effect.runPromise(Effect.asVoid(work as Effect.Effect<unknown, unknown>))
  }
}

const outcomes = ["affirmed", "varied", "set_aside", "remitted"] as const
const register = ["attest", "confirm", "dispute", "fire"] as const
const acts = [
  "appeal",
  "leave",
  "withdraw",
  "estimate",
  "grant",
  "refuse",
  ...outcomes,
  "judgment",
  "vacate",
  "rehear",
  ...register,
] as const
type Act = (typeof acts)[number]
/** Whether an act is on the Register, and not on an appeal. */
export const isRegister = (act: Act): boolean => register.some((one) => one === act)
interface Step {
  readonly act: Act
  readonly who: "buyer" | "seller"
  readonly pick: number
  readonly wait: number
}

const who = fc.constantFrom("buyer" as const, "seller" as const)
const pick = fc.nat({ max: 3 })
/** Waits. Most end well within a window, and some at its end or just before. */
const wait = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1, hours(1)) },
  { weight: 1, arbitrary: fc.constantFrom(hours(2) - 1, hours(2), hours(71), hours(72) - 1, hours(72)) },
)
const anything = fc.record({ act: fc.constantFrom<Act>(...acts), who, pick, wait })
/** The acts of an ordinary appeal by one party, in order. The wait before the last of them is `last`. */
const course = (last: number, ...names: ReadonlyArray<Act>) =>
  fc
    .record({ who, pick })
    .map((by) => names.map((act, i): Step => ({ act, ...by, wait: i === names.length - 1 ? last : 1 })))
const heard = (...begins: ReadonlyArray<Act>) =>
  fc.constantFrom(...outcomes).chain((outcome) => course(hours(2), ...begins, "estimate", outcome))
const lapsed = fc.oneof(course(days(14), "leave", "fire"), course(days(31), "appeal", "estimate", "fire"))
const step: fc.Arbitrary<ReadonlyArray<Step>> = fc.oneof(
  { weight: 4, arbitrary: anything.map((one) => [one]) },
  { weight: 3, arbitrary: fc.constantFrom(...register).chain((act) => course(1, act)) },
  { weight: 3, arbitrary: heard("appeal") },
  { weight: 2, arbitrary: heard("leave", "grant") },
  { weight: 1, arbitrary: course(1, "leave", "refuse") },
  { weight: 1, arbitrary: course(hours(2) - 1, "appeal", "estimate", "withdraw") },
  { weight: 1, arbitrary: course(1, "rehear", "judgment") },
)
/** The same with times that nobody used. A scheduler runs at the end of each. */
export const slowSteps = (maxLength: number) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: step }, { weight: 2, arbitrary: lapsed }), {
      minLength: 3,
      maxLength,
    })
    .map((courses): ReadonlyArray<Step> => courses.flat())
export const steps = (maxLength: number) =>
  fc.array(step, { minLength: 3, maxLength }).map((courses): ReadonlyArray<Step> => courses.flat())

/** Does one act, allowed or not. Gives the code of its refusal, or null. */
export const once = async (court: Court, { act, who, pick }: Step): Promise<string | null> => {
  const { matterId } = court
  const actor = who === "buyer" ? court.buyer : court.seller
  const { appeal: last, entries, matter } = await stateOf(court)
  const id = last?.id ?? "none"
  const entry = needPresent(entries[pick % entries.length], "an entry").id
  const citation = matter.review?.inForce[0] ?? court.citation
  const reasons = "on the papers"
  switch (act) {
    case "appeal":
      return court.codeOf(appeal, { id: matterId, grounds: ["It is wrong."] }, actor)
    case "leave":
      return court.codeOf(seekLeave, { id: matterId, grounds: ["It is wrong."] }, actor)
    case "withdraw":
      return court.codeOf(withdrawAppeal, { id: matterId }, actor)
    case "estimate":
      return court.codeOf(estimateAppeal, { id, estimatedAppealCostCents: 100, reasons }, registrar)
    case "grant":
    case "refuse":
      return court.codeOf(decideLeave, { id, granted: act === "grant", reasons }, registrar)
    case "affirmed":
    case "varied":
    case "set_aside":
    case "remitted":
      return court.codeOf(deliverAppeal, { id, ...ruling(act, pick) }, judge)
    case "judgment":
      return court.codeOf(deliverJudgment, { id: matterId, ...draft([pay(20)], findings[pick]) }, judge)
    case "vacate":
    case "rehear":
      return court.codeOf(
        vacateJudgment,
        { citation, ground: "fraud", reasons, rehear: act === "rehear" },
        registrar,
      )
    case "attest":
      return court.codeOf(attestCompliance, { id: entry, date: court.now(), evidence: "e" }, actor)
    case "confirm":
      return court.codeOf(confirmCompliance, { id: entry }, actor)
    case "dispute":
      return court.codeOf(disputeCompliance, { id: entry, ground: "other", statement: "s" }, actor)
    case "fire":
      await fire(court)
      return null
  }
}
