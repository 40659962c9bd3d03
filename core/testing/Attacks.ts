/**
 * The rules that move money, reputation, a label or a name: who would gain if an assumption of the rule were false, and the tests that try
 * it.
 */
import { onAccounts } from "./AttacksOnAccounts.ts"
import { onKeysAndArtifacts } from "./AttacksOnKeys.ts"
import { stories, storyTables } from "./Stories.ts"

export interface Attack {
  readonly moves: string
  readonly rests: string
  readonly gains: string
  readonly proves: string
  readonly puppet: string
  /** Test files, each with the beginning of a title in it. */
  readonly tried: ReadonlyArray<readonly [file: string, title: string]>
}

export const attacks: ReadonlyArray<Attack> = [
  {
    moves: "the money of an escrow that follows another protocol, by a judgment in its form",
    rests: "what whoever asks says of the transaction, the job or the agent",
    gains: "a thief that has a judgment on its own deal rendered over a stranger's",
    proves:
      "nobody, so that the Court signs no rendering: it signs the disposition, which names its own parties",
    puppet: "a document without a signature, which everybody can write",
    tried: [
      ["http/formats/Formats.test.ts", "Rule 5.6 given a thief that names a stranger's transaction"],
      ["http/handlers/Formats.test.ts", "Rule 5.6 given a stranger that has this judgment rendered"],
    ],
  },
  {
    moves: "what an underwriter is told of an agent",
    rests: "the range that is asked for, and the orders against the agent",
    gains:
      "an agent that asks for a range without its default; an operator that splits its agent into two; two agents of one operator that honour each other's orders",
    proves: "the Register: the whole standing and the enrolment stand in every statement, whatever its range",
    puppet: "nothing: orders between agents of one operator stand apart",
    tried: [
      ["core/checks/LossRun.test.ts", "PD11 §14C given a party that asks for a range without its default"],
      ["core/checks/LossRun.test.ts", "PD11 §14C given an operator that splits its agent into two"],
      ["core/checks/LossRun.test.ts", "PD11 §14C given two agents of one operator"],
    ],
  },
  {
    moves: "the money of an escrow, by an instruction",
    rests:
      "a final judgment on the same quote or matter that orders a payment or dismisses a claim to all of it",
    gains: "a payer that cites a judgment which decides nothing about the money",
    proves: "the Court's own record of the judgment, the appeal and every other matter on the quote",
    puppet: "nothing: only the two sides may ask, and only on a judgment between them",
    tried: [
      ["core/payouts/PaidOn.test.ts", "PD2 §6FA given the appeal that the payer lost"],
      ["core/payouts/PaidOn.test.ts", "PD2 §6FC given another matter on the quote that is undecided"],
    ],
  },
  {
    moves: "the money of a job, by an evaluation of the work",
    rests: "criteria to which both sides bound themselves, and the bytes of the close under their quote",
    gains:
      "a thief that shows the evaluation of other work, or at another contract; a side that waits for what is found before it binds itself; a supplier that was so late that little or nothing is owed; a loser that brings an evaluation against a judgment",
    proves:
      "the Court's own evaluation, for the hold whose two addresses are proven; the contract, to which each side named the criteria",
    puppet: "nothing: the sides of the job registered another hold, or no criteria",
    tried: [
      [
        "core/payouts/Evaluation.test.ts",
        "PD2 §6EB given a matter that is filed, then the evaluation is withdrawn",
      ],
      [
        "core/payouts/Evaluation.test.ts",
        "PD2 §6EA given a delivery that satisfies the criteria and is late",
      ],
      [
        "adapters/chains/contracts/JobEvaluation.test.ts",
        "PD2 §6EA given an evaluation of another job, contract, chain, hold or payee",
      ],
      ["adapters/chains/contracts/JobEvaluation.test.ts", "PD2 §6EA given work that is submitted"],
      ["adapters/chains/contracts/JobEvaluation.test.ts", "PD2 §6EB given a judgment within the window"],
    ],
  },
  {
    moves: "the acceptance of a delivery, by an act on a job",
    rests: "the transaction by which the client completed it",
    gains: "a seller whose own contract says that any call of the buyer's was the completion",
    proves:
      "the input of the transaction: the function of the act, the number of the job and the word of the event",
    puppet: "a document in which nobody asked for the act",
    tried: [
      ["http/handlers/JobsOnChain.test.ts", "PD15 §5A given a contract of the seller's, %s"],
      ["adapters/chains/evm/JobRecord.test.ts", "PD15 §5A given a client that calls such a contract itself"],
    ],
  },
  {
    moves: "the name of an escrow, and its sides",
    rests: "the addresses of both sides",
    gains: "a thief that states a stranger's address and escrow",
    proves: "each side, by a signature of its address over the hold",
    puppet: "a hold that stays named; a contract that obeys neither it nor its instruction",
    tried: [
      ["core/holds/Proven.test.ts", "PD2 §6D two puppets that name a stranger's escrow"],
      ["adapters/chains/contracts/Registration.test.ts", "PD2 §6E given two puppets whose hold"],
    ],
  },
  {
    moves: "an instruction that has been signed",
    rests: "its judgment, which stands, and its orders, which are not met otherwise",
    gains: "the side that an instruction pays under a judgment that fell, or twice",
    proves: "the commit that vacates, sets aside or satisfies, which revokes the instruction",
    puppet: "nothing",
    tried: [
      ["core/holds/Withdraw.test.ts", "PD2 §6G given a vacation for fraud a minute before"],
      [
        "core/holds/Withdraw.test.ts",
        "PD2 §6G given an instruction that is signed while its order is being confirmed",
      ],
    ],
  },
  {
    moves: "the money of several escrows, by one judgment",
    rests: "what earlier holds have paid towards its orders, in full or in part",
    gains: "a payee with two holds, of which neither covers the order alone",
    proves: "the Court's own record of each payment, in the commit that records it",
    puppet: "nothing",
    tried: [
      ["core/payouts/PartPaid.test.ts", "PD2 §6HA given an order that takes three holds"],
      ["core/payouts/Settled.test.ts", "PD2 §6F given a payee that had its money from one hold by agreement"],
    ],
  },
  {
    moves: "an operator's proof",
    rests: "the address at which an agent stands when it is proven",
    gains: "an agent that moves to a victim's address while its old one is being proven",
    proves: "the agent's record, on whose version the commit rests",
    puppet: "nothing: it stays stated at the address to which it moved",
    tried: [
      [
        "core/agents/Operators.test.ts",
        "PD3 §2 an agent that moves to a victim's address while the Registrar proves its old one",
      ],
    ],
  },
  {
    moves: "orders met from a hold",
    rests: "a transfer that the escrow made for this reference after the hold was confirmed",
    gains: "a side that reports a purchase, an older capture, or what paid another hold",
    proves: "the chain; if no chain is read, the side that receives",
    puppet: "nothing",
    tried: [
      ["core/payouts/Transfers.test.ts", "PD2 §6H given one transaction, then it closes one hold"],
      ["adapters/chains/evm/EscrowPayments.test.ts", "PD2 §6H given one transaction that pays two holds"],
    ],
  },
  {
    moves: "the money of an escrow, by an adapter contract",
    rests: "the dispute or payment that the instruction names",
    gains: "whoever has an instruction for a cent of another transaction, or a token that calls back",
    proves: "the escrow itself, asked in both directions",
    puppet: "nothing",
    tried: [
      [
        "adapters/chains/contracts/Payments.test.ts",
        "PD2 §6F given an instruction for a transaction of a cent",
      ],
      [
        "adapters/chains/contracts/Payments.test.ts",
        "PD2 §6F given a token that presents the instruction again",
      ],
    ],
  },
  {
    moves: "an order to pay",
    rests: "the stake at the instant of the dealing",
    gains: "a claimant that states an instant with a larger stake, or a respondent one with a smaller",
    proves:
      "the acceptance of the quote or the entry of the Register; a stated instant counts only for the lower stake",
    puppet: "nothing: it has no dealing with the other",
    tried: [
      ["core/matters/Dealing.test.ts", "Rule 5.3B an early instant that the claim states"],
      ["core/matters/Dealing.test.ts", "Rule 4.1 a dealing before 2020 or in the future"],
      ["core/matters/Dealing.test.ts", "Rule 4.1 a claim in another currency than USD is refused"],
    ],
  },
  {
    moves: "orders of several matters on one dealing",
    rests: "the record of all suits between the two parties",
    gains: "a claimant that sues again on the same dealing",
    proves: "the Court, in the commit of each filing and delivery",
    puppet: "nothing: the record is that of the pair, so that nobody closes the dealing of others",
    tried: [
      ["core/matters/Suits.test.ts", "Rule 4.1A of two claims on one quote at once"],
      ["core/bench/Cap.test.ts", "Rule 5.3A what the judgments in force order on a dealing never exceeds"],
    ],
  },
  {
    moves: "orders by consent",
    rests: "the offer that the other party read",
    gains: "a party that replaces its offer before the other accepts",
    proves: "the party that accepts, by the id of the offer",
    puppet: "nothing",
    tried: [["core/matters/Consent.test.ts", "Rule 4.7 an acceptance of USD 1.00 seals no offer of more"]],
  },
  {
    moves: "costs",
    rests: "what the ledger shows as charged in the matter to the party favoured",
    gains: "a party that asks for any sum after any success",
    proves: "the ledger",
    puppet: "nothing",
    tried: [["core/bench/Costs.test.ts", "Rule 5.3C costs go up to what was charged"]],
  },
  {
    moves: "the name of an agent, by a request that a proven key signs",
    rests: "a proof that was made under a credential of the agent",
    gains:
      "a thief of the credential, who proves a key of its own to keep access when the credential is ended",
    proves:
      "the agent's keyring, which each signed act rests on; the owner, who is told of each key and may end its proof",
    puppet: "nothing",
    tried: [
      ["core/agents/Keys.test.ts", "Rule 2.6A a proven key signs for its agent until"],
      ["http/server/SigningKeys.test.ts", "Rule 2.6 of a thief signs nothing"],
      ["core/proofs/Proofs.test.ts", "PD3 §4B the owner is told of a key"],
    ],
  },
  {
    moves: "an order on the papers",
    rests: "the account of a deal, a debt, or an admission",
    gains:
      "a claimant that tells a story, states a rule of its own, or sues on what the other side never agreed",
    proves: "typed records that neither side could write alone, whoever brings them",
    puppet: "nothing: no words of a pleading are read, and a deal needs the other party's own act",
    tried: [
      ["core/bench/Determined.test.ts", "Rule 5.1 given a true sentence of the quote and nothing paid"],
      ["core/bench/Determined.test.ts", "Rule 5.1 given a stranger that takes a public offer"],
      ["core/bench/Determined.test.ts", "Rule 5.1 given a rule in the claimant's own words"],
      ["core/bench/Determined.test.ts", "Rule 5.1 given a balance that the claimant owes"],
    ],
  },
  {
    moves: "the status of an entry, by a reading of a chain",
    rests: "the address to which the order is paid",
    gains: "a stranger that registers the creditor's address, and the creditor's debtor suffers",
    proves:
      "the party favoured, by a signature of the address; an address that two agents registered and nobody proved proves nothing",
    puppet: "nothing",
    tried: [
      ["core/compliance/Address.test.ts", "PD11 §11A given a stranger that registers the creditor's address"],
    ],
  },
  {
    moves: "reputation and label",
    rests: "dealings between agents of different operators",
    gains: "an operator that has its own agents honour each other's orders",
    proves: "the operator's address; readers see whether it is stated or proven",
    puppet:
      "an operator that is only stated: what its agents give each other counts, and every place that shows a label says `stated`",
    tried: [["core/compliance/SameOperator.test.ts", "PD11 §10 performance in time gives nothing"]],
  },
  {
    moves: "a place of the list",
    rests: "who the operator is",
    gains: "whoever fills the list with claims of invented agents",
    proves: "the operator: all that are only stated share half of a list",
    puppet: "a share of that half",
    tried: [["core/matters/Shares.test.ts", "PD1 §5 ten agents of invented addresses take half of a list"]],
  },
  ...onKeysAndArtifacts,
  ...onAccounts,
]

const row = ({ moves, rests, gains, proves, puppet, tried }: Attack): string => {
  const tests = tried.map(([file, title]) => `\`${file}\`: ${title} …`).join("<br>")
  return `| ${[moves, rests, gains, proves, puppet, tests].join(" | ")} |`
}

export const attackTable = (of: ReadonlyArray<Attack>): string =>
  [
    "# What thieves and liars would try",
    "",
    "Made by `npm run coverage-table`; a test compares, and finds every title. A rule that moves money, reputation, a label or a name has a row here before it lands.",
    "",
    "| What moves | It rests on | Who gains if that is false | Who proves it | What a puppet gets | Tried in |",
    "| --- | --- | --- | --- | --- | --- |",
    ...of.map(row),
    "",
    "## The thieves of a deal, story by story",
    "",
    "Each would take something from the other side of a deal, by the account that the Court draws up of it (PD15).",
    "",
    storyTables(stories),
  ].join("\n")
