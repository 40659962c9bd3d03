/** The model of the five machines together: made from the tables of moves, the readings of their acts, and the theorems. */
import { type Actor, all, any, type Formula, isIn, type Model, type Step, set } from "./Language.ts"
import { type Bounds, byColumns, type Follows, following } from "./Links.ts"
import type { Choice, Reading, Readings } from "./Reading.ts"
import { ofAppeals, ofMatters, ofQuotes, passingBelow } from "./Readings.ts"
import { ofEntries, ofHolds } from "./ReadingsOfMoney.ts"
import { ends, type Machine, machines, type Row, rows, statusesOf } from "./Tables.ts"

/** The changes of a planted mutant: the rows of the tables, or the conditions and ways that the model keeps. */
export interface Changes {
  readonly rows?: (rows: ReadonlyArray<Row>) => ReadonlyArray<Row>
  readonly readings?: (readings: Readings) => Readings
  /** The statuses whose `next` is right, by machine. */
  readonly named?: (named: Named) => Named
}

/** The statuses of each machine that are not ends and whose `next` names every live act and no dead one. */
export type Named = Readonly<Record<Machine, ReadonlyArray<string>>>

/** The people of the model behind the parts of the tables. The claimant supplied and is paid; the respondent bought and pays. */
const people: Readonly<Record<Machine, Readonly<Record<string, ReadonlyArray<Actor>>>>> = {
  quote: {
    supplier: ["claimant"],
    buyer: ["respondent"],
    lodger: ["claimant"],
    court: ["others"],
    clock: ["clock"],
  },
  matter: {
    claimant: ["claimant"],
    respondent: ["respondent"],
    "either party": ["claimant", "respondent"],
    "other party": ["claimant", "respondent"],
    "party asked": ["claimant", "respondent"],
    judge: ["office"],
    registrar: ["office"],
    "court above": ["office"],
    clock: ["clock"],
  },
  hold: {
    payer: ["respondent"],
    payee: ["claimant"],
    confirmer: ["claimant", "respondent"],
    registrar: ["office"],
    court: ["others"],
    clock: ["clock"],
  },
  entry: {
    bound: ["respondent"],
    favoured: ["claimant"],
    registrar: ["office"],
    court: ["chain"],
    clock: ["clock"],
  },
  appeal: {
    party: ["claimant", "respondent"],
    appellant: ["claimant", "respondent"],
    registrar: ["office"],
    judge: ["office"],
    estimator: ["office"],
    clock: ["clock"],
  },
}

const actorsOf = ({ machine, who }: Row): ReadonlyArray<Actor> => [
  ...new Set(who.flatMap((part) => people[machine][part] ?? [])),
]

/** The acts of the winner in the strategy of the last theorem, in which the offices do nothing. */
const strategy = new Set(["hold payout", "hold paid-out"])

const modeOf = (actor: Actor, name: string): ReadonlyArray<string> => {
  // No other record reads a quote once the claim is filed.
  if (name.startsWith("quote"))
    return [actor === "clock" ? "matter == matter_none || mode == 1" : "matter == matter_none && mode == 0"]
  if (actor === "clock") return []
  if (actor === "respondent" || actor === "chain") return ["mode != 1"]
  return actor === "claimant" && strategy.has(name) ? ["mode != 1"] : ["mode == 0"]
}

const who: Readonly<Record<Actor, string>> = {
  claimant: "the claimant",
  respondent: "the respondent",
  office: "an office of the court",
  others: "another record",
  chain: "the chain",
  clock: "time",
  scene: "",
}

const told = (actor: Actor, row: Row, to: string | undefined, more: string | undefined): string => {
  const does = actor === "clock" ? "time passes" : `${who[actor]} does "${row.act}"`
  const moved = to === undefined ? `the ${row.machine} stays as it is` : `the ${row.machine} is ${to}`
  return `${does} (${row.sections.join(", ")}): ${more === undefined ? "" : `${more}, and `}${moved}`
}

/** The ways of a passing that follow from its row: a dispute leads back to where it began, and an appeal leaves the judgment below. */
const passings = (row: Row, follow: Follows): ReadonlyArray<Choice> => {
  if (row.machine === "appeal") return [{ does: passingBelow(follow, row.below, row.to[0]) }]
  if (row.machine !== "entry") return [{}]
  if (row.to.length === 1) return [{ does: row.to[0] === "satisfied" ? [set("silent = 1")] : [] }]
  // The time fixed of an open entry may have passed during the dispute.
  return [
    ...row.to.map((to): Choice => ({ to, when: `began == entry_${to}` })),
    { to: "notified", when: "began == entry_open" },
  ]
}

const waysOf = (row: Row, { choices }: Reading, actor: Actor, follow: Follows): ReadonlyArray<Choice> => {
  const own = row.act === "pass" ? passings(row, follow) : (choices?.(actor) ?? [{}])
  const single = row.to.length <= 1
  return own.flatMap((way) => (single || way.to !== undefined ? [way] : row.to.map((to) => ({ ...way, to }))))
}

const stepsOf = (row: Row, reading: Reading, follow: Follows): ReadonlyArray<Step> =>
  reading.free === false
    ? []
    : actorsOf(row).flatMap((actor) =>
        waysOf(row, reading, actor, follow).map((way): Step => {
          const to = way.to ?? row.to[0]
          const written = way.stays === true ? undefined : to
          return {
            actor,
            machine: row.machine,
            act: row.act,
            words: told(actor, row, written, way.words),
            when: [
              // A new appeal is a new record: the model keeps the last.
              isIn(
                row.machine,
                row.machine === "appeal" && row.from.includes("none") ? ["none", ...ends.appeal] : row.from,
              ),
              ...modeOf(actor, `${row.machine} ${row.act}`),
              ...(reading.guards?.(actor) ?? []).map(({ when }) => when),
              ...(way.when === undefined ? [] : [way.when]),
            ],
            does: [
              ...(way.does ?? []),
              ...byColumns(row, written),
              ...(written === undefined ? [] : [set(`${row.machine} = ${row.machine}_${written}`)]),
            ],
          }
        }),
      )

/** A variable that a record no longer needs in its status is forgotten, so that states that differ in nothing else are one. */
const forgotten: Readonly<
  Record<string, ReadonlyArray<readonly [when: string, variables: ReadonlyArray<string>]>>
> = {
  matter: [[isIn("matter", ends.matter), ["rounds", "offer"]]],
  entry: [
    ["entry != entry_disputed", ["began", "disputer"]],
    ["entry != entry_disputed && entry != entry_attested", ["timely"]],
    // An entry is satisfied by silence alone only while it is satisfied, or disputed since.
    ["entry != entry_disputed && entry != entry_satisfied", ["silent"]],
  ],
  appeal: [[isIn("appeal", ends.appeal), ["appellant"]]],
}

const tidied = (step: Step): Step => ({
  ...step,
  does: [
    ...step.does,
    ...Object.entries(forgotten).flatMap(([machine, rules]) =>
      step.does.some(({ set: text }) => text.startsWith(`${machine} = `))
        ? rules.flatMap(([when, names]) => names.map((name) => set(`${name} = 0`, when)))
        : [],
    ),
  ],
})

/** The steps that no row of the five tables has: a claim is filed, a chain pays, the time to appeal passes, a theorem asks its question. */
const besides = (bounds: Bounds): ReadonlyArray<Step> => {
  const file = (to: string): Step => ({
    actor: "claimant",
    machine: "matter",
    act: "file",
    words: `the claimant files its claim (PD1 §1): the matter is ${to}`,
    when: ["matter == matter_none", "mode == 0", isIn("quote", bounds.filedFrom)],
    does: [...(to === "served" ? [set("served = 1")] : []), set(`matter = matter_${to}`)],
  })
  return [
    file("served"),
    file("queued"),
    {
      actor: "chain",
      machine: "hold",
      act: "pays",
      words: "the escrow pays as it is instructed (PD2 §6E)",
      when: ["hold == hold_instructed", "mode != 1", "unreported == 0", "ip + ir > 0", "ip + ir <= rest"],
      does: [
        set("payee = payee + ip"),
        set("payer = payer + ir"),
        set("rest = rest - (ip + ir)"),
        set("unreported = 1"),
      ],
    },
    {
      actor: "clock",
      machine: null,
      act: "final",
      words: "the time to appeal passes (Rule 6.0): the judgment is final",
      when: ["finality == 1"],
      does: [set("finality = 3")],
    },
    {
      actor: "scene",
      machine: null,
      act: "still",
      words: "nobody does anything more, and only time passes",
      when: ["mode == 0", "quote != quote_none"],
      does: [set("mode = 1")],
    },
    {
      actor: "scene",
      machine: null,
      act: "strategy",
      words:
        "the winner asks for its money from now on, the offices do nothing, and the loser does what it likes",
      when: [
        "mode == 0",
        "hold == hold_confirmed && rest > 0 && unreported == 0",
        "matter == matter_decided && finality > 0 && owed > 0 && met == 0",
        "entry != entry_disputed || disputer != 2",
      ],
      does: [set("mode = 2")],
    },
  ]
}

/** The theorems, as the model has them. */
const formulasOf = (named: Named): ReadonlyArray<Formula> => [
  {
    name: "ends",
    kind: "eventually",
    given: "mode == 1",
    text: all(
      // A matter that waits for an office may be ended by the parties (the next conjunct of `passed over`).
      isIn("matter", ["none", ...ends.matter, "queued", "reserved"]),
      any(isIn("hold", ["none", ...ends.hold]), isIn("matter", ["queued", "reserved"]), "unreported == 1"),
      isIn("entry", ["none", ...ends.entry]),
      isIn("appeal", ["none", ...ends.appeal]),
      isIn("quote", ["none", "accepted", ...ends.quote]),
    ),
  },
  {
    name: "service",
    kind: "always",
    text: any("order == 0", "served == 1", "spoke == 1"),
  },
  { name: "stake", kind: "always", text: "standing <= STAKE" },
  {
    name: "conserved",
    kind: "always",
    text: all(
      any("hold == hold_none", "rest + payee + payer == HELD"),
      any("hold != hold_instructed", "unreported == 1", "ip + ir <= rest"),
      "book + unreported * (ip + ir) == payee + payer",
      any("hold != hold_paid_out", "book == HELD"),
    ),
  },
  { name: "corrected", kind: "always", text: "debit == owes" },
  {
    name: "unblocked",
    kind: "eventually",
    given: "mode == 2",
    text: any("owed == 0", all("rest == 0", "unreported == 0")),
  },
  {
    name: "next",
    kind: "always",
    text: all(...machines.map((machine) => isIn(machine, ["none", ...ends[machine], ...named[machine]]))),
  },
]

export const readingsOf = (bounds: Bounds, among: ReadonlyArray<Row>): Readings => {
  const follow = following(among)
  const below = (act: string): string =>
    among.find((row) => row.machine === "appeal" && row.act === act)?.below ?? "unchanged"
  return {
    quote: ofQuotes,
    matter: ofMatters(bounds, follow),
    hold: ofHolds(follow),
    entry: ofEntries(follow),
    appeal: ofAppeals(bounds, follow, below),
  }
}

const zero = [
  "mode",
  ...["served", "spoke", "rounds", "offer"],
  ...["order", "standing", "owed", "met", "finality", "level", "appealed", "appellant"],
  ...["running", "suspended", "began", "disputer", "once", "silent", "timely", "debit", "credit", "owes"],
  ...["rest", "payee", "payer", "ip", "ir", "unreported", "current", "book"],
]

export const modelOf = (bounds: Bounds, named: Named, changes: Changes = {}): Model => {
  const among = changes.rows?.(rows) ?? rows
  const readings = (changes.readings ?? ((same) => same))(readingsOf(bounds, among))
  const follow = following(among)
  const readingOf = ({ machine, act }: Row): Reading =>
    (readings[machine] as Readonly<Record<string, Reading>>)[act] ?? { leaves: "" }
  // The statuses are those of the tables that run, so that a row that a mutant takes away takes no name with it.
  const statuses = machines.flatMap((machine) =>
    statusesOf(machine).map((status, n) => [`${machine}_${status}`, n] as const),
  )
  return {
    constants: new Map([
      ...statuses,
      ["CLAIM", bounds.claim],
      ["STAKE", bounds.stake],
      ["HELD", bounds.held],
      ["ROUNDS", bounds.rounds],
    ]),
    variables: new Map([...machines, ...zero].map((name) => [name, 0])),
    steps: [...besides(bounds), ...among.flatMap((row) => stepsOf(row, readingOf(row), follow))].map(tidied),
    formulas: formulasOf((changes.named ?? ((same) => same))(named)),
  }
}
