/** For tests: what the laboratory computes of a lie, beside what a whole court does of the same acts. */
import { type Account, Deal, type Determination } from "../../../../core/account/index.ts"
import { conditions } from "../Conditions.ts"
import { facing, type Lie, playLies } from "../Lies.ts"
import { playInCourt } from "./PlayInCourt.ts"

const sumsOf = ({
  price,
  owed,
  paid,
  refunded,
  balance,
  undecided,
}: Account | Determination.Determination) => ({
  price,
  owed,
  paid,
  refunded,
  balance,
  undecided,
})

/** The judgment of a case: the account, the payments ordered, and the division of the hold. */
export interface Seen {
  readonly account: ReturnType<typeof sumsOf> | null
  readonly ordered: ReadonlyArray<{ readonly against: string; readonly cents: number }>
  readonly paidOut: { readonly toPayeeCents: number; readonly toPayerCents: number } | null
}

const computed = ({ played: { judged } }: Lie): Seen => ({
  account: judged && sumsOf(judged.account),
  ordered: judged === null || judged.ordered === null ? [] : [judged.ordered],
  paidOut: judged?.paidOut ?? null,
})

const inCourt = async ({ liar, condition, played }: Lie): Promise<Seen> => {
  const { seller } = facing(liar)
  const { judgment, paidOut } = await playInCourt(played.acts, condition, seller)
  const [determined] = judgment?.determined ?? []
  return {
    account: determined === undefined ? null : sumsOf(determined),
    ordered: (judgment?.orders ?? []).flatMap(({ kind, amountCents, against }) =>
      kind !== "pay" || amountCents === null || against === null
        ? []
        : [{ against: against.handle === "buyer" ? "buyer" : Deal.otherSide("buyer"), cents: amountCents }],
    ),
    paidOut,
  }
}

/** Every case that a court can play, once: whether an order is honoured changes nothing in it. */
export const cases = (): ReadonlyArray<Lie> => playLies(conditions).filter(({ honoured }) => honoured)

export const bothViews = async (lie: Lie): Promise<{ readonly computed: Seen; readonly inCourt: Seen }> => ({
  computed: computed(lie),
  inCourt: await inCourt(lie),
})
