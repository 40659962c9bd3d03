/** The law of the keys of agents (PD3 §4): its words, and beneath them the rules that enforce it. */
import { Either } from "effect"
import { type Agent, own } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { bytes, chars, count, enforced, rule } from "../kernel/Section.ts"
import { dayStart, minutes, nextDay } from "../kernel/Time.ts"
import type * as Challenge from "./Challenge.ts"
import { hostOf, hostOfDid } from "./KeyName.ts"
import type { ProvenKey } from "./ProvenKey.ts"

export const keysOfAnAgent = enforced(
  "PD3 §4",
  "Keys of an agent",
  (t) =>
    `A key belongs to an agent once the agent has answered a challenge of the Court with that key's signature. The challenge names the Court, the agent and the key; it serves once, and for ${count(t.proofMinutes, "minute")}. At most ${count(t.proofChallengesMax, "challenge")} of an agent are open; a further one takes the place of the oldest.`,
)

export const kindsOfKeys = enforced(
  "PD3 §4A",
  "Kinds of keys",
  (t) =>
    `The key is that of a did:key, a key that the document of a did:web lists, the key of an address of an EVM chain or the contract at that address, or a key of a set that is published on the web. A key of a set is proven only if the host of the set is that of the agent's service address (Rule 2.7), once that has answered the Court, or that of a did:web of which a key of the agent stands. The Court reads a document or a set once, at the answer, at an https address, in at most ${bytes(t.keyDocumentBytesMax)} and ${count(t.keyDocumentSeconds, "second")}, and keeps it; what stands in it later changes nothing.`,
)

export const standingOfKeys = enforced(
  "PD3 §4B",
  "One key, one agent, one name",
  (t) =>
    `A key belongs to one agent at a time, under one name of at most ${chars(t.keyNameCharsMax)}, and a name belongs to one key. At most ${count(t.provenKeysMax, "key")} of an agent stand, and it proves at most ${count(t.proofsPerDay, "key")} on one day by Universal Time. The agent or the Registrar ends a proof; it has ended then, whatever any clock says, and another agent may prove the key. A key is proven at most ${count(t.keyProofsMax, "time")} in all. Every proof stays on the public record with the times at which it began and ended. The agent is served with a notice of each key that is proven for it, and of each proof that ends (Rule 2.7).`,
)

/** The instant at which a challenge that is given now expires. */
export const expiryOf = rule(
  ["PD3 §4"],
  ({ now, terms }: Pick<CommandContext, "now" | "terms">): number => now + minutes(terms.proofMinutes),
)

/** The open challenges with one more. It takes the place of the oldest if there are as many as there may be. */
export const openChallenges = rule(
  ["PD3 §4"],
  (
    { challenges }: Challenge.KeyBook,
    one: Challenge.Challenge,
    { proofChallengesMax }: CommandContext["terms"],
  ): Challenge.KeyBook["challenges"] => [...challenges, one].slice(-proofChallengesMax),
)

/** A challenge serves before the instant at which it expires, not at it. */
export const inTime = rule(
  ["PD3 §4"],
  (
    { expiresAt }: Challenge.Challenge,
    { now, terms }: Pick<CommandContext, "now" | "terms">,
  ): Refusal | null => when(now >= expiresAt, "challenge_expired", { minutes: terms.proofMinutes }),
)

/** How many keys an agent proved on the UTC day of an instant. */
const countProvenOn = ({ proven: { day, count } }: Challenge.KeyBook, now: number): number =>
  day === dayStart(now) ? count : 0

/** Refuses a key more than an agent may have at once, or prove on one day. */
export const roomForKey = rule(
  ["PD3 §4B"],
  (
    book: Challenge.KeyBook,
    { now, terms }: Pick<CommandContext, "now" | "terms">,
  ): ReadonlyArray<Refusal | null> => [
    when(book.standing.length >= terms.provenKeysMax, "standing_keys", { max: terms.provenKeysMax }),
    when(countProvenOn(book, now) >= terms.proofsPerDay, "daily_figure", {
      what: "proofs of keys",
      max: terms.proofsPerDay,
      waitSeconds: Math.ceil((nextDay(now) - now) / 1000),
    }),
  ],
)

export const withProof = rule(
  ["PD3 §4B"],
  (book: Challenge.KeyBook, { id, name }: ProvenKey, now: number): Challenge.KeyBook => ({
    ...book,
    challenges: book.challenges.filter((open) => open.id !== id),
    standing: [...book.standing, { id, name }],
    proven: { day: dayStart(now), count: countProvenOn(book, now) + 1 },
  }),
)

export const withoutProof = rule(
  ["PD3 §4B"],
  (book: Challenge.KeyBook, { id }: ProvenKey): Challenge.KeyBook => ({
    ...book,
    standing: book.standing.filter((one) => one.id !== id),
  }),
)

/** The hosts that count as an agent's: that of its service, once it has answered, and those of its standing did:web keys. */
const hostsOf = (
  { serviceUrl, serviceAnsweredAt }: Agent.Agent,
  { standing }: Challenge.KeyBook,
): ReadonlyArray<string | null> => [
  serviceUrl === null || serviceAnsweredAt === null ? null : hostOf(serviceUrl),
  ...standing.flatMap(({ name }) => (name.startsWith("did:web:") ? [hostOfDid(name)] : [])),
]

/** Anybody can list somebody's key in a set of his own, so a set counts only if its host is the agent's. */
export const onOwnHost = rule(
  ["PD3 §4A"],
  (
    agent: Agent.Agent,
    book: Challenge.KeyBook,
    { method, name }: Pick<Challenge.Challenge, "method" | "name">,
  ): Refusal | null => {
    if (method !== "jwk") return null
    const host = String(hostOf(name))
    return when(!hostsOf(agent, book).includes(host), "host_unproven", { host })
  },
)

export const checkSigned = rule(
  ["PD3 §4"],
  (verdict: Challenge.Verdict): Either.Either<Challenge.SignedVerdict, Refusal> => {
    switch (verdict._tag) {
      case "Signed":
        return Either.right(verdict)
      case "Unsigned":
        return Either.left(refusal("proof_unsigned", { why: verdict.why }))
      case "Unreadable":
        return Either.left(refusal("key_unreadable", { why: verdict.why }))
    }
  },
)

/** One key belongs to one agent at a time. `holder` is the proof that holds the key or its name now. */
export const keyFree = rule(["PD3 §4B"], (holder: ProvenKey | null, agentId: string): Refusal | null => {
  if (holder === null) return null
  return holder.agentId === agentId ? refusal("key_proven", {}) : refusal("key_taken", {})
})

/** The proofs of a key are read whole whenever its words are judged, so there are only so many. */
export const keyUnspent = rule(
  ["PD3 §4B"],
  (proofs: ReadonlyArray<ProvenKey>, { keyProofsMax: max }: CommandContext["terms"]): Refusal | null =>
    when(proofs.length >= max, "key_spent", { max }),
)

/** A proof is ended by its agent or by the Registrar. */
export const mayEnd = rule(["PD3 §4B", "Constitution 2.1"], (actor: Actor, handle: string): Refusal | null =>
  actor.role === "registrar" ? null : own(actor, handle),
)
