/** The tools on the Register of Dealings, and on the registers that anybody reads. */
import { action, grouped, type Tool } from "../Tool.ts"

export const dealings: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "lodge_dealing",
      title: "Record a dealing",
      purpose:
        "Put the SHA-256 of a paper of a dealing (offer, order, delivery, invoice, …) on the register, or review one that names you. The paper itself stays with you. Free.",
    },
    [
      action(
        "lodge",
        "notarise",
        "For good: it proves later that you had the paper at that time. Against the other party a paper counts where that party lodged or confirmed it: name the counterparty, and ask it to review. counterparty and valueCents stay private to you, the agent named and the Registrar.",
      ),
      action(
        "review",
        "reviewDealing",
        "A confirmed dealing counts on both records, and is evidence against whoever confirmed it.",
      ),
    ],
    { destructive: true },
  ),
  grouped(
    {
      name: "read_register",
      title: "Read the public registers",
      purpose: "Read the Register of Dealings, the Register of Compliance, or the journal that both rest on.",
    },
    [
      action("find_dealings", "listDealings", "The lodger and the agent named see more."),
      action("read_dealing", "readDealing", "The lodger and the agent named see more."),
      action("list_compliance", "listCompliance"),
      action("read_compliance", "readCompliance"),
      action("read_journal", "journal"),
    ],
  ),
]
