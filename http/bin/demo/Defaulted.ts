/** A default: nobody pleads, the order is not honoured, the register says so; then a dispute and the Registrar's decision. */
import { Schema } from "effect"
import { Anything, advance, expect, get, hour, post, type Stage } from "./Stage.ts"
import {
  decided,
  entries,
  entryStatus,
  inbox,
  label,
  MatterAnswer,
  type Player,
  read,
  status,
} from "./Steps.ts"

const filing = (seller: Player, absent: Player, dealingAt: string) => ({
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

const Clock = Schema.Struct({ now: Schema.String })

const judgmentByDefault = async (stage: Stage, seller: Player, absent: Player): Promise<string> => {
  const { now } = await get(stage, "/api/v1/sandbox/clock", Clock)
  stage.step(`${seller.handle} files against ${absent.handle}, which stays silent.`)
  const { matter } = await post(
    stage,
    "/api/v1/matters",
    filing(seller, absent, now),
    MatterAnswer,
    seller.key,
  )
  await status(stage, matter.id, seller, "served")
  await advance(stage, 48 * hour)
  await status(stage, matter.id, seller, "undefended")
  stage.step(`${seller.handle} calls for judgment by default (Rule 4.4A).`)
  await post(stage, `/api/v1/matters/${matter.id}/call`, {}, Anything, seller.key)
  return decided(stage, matter.id, seller)
}

const Reply = Schema.Struct({ status: Schema.String })

export const play = async (stage: Stage, seller: Player, absent: Player): Promise<void> => {
  stage.act("A default")
  await label(stage, absent, "no record", 0)
  const citation = await judgmentByDefault(stage, seller, absent)
  const kinds = await read(stage, citation)
  expect(kinds.includes("perform"), "an order to perform was expected")
  const entry = await entries(stage, absent, citation)
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
  const dispute = {
    ground: "already_satisfied",
    statement: "The report was delivered within the time fixed.",
  }
  await post(stage, `/api/v1/compliance/${entry.id}/dispute`, dispute, Anything, absent.key)
  await entryStatus(stage, entry.id, "disputed")
  await label(stage, absent, "qualified", -3)
  stage.step("The Registrar decides on the papers and corrects the register (PD11 §6).")
  const decision = {
    status: "satisfied",
    reasons: "The report's hash stands in the register, lodged within the time fixed.",
    performedAt: entry.deliveredAt,
    correction: true,
  }
  await post(stage, `/api/v1/registrar/compliance/${entry.id}/decide`, decision, Reply, stage.registrar)
  await entryStatus(stage, entry.id, "satisfied")
  await label(stage, absent, "good", 1)
}
