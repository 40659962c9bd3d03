/** Escrows of the kind `erc8183`: jobs that an evaluator completes or rejects, in each form that their reference implementation has published. */
import { Effect } from "effect"
import type { ChainFault } from "../Chain.ts"
import { fault } from "../Fetch.ts"
import { type At, addressIn, call, instantIn, type Log, numberIn, topicOf, wordOf } from "./Contract.ts"
import { data, type KindReader, type Move, topic } from "./EscrowKinds.ts"

const first = [
  "id",
  "client",
  "provider",
  "evaluator",
  "description",
  "budget",
  "expiredAt",
  "status",
] as const
const second = [...first, "hook", "paymentToken", "providerAgentId"] as const
const latest = [
  "client",
  "status",
  "provider",
  "expiredAt",
  "evaluator",
  "submittedAt",
  "budget",
  "hook",
  "paymentToken",
  "providerAgentId",
  "description",
  "settledAmount",
  "payoutReceiver",
] as const

type Member = (typeof second)[number] | (typeof latest)[number]

/** The members of each form in their order. The first has no token of its own, because all its jobs share the contract's token. */
const forms: ReadonlyArray<ReadonlyArray<Member>> = [first, second, [...second, "submittedAt"], latest]

const statuses = ["unfunded", "funded", "funded", "spent", "spent", "spent"] as const

/** The names of the states of a job, in the order of their numbers. */
const states = ["open", "funded", "submitted", "completed", "rejected", "expired"] as const

/** A job as a contract states it. `named` is the word of the contract for its state. */
export interface Job {
  readonly named: (typeof states)[number]
  /** Whether it still holds its sum: from funding until it is completed, rejected or expired. */
  readonly state: (typeof statuses)[number]
  readonly client: string
  readonly provider: string
  /** Who is paid when the job is completed: the provider, or who receives for it. */
  readonly payee: string
  readonly evaluator: string
  readonly token: string
  /** The budget, less what of it was paid in parts. */
  readonly units: bigint
  readonly expiresAt: number
  /** The words of the client; null if they are longer than the court reads, or not text. */
  readonly description: string | null
}

const descriptionBytesMax = 4_096
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The text that begins at a word with its length in bytes. */
const textAt = (words: ReadonlyArray<string>, place: number): string | null => {
  const length = Number(numberIn(words[place] ?? wordOf(0)))
  if (length > descriptionBytesMax) return null
  const bytes = Buffer.from(words.slice(place + 1, place + 1 + Math.ceil(length / 32)).join(""), "hex")
  try {
    return utf8.decode(bytes.subarray(0, length))
  } catch {
    return null
  }
}

const nobody = `0x${"0".repeat(40)}`

/**
 * A job by its number. The description is the only member whose size varies, and its word says where the text begins: right after
 * all members. This tells the forms apart.
 */
export const jobOf = (at: At, id: string): Effect.Effect<Job, ChainFault> =>
  Effect.gen(function* () {
    const [, ...words] = yield* call(at, "getJob(uint256)", [wordOf(BigInt(id))], first.length + 1)
    const form = forms.find(
      (members) => words[members.indexOf("description")] === wordOf(members.length * 32),
    )
    const word = (member: Member): string => words[form?.indexOf(member) ?? -1] ?? wordOf(0)
    const state = statuses[Number(numberIn(word("status")))]
    const named = states[Number(numberIn(word("status")))]
    if (form === undefined || state === undefined || named === undefined)
      return yield* fault("The contract's job has no known form.")
    const receiver = addressIn(word("payoutReceiver"))
    const [shared] = form.includes("paymentToken") ? [] : yield* call(at, "paymentToken()", [], 1)
    return {
      state,
      named,
      client: addressIn(word("client")),
      provider: addressIn(word("provider")),
      payee: receiver === nobody ? addressIn(word("provider")) : receiver,
      evaluator: addressIn(word("evaluator")),
      token: addressIn(shared ?? word("paymentToken")),
      units: numberIn(word("budget")) - numberIn(word("settledAmount")),
      expiresAt: instantIn(word("expiredAt")),
      description: textAt(words, form.length),
    }
  })

const payoutMoves = (log: Log): ReadonlyArray<Move> => [
  { to: addressIn(topic(log, 2)), units: numberIn(data(log, 0)) },
]
const jobPayments: KindReader["settlements"] = new Map([
  [topicOf("PaymentReleased(uint256,address,uint256)"), { transfers: "before", moves: payoutMoves }],
  [topicOf("Refunded(uint256,address,uint256)"), { transfers: "before", moves: payoutMoves }],
])

export const erc8183: KindReader = {
  read: (at) =>
    Effect.map(jobOf(at, at.ref), ({ state, client, payee, evaluator, token, units, expiresAt }) => ({
      state,
      payer: client,
      payee,
      asset: token,
      amountUnits: String(units),
      expiresAt,
      releasers: [evaluator],
    })),
  progress: (at) =>
    Effect.map(jobOf(at, at.ref), ({ state }) => ({
      holds: state === "funded",
      settled: [[...jobPayments.keys()], [wordOf(BigInt(at.ref))]],
    })),
  paysParts: false,
  sends: true,
  settlements: jobPayments,
}
