/** The readings of the acts of quotes, matters and appeals. Those of holds and entries stand in `ReadingsOfMoney.ts`. */
import { type Effect, set, under } from "./Language.ts"
import type { Bounds, Follows } from "./Links.ts"
import type { Choice, Reading, Readings } from "./Reading.ts"

const nothing: Reading = { leaves: "nothing: the row is the whole condition" }

export const ofQuotes: Readings["quote"] = {
  offer: { leaves: "the terms that may be offered (PD14 §3)" },
  answer: { leaves: "who answers the invitation" },
  accept: { leaves: "the dealing that shows an acceptance, and the hash of the criteria" },
  decline: nothing,
  withdraw: nothing,
  replace: { leaves: "which quote replaces it" },
  close: { leaves: "the account that is stated" },
  countersign: { leaves: "whether the two accounts agree: both ends are open" },
  pass: { leaves: "how long the time is" },
  disclose: { leaves: "whether the bytes have the hash" },
  attest: { leaves: "who may attest" },
  rail: { leaves: "whether the rail can be read" },
}

/** The fall of a judgment: its entry is superseded, its live instruction revoked, and it counts towards no stake. */
export const fall = (follow: Follows): ReadonlyArray<Effect> => [
  ...follow("entry", "supersede", [set("standing = standing - order"), set("suspended = 0")]),
  ...under(
    "order > 0",
    follow("hold", "withdraw", [set("ip = 0", "unreported == 0"), set("ir = 0", "unreported == 0")]),
  ),
  set("order = 0"),
  set("owed = 0"),
  set("current = 0"),
]

/** A judgment that orders so much: the order stands in the Register, and the time to appeal runs or not. */
export const judged = (follow: Follows, order: number, finality: string): ReadonlyArray<Effect> => [
  set(`order = ${order}`),
  set(`owed = ${order}`),
  set("met = 0"),
  set(`finality = ${finality}`),
  ...(order === 0
    ? []
    : follow(
        "entry",
        "open",
        [
          set(`standing = standing + ${order}`),
          ...["debit", "credit", "owes", "began", "disputer", "once", "silent", "suspended"].map((name) =>
            set(`${name} = 0`),
          ),
        ],
        ["superseded"],
      )),
]

/** The ways of a judgment: the claim is dismissed, or so much of it is ordered as the stake covers. */
const orders = (
  bounds: Bounds,
  follow: Follows,
  finality: string,
  before: ReadonlyArray<Effect> = [],
): ReadonlyArray<Choice> =>
  Array.from({ length: bounds.claim + 1 }, (_, order) => ({
    words:
      order === 0
        ? "nothing is ordered"
        : `${order} of the ${bounds.claim} claimed are ordered, with a stake of ${bounds.stake}`,
    when: `${order} <= STAKE`,
    does: [...before, ...judged(follow, order, finality)],
  }))

export const ofMatters = (bounds: Bounds, follow: Follows): Readings["matter"] => {
  const offers = (actor: string) => (actor === "claimant" ? 1 : 2)
  return {
    "list/open": { leaves: "the order of the list" },
    defence: {
      leaves: "what is pleaded; the model has one defence, by its status",
      choices: () => [{ does: [set("spoke = 1")] }],
    },
    "defence/more": { leaves: "what is pleaded", choices: () => [{ does: [set("spoke = 1")] }] },
    reply: { leaves: "what is pleaded" },
    call: { leaves: "the instant from which an account may be called (Rule 4.5)" },
    questions: {
      leaves: "whom the questions are put to",
      guards: () => [{ says: "Rule 4.6: the rounds of questions are counted", when: "rounds < ROUNDS" }],
      choices: () => [{ does: [set("rounds = rounds + 1")] }],
    },
    answers: { leaves: "whether everybody asked has answered" },
    judgment: { leaves: "the reasons, and the authorities", choices: () => orders(bounds, follow, "1") },
    consent: {
      leaves: "the orders that are offered",
      choices: (actor) => [{ does: [set(`offer = ${offers(actor)}`)] }],
    },
    "consent/accept": {
      leaves: "the orders that are offered: any that the stake covers",
      guards: (actor) => [
        { says: "Rule 4.7: an offer of the other party is open", when: `offer == ${3 - offers(actor)}` },
      ],
      choices: () => orders(bounds, follow, "3", [set("spoke = 1")]),
    },
    "tenders/admit": { leaves: "whether there is a tender" },
    "tenders/dispute": { leaves: "whether there is a tender" },
    periods: { leaves: "how long the period is" },
    discontinue: { leaves: "that both give up an account that was defended (Rule 4.8)" },
    "discontinue/ask": { leaves: "whether the matter is about an account" },
    remit: { free: false, leaves: "nothing: it comes with the judgment on appeal" },
    rehear: {
      leaves: "the reasons of the Registrar",
      choices: () => [
        {
          does: [
            ...fall(follow),
            ...follow("appeal", "abate"),
            set("finality = 0"),
            set("level = 0"),
            set("appealed = 0"),
          ],
        },
      ],
    },
    pass: { leaves: "how long the period is" },
  }
}

/** The judgment stands after an appeal: time to appeal runs for whoever has it left, otherwise it is final. */
const stand = (follow: Follows, decided: boolean): ReadonlyArray<Effect> => [
  ...(decided ? [set("level = level + 1"), set("appealed = 0")] : []),
  set("finality = 1"),
  set("finality = 3", "level >= 2 || appealed == 3"),
  ...follow("entry", "resume", [set("suspended = 0")]),
]

const bits = { claimant: 1, respondent: 2 } as const
const bitOf = (actor: string): number => (actor === "claimant" ? bits.claimant : bits.respondent)

export const ofAppeals = (
  bounds: Bounds,
  follow: Follows,
  below: (act: string) => string,
): Readings["appeal"] => {
  const suspends = (act: string): ReadonlyArray<Effect> =>
    below(act) === "suspended"
      ? [set("finality = 2"), ...follow("entry", "suspend", [set("suspended = 1")])]
      : []
  const begins = (act: "appeal" | "leave", level: number): Reading => ({
    leaves: "the grounds, and what the party owes the Court (PD2 §7)",
    guards: (actor) => [
      { says: "Rule 6.0: the time to appeal runs", when: "finality == 1 && matter == matter_decided" },
      { says: "Rule 6.1: as of right once, then by leave", when: `level == ${level}` },
      // Bit 1 is the claimant's, bit 2 the respondent's.
      {
        says: "Rule 6.0: a party appeals once from a judgment",
        when: `appealed != 3 && appealed != ${bitOf(actor)}`,
      },
    ],
    choices: (actor) => [
      {
        does: [
          set(`appealed = appealed + ${bitOf(actor)}`),
          set(`appellant = ${bitOf(actor)}`),
          ...suspends(act),
        ],
      },
    ],
  })
  const stands = (act: string, decided = false): ReadonlyArray<Effect> =>
    below(act) === "stands" ? stand(follow, decided) : []
  const falls = below("judgment") === "decided" ? fall(follow) : []
  return {
    appeal: begins("appeal", 0),
    leave: begins("leave", 1),
    "grant leave": nothing,
    "refuse leave": { leaves: "the reasons", choices: () => [{ does: stands("refuse leave") }] },
    withdraw: {
      leaves: "the fee, and a second appellant: the model has one at a time",
      guards: (actor) => [
        { says: "Rule 6.2: the appellant withdraws", when: `appellant == ${bitOf(actor)}` },
      ],
      choices: () => [{ does: stands("withdraw") }],
    },
    estimate: { leaves: "the price" },
    pass: { leaves: "how long the time is", choices: () => [] },
    judgment: {
      leaves: "the reasons, and who bears the fee",
      choices: () => [
        { words: "the judgment below is affirmed", does: stand(follow, true) },
        ...orders(bounds, follow, "1", [...falls, set("level = level + 1"), set("appealed = 0")]).map(
          (one) => ({
            ...one,
            words: `the judgment below is set aside: ${one.words}`,
            does: [...(one.does ?? []), set("finality = 3", "level >= 2")],
          }),
        ),
        {
          words: "the matter is remitted",
          does: [
            ...falls,
            set("finality = 0"),
            set("level = 0"),
            set("appealed = 0"),
            ...follow("matter", "remit"),
          ],
        },
      ],
    },
    abate: { free: false, leaves: "nothing: it comes with the vacation of the judgment" },
  }
}

/** The effects of the passing of time on the judgment below, by the row of the appeal. */
export const passingBelow = (
  follow: Follows,
  below: string | undefined,
  to: string | undefined,
): ReadonlyArray<Effect> => (below === "stands" ? stand(follow, to === "decided") : [])
