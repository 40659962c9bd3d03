/**
 * The grounds on which a claim rests its orders beside facts, and the words of the parties about them: causes, admissions and the denial of
 * a delivery.
 */
import { Causes } from "../account/index.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Quote } from "../quotes/index.ts"
import type { Admission, Filing, Pleading } from "./Pleading.ts"

type Seeking = Pick<Filing, "quoteId" | "dealings" | "claim">

/** The entries of the Register of Dealings that a filing names: for the matter, and as the debt of an order. */
export const entriesOf = ({ dealings = [], claim }: Seeking): ReadonlyArray<string> => [
  ...new Set([...dealings, ...(claim.orders ?? []).flatMap(({ on }) => on ?? [])]),
]

/** Whether a claim asks for the account of its quote. */
export const seeksAccount = ({ orders }: Pick<Pleading, "orders">): boolean =>
  orders?.some(({ cause }) => Causes.isOfQuote(cause)) === true

/** Each cause names its deal: an account the quote of the matter, a debt or a mandate its entry (Rule 4.1, PD15 §10). */
export const causeChecks = rule(
  ["Rule 4.1", "PD15 §10"],
  (filing: Seeking): ReadonlyArray<Refusal | null> => {
    const describeCause = (cause: Causes.Cause) => ({ cause, member: Causes.all[cause].member })
    const wanting = (filing.claim.orders ?? []).flatMap(({ cause, on }, i) => {
      const at = `claim.orders[${i}]`
      if (Causes.isOfQuote(cause) && filing.quoteId === undefined)
        return [{ path: "quoteId", message: "an account is that of a quote", cause: describeCause(cause) }]
      const ofEntry = cause === "debt" || cause === "mandate"
      if (ofEntry && on === undefined)
        return [{ path: `${at}.on`, message: `name the entry of the ${cause}`, cause: describeCause(cause) }]
      if (!ofEntry && on !== undefined)
        return [
          {
            path: `${at}.cause`,
            message: "must be debt or mandate if on is given",
            cause: describeCause("debt"),
          },
        ]
      return []
    })
    const [first] = wanting
    const found = entriesOf(filing).length
    const max = bounds.matterDealingsMax
    return [
      when(found > max, "too_many_entries", { max, found }),
      first === undefined
        ? null
        : refusal(
            "deal_wanted",
            first.cause,
            wanting.map(({ path, message }) => ({ path, message })),
          ),
    ]
  },
)

const numberOf = (admission: Admission): number => (typeof admission === "number" ? admission : admission.n)

/** A defence admits orders of the claim, each once; no other paper admits (Rule 4.3). */
export const admissionChecks = rule(
  ["Rule 4.3"],
  (
    step: "claim" | "defence" | "reply",
    { admits = [] }: Pick<Pleading, "admits">,
    orders: number,
    at: string,
  ): ReadonlyArray<Refusal | null> => {
    const seen = new Set<number>()
    const bad = admits.flatMap((admission, i) => {
      const n = numberOf(admission)
      const repeated = seen.has(n)
      seen.add(n)
      if (n > orders) return [{ path: `${at}admits[${i}]`, message: "no order has this number" }]
      return repeated ? [{ path: `${at}admits[${i}]`, message: "this order is admitted already" }] : []
    })
    return [
      when(step !== "defence" && admits.length > 0, "admission_not_wanted", {}),
      step !== "defence" || bad.length === 0 ? null : refusal("orders_unanswered", {}, bad),
    ]
  },
)

/** Only the buyer of the quote denies the delivery, in its claim or its defence (Rule 4.3). */
export const denialChecks = rule(
  ["Rule 4.3"],
  (
    step: "claim" | "defence" | "reply",
    { denies = [] }: Pick<Pleading, "denies">,
    quote: Pick<Quote.Quote, "buyer"> | null,
    agentId: string | null,
  ): Refusal | null => {
    const buyer = quote?.buyer.party?.id ?? null
    return when(
      denies.length > 0 && (step === "reply" || buyer === null || buyer !== agentId),
      "denial_not_wanted",
      {},
    )
  },
)
