/** Whose a key was when something was signed with it: proofs of the key, addresses of holds, the rail of a quote, and the hosts of the parties' services. */

import { rule } from "../kernel/Section.ts"
import { format, formatNullable, type Instant } from "../kernel/Time.ts"
import type { ProvenKey } from "../proofs/index.ts"

/** A reason for which a key is an agent's, and the time for which it is. */
interface Tenure {
  readonly handle: string
  /** When the agent was enrolled. */
  readonly enrolledAt: Instant
  readonly from: Instant
  /** When it ended: by the end of the proof, or of all keys of the agent. Null while it stands. */
  readonly until: Instant | null
  /** The hash of the document that named the key; null if none did. */
  readonly document: string | null
  /** What makes the key the agent's, as the end of a sentence: `proved the key`. */
  readonly how: string
}

/** An agent before the Court, as far as its keys go. */
export interface Known {
  readonly handle: string
  readonly enrolledAt: Instant
  /** The host of its service, if the service is at the root, and when it answered the Court's challenge; null without one. */
  readonly service: { readonly host: string; readonly answeredAt: Instant } | null
}

/** A proof of a key, when its agent was enrolled, and when the Registrar ended all keys of the agent. */
export interface Proof {
  readonly proof: Pick<ProvenKey, "handle" | "provenAt" | "endedAt" | "document">
  readonly enrolledAt: Instant
  readonly keysEndedAt: Instant | null
}

/** An agent that proved the address of a key in a confirmed hold, and since when. */
export interface Held {
  readonly handle: string
  readonly enrolledAt: Instant
  readonly keysEndedAt: Instant | null
  readonly since: Instant
}

/** What the records know of keys. */
export interface Keyring {
  /** The proofs of each key, by its fingerprint, the earliest first. */
  readonly proofs: ReadonlyMap<string, ReadonlyArray<Proof>>
  /** Who proved the address of each key in confirmed holds, by its fingerprint, in the order of their holds. */
  readonly held: ReadonlyMap<string, ReadonlyArray<Held>>
  /** The address at which the supplier of the quote is paid; null if the matter rests on no quote, or its quote has no rail. */
  readonly rail: {
    readonly network: string
    readonly address: string
    readonly at: Instant
    readonly supplier: Known
  } | null
  /** The agents that are parties. */
  readonly parties: ReadonlyArray<Known>
}

/** A key as somebody signed with it. */
interface Signing {
  readonly fingerprint: string
  /** The host that publishes the key; null if none does. */
  readonly host: string | null
  /** When it signed, as the artifact says. Whoever has the key can write any time. */
  readonly at: Instant
  /** Since when the Court's own records show that the artifact exists. */
  readonly shownAt: Instant
}

/** The earlier of two ends; null if there is none. */
const firstEnd = (one: Instant | null, other: Instant | null): Instant | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

const provenBy = ({ proof, enrolledAt, keysEndedAt }: Proof): Tenure => ({
  handle: proof.handle,
  enrolledAt,
  from: proof.provenAt,
  until: firstEnd(proof.endedAt, keysEndedAt),
  document: proof.document?.sha256 ?? null,
  how: "proved the key",
})

/**
 * What agents showed in holds. A hold can't be ended, so an agent gives an address up by the end of its own proof of the key:
 * whoever has stolen a key must not speak for the agent by a hold that the agent confirmed earlier.
 */
const heldBy = ({ proofs, held }: Keyring, { fingerprint }: Signing): ReadonlyArray<Tenure> =>
  (held.get(fingerprint) ?? []).map(({ handle, enrolledAt, keysEndedAt, since }) => ({
    handle,
    enrolledAt,
    from: since,
    until: firstEnd(
      (proofs.get(fingerprint) ?? [])
        .filter(({ proof }) => proof.handle === handle)
        .map(({ proof }) => proof.endedAt)
        .find((endedAt) => endedAt !== null && endedAt >= since) ?? null,
      keysEndedAt,
    ),
    document: null,
    how: "proved the address in a hold",
  }))

/** The fingerprints of an address of an EVM chain: of its key, and of the contract at it. */
const fingerprintsOf = (network: string, address = ""): ReadonlyArray<string> => {
  const [family, chain] = network.split(":")
  return family === "eip155" ? [`evm:${address.toLowerCase()}`, `evm:${chain}:${address.toLowerCase()}`] : []
}

const railTenures = ({ rail }: Keyring, { fingerprint }: Signing): ReadonlyArray<Tenure> =>
  rail === null || !fingerprintsOf(rail.network, rail.address).includes(fingerprint)
    ? []
    : [
        {
          ...rail.supplier,
          from: rail.at,
          until: null,
          document: null,
          how: "named the address as the one at which it is paid under the quote",
        },
      ]

const hostTenures = ({ parties }: Keyring, { host }: Signing): ReadonlyArray<Tenure> =>
  parties.flatMap(({ service, ...agent }) =>
    host === null || service === null || service.host !== host.toLowerCase()
      ? []
      : [
          {
            ...agent,
            from: service.answeredAt,
            until: null,
            document: null,
            how: `answered the Court's challenge at ${service.host}, which publishes the key`,
          },
        ],
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
const isUnshown = ({ until }: Tenure, { at, shownAt }: Signing): boolean =>
  until !== null && at < until && until <= shownAt

const standsAt = (tenure: Tenure, signing: Signing): boolean =>
  tenure.from <= signing.at &&
  (tenure.until === null || signing.at < tenure.until) &&
  !isUnshown(tenure, signing)

/** What is said of an artifact that was signed while a tenure stood, if its own time is true. */
const unshown = ({ handle, until }: Tenure): Holder =>
  nobody(
    `${handle} held this key until ${formatNullable(until)}, and nothing but its own words shows that this was signed before: its SHA-256 was not in the Register of Dealings by then.`,
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

/** A key of two agents is nobody's. */
const disputed = nobody("Two agents hold this key, so that nobody can say which of them signed.")

/** The one agent of some tenures that stand at once. */
const agreeOnHolder = (tenures: ReadonlyArray<Tenure>): Holder | null => {
  const [tenure, ...others] = tenures
  if (tenure === undefined) return null
  return others.every(({ handle }) => handle === tenure.handle)
    ? {
        handle: tenure.handle,
        why: `${tenure.handle} ${tenure.how} on ${format(tenure.from)}, before it was signed.`,
      }
    : disputed
}

/**
 * Whose a key was at an instant. A proof that stood then says it before all else; then the address of a confirmed hold; then the rail
 * of the quote and the hosts of the parties, which their own agents named. The first tenure that began later counts back if its agent was
 * enrolled then, or if the document that named the key is kept: nobody takes a key over by a later proof. A proof that had ended does not count. A proof that has ended
 * since counts only for what is shown to be older than its end; for anything else, somebody besides its agent may have signed.
 */
export const holderAt = rule(
  ["Rule 4.11"],
  (keyring: Keyring, signing: Signing, kept: ReadonlySet<string>): Holder => {
    const { at } = signing
    const proven = (keyring.proofs.get(signing.fingerprint) ?? []).map(provenBy)
    const held = heldBy(keyring, signing)
    const named = [...railTenures(keyring, signing), ...hostTenures(keyring, signing)]
    const standing =
      agreeOnHolder(proven.filter((tenure) => standsAt(tenure, signing))) ??
      agreeOnHolder(held.filter((tenure) => standsAt(tenure, signing))) ??
      agreeOnHolder(named.filter((tenure) => standsAt(tenure, signing)))
    const tenures = [...proven, ...held, ...named].toSorted((a, b) => a.from - b.from)
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
    const ended = proven.at(-1)
    return nobody(
      ended === undefined
        ? "No agent of this Court has shown that this key is its own."
        : `${ended.handle} had ended its proof of this key before it was signed.`,
    )
  },
)
