/** The check of a judgment: its seal, and whether the sealed text is the judgment that was asked for (Rule 5.4, PD17 §1). */
import { orderHandles, type SealedWords, wordsOf } from "../../../core/judgments/index.ts"
import { format } from "../../../core/kernel/Time.ts"
import { check, JudgmentRecord, NotaryDocument } from "../../client/Seal.ts"
import { print, style } from "../../terminal/Terminal.ts"
import { type Checked, decode, isAddress, nameIn, plain } from "./Source.ts"

/** Where the court's keys are read: the address that --key gives; else the court that served the record; else the address that the record states. */
const keyAddress = (key: string | undefined, source: string, record: JudgmentRecord): string => {
  if (key !== undefined) return key
  return isAddress(source) ? new URL("/.well-known/notary.json", source).href : record.key
}

/** A party by its handle, as the reasons under the seal name it, beside its id, as the orders do. */
const partyOf = (id: string | null, handle: string | null | undefined): string | null => {
  if (id === null) return handle == null ? null : `${handle} (not enrolled)`
  return handle == null ? id : `${handle} (${id})`
}

type Order = SealedWords["orders"][number]
type Handles = ReturnType<typeof orderHandles>[number] | undefined
const orderLine = (order: Order, handles: Handles): string => {
  const sum = order.amountCents === null ? "" : ` (${order.amountCents} cents)`
  const against = partyOf(order.against, handles?.against)
  const favoured = partyOf(order.inFavourOf, handles?.inFavourOf)
  const parties = [
    against === null ? "" : ` against ${against}`,
    favoured === null ? "" : ` in favour of ${favoured}`,
  ]
  return `${order.kind}${sum}${parties.join("")}: ${order.text}`
}

/** Prints what is under the seal, the only part of a record that the signature covers. */
const tell = (payload: string): void => {
  const words = wordsOf(payload)
  if (words === null) {
    print("The text under the seal is not a judgment.")
    return
  }
  const { citation, court, register, title, delivered, orders } = words
  const handles = orderHandles(payload)
  print(`Under the seal: ${style("bold", plain(citation))}, ${plain(court)}, ${plain(register)}`)
  print(`  title      ${plain(title)}`)
  print(`  delivered  ${format(delivered)}`)
  for (const [i, order] of orders.entries())
    print(`  order ${i + 1}    ${plain(orderLine(order, handles[i]))}`)
}

/** Checks a judgment. `citation`: the judgment that it must be, if the address does not say it. */
export const checkJudgment = (
  value: unknown,
  source: string,
  key: string | undefined,
  citation: string | undefined,
): Checked => {
  const record = decode(JudgmentRecord, value, "a judgment record or a compliance record")
  const asked = citation ?? nameIn(source, /\/judgments\/([^/]+)\/?$/)
  return {
    keys: keyAddress(key, source, record),
    asked: asked ?? `no citation; the record says ${plain(record.citation)}`,
    tell: () => tell(record.payload),
    rules: (document) => check(record, decode(NotaryDocument, document, "a notary key document"), asked),
    good: "The seal is good, and it is this judgment's.",
    bad: "The seal is NOT good for this judgment.",
  }
}
