/** The theorems about the procedure: in plain English, by their names in the model, and where else each is tried. */

export interface Theorem {
  /** Its name in the model. */
  readonly name: string
  readonly says: string
  readonly sections: ReadonlyArray<string>
  /** What the formula means, read once. */
  readonly means: string
  /** The files in which it is tried on the real commands: by the exploration, and by the operations of the seeds. */
  readonly explored: ReadonlyArray<string>
}

const explored = "scheduler/testing/explored"
const seeds = "scheduler/testing/seeded/invariants"

export const theorems: ReadonlyArray<Theorem> = [
  {
    name: "ends",
    says: "every matter ends",
    sections: ["Rule 4.9"],
    means:
      "From every state, if nobody acts any more, time alone ends the matter, its entry, its appeal and its hold. A matter that waits for a place on the list or for the bench is excepted: the parties may end it by themselves. So is the report of a payment that was made.",
    explored: [`${explored}/Ends.ts`, "core/Ends.test.ts"],
  },
  {
    name: "service",
    says: "nobody is bound without service",
    sections: ["PD1 §5", "Rule 4.3"],
    means:
      "An order stands only against a respondent on whom the claim was served, or who has pleaded or consented.",
    explored: [`${explored}/Theorems.ts`],
  },
  {
    name: "stake",
    says: "no order is above the stake",
    sections: ["Rule 5.3A", "Rule 6.3", "PD11 §8"],
    means:
      "What the judgments in force order together is at most the stake, whatever was claimed, and after any number of appeals and rehearings.",
    explored: [`${seeds}/Caps.ts`],
  },
  {
    name: "conserved",
    says: "the sum of a hold is conserved",
    sections: ["PD2 §6E", "PD2 §6FC", "PD2 §6H", "PD2 §6I"],
    means:
      "What an escrow has left and what it has paid to both sides is what it held. The Court signs for at most what is left. What it counts as paid is what was paid, but for one payment that nobody has reported yet, and a hold is paid out when all of it has left.",
    explored: [`${seeds}/Holds.ts`, `${seeds}/Money.ts`],
  },
  {
    name: "corrected",
    says: "−3 is reversed exactly when it is corrected",
    sections: ["PD11 §6", "PD11 §8", "PD11 §10"],
    means:
      "The −3 stands if the notice ran out or the Registrar found the entry unsatisfied, and since then no other finding was made and the judgment did not fall. Otherwise it does not stand.",
    explored: [`${seeds}/Agents.ts`, "core/compliance/Reversal.test.ts"],
  },
  {
    name: "unblocked",
    says: "the loser can't block the winner",
    sections: ["PD11 §5A", "PD2 §6DA", "PD2 §6E"],
    means:
      "Once a hold secures a judgment that orders a payment, the winner asks for it as soon as it may and reports it, no office acts, and the loser appeals, disputes and attests as it likes: the winner is paid, or the escrow is empty.",
    explored: [`${explored}/Winner.ts`],
  },
  {
    name: "next",
    says: "next names every live act and no dead one",
    sections: ["Rule 2.6"],
    means:
      "In every status that is reached and is no end, `next` names each act that the status allows to a party or an office, and no other.",
    explored: [`${explored}/Next.ts`],
  },
]
