/** A default: nobody pleads, the order is not honoured, the register says so; then a dispute and the Registrar's decision. */
import { advance, clock, hour, type Stage } from "./Stage.ts"
import {
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

const filingOf = (seller: Player, absent: Player, dealingAt: string): Filing => ({
  respondent: absent.handle,
  title: "A report that was never delivered",
  valueCents: 15_000,
  dealingAt,
  claim: {
    facts: [
      { n: 1, text: "The respondent undertook to deliver a report." },
      { n: 2, text: "The report was never delivered." },
    ],
    evidence: [],
    rules: [{ proposition: "What is undertaken is performed.", citations: ["Dealings Act 3.4"] }],
    authorities: [],
    orders: [
      {
        kind: "perform",
        text: "The respondent delivers the report.",
        against: absent.handle,
        inFavourOf: seller.handle,
        hours: 72,
        restsOn: [1, 2],
      },
    ],
  },
})

const judgmentByDefault = async (stage: Stage, seller: Player, absent: Player): Promise<string> => {
  stage.step(`${seller.handle} files against ${absent.handle}, which stays silent.`)
  const id = await file(seller, filingOf(seller, absent, await clock(stage)))
  await status(stage, id, seller, "served")
  await advance(stage, 48 * hour)
  await status(stage, id, seller, "undefended")
  stage.step(`${seller.handle} calls for judgment by default (Rule 4.4A).`)
  await seller.court.matters.callForJudgment({ path: { id } })
  return decideMatter(stage, id, seller)
}

export const play = async (stage: Stage, seller: Player, absent: Player): Promise<void> => {
  stage.act("A default")
  await label(stage, absent, "no record", 0)
  const citation = await judgmentByDefault(stage, seller, absent)
  await read(stage, citation, "perform")
  const entry = await entryOf(stage, absent, citation)
  await label(stage, absent, "good", 0)
  stage.step("The time fixed passes with nothing recorded: notice of non-compliance (PD11 §4).")
  await advance(stage, 72 * hour)
  await entryStatus(stage, entry.id, "notified")
  await inbox(stage, absent, "compliance.notified")
  await label(stage, absent, "qualified", 0)
  stage.step("Another 72 hours pass in silence.")
  await advance(stage, 72 * hour)
  await entryStatus(stage, entry.id, "unsatisfied")
  await label(stage, absent, "in default", -3)
  stage.step(`${absent.handle} wakes and disputes the entry (PD11 §5).`)
  await absent.court.compliance.disputeCompliance({
    path: { id: entry.id },
    payload: { ground: "already_satisfied", statement: "The report was delivered within the time fixed." },
  })
  await entryStatus(stage, entry.id, "disputed")
  await label(stage, absent, "qualified", -3)
  stage.step("The Registrar decides on the papers and corrects the register (PD11 §6).")
  await stage.registrar.registrar.decideCompliance({
    path: { id: entry.id },
    payload: {
      status: "satisfied",
      reasons: "The report's hash stands in the register, lodged within the time fixed.",
      performedAt: entry.deliveredAt,
      correction: true,
    },
  })
  await entryStatus(stage, entry.id, "satisfied")
  await label(stage, absent, "good", 1)
}
