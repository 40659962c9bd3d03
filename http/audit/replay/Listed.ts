/**
 * Compares the list of the check with the register that follows from the public journal: whether an agent is missing in the list, or is
 * described otherwise there.
 */

import { Schema } from "effect"
import { digest } from "../../../adapters/host/Sha256.ts"
import { Standing } from "../../../core/agents/index.ts"
import { adviceOn, overdueCentsAt } from "../../../core/checks/index.ts"
import { behindOf, Reputation } from "../../../core/compliance/index.ts"
import { itemText, type PublicItem } from "../../../core/kernel/Journal.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { Checkpoint, Merkle, Range } from "../../../core/log/index.ts"
import { findName, type List, type ListedName, leastStake, readList } from "../../gate/index.ts"
import { Failure } from "../../terminal/Terminal.ts"
import { call, decode, readAnswer } from "../Client.ts"
import { Wrong } from "../monitor/LogReader.ts"
import { fold, type State } from "./Folded.ts"

/** The row that the list must have of an agent. Its advice is not sure if the agent has too many entries. */
type Due = ListedName & { readonly isSure: boolean }

const dueOf = (state: State, handle: string, now: number): Due => {
  const row = state.agents.rows.get(handle)
  const stakeCents = typeof row?.stakeCents === "number" ? row.stakeCents : 0
  const entries = state.entriesOf(handle)
  const counts = { ...Standing.make("", handle).counts }
  for (const entry of entries) counts[Reputation.statusAt(entry, now)] += 1
  const latest = entries.filter(({ status }) => status !== "superseded")
  const proven = new Set(
    [...state.agents.rows.values()].flatMap(({ id, operatorIdentity }) =>
      typeof id === "string" && operatorIdentity === "proven" ? [id] : [],
    ),
  )
  const { advice } = adviceOn({
    counts,
    behind: behindOf(latest, proven, now),
    reputation: state.registers.reputation.get(handle) ?? 0,
    overdueCents: overdueCentsAt(latest, now),
    capCents: stakeCents,
    priceCents: null,
  })
  const isSure = entries.length <= bounds.behindEntriesMax
  return { advice, label: Reputation.labelOfCounts(counts), stakeCents: leastStake(stakeCents), isSure }
}

const showListed = ({ advice, label, stakeCents }: ListedName): string =>
  `${advice}, "${label}", a stake of ${stakeCents} cents or more`

/** The difference between what is due of an agent and what the list says; null if they agree. */
const differenceOf = (handle: string, due: Due, said: ListedName | null): string | null => {
  if (said === null)
    return due.advice === "unknown" && due.stakeCents === 0
      ? null
      : `${handle}: the list leaves it out, and by the journal it is ${showListed(due)}`
  const isSame =
    said.label === due.label &&
    said.stakeCents === due.stakeCents &&
    (!due.isSure || said.advice === due.advice)
  return isSame
    ? null
    : `${handle}: the list says ${showListed(said)}, and by the journal it is ${showListed(due)}`
}

/** The differences between a list and the register after some events of the journal, by handle. */
const differencesAt = async ({ head, rows }: List, items: ReadonlyArray<PublicItem>) => {
  const [state, now] = [fold(items), Date.parse(head.asOf)]
  const found = new Map<string, string>()
  for (const handle of state.agents.rows.keys()) {
    const said = await findName(head.salt, rows, handle)
    const difference = differenceOf(handle, dueOf(state, handle, now), said)
    if (difference !== null) found.set(handle, difference)
  }
  return found
}

/**
 * How many events the log had at the checkpoint of a list; 0 if it was made before the first checkpoint. Throws if these events are not the
 * events that the court signed.
 */
const sizeAt = ({ head }: List, items: ReadonlyArray<PublicItem>): number => {
  if (head.checkpoint === null) return 0
  const { checkpoint } = Checkpoint.parseSigned(head.checkpoint) ?? {}
  if (checkpoint === undefined) throw new Wrong("what the list has as its checkpoint is none")
  const leaves = items.slice(0, checkpoint.size).map((item) => Buffer.from(itemText(item)))
  if (
    leaves.length < checkpoint.size ||
    !Merkle.equalBytes(Range.rootOf(Range.append(Range.empty, leaves, digest)), checkpoint.root)
  )
    throw new Wrong(`the journal does not have the root of the list's checkpoint of size ${checkpoint.size}`)
  return checkpoint.size
}

const madeWithinMs = 60_000
/**
 * The agents of which a list says something else than the journal. A court goes on while it makes a list, so an agent differs only if
 * it does by the events up to the list's time, by those of its checkpoint, and by those within a minute after it.
 */
export const compareList = async (
  list: List,
  items: ReadonlyArray<PublicItem>,
): Promise<ReadonlyArray<string>> => {
  const made = Date.parse(list.head.asOf)
  const until = (at: number) => items.filter((item) => item.at <= at).length
  const size = sizeAt(list, items)
  // By an old checkpoint a court could leave out whatever has happened since.
  if (size < until(made - madeWithinMs))
    return [`the checkpoint of the list lacks events of more than a minute before ${list.head.asOf}`]
  const sizes = new Set([size, until(made), until(made + madeWithinMs)])
  const found = await Promise.all([...sizes].map((size) => differencesAt(list, items.slice(0, size))))
  const [first = new Map<string, string>(), ...others] = found
  return [...first].filter(([handle]) => others.every((one) => one.has(handle))).map(([, line]) => line)
}

const KeySet = Schema.Struct({
  keys: Schema.Array(Schema.Struct({ kty: Schema.String, crv: Schema.String, x: Schema.String })),
})

/** The list that a court serves now, signed by a key that it serves. */
export const readServedList = async (base: string): Promise<List> => {
  const { keys } = decode(KeySet, await call(base, "GET", "/.well-known/jwks.json"), "the set of keys")
  const path = "/api/v1/check/list"
  const { status, bytes } = await readAnswer(new URL(path, base))
  if (status !== 200) throw new Failure(`GET ${path} was answered with ${status}`)
  return readList(bytes, keys).catch((error: unknown) => {
    throw new Wrong(`the list of the check: ${String(error)}`)
  })
}
