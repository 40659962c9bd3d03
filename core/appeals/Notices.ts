/** The words of the court about an appeal: in notices to the parties and the Registrar, and in the sealed text of the judgment. */

import { Notice } from "../agents/index.ts"
import { Compose, type Judge } from "../bench/index.ts"
import type { Judgment } from "../judgments/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { format as money } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import { format, formatNullable } from "../kernel/Time.ts"
import { type Matter, type Note, toBoth } from "../matters/index.ts"
import { type Appeal, courtName, remainingAppellants } from "./Appeal.ts"
import type { AppealEvent, ServedEvent } from "./Moves.ts"

/** The facts of a notice: the appeal after the act, its matter, and the handle of the party that acted; null if no party acted. */
interface Told {
  readonly appeal: Appeal
  readonly matter: Matter.Matter
  readonly by: string | null
}

const actorOf = ({ by, appeal }: Told): string =>
  needPresent(by, `the party that acted in appeal ${appeal.id}`)
const reasonsOf = ({ appeal }: Told): string =>
  needPresent(appeal.leave, `the decision on leave in appeal ${appeal.id}`).reasons
const from = ({ appeal, matter }: Told): string => `from ${appeal.below} in matter ${matter.number}`
const sayBeginning = (told: Told, did: string): string => {
  const { appeal, matter } = told
  return `${actorOf(told)} ${did} from ${appeal.below} to the ${courtName[appeal.court]} in matter ${matter.number}.`
}

const allTexts = Notice.declareWords("appeal", {
  noticed: (told) => sayBeginning(told, "has appealed"),
  leave_sought: (told) => sayBeginning(told, "has applied for leave to appeal"),
  joined: (told) => `${actorOf(told)} has joined the appeal ${from(told)}.`,
  leave_granted: (told) =>
    `The appeal ${from(told)} has leave to go to the High Court. Reasons: ${reasonsOf(told)}`,
  leave_refused: (told) =>
    `The appeal ${from(told)} has no leave to go to the High Court. The judgment stands. Reasons: ${reasonsOf(told)}`,
  leave_lapsed: (told) =>
    `Nobody gave leave in time for the appeal ${from(told)} to go to the High Court, so leave is refused. The judgment stands and is final.`,
  withdrawn: (told) =>
    `${actorOf(told)} has withdrawn its appeal ${from(told)}, without a fee.${remainingAppellants(told.appeal).length > 0 ? " The other party's appeal goes on." : " The judgment stands."}`,
  stated: (told) => {
    const { totalCents, withdrawBy } = needPresent(told.appeal.statement, "the statement of the fee")
    return `The fee of the appeal ${from(told)} is ${money(totalCents, "USD")}; it falls on the party that loses. An appellant may withdraw without it before ${format(withdrawBy)}.`
  },
  hearing: (told) =>
    `The hearing of the appeal ${from(told)} has begun; the appeal can't be withdrawn any more.${told.appeal.statement === null ? " Nobody priced it in time, so it has no fee." : ""}`,
  lapsed: (told) =>
    `Nobody decided the appeal ${from(told)} in time, so it has lapsed. The judgment is affirmed by that, without a fee.${told.appeal.court === "UC" ? " Leave to appeal to the High Court may be asked for now; next of the matter says until when." : ""}`,
} satisfies { readonly [E in ServedEvent]: (told: Told) => string })

type Texts = Named<typeof allTexts>

/** The notices of an appeal by its events, each from what was told of it. */
export const texts: Texts = allTexts

/** The act that a notice of an event asks for: to read an appeal that has begun, or to withdraw an appeal whose fee is stated. */
const asksOf = (event: ServedEvent, { appeal, matter }: Told): ReadonlyArray<Notice.Asked> => {
  if (event === "noticed" || event === "leave_sought") return [{ act: "read-appeal", on: appeal.id }]
  if (event === "lapsed" && appeal.court === "UC") return [{ act: "apply-for-leave", on: matter.id }]
  return event === "stated" ? [{ act: "withdraw-appeal", on: matter.id }] : []
}

const isServed = (event: AppealEvent): event is ServedEvent => event in texts

/** The notices of an event to both parties; no notice if they get a notice of the judgment or of its vacation instead. */
export const notesOf = (event: AppealEvent, told: Told): ReadonlyArray<Note> =>
  isServed(event) ? toBoth(texts[event](told), asksOf(event, told)) : []

/** The notice to the Registrar of an appeal that the estimator can't price. */
export const registrarTexts = Notice.declareWords("appeal", {
  unpriced: (appeal: Appeal, { number }: Matter.Matter): string =>
    `Nobody can price the hearing of the appeal from ${appeal.below} in matter ${number}. State the estimate before ${formatNullable(appeal.pricedBy)}; otherwise the appeal is heard without a fee. The entries of the judgment are suspended until it ends.`,
})

/** The notice to the parties of a judgment that the Registrar has vacated, and of the judgments that fell with it. */
export const vacatedTexts = Notice.declareWords("judgment", {
  vacated: (
    fallen: ReadonlyArray<Judgment.Judgment>,
    { number }: Matter.Matter,
    {
      ground,
      reasons,
      rehear,
    }: { readonly ground: string; readonly reasons: string; readonly rehear: boolean },
  ): string =>
    `The Registrar has vacated ${fallen.map(({ citation }) => citation).join(" and ")} in matter ${number} (${ground.replace("_", " the ")}); its entries are superseded, and its findings of conduct are reversed.${rehear ? " The matter is before the judge to be reheard." : ""} Reasons: ${reasons}`,
})

/** The words of the notice of delivery about the judgment below and its entries. */
export const describeOutcome = (
  outcome: Judge.Outcome,
  appeal: Appeal,
  finality: Judgment.Finality,
): string => {
  const entries = {
    affirmed: "its entries go on, with their time afresh",
    varied: "its entries are superseded",
    set_aside: "its entries are superseded",
    remitted: "its entries are superseded, and the matter is before the judge again",
  }[outcome]
  const leave = finality.until === null ? "" : " Leave to appeal to the High Court is asked for until then."
  return `${appeal.below} is ${outcome === "remitted" ? "set aside" : Compose.outcomeWords[outcome]}: ${entries}.${leave}`
}

/** The act that the notice of delivery asks for: an application for leave, if one may still be made. */
export const leaveOf = ({ matterId }: Appeal, { until }: Judgment.Finality): ReadonlyArray<Notice.Asked> =>
  until === null ? [] : [{ act: "apply-for-leave", on: matterId }]
