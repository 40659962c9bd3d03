/** Courts that break one theorem each, by a change of a table or of a condition that the model keeps. The checker must find every one. */
import type { Changes } from "./Build.ts"
import { namedIn, nextIn } from "./Named.ts"
import type { Reading, Readings } from "./Reading.ts"
import type { Machine, Row } from "./Tables.ts"

export interface Mutant extends Changes {
  readonly breaks: string
  readonly theorem: string
}

const changing = (
  machine: Machine,
  act: string,
  event: string,
  change: (row: Row) => Partial<Row> | null,
) => ({
  rows: (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
    rows.flatMap((row) => {
      if (row.machine !== machine || row.act !== act || row.event !== event) return [row]
      const changed = change(row)
      return changed === null ? [] : [{ ...row, ...changed }]
    }),
})

/** The reading of an act without the conditions in whose words this stands. */
const without = (reading: Reading, words: string): Reading => {
  const { guards } = reading
  return guards === undefined
    ? reading
    : { ...reading, guards: (actor) => guards(actor).filter(({ says }) => !says.includes(words)) }
}

const overlooking =
  (machine: "hold" | "entry" | "appeal", act: string, words: string, instead: string | null = null) =>
  (readings: Readings): Readings => {
    const of = readings[machine] as Readonly<Record<string, Reading>>
    const reading = without(of[act] ?? { leaves: "" }, words)
    const more =
      instead === null
        ? reading
        : {
            ...reading,
            guards: (actor: Parameters<NonNullable<Reading["guards"]>>[0]) => [
              ...(reading.guards?.(actor) ?? []),
              { says: "planted", when: instead },
            ],
          }
    return { ...readings, [machine]: { ...of, [act]: more } }
  }

export const mutants: ReadonlyArray<Mutant> = [
  {
    breaks: "never ends a hearing that no judge decides",
    theorem: "ends",
    ...changing("appeal", "pass", "lapsed", () => null),
  },
  {
    breaks: "keeps a hold for ever",
    theorem: "ends",
    ...changing("hold", "lapse", "lapsed", () => null),
  },
  {
    breaks: "gives judgment on a claim that waits for its place on the list",
    theorem: "service",
    ...changing("matter", "judgment", "decided", ({ from }) => ({ from: [...from, "queued"] })),
  },
  {
    breaks: "leaves the orders of a judgment in the Register when an appeal decides otherwise",
    theorem: "stake",
    ...changing("appeal", "judgment", "decided", () => ({ below: "unchanged" })),
  },
  {
    breaks: "orders what is claimed, whatever the stake",
    theorem: "stake",
    readings: (readings) => {
      const { judgment } = readings.matter
      const choices: Reading["choices"] = (actor) =>
        (judgment.choices?.(actor) ?? []).map(({ when: _, ...way }) => way)
      return { ...readings, matter: { ...readings.matter, judgment: { ...judgment, choices } } }
    },
  },
  {
    breaks: "signs again while an instruction that ended may have been paid",
    theorem: "conserved",
    readings: overlooking("hold", "payout", "PD2 §6I"),
  },
  {
    breaks: "leaves the −3 where the Registrar finds that the order was honoured",
    theorem: "corrected",
    ...changing("entry", "decide", "decided", () => ({ credit: "none" })),
  },
  {
    breaks: "leaves the −3 where the judgment falls",
    theorem: "corrected",
    ...changing("entry", "supersede", "superseded", () => ({ credit: "none" })),
  },
  {
    breaks: "lets the loser dispute as often as it likes, and pays nothing meanwhile",
    theorem: "unblocked",
    readings: (readings) =>
      overlooking(
        "entry",
        "dispute",
        "PD11 §5",
      )(overlooking("hold", "payout", "does not dispute", "entry != entry_disputed")(readings)),
  },
  {
    breaks: "suspends the judgment for as long as the loser's appeal is undecided, for ever",
    theorem: "unblocked",
    ...changing("appeal", "pass", "lapsed", () => null),
  },
  {
    breaks: "names nobody while a matter is before the bench",
    theorem: "next",
    named: () => namedIn({ ...nextIn, matter: new Map([...nextIn.matter, ["reserved", []]]) }),
  },
  {
    breaks: "names the attestation of an order that is already attested",
    theorem: "next",
    named: () =>
      namedIn({
        ...nextIn,
        entry: new Map([...nextIn.entry, ["attested", [...(nextIn.entry.get("attested") ?? []), "attest"]]]),
      }),
  },
  {
    breaks: "does not name the reply to a defence",
    theorem: "next",
    named: () =>
      namedIn({
        ...nextIn,
        matter: new Map([
          ...nextIn.matter,
          ["defended", (nextIn.matter.get("defended") ?? []).filter((act) => act !== "reply")],
        ]),
      }),
  },
]
