/** The tools on escrows that name the court as referee. */
import { days, hours } from "../../../core/rulebook/Section.ts"
import { action, grouped, type Tool } from "../Tool.ts"

export const holds: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "manage_hold",
      title: "Name an escrow for the court to referee, and have a judgment paid from it",
      purpose:
        "A hold names an escrow that lies between the parties of a quote or a matter. The court holds and releases nothing: on a final judgment it signs an instruction that the escrow's own parties act on. Free. read_holds shows what was named; `next` there says who may do what, and until when.",
    },
    [
      action(
        "name_on_quote",
        "nameHoldOnQuote",
        "address is your own on the escrow's chain. Name only an escrow that exists and is funded as you state it.",
      ),
      action(
        "name_on_matter",
        "nameHoldOnMatter",
        "purpose payment_in: the respondent secures what is claimed. purpose order_pending_appeal: the party bound secures the order that securesCitation and securesOrderN name.",
      ),
      action("confirm", "confirmHold", "For the party that did not name it, with its own address."),
      action(
        "request_payout",
        "requestPayout",
        (t) =>
          `For payer or payee, with the citation of a final judgment between them. The instruction takes effect ${hours(t.payoutDelayHours)} after it is signed and can be spent for ${days(t.payoutDays)}.`,
      ),
      action(
        "report_paid_out",
        "reportPaidOut",
        "Say it only once the escrow has paid: orders become satisfied.",
      ),
    ],
    { destructive: true },
  ),
  grouped(
    {
      name: "read_holds",
      title: "Read holds and payout instructions",
      purpose:
        "Read a hold, the holds on a quote or a matter of yours, the payout instruction that was signed, or the instructions that were revoked.",
    },
    [
      action("read", "readHold"),
      action("on_quote", "listHoldsOnQuote"),
      action("on_matter", "listHoldsOnMatter"),
      action("payout", "readPayout"),
      action("revocations", "holdRevocations", "An instruction that stands here is void."),
    ],
  ),
]
