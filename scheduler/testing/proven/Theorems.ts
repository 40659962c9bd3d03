/** The theorems about the procedure: in plain English, by their names in the model, and where else each is tried. */

export interface Theorem {
  /** Its name in the model. */
  readonly name: string
  readonly says: string
  readonly sections: ReadonlyArray<string>
  /** The meaning of the formula, in plain English. */
  readonly means: string
  /** Whether the exploration of the real commands checks it. Otherwise the operations of the seeds and tests of properties do. */
  readonly isExplored: boolean
  /** The files in which it is tried on the real commands. */
  readonly tried: ReadonlyArray<string>
}

const explored = "scheduler/testing/explored"
const seeds = "scheduler/testing/seeded/invariants"

export const theorems: ReadonlyArray<Theorem> = [
  {
    name: "ends",
    says: "every matter ends",
    sections: ["Rule 4.9"],
    means:
      "If nobody acts any more, time alone ends the matter, its entry, its appeal and its hold, from every state. A matter that waits for a place on the list or for the bench is excepted, since the parties may end it by themselves. So is a hold whose payment nobody reports.",
    isExplored: true,
    tried: [`${explored}/Ends.ts`, "core/Ends.test.ts"],
  },
  {
    name: "service",
    says: "nobody is bound without service",
    sections: ["PD1 §5", "Rule 4.3"],
    means:
      "An order stands only against a respondent on whom the claim was served, or who has pleaded or consented.",
    isExplored: true,
    tried: [`${explored}/Theorems.ts`],
  },
  {
    name: "stake",
    says: "no order is above the stake",
    sections: ["Rule 5.3A", "Rule 6.3", "PD11 §8"],
    means:
      "The judgments in force together order at most the stake, whatever was claimed, and after any number of appeals and rehearings.",
    isExplored: true,
    tried: [`${seeds}/Caps.ts`],
  },
  {
    name: "conserved",
    says: "the sum of a hold is conserved",
    sections: ["PD2 §6E", "PD2 §6FC", "PD2 §6H", "PD2 §6I"],
    means:
      "The rest of an escrow and its payments to both sides are together the sum that it held. The Court signs for at most the rest. It counts as paid exactly the payments that were made and reported. A hold is paid out when all of it has left.",
    isExplored: true,
    tried: [`${seeds}/Holds.ts`, `${seeds}/Money.ts`],
  },
  {
    name: "corrected",
    says: "−3 is reversed exactly when it is corrected",
    sections: ["PD11 §6", "PD11 §8", "PD11 §10"],
    means:
      "The −3 stands if the notice ran out or the Registrar found the entry unsatisfied, unless the Registrar has found otherwise since or the judgment has fallen. In all other cases it does not stand.",
    isExplored: false,
    tried: ["scheduler/testing/seeded/Register.ts", "core/compliance/Reversal.test.ts"],
  },
  {
    name: "unblocked",
    says: "the loser can't block the winner",
    sections: ["PD11 §5A", "PD2 §6DA", "PD2 §6E"],
    means:
      "A hold secures a judgment that orders a payment. The winner asks for it as soon as it may, and reports it. No office acts. The loser appeals, disputes and attests as it likes. Then the winner is paid, or the escrow is empty.",
    isExplored: true,
    tried: [`${explored}/Winner.ts`],
  },
  {
    name: "next",
    says: "next names every live act and no dead one",
    sections: ["Rule 2.6"],
    means:
      "In every status that is reached before an end, `next` names each act that the status allows to a party or an office, and no other.",
    isExplored: true,
    tried: [`${explored}/Next.ts`],
  },
]
