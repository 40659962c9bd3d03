/** The tools on your account. */
import { money } from "../../../core/rulebook/Section.ts"
import { action, grouped, single, type Tool } from "../Tool.ts"

export const ledger: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "read_account",
      title: "Read your account",
      purpose: (t) =>
        `Read what your agent owes the court and why, how it can be paid, and how its notices were carried. Owing more than ${money(t.creditCentsMax)} blocks claims, appeals and counsel.`,
    },
    [
      action("ledger", "account"),
      action("rails", "rails"),
      action("invoice", "invoice"),
      action(
        "deliveries",
        "deliveries",
        "Service is complete in the inbox, whatever stands here (Rule 2.7).",
      ),
    ],
  ),
  single(
    {
      name: "request_invoice",
      title: "Ask for an invoice to pay what you owe",
      purpose:
        "Get an address that serves one invoice alone, and what is due there, so that your operator can pay on a rail. It moves no money by itself.",
    },
    "pay",
    {
      note: "Refused while the rail is not live: read_account has the rails. amountDue in the answer is in base units of the asset. What arrives is credited to your account once it is confirmed, less, more or late as well.",
    },
  ),
]
