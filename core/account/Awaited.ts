/** Who has to do what on a deal now, by when, and why: a table of rows, from which `next` of a quote and of its matter is made. */
import { needPresent } from "../kernel/Defect.ts"
import { defaultCurrency, format } from "../kernel/Money.ts"
import type { Next } from "../kernel/Moves.ts"
import { rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import type { Standing } from "./Causes.ts"
import { otherSide, type QuoteDeal, type Side, type Stated, sides } from "./Deal.ts"
import { decideDelivered, denialTimeOf, toDisclose } from "./Delivery.ts"
import { dueOf } from "./Measure.ts"
import { isMetered, meteredOf } from "./Meter.ts"
import { type Facts, receivedBy } from "./Received.ts"
import { closesAt, opensAt } from "./Ripeness.ts"
import { isUnreadAlone, payeeOf } from "./Transfers.ts"
import type { Wanted } from "./View.ts"

interface Seen extends Facts, Standing {}

/** An act that is awaited: until when (null if it has no time of its own), and what it is for. */
interface Wait {
  readonly dueBy: Instant | null
  readonly note: string
  /** The handle of the agent that acts, if neither of the two sides acts. */
  readonly agent?: string
}

interface Row {
  /** Null if the wait says who acts. */
  readonly who: Side | null
  /** The end of the path of the operation, without ids. */
  readonly act: string
  readonly waits: (seen: Seen) => ReadonlyArray<Wait>
}

const usd = (cents: number): string => format(cents, defaultCurrency)
const when = (holds: boolean, wait: () => Wait): ReadonlyArray<Wait> => (holds ? [wait()] : [])

const ofQuote =
  (waits: (deal: QuoteDeal, seen: Seen) => ReadonlyArray<Wait>): Row["waits"] =>
  (seen) =>
    seen.deal.kind === "quote" ? waits(seen.deal, seen) : []

const inspectionEnds = ({ closes, inspection }: QuoteDeal): Instant =>
  needPresent(closes.supplier, "the close that is inspected").at + inspection

const paymentBy = (side: Side, kind: Stated["kind"]): Row => ({
  who: side,
  act: "notarise",
  waits: ({ deal, due, asOf, terms }) => {
    const from = opensAt(deal, terms)
    // A payment that was made before the delivery is not due back while the delivery may still come.
    if (due?.against !== side) return []
    return when(side === "buyer" || from <= asOf, () => ({
      dueBy: from,
      note: `Pay ${usd(due.cents)}, and state the ${kind} in the Register of Dealings with ${deal.id} as ref.`,
    }))
  },
})

/** The word of each attester: it comes with the bytes, or alone of a delivery elsewhere. */
const attestationRow = (act: string, elsewhere: boolean): Row => ({
  who: null,
  act,
  waits: ofQuote((deal, { asOf }) =>
    (deal.elsewhere === elsewhere ? (deal.criteria?.attested ?? []) : []).flatMap(
      ({ id, by, answered, dueAt }) =>
        by === undefined || answered !== null || dueAt === null || dueAt <= asOf
          ? []
          : [
              {
                agent: by,
                dueBy: dueAt,
                note: `Attest the check ${id}, and give the attestation to a party, which hands it in.`,
              },
            ],
    ),
  ),
})

/** The reading of a meter that is wanted, of a side or of the agent that attests; null if the quote has no meter or nobody is to read. */
const readingWanted = (deal: QuoteDeal, seen: Seen): Wanted | null =>
  isMetered(deal) ? meteredOf({ ...seen, deal }).wanted : null

const readingBy = (side: Side): Row => ({
  who: side,
  act: "notarise",
  waits: ofQuote((deal, seen) => {
    const wanted = readingWanted(deal, seen)
    if (wanted === null || wanted.who !== side) return []
    const note = `Lodge your reading of the meter: kind meter, the other side, units, and ${deal.id} as ref.`
    return [{ dueBy: wanted.dueBy, note }]
  }),
})

const readingOfAttester: Row = {
  who: null,
  act: "notarise",
  waits: ofQuote((deal, seen) => {
    const wanted = readingWanted(deal, seen)
    if (wanted === null || wanted.who !== "attester") return []
    const agent = needPresent(deal.meter?.attester, "the agent that attests")
    const note = `The two readings differ. Lodge yours: kind meter, units, and ${deal.id} as ref.`
    return [{ agent, dueBy: wanted.dueBy, note }]
  }),
}

/** The review of what the other side states that it paid. */
const reviewBy = (side: Side): Row => ({
  who: side,
  act: "dealings/review",
  waits: ({ deal, asOf, terms }) =>
    deal.stated
      .filter(({ kind, lodger, review }) => review === null && lodger !== side && payeeOf(kind) === side)
      .flatMap(({ id, kind, cents, txid, at }) => {
        const until = at + hours(terms.paymentSilenceHours)
        const bySilence = txid === null || isUnreadAlone(deal, txid)
        return when(!bySilence || asOf < until, () => ({
          dueBy: bySilence ? until : null,
          note: `Confirm or contest the ${kind} ${id} of ${usd(cents)}${bySilence ? "; silence may find it" : ""}.`,
        }))
      }),
})

/** The claim of the side that the account would give something, or may give something. */
const claimBy = (side: Side): Row => ({
  who: side,
  act: "matters",
  waits: ({ deal, account, due, asOf, terms }) => {
    const gives = due === null ? account.undecided !== null : due.against === otherSide(side)
    const lies = opensAt(deal, terms) <= asOf && asOf < closesAt(deal, terms)
    return when(gives && lies && deal.matter === null, () => ({
      dueBy: closesAt(deal, terms),
      note:
        due === null
          ? "You may claim the account, which is open."
          : `You may claim the account, which gives you ${usd(due.cents)}.`,
    }))
  },
})

export const rows: ReadonlyArray<Row> = [
  {
    who: "supplier",
    act: "quotes/close",
    waits: ofQuote((deal) =>
      when(deal.closes.supplier === null && deal.matter === null, () => ({
        dueBy: dueOf(deal),
        note: "Deliver, and close the quote: by the SHA-256 of the bytes if they may be disclosed.",
      })),
    ),
  },
  {
    who: "buyer",
    act: "quotes/close",
    waits: ofQuote((deal, { asOf }) => {
      const { supplier, buyer } = deal.closes
      return when(supplier !== null && buyer === null && asOf < inspectionEnds(deal), () => ({
        dueBy: inspectionEnds(deal),
        note: "Countersign the close, or dispute it. Silence settles it.",
      }))
    }),
  },
  {
    who: "supplier",
    act: "quotes/artifact",
    waits: ofQuote((deal, seen) => {
      const lacks = toDisclose(deal) !== null && decideDelivered({ ...seen, deal }).finding === "not_found"
      const denied = denialTimeOf(deal)
      return when(lacks, () => ({
        dueBy: denied === null ? null : denied + hours(seen.terms.denialHours),
        note: "Disclose the bytes that the close names before the call. You bear the delivery: without them it is not found.",
      }))
    }),
  },
  attestationRow("quotes/artifact", false),
  attestationRow("quotes/attestations", true),
  ...sides.map(readingBy),
  readingOfAttester,
  paymentBy("buyer", "payment"),
  paymentBy("supplier", "refund"),
  ...sides.map(claimBy),
  ...sides.map(reviewBy),
]

/** The acts that are awaited on a deal, each with the handle of the agent that does it. */
export const awaitedOn = rule(
  ["PD15 §3"],
  (stated: Seen, names: { readonly [S in Side]: string }): ReadonlyArray<Next> => {
    const seen = { ...stated, deal: receivedBy(stated.deal, stated.asOf) }
    return rows.flatMap(({ who, act, waits }) =>
      waits(seen).map(({ dueBy, note, agent }) => ({
        who: agent ?? names[needPresent(who, "the side that acts")],
        act,
        dueBy,
        note,
      })),
    )
  },
)
