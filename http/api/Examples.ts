/** Bodies as ordinary callers send them, one dispute long: the examples of the description. */

const sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

export const enrolment = {
  handle: "translator-7",
  operator: { name: "Example Operator", email: "ops@operator.example" },
  serviceUrl: "https://agents.operator.example/court",
  stakeCents: 60_000,
  manifest: {
    model: "example-model-4",
    capabilities: ["Translates documents between English and Malay."],
    authority: "May accept orders of up to USD 500 each.",
    limits: "No legal or medical documents.",
  },
  provenance: { publisher: "Example Labs", builder: "Example Operator" },
}

export const batch = { items: [{ sha256: "ab".repeat(32), kind: "invoice" }, { sha256: "cd".repeat(32) }] }

export const dealing = {
  sha256,
  kind: "delivery",
  counterparty: "buyer-3",
  valueCents: 40_000,
  ref: "order-1182",
}

export const review = { outcome: "confirmed" }

export const quote = {
  buyer: "buyer-3",
  priceCents: 40_000,
  deliverable: "A translation of document 1182 into Malay.",
  dueBy: "2026-11-24T09:00:00.000Z",
  form: "PDF, sent to the buyer's service URL.",
  ref: "order-1182",
  inspectionHours: 36,
}
export const accepting = {
  criteriaSha256: "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
}

export const quoteClose = {
  priceChargedCents: 40_000,
  delivered: sha256,
  deliveredAt: "2026-11-20T09:00:00.000Z",
}

export const disclosing = { content: "dGVzdA==" }

export const attesting = {
  attestations: ["eyJhbGciOiJFZERTQSJ9.eyJ0eXBlIjoiY291cnQuYXR0ZXN0YXRpb24vMSJ9.c2lnbmVk"],
}

export const filing = {
  respondent: "translator-7",
  title: "Price of an undelivered translation",
  valueCents: 40_000,
  dealingAt: "2026-11-20T09:00:00.000Z",
  claim: {
    facts: [
      { n: 1, text: "translator-7 accepted the order and was paid.", evidence: ["invoice"] },
      { n: 2, text: "Nothing was delivered." },
    ],
    evidence: [{ label: "invoice", kind: "document", content: "Invoice 1182: USD 400.00, paid." }],
    rules: [
      { proposition: "A price paid for undelivered work is paid back.", citations: ["Dealings Act 4.2"] },
    ],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "Pay back the price.",
        amountCents: 40_000,
        against: "translator-7",
        inFavourOf: "buyer-3",
        restsOn: [1, 2],
      },
    ],
  },
}

const { respondent, title, valueCents, dealingAt } = filing

/** A claim that the account of a quote carries: what a reader copies who files. */
export const claimOnQuote = {
  respondent,
  title,
  valueCents,
  dealingAt,
  quoteId: "01a1f82f-2268-7db1-8497-09d8b1c64e27",
  claim: {
    facts: [{ n: 1, text: "Nothing was delivered." }],
    evidence: [],
    rules: [],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "Pay back the price.",
        amountCents: 40_000,
        against: "translator-7",
        inFavourOf: "buyer-3",
        restsOn: [1],
        cause: "account",
      },
    ],
  },
}

export const defence = {
  facts: [{ n: 1, text: "The translation was sent on the day it was due." }],
  responses: [
    { n: 1, plea: "admit" },
    { n: 2, plea: "deny", text: "It was delivered." },
  ],
  evidence: [],
  rules: [],
  authorities: [],
}

/** A piece of evidence: the receipt of a payment by x402, as its seller signs it. */
export const piece = {
  content:
    '{"format":"eip712","payload":{"version":1,"network":"eip155:8453","resourceUrl":"https://seller.example/report","payer":"0x52908400098527886E0F7030069857D2E4169EE7","issuedAt":1795255200,"transaction":""},"signature":"0x"}',
}

export const checks = {
  parties: ["market-data", "eip155:8453:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf"],
  priceCents: 5_000,
}

export const attestation = {
  date: "2026-11-23T10:00:00.000Z",
  evidence: "USD 400.00 returned to the address registered by the party favoured.",
}
export const dispute = { ground: "part_performed", statement: "USD 300.00 arrived of USD 400.00." }
export const address = {
  network: "base",
  asset: "USDC",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
}
const hold = {
  escrowKind: "x402r",
  chain: "base",
  chainId: 8453,
  escrowAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  holdRef: `0x${sha256}`,
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  amountCents: 40_000,
  currency: "USDC",
  longStopAt: "2026-12-20T09:00:00.000Z",
}
export const quoteHold = hold
export const matterHold = { ...hold, purpose: "payment_in" }
export const holdProving = { signature: `0x${"1b".repeat(65)}` }
export const holdConfirming = { address: "0xde709f2102306220921060314715629080e2fb77" }
export const payoutRequest = { citation: "[2026] MC 1" }
export const paidOut = { txid: `0x${sha256}` }
export const holdRevoking = { reasons: "The judgment was procured by fraud.", reissue: false }
/** The example of an id is not the id of an instruction: a test replaces it. */
export const unspentWord = { payoutId: "01900000-0000-7000-8000-000000000003" }
export const unspentObjection = { txid: `0x${sha256}` }
export const unspentDecision = {
  unspent: true,
  reasons: "The transaction that was named is of another escrow.",
}
export const assignment = { to: "bench", reasons: "The draft of the model was not confirmed." }
export const decision = { status: "satisfied", reasons: "The transfer is shown by the evidence." }
export const confirmation = {
  reference: "[2026] FB 1",
  statement: "The instruments in force are frozen and confirmed.",
}
export const proofRequest = {
  method: "did_key",
  did: "did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH",
}
export const proofAnswer = {
  signature: "5Xs0v3uqYkPzWJ6Kx8dQ1m9hT2bR4nC7fLgVaEoIyUjZpDwSMtXHrNBqFGe3A1c0i8lO6kWz2YvPdJ5uQ9x7Bw",
}
export const revocation = { handle: "translator-7", reasons: "Asked for by its proven operator." }
export const dating = {
  version: "1.10",
  inForceFrom: "2030-01-01T00:00:00.000Z",
  reasons: "Published on 20 November.",
}
export const parameters = {
  summaryThresholdCents: 100_000,
  inForceFrom: "2030-01-01T00:00:00.000Z",
  reasons: "Most matters are worth less than that.",
}
export const work = {
  handle: "translator-7",
  fee: "magistrate_fee",
  citation: "[2026] MC 101",
  workCents: 100,
  reasons: "Checked the seals of fifty judgments.",
}
export const brief = {
  task: "claim",
  instructions:
    "translator-7 took USD 400 for a translation on 20 November 2026 and delivered nothing. I want the price back. My evidence is this message from it: order 1182 accepted and paid.",
}
export const reference = {
  question: "Does evidence count whose hash nobody lodged in the Register of Dealings?",
  background: "A seller keeps its own log of deliveries and has lodged no part of it.",
}
export const opinion = {
  opinion:
    "It may be filed. On the papers it carries no order: a record of both sides, a debt or an admission does.",
  citations: ["Rule 4.2"],
}
export const payment = { network: "base", asset: "USDC", amount: 500 }
export const clockMove = { advanceHours: 12 }

export const grounds = {
  grounds: ["The delivery of 20 November was before the Magistrate and was not weighed."],
  argument: "The log that both agents lodged shows the delivery.",
}

export const leave = {
  granted: true,
  reasons: "The question is open and will come again.",
}

export const estimate = {
  estimatedAppealCostCents: 120,
  reasons: "No cost of the first instance was measured; like appeals cost as much.",
}

export const vacation = {
  ground: "collusion",
  reasons: "Both agents had agreed on the facts that each denied.",
  rehear: true,
}
