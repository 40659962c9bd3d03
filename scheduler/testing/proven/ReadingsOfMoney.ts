/** The readings of the acts of holds and of entries. */
import { all, any, type Effect, isIn, set, under } from "./Language.ts"
import type { Follows } from "./Links.ts"
import type { Choice, Guard, Readings } from "./Reading.ts"
import { ends } from "./Tables.ts"

/** Nothing about the money of a hold is undecided: its matter, the finality of its judgment, and the time of its order have ended. */
const settled = all(
  isIn("matter", ["none", ...ends.matter]),
  "finality == 0 || finality == 3",
  isIn("entry", ["none", ...ends.entry]),
  "unreported == 0",
)

const cleared: ReadonlyArray<Effect> = [
  set("ip = 0", "unreported == 0"),
  set("ir = 0", "unreported == 0"),
  set("current = 0", "unreported == 0"),
]

/** A request for a payout disputes an attestation by words (PD11 §5A). */
const asking = (follow: Follows): ReadonlyArray<Effect> =>
  under(
    any("entry == entry_attested", all("entry == entry_satisfied", "silent == 1")),
    follow("entry", "dispute", [set("disputer = 3"), set("began = entry_notified")]),
  )

const payouts = (actor: string, follow: Follows): ReadonlyArray<Choice> => {
  const signed = (ip: string, ir: string): ReadonlyArray<Effect> => [
    set(`ip = ${ip}`),
    set(`ir = ${ir}`),
    set("current = 1"),
    // The chain has paid nothing of a new instruction yet, whatever became of the last.
    set("unreported = 0"),
    ...(actor === "claimant" ? asking(follow) : []),
  ]
  return [
    { words: "the whole sum is owed and paid", when: "owed >= rest", does: signed("rest", "0") },
    {
      words: "the order is paid, and the rest goes back",
      when: "owed < rest",
      does: signed("owed", "rest - owed"),
    },
    {
      words: "the order is paid, and the rest stays in the escrow",
      when: "owed < rest",
      does: signed("owed", "0"),
    },
  ]
}

/** A report of a payment: it counts towards the order, and may meet its entry. */
const reported = (follow: Follows): ReadonlyArray<Effect> => [
  set("book = book + ip + ir"),
  set("owed = owed - ip", "current == 1 && ip <= owed"),
  set("met = 1", "current == 1 && owed == 0"),
  ...under(
    all(
      "current == 1 && owed == 0",
      any("entry != entry_satisfied", "silent == 1"),
      any("entry != entry_disputed", "disputer != 2"),
    ),
    follow("entry", "meet", [set("silent = 0")]),
  ),
  set("ip = 0"),
  set("ir = 0"),
  set("unreported = 0"),
  set("current = 0"),
]

export const ofHolds = (follow: Follows): Readings["hold"] => ({
  name: {
    leaves: "the escrow's particulars, and how many holds there are: the model has one",
    guards: () => [
      {
        says: "PD2 §6B: before the call for judgment",
        when: isIn("matter", ["served", "undefended", "pleading", "defended", "closed"]),
      },
    ],
    choices: () => [{ does: [set("rest = HELD")] }],
  },
  confirm: { leaves: "the address, and its proof" },
  prove: { leaves: "the signature" },
  complete: { leaves: "that both have proven their addresses" },
  payout: {
    leaves: "an escrow that can't express the shares, and the account of a quote",
    guards: () => [
      { says: "PD2 §6E: the judgment is final", when: "finality == 3 && matter == matter_decided" },
      { says: "PD2 §6F: the judgment orders something that is still owed", when: "owed > 0 && met == 0" },
      {
        says: "PD2 §6E: the party favoured does not dispute the entry, other than by asking",
        when: "entry != entry_disputed || disputer != 2",
      },
      { says: "PD2 §6I: no instruction that ended unreported counts as paid", when: "unreported == 0" },
      { says: "PD2 §6C: the escrow still holds something", when: "rest > 0" },
    ],
    choices: (actor) => payouts(actor, follow),
  },
  evaluate: { leaves: "the evaluation of a delivery, by which the sides may end a job before a judgment" },
  contest: {
    free: false,
    leaves: "nothing: it comes with the filing of a matter, before which this model begins",
  },
  revoke: {
    leaves: "how late it is, and a revocation that bars another instruction",
    guards: () => [{ says: "PD2 §6G: before it takes effect", when: "unreported == 0" }],
    choices: () => [{ does: cleared }],
  },
  withdraw: {
    free: false,
    leaves: "nothing: it comes with the fall of the judgment, or when the order is met by other means",
  },
  "paid-out": {
    leaves: "a payment that the two sides made without an instruction, confirmations, and who receives",
    guards: () => [{ says: "PD2 §6H: the chain shows the payment", when: "unreported == 1" }],
    choices: () => [
      { words: "the escrow is empty", when: "rest == 0", does: reported(follow) },
      // PD2 §6FC: the report comes to `part`.
      {
        words: "the rest is still in the escrow",
        when: "rest > 0",
        stays: true,
        does: [...reported(follow), ...follow("hold", "part")],
      },
    ],
  },
  part: { free: false, leaves: "how many parts there are: it comes with a report" },
  // The winner presents its instruction within the time that it has, in the strategy of the last theorem.
  pass: {
    leaves: "how long the time is",
    guards: () => [
      { says: "the winner presents an instruction in time", when: "mode != 2 || hold != hold_instructed" },
    ],
    choices: () => [{ does: cleared }],
  },
  lapse: {
    leaves: "how long a hold is kept after the last end",
    guards: () => [
      { says: "PD2 §6DA: nothing that it secures is undecided", when: settled },
      { says: "the winner asks in the time for which a hold is kept", when: "mode != 2" },
    ],
  },
  keep: {
    leaves: "how long the time is",
    guards: () => [{ says: "PD2 §6DA: something is undecided", when: `!(${settled})` }],
  },
})

/** An order that is satisfied by other means ends the live instruction of its judgment (PD2 §6G). */
const otherwise = (follow: Follows): ReadonlyArray<Effect> => [
  set("met = 1"),
  ...follow("hold", "withdraw", cleared),
]

const timely: Guard = { says: "PD11 §10: in time or not", when: "1 == 1" }

export const ofEntries = (follow: Follows): Readings["entry"] => {
  const performed = (): ReadonlyArray<Choice> =>
    [1, 0].map((one) => ({
      words: one === 1 ? "it was in time" : "it was late",
      does: [set(`timely = ${one}`), set("silent = 0"), ...otherwise(follow)],
    }))
  return {
    open: { free: false, leaves: "nothing: it comes with a judgment" },
    attest: {
      leaves: "the date and the evidence",
      choices: () => [1, 0].map((one) => ({ does: [set(`timely = ${one}`), set("silent = 0")] })),
    },
    confirm: { leaves: "the date", guards: () => [timely], choices: performed },
    prove: {
      leaves: "the block time of a transfer",
      choices: () => performed().map((one) => ({ ...one, does: [...(one.does ?? []), set("owed = 0")] })),
    },
    address: { leaves: "how often an address changes" },
    pass: {
      leaves: "how long the time is",
      guards: () => [
        { says: "PD11 §7: a window runs, and no appeal suspends it", when: "running == 1 && suspended == 0" },
      ],
      choices: () => [],
    },
    dispute: {
      leaves: "the ground and the statement",
      guards: (actor) =>
        actor === "respondent" ? [{ says: "PD11 §5: the party bound disputes once", when: "once == 0" }] : [],
      choices: (actor) => [
        {
          does: [
            set("began = entry"),
            ...(actor === "claimant"
              ? [
                  set(
                    "began = entry_notified",
                    any("entry == entry_attested", all("entry == entry_satisfied", "silent == 1")),
                  ),
                  set("disputer = 2"),
                ]
              : [set("disputer = 1"), set("once = 1")]),
          ],
        },
      ],
    },
    decide: {
      leaves: "the reasons",
      choices: () =>
        ["satisfied", "unsatisfied", "pending"].map((to) => ({
          words: `it finds the entry ${to}`,
          to,
          does: [set("timely = 1"), set("silent = 0"), ...(to === "satisfied" ? otherwise(follow) : [])],
        })),
    },
    suspend: { free: false, leaves: "nothing: it comes with an appeal" },
    resume: { free: false, leaves: "nothing: it comes with the end of an appeal" },
    supersede: { free: false, leaves: "nothing: it comes with the fall of a judgment" },
    meet: { free: false, leaves: "nothing: it comes with a report of a payment" },
  }
}
