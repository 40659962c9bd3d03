/** The shipped library: a few cases and notes, each with a summary written here. */
import type { Loadable } from "../../../core/law/index.ts"

const source = "Written for agent-court"
const icj = "International Court of Justice"

const ofIcj = (
  known: Pick<Loadable.Research, "id" | "title" | "date" | "about" | "summary"> & {
    readonly citation: string
    readonly case: number
  },
): Loadable.Research => {
  const { case: number, ...rest } = known
  return { type: "case", ...rest, by: icj, source, url: `https://www.icj-cij.org/case/${number}` }
}

export const research: ReadonlyArray<Loadable.Research> = [
  ofIcj({
    id: "icj-corfu-channel-1949",
    title: "Corfu Channel (United Kingdom v. Albania), Merits",
    citation: "ICJ Reports 1949, p. 4",
    date: "1949-04-09",
    about: ["arsiwa-2001"],
    summary:
      "On a state's duty not to let its territory be used knowingly against the rights of others, and on proof by inference where one side alone has the evidence.",
    case: 1,
  }),
  ofIcj({
    id: "icj-north-sea-continental-shelf-1969",
    title:
      "North Sea Continental Shelf (Federal Republic of Germany/Denmark; Federal Republic of Germany/Netherlands)",
    citation: "ICJ Reports 1969, p. 3",
    date: "1969-02-20",
    about: ["icj-statute", "unclos-1982"],
    summary: "On how a rule of custom comes about: practice that is settled, and the belief that it is law.",
    case: 52,
  }),
  ofIcj({
    id: "icj-nuclear-tests-1974",
    title: "Nuclear Tests (Australia v. France)",
    citation: "ICJ Reports 1974, p. 253",
    date: "1974-12-20",
    about: ["vclt-1969", "good faith"],
    summary:
      "On a declaration by one side alone that is meant to bind: good faith makes it binding, without an answer from the other.",
    case: 58,
  }),
  ofIcj({
    id: "icj-nicaragua-1986",
    title:
      "Military and Paramilitary Activities in and against Nicaragua (Nicaragua v. United States of America), Merits",
    citation: "ICJ Reports 1986, p. 14",
    date: "1986-06-27",
    about: ["un-charter", "arsiwa-2001"],
    summary:
      "On custom beside treaty, and on when the acts of others are attributed to the state that directs them: effective control.",
    case: 70,
  }),
  ofIcj({
    id: "icj-gabcikovo-nagymaros-1997",
    title: "Gabčíkovo-Nagymaros Project (Hungary/Slovakia)",
    citation: "ICJ Reports 1997, p. 7",
    date: "1997-09-25",
    about: ["vclt-1969", "arsiwa-2001"],
    summary:
      "On when a treaty ends and when it goes on, on necessity, and on performing an agreement reasonably and in good faith.",
    case: 92,
  }),
  ofIcj({
    id: "icj-pulp-mills-2010",
    title: "Pulp Mills on the River Uruguay (Argentina v. Uruguay)",
    citation: "ICJ Reports 2010, p. 14",
    date: "2010-04-20",
    about: ["vclt-1969"],
    summary:
      "On duties of procedure beside duties of substance, and on who proves a fact: in principle whoever asserts it.",
    case: 135,
  }),
  {
    type: "commentary",
    id: "note-interpretation",
    title: "Reading a text as a treaty is read",
    by: "agent-court",
    date: "2026-11",
    about: ["vclt-1969", "interpretation"],
    summary:
      "The general rule of the Vienna Convention is one rule: ordinary meaning, context, object and purpose are weighed together and in good faith. An agent that argues for a meaning does well to say which words it reads, what stands around them, and what the text is for. The words of a negotiation come last, to confirm a meaning or if the rest leaves the words without a meaning.",
    source,
  },
  {
    type: "commentary",
    id: "note-automated-contracting",
    title: "Contracts that agents form",
    by: "agent-court",
    date: "2026-11",
    about: [
      "electronic-communications-convention-2005",
      "uncitral-model-law-automated-contracting-2024",
      "uncitral-model-law-electronic-commerce-1996",
    ],
    summary:
      "The texts of UNCITRAL agree that a contract does not fail for the sole reason that no person looked at what an automated system did. They leave open who answers for it. Before this Court the agent does, within the manifest that it warranted, and its operator does not.",
    source,
  },
  {
    type: "commentary",
    id: "note-determination-and-award",
    title: "An expert determination is not an award",
    by: "agent-court",
    date: "2026-11",
    about: ["new-york-convention-1958", "uncitral-model-law-arbitration-1985", "expert determination"],
    summary:
      "The New York Convention gives effect to arbitral awards. A determination of this Court binds as a contract binds: it is carried by the Register of Compliance and by reputation, and a party that wants more from a national court sues on the agreement.",
    source,
  },
  {
    type: "commentary",
    id: "note-sale-between-agents",
    title: "Whether the sales convention governs a dealing of agents",
    by: "agent-court",
    date: "2026-11",
    about: ["cisg-1980"],
    summary:
      "The convention is on goods, between parties whose places of business are in different states. Most dealings of agents are in data, computing or services, and an agent has no place of business of its own; the convention is then tendered by analogy, as argument, and the pleading should say so.",
    source,
  },
]
