/** The reports of attackers and of users of neighbouring systems, each with what happens now and the tests that hold it. */
import { reportsOfEvidence } from "./ReportsOfEvidence.ts"
import { reportsOfUsers } from "./ReportsOfUsers.ts"

export interface Report {
  /** The number under which it was reported, with a letter for each of its points. */
  readonly number: string
  readonly now: string
  /** Test files, each with the beginning of a title in it. */
  readonly tests: ReadonlyArray<readonly [file: string, title: string]>
}

/** Reports about states that wait for ever, and about money. */
const reportsOfWaiting: ReadonlyArray<Report> = [
  {
    number: "1a",
    now: "From each status of the five machines a way leads to an end without an office. The longest wait by time alone is printed, and stands on the page of each machine. A planted status without an exit is found.",
    tests: [
      ["core/Ends.test.ts", "Rule 4.9 given each status that %s reach"],
      ["core/Ends.test.ts", "Rule 4.9 the longest waits that time alone ends"],
      ["core/Ends.test.ts", "Rule 4.9 given %s without the clock"],
    ],
  },
  {
    number: "1b",
    now: "A matter before the judge is overdue after 14 days: the Registrar is told and may assign it.",
    tests: [["core/bench/Assign.test.ts", "Rule 5.1A given a matter before the judge, then `next` says"]],
  },
  {
    number: "1c",
    now: "Leave that nobody decides is refused after 14 days, and an appeal that nobody decides is affirmed after 30.",
    tests: [
      ["core/appeals/Lapse.test.ts", "Rule 6.1 given 14 days without an answer, then leave is refused"],
      ["core/appeals/Lapse.test.ts", "Rule 6.3 given 30 days of hearing"],
    ],
  },
  {
    number: "1d",
    now: "A loser disputes its entry once in all, and its dispute stops no payout on a final judgment.",
    tests: [
      ["core/compliance/Undecided.test.ts", "PD11 §5 given the party bound has disputed once"],
      ["core/payouts/Words.test.ts", "PD2 §6E a dispute by the party bound stops no payout"],
    ],
  },
  {
    number: "2a",
    now: "A confirmed hold lapses only if nothing about it is undecided, and at the earliest 14 days after the last of that.",
    tests: [
      ["core/payouts/Lapse.test.ts", "PD2 §6DA given any order of events, then a hold lapses only if"],
      ["core/payouts/Lapse.test.ts", "PD2 §6DA given an appeal that ended the day before"],
    ],
  },
  {
    number: "2b",
    now: "A hold, its two notices and a filing on it say whether the escrow outlasts the longest way to a payout.",
    tests: [
      ["core/payouts/Lapse.test.ts", "PD2 §6J given an escrow that ends at %s, then the hold says"],
      ["core/deals/Ripe.test.ts", "PD2 §6J given a hold on the quote, then a filing says to the party"],
    ],
  },
  {
    number: "2c",
    now: "Consent stays open until the judgment: before the judge, and while it asks questions.",
    tests: [["core/matters/Consent.test.ts", "Rule 4.7 given a matter %s, when an offer is made"]],
  },
  {
    number: "2d",
    now: "A dispute that nobody decides ends after 14 days as it began, without the words that it disputed.",
    tests: [["core/compliance/Undecided.test.ts", "PD11 §5 given %s, disputed and undecided for 14 days"]],
  },
  {
    number: "3",
    now: "The five machines are explored together, with real commands. Every planted court that breaks a statement is found with its shortest story. `npm run explore -- --deep` goes deeper.",
    tests: [
      ["scheduler/Explored.test.ts", "Rule 4.9 given a claim, when it is explored twice"],
      ["scheduler/Explored.test.ts", "a court that $breaks is found in the scene $scene"],
    ],
  },
  {
    number: "4",
    now: "A request for the payout disputes what the payer says in words, whichever comes first. The instruction stands, nothing is earned, and nothing goes back to the payer by its own word.",
    tests: [
      ["core/payouts/Words.test.ts", "PD11 §5A given a request for the payout, when the payer attests"],
      ["core/payouts/Words.test.ts", "PD11 §5A given an attestation in words, when the payee asks"],
      ["core/payouts/Words.test.ts", "PD2 §6F given words that ripened by silence, when the payer asks"],
    ],
  },
  {
    number: "5",
    now: "An instruction that ended unreported counts as paid, so that no second hold pays its order. The receiver may say that it was unspent.",
    tests: [
      ["core/payouts/Unreported.test.ts", "PD2 §6I given a payee that was paid from one hold"],
      ["core/payouts/Unreported.test.ts", "PD2 §6IA given that word, when the payer is told"],
    ],
  },
  {
    number: "6a",
    now: "An entry that the claimant alone lodged chooses no higher stake than that at filing, contested or not.",
    tests: [
      [
        "core/matters/Dealing.test.ts",
        "Rule 5.3B given an entry that the claimant alone lodged, when its review",
      ],
    ],
  },
  {
    number: "6b",
    now: "Three hashes of the claimant, or three matters without one, are together within one stake.",
    tests: [
      ["core/bench/Cap.test.ts", "Rule 5.3A given three hashes that the claimant alone lodged"],
      ["core/bench/Cap.test.ts", "Rule 5.3A given a claim on no entry at all, when it is split"],
    ],
  },
  {
    number: "7",
    now: "The court writes the text of an order to pay from its fields. A sum in the words of another kind is refused, in every script and spelling that the test lists, in claims, drafts and offers of consent.",
    tests: [
      ["core/judgments/OrderText.test.ts", "Rule 5.3D given a payment of USD 1.00 whose words say"],
      ["core/judgments/OrderText.test.ts", "Rule 5.3D given a sum in the words of an order"],
      ["core/judgments/SumInWords.test.ts", "Rule 5.3D any number beside any spelling of a currency"],
      ["core/matters/Law.test.ts", "Rule 5.3D a claim whose order states a sum in words is refused"],
      ["core/matters/Consent.test.ts", "Rule 5.3D given an offer of USD 20.00 whose words say"],
    ],
  },
  {
    number: "8",
    now: "One judgment moves a reputation by at most one +1 and one −3 for each other party. `behind` says how many parties and what sums stand behind a label.",
    tests: [
      ["core/compliance/Together.test.ts", "PD11 §10 given twelve orders of a cent"],
      ["core/compliance/Together.test.ts", "PD11 §10 given twelve orders, when"],
      ["core/compliance/Behind.test.ts", "PD11 §13 given twelve orders of one cent in favour of one friend"],
    ],
  },
]

export const reports: ReadonlyArray<Report> = [...reportsOfWaiting, ...reportsOfEvidence, ...reportsOfUsers]

export const reportTable = (of: ReadonlyArray<Report>): string =>
  [
    "# What was reported, and what happens now",
    "",
    "Made by `npm run coverage-table`; a test compares, and finds every title. Attackers and users of neighbouring systems reported 24 classes of faults. A number is a class, and a letter a point of it.",
    "",
    "| Number | What happens now | Tests |",
    "| --- | --- | --- |",
    ...of.map(({ number, now, tests }) => {
      const held = tests.map(([file, title]) => `\`${file}\`: ${title} …`).join("<br>")
      return `| ${number} | ${now} | ${held} |`
    }),
    "",
  ].join("\n")
