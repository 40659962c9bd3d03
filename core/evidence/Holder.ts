/** Whose a key was when something was signed with it: proofs of the key, addresses of holds, the rail of a quote, and the hosts of the parties' services. */

import { count, enforced, rule } from "../kernel/Section.ts"
import { format, formatNullable, type Instant } from "../kernel/Time.ts"
import type { ProvenKey } from "../proofs/index.ts"

/** A reason for which a key is an agent's, and the time for which it is. */
interface Tenure {
  readonly handle: string
  readonly enrolledAt: Instant
  readonly from: Instant
  /** When the agent named another address, or another place; null while it stands. A signature from before still counts. */
  readonly until: Instant | null
  /**
   * When the agent gave the key up: by the end of the proof, or of all keys of the agent. Null while it stands. It may have lost the key,
   * so that what was signed before counts only if it is shown to be older.
   */
  readonly endedAt: Instant | null
  /** The hash of the document that named the key; null if no document named it. */
  readonly document: string | null
  /** The reason why the key is the agent's, as the end of a sentence: `proved the key`. */
  readonly how: string
  /** Where two agents may show the key at one time; null if one alone can. */
  readonly shared: "hold" | "host" | null
}

/** A host whose root an agent alone answers for, and since when. */
export interface Root {
  readonly host: string
  readonly from: Instant
  readonly until: Instant | null
  readonly endedAt: Instant | null
  readonly how: string
}

/** An agent before the Court, as far as its keys go. */
export interface Known {
  readonly handle: string
  readonly enrolledAt: Instant
  readonly roots: ReadonlyArray<Root>
}

/** A proof of a key, when its agent was enrolled, and when the Registrar ended all keys of the agent. */
export interface Proof {
  readonly proof: Pick<ProvenKey.ProvenKey, "handle" | "provenAt" | "endedAt" | "document">
  readonly enrolledAt: Instant
  readonly keysEndedAt: Instant | null
}

/** A party that proved the address of a key in a confirmed hold, and since when. */
export interface Held {
  readonly handle: string
  readonly enrolledAt: Instant
  readonly keysEndedAt: Instant | null
  readonly since: Instant
}

export interface Keyring {
  /** The proofs of each key, by its fingerprint, the earliest first. */
  readonly proofs: ReadonlyMap<string, ReadonlyArray<Proof>>
  /**
   * Which parties proved the address of each key in confirmed holds, by its fingerprint, in the order of their holds. Holds are private:
   * what others proved in theirs is neither told nor counted.
   */
  readonly held: ReadonlyMap<string, ReadonlyArray<Held>>
  /** The addresses at which the supplier of the quote was and is paid, the earliest first; null if the matter rests on no quote. */
  readonly rails: {
    readonly supplier: Pick<Known, "handle" | "enrolledAt">
    readonly stated: ReadonlyArray<{
      readonly network: string
      readonly address: string
      readonly at: Instant
    }>
  } | null
  readonly parties: ReadonlyArray<Known>
}

interface Signing {
  readonly fingerprint: string
  /** The host that publishes the key; null if no host publishes it. */
  readonly host: string | null
  /** When it signed, as the artifact says. Whoever has the key can write any time. */
  readonly at: Instant
  /** Since when the Court's own records show that the artifact exists. */
  readonly shownAt: Instant
}

/** The earlier of two ends; null if neither end is known. */
const firstEnd = (one: Instant | null, other: Instant | null): Instant | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

const tenureByProof = ({ proof, enrolledAt, keysEndedAt }: Proof): Tenure => ({
  handle: proof.handle,
  enrolledAt,
  from: proof.provenAt,
  until: null,
  endedAt: firstEnd(proof.endedAt, keysEndedAt),
  document: proof.document?.sha256 ?? null,
  how: "proved the key",
  shared: null,
})

/**
 * When an agent ended its own proof of a key that it had shown otherwise since `from`. The agent can't end a key that it shows in a hold or
 * names as its rail, so it gives up the address by ending the proof. Whoever has stolen a key must not speak for the agent by what the
 * agent showed earlier.
 */
const giveUpTime = (
  { proofs }: Keyring,
  fingerprint: string,
  handle: string,
  from: Instant,
): Instant | null =>
  (proofs.get(fingerprint) ?? [])
    .filter(({ proof }) => proof.handle === handle)
    .map(({ proof }) => proof.endedAt)
    .find((endedAt) => endedAt !== null && endedAt >= from) ?? null

const tenuresByHold = (keyring: Keyring, { fingerprint }: Signing): ReadonlyArray<Tenure> =>
  (keyring.held.get(fingerprint) ?? []).map(({ handle, enrolledAt, keysEndedAt, since }) => ({
    handle,
    enrolledAt,
    from: since,
    until: null,
    endedAt: firstEnd(giveUpTime(keyring, fingerprint, handle, since), keysEndedAt),
    document: null,
    how: "proved the address in a hold",
    shared: "hold",
  }))

/** The fingerprints of an address of an EVM chain: of its key, and of the contract at it. */
const fingerprintsOf = (network: string, address = ""): ReadonlyArray<string> => {
  const [family, chain] = network.split(":")
  return family === "eip155" ? [`evm:${address.toLowerCase()}`, `evm:${chain}:${address.toLowerCase()}`] : []
}

/** Each address that the supplier stated binds it until it states another one. */
const railTenures = (keyring: Keyring, { fingerprint }: Signing): ReadonlyArray<Tenure> =>
  (keyring.rails?.stated ?? []).flatMap(({ network, address, at }, i, all) => {
    const supplier = keyring.rails?.supplier
    return supplier === undefined || !fingerprintsOf(network, address).includes(fingerprint)
      ? []
      : [
          {
            ...supplier,
            from: at,
            until: all[i + 1]?.at ?? null,
            endedAt: giveUpTime(keyring, fingerprint, supplier.handle, at),
            document: null,
            how: "named the address as the one at which it is paid under the quote",
            shared: null,
          },
        ]
  })

const hostTenures = ({ parties }: Keyring, { host }: Signing): ReadonlyArray<Tenure> =>
  parties.flatMap(({ roots, handle, enrolledAt }) =>
    roots
      .filter((root) => root.host === host?.toLowerCase())
      .map(
        ({ host: _, ...root }): Tenure => ({
          ...root,
          handle,
          enrolledAt,
          document: null,
          shared: "host",
        }),
      ),
  )

/** Whose the key was, and why it is taken to be so; the handle is null if it was nobody's, or if nobody can say whose. */
export interface Holder {
  readonly handle: string | null
  readonly why: string
}

const nobody = (why: string): Holder => ({ handle: null, why })

/**
 * Whether nothing but the time that the artifact itself states puts it before the end of a tenure. A thief of the key states any time,
 * so it takes the Court's own record of an earlier time.
 */
const isUnshown = ({ endedAt }: Tenure, { at, shownAt }: Signing): boolean =>
  endedAt !== null && at < endedAt && endedAt <= shownAt

const standsAt = (tenure: Tenure, signing: Signing): boolean =>
  tenure.from <= signing.at &&
  (tenure.until === null || signing.at < tenure.until) &&
  (tenure.endedAt === null || signing.at < tenure.endedAt) &&
  !isUnshown(tenure, signing)

/** The answer about an artifact that was signed while a tenure stood, if its own time is true. */
const unshown = ({ handle, endedAt }: Tenure): Holder =>
  nobody(
    `${handle} held this key until ${formatNullable(endedAt)}, and nothing but its own words shows that this was signed before: its SHA-256 was not in the Register of Dealings by then.`,
  )

/** Whether a tenure that began later counts back, and why; null if it does not. */
const countsBack = (
  { enrolledAt, document }: Tenure,
  at: Instant,
  kept: ReadonlySet<string>,
): string | null => {
  if (enrolledAt <= at) return "and was enrolled when it was signed"
  return document !== null && kept.has(document)
    ? "and the document kept with this paper is the one that named its key"
    : null
}

const disputed = nobody("Two agents hold this key, so that nobody can say which of them signed.")

/**
 * The agent that showed the key first, of the tenures that stand at once: nobody takes a key over, or takes it from its agent, by showing
 * it later. If several may have shown it, and did, nobody can say which of them signed.
 */
const firstHolder = (standing: ReadonlyArray<Tenure>): Holder | null => {
  const [first] = standing
  if (first === undefined) return null
  const { handle, how, from, shared } = first
  return shared !== null && standing.some((other) => other.shared === shared && other.handle !== handle)
    ? disputed
    : { handle, why: `${handle} ${how} on ${format(from)}, before it was signed.` }
}

/** Why a key that nobody had at the instant is nobody's: its agent had given it up, or had named another one. */
const whyNobody = (tenures: ReadonlyArray<Tenure>, at: Instant): string => {
  const over = tenures.findLast(({ from, until, endedAt }) => from <= at && firstEnd(until, endedAt) !== null)
  if (over === undefined) return "No agent of this Court has shown that this key is its own."
  return over.until !== null && over.until <= at
    ? `${over.handle} ${over.how} on ${format(over.from)}, and named another one on ${format(over.until)}, before it was signed.`
    : `${over.handle} had ended its proof of this key before it was signed.`
}

export const keysShown = enforced(
  "Rule 4.11A",
  "Whose key signed",
  () =>
    "A check of its own, authority, says to which agent the key belonged when it was signed: to the agent that had shown it first, of the agents whose showing stood then. An agent shows a key by its proof of the key. A party shows one by the address that it has proven in a confirmed hold (PD2 §6D), unless both parties have. The supplier shows one by the address at which it is paid under the quote on which the matter rests. A party shows a key that a host publishes at its root, unless both parties do, if its service stands at that root and has answered the Court's challenge. It shows one there too if it has proven a key of the did:web of that host, again unless both parties do.",
)

export const keysThatCount = enforced(
  "Rule 4.11B",
  "Keys that were shown earlier or later",
  () =>
    "Another address or another service that a party names later takes nothing from what it showed before for the time until then. A key at the root of a host, which may have tenants, does not belong to an agent whose service or did:web stands at a path of it, and a card binds a wallet only if the wallet is proven too. A key that was proven under a name is read with that name, whatever the document of the name says later. A key that an agent showed later counts back, the key first shown before all others, if the agent was enrolled when it was signed, or if the document that named its key is kept. A proof that had ended by then does not count, and an agent that ended its proof of a key holds it by no earlier hold or address any more.",
)

export const endedProofs = enforced(
  "Rule 4.11C",
  "Keys whose proof has ended",
  (t) =>
    `Whoever has stolen a key can write any time into what it signs. The proof may have ended since, or the Registrar may have ended all keys of the agent (Rule 2.6). Then what was signed before counts only if it was filed, or if its SHA-256 was lodged in the Register of Dealings, before that end. Nobody else is taken to have signed it. An artifact that does not say when it was signed is read as of the first instant at which the Court's records have it: the first entry of its SHA-256 in the Register of Dealings, or its first filing. A signer whose clock is at most ${count(t.signerAheadMinutes, "minute")} ahead of the Court's signed now.`,
)

/**
 * Whose a key was at an instant: of the first agent to show it, among the agents whose showing stood then. It is shown by a proof of the
 * key, by the address of a confirmed hold, by the rail of the quote, or by a host that the agent answers for. The first tenure that began
 * later counts back if its agent was enrolled then, or if the document that named the key is kept. A proof that had ended does not count. A
 * proof that has ended since counts only for what is shown to be older than its end; for anything else, somebody besides its agent may have
 * signed.
 */
export const holderAt = rule(
  ["Rule 4.11A", "Rule 4.11B", "Rule 4.11C"],
  (keyring: Keyring, signing: Signing, kept: ReadonlySet<string>): Holder => {
    const { at } = signing
    // If two began at one instant, a proof goes before a hold, and a hold before a key that an agent only named.
    const tenures = [
      ...(keyring.proofs.get(signing.fingerprint) ?? []).map(tenureByProof),
      ...tenuresByHold(keyring, signing),
      ...railTenures(keyring, signing),
      ...hostTenures(keyring, signing),
    ].toSorted((a, b) => a.from - b.from)
    const standing = firstHolder(tenures.filter((tenure) => standsAt(tenure, signing)))
    const lost = tenures.find((tenure) => tenure.from <= at && isUnshown(tenure, signing))
    const mayBe = (handle: string | null) => lost === undefined || handle === lost.handle
    if (standing !== null && mayBe(standing.handle)) return standing
    const later = tenures.find(({ from, handle }) => from > at && mayBe(handle))
    const back = later === undefined || isUnshown(later, signing) ? null : countsBack(later, at, kept)
    if (later !== undefined && back !== null)
      return {
        handle: later.handle,
        why: `${later.handle} ${later.how} later, on ${format(later.from)}, ${back}.`,
      }
    if (lost !== undefined) return unshown(lost)
    if (later !== undefined)
      return isUnshown(later, signing)
        ? unshown(later)
        : nobody(`${later.handle} ${later.how} later, and was not enrolled when it was signed.`)
    return nobody(whyNobody(tenures, at))
  },
)
