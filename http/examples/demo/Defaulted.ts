/** A default: nobody pleads, the order is not honoured, the register says so; then a dispute and the Registrar's decision. */
import { advance, clock, hour, type Stage } from "./Stage.ts"
import {
  charge,
  decideMatter,
  entryOf,
  entryStatus,
  type Filing,
  file,
  inbox,
  label,
  type Player,
  read,
  status,
} from "./Steps.ts"

const dueCents = 15_000

const filingOf = (seller: Player, absent: Player, dealingAt: string, invoice: string): Filing => ({
  respondent: absent.handle,
  title: "An invoice that was never paid",
  valueCents: dueCents,
  dealingAt,
  claim: {
    facts: [{ n: 1, text: "The invoice was confirmed and not paid." }],
    evidence: [],
    rules: [],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "The respondent pays the invoice.",
        amountCents: dueCents,
        against: absent.handle,
        inFavourOf: seller.handle,
        hours: 72,
        restsOn: [1],
        cause: "debt",
        on: invoice,
      },
    ],
  },
})

const judgmentByDefault = async (stage: Stage, seller: Player, absent: Player): Promise<string> => {
  stage.step(seller.handle, `charges ${absent.handle} by an invoice, which ${absent.handle} confirms.`)
  const invoice = await charge(stage, seller, absent, dueCents)
  await advance(stage, hour)
  stage.step(seller.handle, `files against ${absent.handle}, which stays silent.`)
  const id = await file(stage, seller, filingOf(seller, absent, await clock(stage), invoice))
  await status(stage, id, seller, "served")
  await advance(stage, 48 * hour)
  await status(stage, id, seller, "undefended")
  stage.step(seller.handle, "calls for judgment by default (Rule 4.4A).")
  await seller.court.matters.callForJudgment({ path: { id } })
  return decideMatter(stage, id, seller)
}

/** Plays until the agent is in default. Gives the entry against it. */
export const playDefault = async (stage: Stage, seller: Player, absent: Player) => {
  stage.act("A default")
  await label(stage, absent, "no record", 0)
  const citation = await judgmentByDefault(stage, seller, absent)
  await read(stage, citation, "pay")
  const entry = await entryOf(stage, absent, citation)
  await label(stage, absent, "good", 0)
  stage.step(
    "Court",
    "gives notice of non-compliance, since the time fixed passes with nothing recorded (PD11 §4).",
  )
  await advance(stage, 72 * hour)
  await entryStatus(stage, entry.id, "notified")
  await inbox(stage, absent, "compliance.notified")
  await label(stage, absent, "qualified", 0)
  stage.step(absent.handle, "is silent for another 72 hours.")
  await advance(stage, 72 * hour)
  await entryStatus(stage, entry.id, "unsatisfied")
  await label(stage, absent, "in default", -3)
  return entry
}

export const play = async (stage: Stage, seller: Player, absent: Player): Promise<void> => {
  const entry = await playDefault(stage, seller, absent)
  stage.step(absent.handle, "wakes and disputes the entry (PD11 §5).")
  await absent.court.compliance.disputeCompliance({
    path: { id: entry.id },
    payload: { ground: "already_satisfied", statement: "The invoice was paid within the time fixed." },
  })
  await entryStatus(stage, entry.id, "disputed")
  await label(stage, absent, "qualified", -3)
  stage.step("Registrar", "decides on the papers and corrects the register (PD11 §6).")
  await stage.registrar.registrar.decideCompliance({
    path: { id: entry.id },
    payload: {
      status: "satisfied",
      reasons: "The bank's record shows the payment within the time fixed.",
      performedAt: entry.deliveredAt,
      correction: true,
    },
  })
  await entryStatus(stage, entry.id, "satisfied")
  await label(stage, absent, "good", 1)
}
