/** Which agent is called so: by a DID, by an address of a chain, by a host, or by the address of a card on a host (PD3 §4). */
import { Effect } from "effect"
import { Networks } from "../chains/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { holdersOf } from "./HeldAddress.ts"
import { lookUpUnder, placeOfKey, spellName } from "./KeyName.ts"
import {
  fingerprintOf,
  nameIndex,
  type ProvenKey,
  ProvenKeys,
  placeIndex,
  proofsOfAgent,
  standingProof,
} from "./ProvenKey.ts"
import { isOfName } from "./Queries.ts"

type Belongs = Pick<ProvenKey, "agentId">

/** The one agent to whom all of these belong. A name that several agents share is not the name of any of them. */
export const onlyAgent = rule(["PD3 §4"], (found: ReadonlyArray<Belongs>): string | null => {
  const ids = new Set(found.map(({ agentId }) => agentId))
  return ids.size === 1 ? needPresent([...ids][0], "the only agent") : null
})

/** An address with its chain, as CAIP-10 writes it, or without. */
const account = /^(?:eip155:([1-9]\d{0,15}):)?(0x[0-9a-fA-F]{40})$/
const wellKnown = /^\/(?:\.well-known(?:\/|$)|$)/
const file = /\/[^/]*\.[^/]*$/

/**
 * The `did:web` of the place that a host or an address on the web names; null if it names no place. A folder is a place of its own,
 * so that the tenants of a host do not speak for each other.
 */
export const placeNamed = (text: string): string | null => {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`)
  if (url === null || url.username !== "" || url.password !== "") return null
  const folder = wellKnown.test(url.pathname) ? "" : url.pathname.replace(file, "").replace(/\/+$/, "")
  const did = `did:web:${url.host.replace(":", "%3A")}${folder.replaceAll("/", ":")}`
  return placeOfKey(`${did}#key`)
}

const standingAt = (reader: Reader, place: string) => {
  const list = {
    index: placeIndex,
    prefix: `${lookUpUnder(place)}/`,
    after: null,
    limit: bounds.keyProofsMax,
  }
  return Effect.map(reader.list(ProvenKeys, list), ({ items }) => items)
}

/** The agents that have proven an address, as a key of theirs or in a confirmed hold. */
const findProvers = Effect.fnUntraced(function* (reader: Reader, chainId: number, address: string) {
  const name = spellName(`eip155:${chainId}:${address}`)
  const list = { index: nameIndex, prefix: `${lookUpUnder(name)}/`, after: null, limit: bounds.keyProofsMax }
  const { items } = yield* reader.list(ProvenKeys, list)
  const own = yield* holdersOf(reader, fingerprintOf({ address }))
  const contract = yield* holdersOf(reader, fingerprintOf({ address, chainId }))
  return [...items.filter((one) => one.endedAt === null && isOfName(one, name)), ...own, ...contract]
})

/**
 * The names by which an agent may be asked for, beside its handle, in the spelling of a list. An address whose key signs on every chain
 * stands without a chain; the address of a contract stands with its own chain. A name that two agents share is not the name of either.
 */
export const namesOfAgent = Effect.fnUntraced(function* (reader: Reader, agentId: string) {
  const proofs = (yield* proofsOfAgent(reader, agentId)).filter(({ endedAt }) => endedAt === null)
  const names = proofs.flatMap(({ name, address, fingerprint }) => {
    const place = placeOfKey(name)
    return [
      { asked: name, listed: address === null ? name : fingerprint.slice("evm:".length) },
      ...(place === null ? [] : [{ asked: place, listed: place }]),
    ]
  })
  const own = yield* Effect.filter(names, ({ asked }) =>
    Effect.map(agentCalled(reader, asked), (id) => id === agentId),
  )
  return [...new Set(own.map(({ listed }) => listed))]
})

/** The id of the agent that is called so; null if no agent is called so, or if more than one is. */
export const agentCalled = Effect.fnUntraced(function* (reader: Reader, text: string) {
  const [, chainId, written] = account.exec(text) ?? []
  if (written !== undefined) {
    const address = Networks.readEvm(written)
    if (address === null) return null
    const paid = yield* findProvers(reader, Number(chainId ?? 1), address)
    // A contract is somebody else's on another chain, so an address without a chain is that of a key alone.
    const isKey = ({ fingerprint }: (typeof paid)[number]) => fingerprint === fingerprintOf({ address })
    return onlyAgent(chainId === undefined ? paid.filter(isKey) : paid)
  }
  const name = spellName(text)
  if (name.startsWith("did:") && name.includes("#"))
    return (yield* standingProof(reader, name))?.agentId ?? null
  const place = name.startsWith("did:") ? placeOfKey(`${name}#key`) : placeNamed(name)
  return place === null ? null : onlyAgent(yield* standingAt(reader, place))
})
