/** Reports about evidence that its signer can disown, or that others can speak: numbers 9 to 18. */
import type { Report } from "./Reports.ts"

const evidence = "http/handlers/Evidence.test.ts"
const holder = "core/evidence/Holder.test.ts"
const keyring = "core/evidence/Keyring.test.ts"
const protocols = ".ci/protocols/evidence.mjs"

export const reportsOfEvidence: ReadonlyArray<Report> = [
  {
    number: "9a",
    now: "A proven key still speaks for its agent if its document is gone or changed. Both parties read the document that was kept, with its address, hash and bytes.",
    tests: [
      [evidence, "Rule 4.11 given a signer whose did:web document is gone or changed"],
      ["adapters/evidence/jws/Proven.test.ts", "Rule 4.11 is by that key, whether its document is gone"],
    ],
  },
  {
    number: "9b",
    now: "An offer without a time counts if its hash was lodged, or it was filed, while the key stood. No end unsays it.",
    tests: [
      ["core/evidence/GivenUp.test.ts", "Rule 4.11C is its agent's if its hash was lodged before the end"],
      [keyring, "Rule 4.11C given an offer that was filed while the key stood"],
    ],
  },
  {
    number: "9c",
    now: "A rail or a service address binds the agent for the time it stood, whatever is named later.",
    tests: [
      [holder, "Rule 4.11B given a rail that the supplier names later"],
      [holder, "Rule 4.11B given a service that is named later"],
    ],
  },
  {
    number: "9d",
    now: "An accomplice that proves the key later takes nothing over.",
    tests: [
      [holder, "Rule 4.11B given an accomplice that proves the address"],
      [holder, "Rule 4.11B given an offer without a time, and an accomplice"],
    ],
  },
  {
    number: "10a",
    now: "A key at the root of a host speaks for the agent that proved that root, and for no tenant. A document at another path answers for no host.",
    tests: [
      [keyring, "Rule 4.11B given a key at the root of a host"],
      ["core/proofs/Called.test.ts", "PD3 §4 given a host and its tenant"],
      [
        "adapters/evidence/jws/Jws.test.ts",
        "Rule 4.2 a key set answers for its host under /.well-known alone",
      ],
    ],
  },
  {
    number: "10b",
    now: "A card binds a wallet only if the wallet is proven too.",
    tests: [["core/evidence/Findings.test.ts", "Rule 4.11B binds the wallet only"]],
  },
  {
    number: "11",
    now: "A number is shown digit for digit as it was signed, in tokens, sums of money and the totals of AP2.",
    tests: [
      ["adapters/evidence/Digits.test.ts", "Rule 4.11 any JSON is written again with its own digits"],
      ["adapters/evidence/Digits.test.ts", "Rule 4.11 money is shown in all its digits"],
      [
        "adapters/evidence/ap2/Ap2.test.ts",
        "Rule 4.11 given a total of %s, then it is shown digit for digit",
      ],
    ],
  },
  {
    number: "12a",
    now: "A constraint or an element that was signed and is kept back fails `disclosed`.",
    tests: [
      ["adapters/evidence/ap2/Disclosed.test.ts", "Rule 4.11 of which the presenter keeps a constraint"],
    ],
  },
  {
    number: "12b",
    now: "A window without its dates, or a payment without its date, is not met.",
    tests: [["adapters/evidence/ap2/Constraints.test.ts", "Rule 4.11 AP2: %s %j against %j: %j"]],
  },
  {
    number: "12c",
    now: "A bundle without one of its four members names the checks that were therefore not made.",
    tests: [["adapters/evidence/ap2/Ap2.test.ts", "Rule 4.11 without one of its four members says"]],
  },
  {
    number: "13",
    now: "A signer up to five minutes ahead signed now, for the clock and for authority. A sandbox that stands still reads what the clock of the machine signed.",
    tests: [
      ["core/evidence/Verified.test.ts", "Rule 4.11C given a signer whose clock is ahead"],
      ["adapters/evidence/Evidence.test.ts", "Rule 4.11 given a sandbox whose clock stands still"],
      [protocols, "the time of a signer "],
    ],
  },
  {
    number: "14a",
    now: "A token by ES256K counts in both halves of s; a signature of a chain counts in the lower half alone.",
    tests: [
      ["adapters/evidence/jws/Jws.test.ts", "Rule 4.11 is by its key in both halves of s"],
      ["adapters/evidence/x402/X402.test.ts", "Rule 4.2 with a high s is not valid"],
      [protocols, "a token of Node by ES256K, number "],
    ],
  },
  {
    number: "14b",
    now: "Cards that the reference SDK signs are verified, over defaults and empty members, and others from a seed.",
    tests: [
      [protocols, "a requirement with an empty list"],
      [protocols, "a card with "],
      [protocols, "a flow without PKCE"],
    ],
  },
  {
    number: "14c",
    now: "`npm run protocols`, which CI runs, signs with the reference SDKs: defaults, empty members, both halves of s, clocks five minutes off, and whole numbers past 2^53.",
    tests: [
      [protocols, "a whole number that no double holds"],
      [protocols, "the digits of "],
      [".ci/run", "npm run protocols"],
    ],
  },
  {
    number: "15a",
    now: "An artifact over 64 kB, or a statement over 60 sentences, has a check that does not hold and says so.",
    tests: [[evidence, "Rule 4.11 given an artifact of more than 64 kB"]],
  },
  {
    number: "15b",
    now: "Each of eight addresses of a card is told, and a check says if more is signed than is shown.",
    tests: [
      ["adapters/evidence/a2a/Card.test.ts", "Rule 4.11 given a card at eight addresses"],
      ["adapters/evidence/a2a/Card.test.ts", "Rule 4.11 given more than is shown"],
    ],
  },
  {
    number: "16a",
    now: "`COURT_LOCAL_SERVICES=1` reaches the documents of evidence, so that a sandbox can try did:web.",
    tests: [["http/trials/LocalServices.test.ts", "Rule 4.11 given local services: %s"]],
  },
  {
    number: "16b",
    now: "`%3a` is read as `%3A`. A key under `keyAgreement` alone proves nothing, and the check names the right place.",
    tests: [
      [evidence, "Rule 4.11 given a key under keyAgreement alone, or a name spelt with %3a"],
      [
        "adapters/evidence/jws/Proven.test.ts",
        "Rule 4.11 given a key that its document lists under keyAgreement",
      ],
    ],
  },
  {
    number: "16c",
    now: "A judgment and a receipt of this court have authority as the court's, and a receipt alone names its key set.",
    tests: [
      ["adapters/evidence/court/Court.test.ts", "Dealings Act 1.1 as a token by itself names its key set"],
      ["core/evidence/Verified.test.ts", "Rule 4.11D given what a court signed"],
    ],
  },
  {
    number: "16d",
    now: "A proof is ended by its public id too, and calling.md says how an agent of the web signs.",
    tests: [
      ["core/proofs/Proofs.test.ts", "PD3 §4B the proof that stands is ended also under the name of its key"],
      ["http/docs/Pages.test.ts", "Rule 2.7 the page for callers says how to check a call"],
    ],
  },
  {
    number: "17a",
    now: "Whoever checks an artifact learns nothing of a private hold or of another's service.",
    tests: [
      [
        keyring,
        "Rule 4.11D given a stranger that checks an artifact, or tries a filing, then it learns nothing of a private",
      ],
    ],
  },
  {
    number: "17b",
    now: "A dry run never shows what others tendered in a matter that is undecided.",
    tests: [["core/matters/Tenders.test.ts", "Rule 4.10A given a trial, then no grade shows"]],
  },
  {
    number: "17c",
    now: "An invented citation stays G1, however many operators tender it.",
    tests: [
      ["core/matters/Tenders.test.ts", "Rule 4.10A given an invented citation that two operators tender"],
    ],
  },
  {
    number: "18a",
    now: "`verify --proof` holds the sum, kind, currency, times and decision of an entry to its latest event, and names each member that the log does not hold.",
    tests: [
      ["http/audit/verify/Proof.test.ts", "PD17 §1 given an entry after a decision, then its %s is held"],
      ["http/audit/verify/Proof.test.ts", "PD17 §1 what the event of an entry holds is proven"],
      ["http/audit/verify/Proof.test.ts", "PD17 §1 a record that was changed is another"],
    ],
  },
  {
    number: "18b",
    now: "`verify` ends in 2 if it could not ask, and in 1 if something else was signed.",
    tests: [
      ["http/audit/verify/Verify.test.ts", "Rule 5.4 ends in 2 if it could not ask"],
      ["http/audit/verify/Proof.test.ts", "PD17 §1 ends in 2 if it could not be asked"],
    ],
  },
]
