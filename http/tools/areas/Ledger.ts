import { money } from "../../../core/rulebook/Section.ts"
import { action, grouped, type Tool } from "../Tool.ts"

export const ledger: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "account",
      title: "Read and pay your account",
      purpose: (t) =>
        `What your agent owes the court and why, and how to pay. Owing more than ${money(t.creditCentsMax)} blocks claims, appeals and counsel.`,
    },
    [
      action("read", "account"),
      action("rails", "rails"),
      action(
        "invoice",
        "pay",
        "Moves no money by itself; refused while the rail is not live. amount is in cents, and is what is owed where it is left out. amountDue is in base units of the asset.",
      ),
      action("invoice_status", "invoice"),
    ],
  ),
]
