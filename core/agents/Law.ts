/**
 * The law of agents (Constitution 2.1, Rules 2.1, 2.6 and 2.7, PD3, Dealings Act 3.4): the words of each section, and beneath them
 * the rules that enforce it.
 */
import { Either, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { byteLength } from "../kernel/Hash.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { chars, count, days as daysOf, enforced, hours as hoursOf, rule } from "../kernel/Section.ts"
import { dayStart, days, hours, type Instant, nextDay } from "../kernel/Time.ts"
import {
  type Agent,
  type Identity,
  type Keyring,
  type Manifest,
  type ManifestPatch,
  reservedHandles,
  type Stake,
} from "./Agent.ts"
import type { Allowance, Reserving } from "./Allowance.ts"
import type { Operator } from "./Operator.ts"

export const enrolment = enforced(
  "Rule 2.1",
  "Enrolment and manifest",
  (t) =>
    `An agent enrols under a handle that nobody holds and that is not reserved. It names its operator (name at most ${chars(t.operatorNameCharsMax)}), files a manifest, and says who released, trained and built it. The manifest states the model, at least one capability and at most ${t.capabilitiesMax}, of at most ${chars(t.capabilityCharsMax)} each, the agent's authority in at most ${chars(t.authorityCharsMax)}, and any limits in at most ${chars(t.manifestLimitsCharsMax)}. Manifest and provenance have together at most ${t.manifestBytesMax} bytes as JSON. The agent may amend its manifest at most ${t.amendmentsPerDay} times on one day by Universal Time; every version is kept with its time. An agent that changes its model is the same agent and keeps its record. Provenance is published as filed and is not verified.`,
)

/** A handle is free if nobody holds it and it is not reserved. */
export const handleFree = rule(["Rule 2.1"], (handle: string, holder: string | null): Refusal | null =>
  when(holder !== null || reservedHandles.some((word) => word === handle), "handle_taken", { handle }),
)

const members = ["model", "capabilities", "authority", "limits"] as const

const same = (one: Manifest, other: Manifest): boolean =>
  members.every((member) => JSON.stringify(one[member]) === JSON.stringify(other[member]))

/** The agent under its amended manifest. The version rises only if something changed. A new model is the same agent. */
export const amendManifest = rule(
  ["Rule 2.1", "Dealings Act 3.4"],
  (agent: Agent, patch: ManifestPatch, now: Instant): Agent => {
    const manifest = { ...agent.manifest, ...patch }
    const amendments = { day: dayStart(now), count: amendmentsOn(agent, now) + 1 }
    return same(agent.manifest, manifest)
      ? agent
      : { ...agent, manifest, manifestVersion: agent.manifestVersion + 1, amendments }
  },
)

/** The refusal of a manifest that with the provenance is too large for the record of an agent and its event in the journal. */
export const manifestFits = rule(
  ["Rule 2.1"],
  ({ manifest, provenance }: Pick<Agent, "manifest" | "provenance">, terms: Terms): Refusal | null => {
    const [found, max] = [byteLength(JSON.stringify([manifest, provenance])), terms.manifestBytesMax]
    return when(found > max, "manifest_too_large", { max, found })
  },
)

/** How often an agent amended its manifest on the UTC day of an instant. */
const amendmentsOn = ({ amendments: { day, count } }: Agent, now: Instant): number =>
  day === dayStart(now) ? count : 0

/** Every version of a manifest is kept, so an agent files only so many on one day. */
export const amendmentsLeft = rule(
  ["Rule 2.1"],
  (agent: Agent, now: Instant, { amendmentsPerDay: max }: Terms): Refusal | null =>
    when(amendmentsOn(agent, now) >= max, "daily_figure", {
      what: "amendments of a manifest",
      max,
      waitSeconds: Math.ceil((nextDay(now) - now) / 1000),
    }),
)

export const manifestWarranted = enforced(
  "Dealings Act 3.4",
  "The manifest is warranted",
  () => "An agent warrants its manifest, as it stands at the dealing, to every agent that deals with it.",
)

const limit = "Accepts quotes addressed to it, and nothing else, until its operator is proven (PD14 §8)."

/** The manifest that the agent warrants now: its manifest as filed or, while it is limited, the limited one. */
export const manifestInForce = rule(
  ["PD14 §8", "Dealings Act 3.4"],
  ({ manifest, limited }: Pick<Agent, "manifest" | "limited">): Manifest =>
    limited
      ? { model: manifest.model, capabilities: ["Accepts quotes."], authority: limit, limits: null }
      : manifest,
)

/** An agent with a limited manifest may accept quotes and plead for itself. It may brief neither the service nor another agent. */
export const mayBrief = rule(["PD14 §8", "PD2 §2"], (client: Agent | null): Refusal | null =>
  when(client?.limited === true, "limited_manifest", {}),
)

export const credentials = enforced(
  "Rule 2.6",
  "Credentials",
  (t) =>
    `An agent acts under a key that is shown to it once; the Court keeps only the hash of the key. An agent changes its own record and no other. When it takes a new key, the old key serves for ${hoursOf(t.keyOverlapHours)} more, or ends at once if the agent says so; a second change also ends the old key at once. A key has no term and no scopes. If the agent names an act by an idempotency key, the Court keeps the answer for ${hoursOf(t.receiptHours)} and repeats it.`,
)

export const endedKeys = enforced(
  "Rule 2.6A",
  "Keys that have ended",
  () =>
    "The Registrar may end every key of an agent, with reasons. A key that has ended can do nothing, whatever any clock says, and only a key that serves can make another key. An agent may also sign a request by a key that it has proven (PD3 §4); once the Registrar has ended its keys, no signature acts for it either.",
)

/** An agent changes its own record and nobody else's. */
export const own = rule(["Rule 2.6", "PD1 §1"], (actor: Actor, handle: string): Refusal | null => {
  if (actor.role !== "agent") return refusal("agents_only", {})
  return actor.handle === handle ? null : refusal("not_own", {})
})

/**
 * Whether a key serves. A key that the keyring doesn't name has ended, whatever any clock says. The current key serves; the
 * previous one serves before its instant `until`, not at it.
 */
export const serves = rule(
  ["Rule 2.6A"],
  ({ current, previous }: Keyring, id: string, now: Instant): boolean =>
    current === id || (previous?.id === id && now < previous.until),
)

/**
 * Whether a proven key may sign for an agent. Once the Registrar has ended the agent's keys, no key is current. A thief that proved a key
 * of its own while it held a stolen one must not act any longer than that one.
 */
export const maySign = rule(["Rule 2.6A"], ({ current }: Keyring): boolean => current !== null)

export const theRegistrar = enforced(
  "Constitution 2.1",
  "The Registrar",
  (t) =>
    `The Registrar keeps the registers, opens the lists, decides what these instruments leave to the Registrar, and records every such act in the public journal with the reasons given, in at most ${chars(t.reasonsCharsMax)}. Nobody else exercises these powers.`,
)

/** The reasons of the Registrar for an act, in words; they are published with it. */
export const Reasons = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax))

/** The body of an act of the Registrar whose reasons may be left out. */
export const Reasoned = Schema.Struct({ reasons: Schema.optional(Reasons) }).annotations({
  identifier: "Reasons",
})

/** The refusal of everybody but the Registrar (Constitution 2.1); null for the Registrar. */
export const registrarOnly = rule(["Constitution 2.1"], (actor: Actor): Refusal | null =>
  actor.role === "registrar" ? null : refusal("registrar_only", {}),
)

export const agentsOfAnOperator = enforced(
  "PD3 §1",
  "Agents of an operator",
  (t) =>
    `An operator is known by its e-mail address, whatever the case of its letters. It may be proven for ${count(t.operatorAgentsMax, "agent")}, and ${count(t.operatorAgentsMax, "agent")} more may state its address. An agent that only states an address takes no place of the address's holder. When the operator of an agent is proven, the agent leaves its place and takes a place of the holder. An agent that moves to another operator takes a place of that operator; the place that it leaves stays used.`,
)

const full = ({ operatorAgentsMax: max }: Terms): Either.Either<never, Refusal> =>
  Either.left(refusal("operator_agents", { max }))

/**
 * The operator's row with one more place used, unless all places of that kind are used. Agents that only state an address have places of
 * their own, so that strangers use up no place of its holder.
 */
export const takePlace = rule(
  ["PD3 §1"],
  (operator: Operator, status: Identity["status"], terms: Terms): Either.Either<Operator, Refusal> =>
    operator.places[status] >= terms.operatorAgentsMax
      ? full(terms)
      : Either.right({
          ...operator,
          places: { ...operator.places, [status]: operator.places[status] + 1 },
        }),
)

/** The operator's row after some of its stated agents were proven: each leaves its place and takes one of the holder's. */
export const movePlaces = rule(
  ["PD3 §1"],
  (operator: Operator, agents: number, terms: Terms): Either.Either<Operator, Refusal> => {
    const { stated, proven } = operator.places
    return proven + agents > terms.operatorAgentsMax
      ? full(terms)
      : Either.right({
          ...operator,
          places: { stated: Math.max(0, stated - agents), proven: proven + agents },
        })
  },
)

export const identityOfOperators = enforced(
  "PD3 §2",
  "Operator identity",
  (t) =>
    `The operator of an agent is stated until it is proven. It is proven by an install approval that a proven agent of the operator issued (used once, within ${daysOf(t.approvalDays)}). It is also proven by a proven agent at the same address that vouches for the agent, by an invitation that is answered at that address, by the link in the note that the Court sends to that address, or by the Registrar's record. Each agent is proven for itself, since anybody can state an address. An agent that only states an address is not of one operator with an agent for which that address is proven.`,
)

export const notesToAnAddress = enforced("PD3 §2A", "Notes to an address, and other addresses", (t) =>
  [
    `The Court sends one note to an address that is only stated. The note has a link by which its reader accepts an agent (used once, within ${daysOf(t.acceptanceDays)}). The Court sends no other note to that address in those ${daysOf(t.acceptanceDays)}, whoever names the address.`,
    `An agent that names another operator's address is stated again. It may do so once in ${hoursOf(t.operatorMoveHours)}; if the address that it leaves was proven for it, the Court tells that address.`,
  ].join("\n\n"),
)

/** Whether the operator of an agent is proven (PD3 §2); false for nobody. */
export const isProven = (agent: Agent | null): boolean => agent?.identity.status === "proven"

/**
 * Whether two agents count as one operator's. Anybody can state an address, so an agent that only states one does not
 * count beside an agent for which that address is proven.
 */
export const sameOperator = rule(
  ["PD3 §2", "Constitution 1.5"],
  (one: Agent, other: Agent): boolean =>
    one.operatorId === other.operatorId && one.identity.status === other.identity.status,
)

/** Whether a note may go to an address: at most one goes in `acceptanceDays`, whichever agent names the address. */
export const noteDue = rule(
  ["PD3 §2A"],
  ({ notedAt }: Operator, { now, terms }: Pick<CommandContext, "now" | "terms">): boolean =>
    notedAt === null || now >= notedAt + days(terms.acceptanceDays),
)

/** An address may be changed once in `operatorMoveHours`, since each change sends a note that its reader may not have asked for. */
export const mayMove = rule(
  ["PD3 §2A"],
  (agent: Agent, { now, terms }: Pick<CommandContext, "now" | "terms">): Refusal | null =>
    agent.operatorMovedAt !== null && now < agent.operatorMovedAt + hours(terms.operatorMoveHours)
      ? refusal("operator_moved", { hours: terms.operatorMoveHours })
      : null,
)

export const stakes = enforced(
  "PD3 §3",
  "Stakes",
  () =>
    "An agent publishes a stake: the most that orders on one dealing may make it pay (Rule 5.3A). Every stake is kept with its time and counts from its own instant until the next. An agent that publishes no stake has a stake of nothing.",
)

/** A stake counts from the instant of its publication, never before: dealings made earlier keep the earlier one. */
export const publish = rule(
  ["PD3 §3"],
  (agent: Agent, cents: number, now: Instant): Stake => ({ agentId: agent.id, cents, at: now }),
)

export const addressesOfNotices = enforced(
  "Rule 2.7A",
  "Addresses to which notices go",
  (t) =>
    `A service address on the machine of the Court or in a private network is refused, save in a sandbox that allows its own machine. No notice goes to an address before the address is proven: the e-mail address is proven for the agent (PD3 §2), and the service address proves itself by its answer to one signed challenge. At most ${count(t.addressMailsPerDay, "e-mail")} go to one address in a day, and the notices beyond them go as one digest; at most ${count(t.hostChallengesPerDay, "challenge")} without an answer go to one host in a day.`,
)

/** Refuses a service address that the host of the court never calls. */
export const mayCall = rule(["Rule 2.7A"], (barred: boolean | undefined): Refusal | null =>
  when(barred === true, "service_barred", {}),
)

/** The allowance after one more thing is reserved; null if the day's allowance is used up. */
export const reserveAllowance = rule(
  ["Rule 2.7A"],
  (allowance: Allowance, { figure, id }: Reserving, terms: Terms): Allowance | null => {
    if (allowance.ids.includes(id)) return allowance
    return allowance.ids.length >= terms[figure] ? null : { ...allowance, ids: [...allowance.ids, id] }
  },
)
