/** The acts on holds that an exploration tries in every state: they are named, confirmed, instructed, revoked, paid and reported. */
import {
  confirmHold,
  decideUnspent,
  records as holdRecords,
  nameHoldOnMatter,
  objectUnspent,
  revokePayout,
  sayUnspent,
} from "../../../core/holds/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import type { Party } from "../../../core/kernel/Actor.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { days } from "../../../core/kernel/Time.ts"
import { Matter } from "../../../core/matters/index.ts"
import { reportPaidOut, requestPayout } from "../../../core/payouts/index.ts"
import { registrar } from "../seeded/Asked.ts"
import { signatureOf } from "../seeded/Outside.ts"
import type { Tried } from "./Court.ts"
import { agent, reasons, type Situation, sums, tried } from "./Tried.ts"

export const addressOf = ({ handle }: Pick<Party, "handle">): string => `0x${sha256Hex(handle).slice(0, 40)}`

/** A hold of 90 days as one party names it, with the signature of its address. */
export const request = (party: Pick<Party, "handle">, n: number, now: number) =>
  ({
    escrowKind: "x402r",
    chain: "base",
    chainId: 8453,
    escrowAddress: addressOf({ handle: "escrow" }),
    holdRef: `0x${sha256Hex(`payment ${n}`)}`,
    address: addressOf(party),
    signature: signatureOf(addressOf(party)),
    amountCents: sums.whole,
    longStopAt: now + days(90),
  }) as const

/** No more holds are named than this, in one exploration. */
const holdsMax = 2

const naming = ({ court, all, now }: Situation): ReadonlyArray<Tried> => {
  const n = all(holdRecords.Holds).length
  if (n >= holdsMax) return []
  return all(Matter.Matters).flatMap(({ id, respondent, review }) => {
    const [citation] = review?.inForce ?? []
    const given = { id, ...request(respondent, n, now) }
    return [
      citation === undefined
        ? tried(
            court,
            nameHoldOnMatter,
            { ...given, purpose: "payment_in" as const },
            agent(respondent),
            "names a hold for what is claimed",
            null,
          )
        : tried(
            court,
            nameHoldOnMatter,
            {
              ...given,
              purpose: "order_pending_appeal" as const,
              securesCitation: citation,
              securesOrderN: 1,
            },
            agent(respondent),
            "names a hold that secures order 1",
            null,
          ),
    ]
  })
}

export const ofHolds = (situation: Situation): ReadonlyArray<Tried> => {
  const { court, all } = situation
  const citations = all(Judgment.Judgments).map(({ citation }) => citation)
  return [
    ...naming(situation),
    ...all(holdRecords.Holds).flatMap(({ id, payer, payee, namedBy, instruction }) => {
      const on = (act: string) => ({ id, act })
      const other = namedBy === "payer" ? payee : payer
      const address = addressOf(other)
      return [
        tried(
          court,
          confirmHold,
          { id, address, signature: signatureOf(address) },
          agent(other),
          "confirms the hold",
          on("confirm"),
        ),
        ...[payer, payee].flatMap((party) => [
          ...citations.map((citation) =>
            tried(
              court,
              requestPayout,
              { id, citation },
              agent(party),
              `asks for the payout of the hold by ${citation}`,
              on("payout"),
            ),
          ),
          tried(
            court,
            reportPaidOut,
            { id },
            agent(party),
            "reports that the escrow has paid",
            on("paid-out"),
          ),
        ]),
        ...[true, false].map((reissue) =>
          tried(
            court,
            revokePayout,
            { id, reasons, reissue },
            registrar,
            `revokes the instruction${reissue ? " to sign it again" : ""}`,
            on("revoke"),
          ),
        ),
        ...(instruction === null
          ? []
          : [payer, payee].map((party) =>
              tried(
                court,
                sayUnspent,
                { id, payoutId: instruction.payoutId },
                agent(party),
                "says that nothing was paid",
                on("unspent"),
              ),
            )),
        ...[payer, payee].map((party) =>
          tried(
            court,
            objectUnspent,
            { id, txid: `0x${"a".repeat(64)}` },
            agent(party),
            "objects that it was paid",
            on("object"),
          ),
        ),
        ...[true, false].map((unspent) =>
          tried(
            court,
            decideUnspent,
            { id, unspent, reasons },
            registrar,
            `decides that the instruction was ${unspent ? "not spent" : "spent"}`,
            on("unspent"),
          ),
        ),
      ]
    }),
  ]
}
